/* waits.hpp - what the tasks of a machine do and wait for, in words, for people: when a run ends in a deadlock, when
 * somebody asks (`ap1000 ps`). It only looks. */
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/events.hpp"
#include "kernel/barriers.hpp"
#include "kernel/task_register.hpp"

namespace ap1000
{

/* For names that come from tasks: shows every character that is not plain as '?'. */
std::string plain(std::string text);

/* "t40002" */
std::string tid_name(int tid);
std::string signal_name(int number); /* "SIGTERM"; one of those that are for programs to use (SIGRTMIN + 1): "SIG35" */

/* The program of a task, without folders. */
std::string program_name(const Task &t);

/* "waits in pvm_recv for a message from t40003 with tag 5", "waits in pvm_barrier of group team", "runs". */
std::string doing(const Task &t);

/* "3 unread messages, the first: tag 7 from t40001"; "": none, or nobody knows. */
std::string unread(const Task &t);

/* What concerns several tasks, a line each: rings of tasks that wait for each other; barriers and who is missing. */
std::vector<std::string> together(const TaskRegister &tasks, const Barriers &barriers);

/* A clock of this computer that never goes back [ns]. It is only for people: nothing simulated may depend on it. */
std::int64_t real_now_ns();

/* All tasks as a table, a line each, with headings; below it what concerns several, and that all are stuck if `idle`:
 * no program runs, and no event is to come. */
std::string table_of_tasks(const TaskRegister &tasks, const Barriers &barriers, Ns now, bool idle);

/* How that is said, where other programs may still join. */
constexpr const char *stuck_on_a_machine_that_stays =
    "every task waits and nothing is under way: a deadlock, unless a program that is to join ends it";

/* Rings of tasks that wait for each other, by the lowest tid of each, from which it begins. waits_for: for whom each
 * waits; one of itself is a ring, too. */
std::map<int, std::vector<int>> rings_of(const std::map<int, int> &waits_for);

/* It waits for what another task does, without an end to it. */
bool is_stuck(const Task &t);

/* Every task is stuck, and at least one of them for a certain other one: not a server that waits for
 * whoever comes. Asked when nothing is under way. */
bool all_stuck(const TaskRegister &tasks);

} // namespace ap1000
