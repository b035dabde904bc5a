/* test_carrier_ends.cpp - how processes of a carrier begin and end: programs that are started, signals, what may still
 * come from others, the end of all (process_carrier.cpp, process_execution.cpp, process_detached.cpp). */
#include <atomic>
#include <cstring>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "carrier_place.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "carriers/process/tests/bound_child.hpp"
#include "pvm3.h"
#include "sockets.h"

using namespace ap1000;

namespace
{

using One = CarrierPlace::One;

/* All that it prints until it has ended. */
std::string printed(CarrierPlace &p, const One &o)
{
    std::string all;
    assert_true(p.comes([&o] { return o.execution->dead(); }));
    for (std::string more; !(more = o.execution->take_output()).empty();)
        all += more;
    return all;
}

/* ---- programs that are started ----------------------------------------------------------------------------------- */

TEST(what_a_program_begins_with)
{
    CarrierPlace p;
    One &a = p.start_script("echo $AP1000_SOCKET $AP1000_CLOCK; pwd; echo error >&2; echo $AP1000_TICKET");
    const std::string all = printed(p, a), head = CarrierPlace::socket_name() + " 77\n/\nerror\n";
    assert_string_equal(all.substr(0, head.size()).c_str(), head.c_str());
    assert_int_equal(all.size(), head.size() + 16 + 1); /* a ticket nobody guesses */
    assert_int_not_equal(ticket_of(all.substr(head.size() - 1)), 0);
}

TEST(groups_of_processes)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start({"/bin/sleep", "1000"}, true);
    assert_int_equal(getpgid(a.process().pid), a.process().pid);
    assert_int_equal(getpgid(b.process().pid), getpgid(0));
    const Folders f = a.execution->folders();
    assert_string_equal(f.current.c_str(), "/");
    assert_int_equal(f.program.front(), '/');
    assert_non_null(std::strstr(f.program.c_str(), "bin"));
}

TEST(a_program_that_is_none)
{
    CarrierPlace p;
    Program none;
    none.file = "/no/such/program";
    none.folder = "/";
    for (std::uint32_t i = 0; i < 2 * CarrierPlace::most; i++) /* no slot is lost */
        assert_null(p.carrier.start(none.file, none, 0, i % 2 == 0).get());
    assert_null(p.carrier.master());
    assert_false(p.carrier.anyone_runs());
    for (std::uint32_t i = 1; i < CarrierPlace::most; i++)
        (void)p.start();
    assert_null(p.carrier.start("/bin/sleep", none, 0, false).get());
    p.end(*p.all[2]);
    (void)p.carrier.look();
    (void)p.start();
}

TEST(how_it_has_ended)
{
    CarrierPlace p;
    One &a = p.start_script("exit 7"), &b = p.start();
    assert_true(p.comes([&a] { return a.execution->dead(); }));
    p.give_back(b);
    assert_string_equal(p.waited_for().c_str(), "01");
    assert_int_equal(p.slot(a).turn, CARRIER_DEAD);
    assert_true(p.carrier.look().deaths);
    assert_false(p.carrier.look().deaths);
    assert_true(a.execution->take_turn());
    a.execution->give_turn(); /* as with any: it gives it back at once */
    assert_int_equal(p.slot(a).turn, CARRIER_DEAD);
    for (int i = 0; i < 2; i++) {
        const std::optional<int> status = a.execution->exit_status();
        assert_true(status && WIFEXITED(*status) && WEXITSTATUS(*status) == 7);
    }
    assert_true(a.execution->ends_by(SIGCHLD));
    assert_string_equal(a.execution->folders().program.c_str(), "");
    assert_true(b.execution->ends_by(SIGTERM));
    assert_false(b.execution->ends_by(SIGCHLD));
    b.execution->raise(SIGTERM, true);
    assert_true(b.execution->dead());
    assert_int_equal(*b.execution->exit_status(), SIGTERM);
}

/* One that is stopped goes on, so that it can end. */
TEST(ends_that_are_awaited)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start();
    kill(a.process().pid, SIGSTOP);
    assert_true(p.comes([&a] { return process_is_stopped(a.process().pid); }));
    a.execution->raise(SIGTERM, true);
    assert_true(a.execution->dead());
    b.execution->raise(SIGCHLD, false);
    assert_false(b.execution->dead());
    b.process().pid = 0; /* as one that has not been started: no signal goes to whoever is in the group of number 0 */
    b.execution->raise(SIGKILL, false);
    assert_int_equal(b.execution->number_for_users(), 0);
    assert_string_equal(b.execution->folders().current.c_str(), "");
    b.process().pid = p.carrier.watcher.processes.pid(b.process().slot);
}

/* The only child of the script that was started becomes the task. */
pid_t child_joins(CarrierPlace &p, const One &script)
{
    std::vector<pid_t> child;
    assert_true(p.comes([&] { return (child = descendants(script.process().pid)).size() == 1; }));
    const std::string environment = process_file(script.process().pid, "environ");
    const std::uint64_t ticket = ticket_of(environment.substr(environment.find("AP1000_TICKET=")));
    assert_true(p.carrier.watcher.processes.watch_connected(script.process().slot, child[0], ticket) ==
                WatchedProcesses::Watched::yes);
    CarrierPlace::guardian().watch_master(getpid()); /* this test goes on without it */
    return child[0];
}

TEST(a_task_in_a_script)
{
    CarrierPlace p;
    One &a = p.start_script("sleep 1000 & wait; exec sleep 1000");
    (void)child_joins(p, a);
    assert_true(p.comes([&] { return a.execution->ends_by(SIGTERM); })); /* not before the shell lets its child go */
    a.execution->raise(SIGTERM, true);
    assert_true(a.execution->dead());
    assert_false(a.execution->exit_status().has_value()); /* it goes on */
    assert_true(process_lives(a.process().pid));
    a.execution->raise(SIGKILL, true); /* whoever has its number now gets none */
    kill(a.process().pid, SIGKILL);
}

/* The user's own script is waited for, and its exit code is that of the command. */
TEST(a_script_of_the_user)
{
    CarrierPlace p;
    One &a = p.start({"/bin/sh", "-c", "sleep 1000 & wait; sleep 0.3; exit 5"}, true);
    kill(child_joins(p, a), SIGKILL);
    assert_true(p.comes([&a] { return a.execution->dead(); }));
    for (int i = 0; i < 2; i++)
        assert_int_equal(WEXITSTATUS(a.execution->exit_status().value_or(0)), 5);
}

/* Another's is, for a moment, whatever else happens meanwhile. */
TEST(a_script_that_ends)
{
    CarrierPlace p;
    One &a = p.start_script("sleep 1000 & wait; sleep 0.1; exit 5");
    kill(child_joins(p, a), SIGKILL);
    assert_true(p.comes([&a] { return a.execution->dead(); }));
    std::atomic<bool> over{false};
    std::thread others([&] {
        while (!over)
            p.carrier.watcher.bell.ring();
    });
    const std::optional<int> status = a.execution->exit_status();
    over = true;
    others.join();
    assert_int_equal(WEXITSTATUS(status.value_or(0)), 5);
}

/* What the script starts meanwhile cannot join. */
TEST(who_comes_after_the_task)
{
    CarrierPlace p;
    const pid_t late = start_joiner(0);
    One &a = p.start({"/bin/sh", "-c", "sleep 1000 & wait; sleep 0.3"}, true);
    kill(child_joins(p, a), SIGKILL);
    assert_true(p.comes([&] { return a.execution->dead() && p.carrier.watcher.clients.has_newcomers(); }));
    assert_int_equal(a.execution->exit_status().value_or(1), 0);
    assert_false(p.carrier.watcher.clients.has_newcomers());
    end_joiner(late);
}

/* A child that nobody has waited for is ours, and no zombie, when its task has gone. */
TEST(children_that_nobody_awaits)
{
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    CarrierPlace p;
    One &a = p.start_script("sleep 0 & sleep 0 & exec sleep 1000");
    const pid_t task = a.process().pid;
    assert_true(p.comes([&] { return process_file(task, "comm") == "sleep\n" && descendants(task).empty(); }));
    kill(task, SIGKILL);
    assert_true(p.comes([&a] { return a.execution->dead(); }));
    assert_int_equal(*a.execution->exit_status(), SIGKILL);
    a.execution->close();
    a.execution.reset();
    assert_true(waitpid(-task, nullptr, WNOHANG) < 0);
}

TEST(a_handler_wants_the_turn)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start();
    std::deque<Message> none;
    assert_false(p.carrier.look().wants_turn);
    assert_true(p.carrier.watcher.turns.want(b.process().slot));
    p.carrier.watcher.bell.ring();
    assert_true(p.carrier.look().wants_turn);
    assert_true(b.execution->wants_turn());
    assert_false(a.execution->wants_turn());
    b.execution->answer(Reply(), none);
    assert_false(b.execution->wants_turn());
}

/* ---- others ------------------------------------------------------------------------------------------------------ */

/* On the machine that stays anybody may come. */
TEST(who_may_still_come)
{
    CarrierPlace none;
    assert_false(none.carrier.wait_for_others());
    none.made.reset();
    CarrierPlace p([](ProcessSettings &s) { s.stays = true; });
    assert_true(p.carrier.wait_for_others());
}

/* One that nobody waits for may do something; a shell that waits for the task that it has started, not. */
TEST(processes_beside_the_tasks)
{
    CarrierPlace p;
    One &a = p.start();
    assert_false(p.carrier.wait_for_others());
    a.execution->set_outside(true);
    assert_string_equal(p.waited_for().c_str(), "");
    for (int i = 0; i < 8; i++)
        assert_true(p.carrier.wait_for_others());
    p.end(a);
    assert_false(p.carrier.wait_for_others());
    One &shell = p.start_script("sleep 1000 & wait");
    const pid_t child = child_joins(p, shell);
    if (process_file(shell.process().pid, "syscall").empty())
        return; /* this system does not tell for what a process waits */
    assert_true(p.comes([&] { return waits_only_for(shell.process().pid, {child}); }));
    int looks = 0;
    while (p.carrier.wait_for_others())
        looks++;
    assert_int_equal(looks, 4);
    shell.execution->set_outside(true);
    assert_string_equal(p.waited_for().c_str(), "");
    assert_true(shell.execution->is_detached());
    assert_false(p.carrier.wait_for_others()); /* also if the shell has the turn, and nobody waits for it */
    p.join(shell);
    for (int i = 0; i < 8; i++)
        assert_true(p.carrier.wait_for_others()); /* as a task it may go on in its own way */
}

/* A handler may be called by the end of a child. */
TEST(signals_of_children)
{
    CarrierPlace p;
    (void)p.start();
    assert_false(p.carrier.wait_for_signals());
    One &a = p.start_script("trap : USR1; sleep 1000 & wait");
    assert_true(p.comes([&a] { return child_may_signal(a.process().pid); }));
    assert_true(p.carrier.wait_for_signals());
    const std::vector<pid_t> child = descendants(a.process().pid);
    assert_int_equal(child.size(), 1);
    kill(child[0], SIGKILL);
    assert_true(p.comes([&a] { return !child_may_signal(a.process().pid); }));
    assert_true(p.carrier.wait_for_signals()); /* it may just have been */
    assert_false(p.carrier.wait_for_signals());
}

/* Whoever asks what the tasks do gets the text into a file, and how much it is. */
TEST(who_asks)
{
    CarrierPlace p;
    const carrier_hello hello = hello_with(CARRIER_PS);
    carrier_ps_answer answer{};
    char text[20] = "";
    const int fd = sockets_connect(CarrierPlace::socket_name().c_str()), file = memfd_create("text", 0);
    for (const char *shown : {"", "all of them"}) {
        if (*shown != 0)
            p.carrier.on_inquiry([shown] { return std::string(shown); });
        assert_true(sockets_send(fd, &hello, sizeof hello, file));
        assert_true(p.comes([&p] { return p.carrier.watcher.clients.has_inquirers(); }));
        (void)p.carrier.look();
        int none;
        assert_true(sockets_receive(fd, &answer, sizeof answer, &none));
        assert_int_equal(answer.bytes, std::strlen(shown));
        assert_false(p.carrier.watcher.clients.has_inquirers());
    }
    assert_int_equal(pread(file, text, sizeof text - 1, 0), 11);
    assert_string_equal(text, "all of them");
    close(file);
    close(fd);
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

/* Who waits in a call, or comes to one soon, and is not ours is told; what we have started is killed, with its own. */
TEST(the_end_of_all)
{
    CarrierPlace p;
    const pid_t pid = start_joiner(0);
    One &told = take_joiner(p, false);
    const pid_t between_calls = start_joiner(0);
    One &comes = take_joiner(p, false), &ours = p.start_script("sleep 1000 & wait"), &ended = p.start_script("exit 3");
    std::vector<pid_t> child;
    assert_true(p.comes([&] { return (child = descendants(ours.process().pid)).size() == 1; }));
    assert_true(p.comes([&ended] { return ended.execution->dead(); }));
    p.join(told);
    p.give_back(told);
    (void)told.execution->take_turn();
    p.slot(told).reply.nframes = 3;
    p.join(comes);
    p.give_back(comes); /* and nobody has looked yet */
    p.carrier.end_all({555, 9, false});
    assert_int_equal(p.slot(comes).reply.ending, 9);
    end_joiner(between_calls);
    assert_int_equal(p.slot(told).reply.values.result, PvmSysErr);
    assert_int_equal(p.slot(told).reply.values.now, 555);
    assert_int_equal(p.slot(told).reply.nframes, 0);
    assert_int_equal(p.slot(told).reply.ending, 9);
    assert_int_equal(p.slot(told).turn, CARRIER_TASK);
    assert_true(process_lives(pid));
    assert_int_equal(*ours.execution->exit_status(), SIGKILL);
    assert_true(p.comes([&child] { return !process_lives(child[0]); }));
    assert_int_equal(WEXITSTATUS(*ended.execution->exit_status()), 3);
    p.slot(told).turn = CARRIER_MACHINE;
    p.carrier.end_all({555, 9, true}); /* a task has asked for the end: they get a signal first */
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, SIGTERM);
}

/* The program that runs at our terminal is waited for. */
TEST(the_end_of_the_master)
{
    CarrierPlace p;
    One &master = p.start({"/bin/sleep", "0.2"}, true);
    p.carrier.end_all({0, 0, false});
    assert_true(master.execution->dead());
    assert_int_equal(*master.execution->exit_status(), 0);
}

/* What tasks have left behind has become ours. */
TEST(the_end_of_orphans)
{
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    CarrierPlace p;
    One &a = p.start_script("(sleep 1000 >/dev/null 2>&1 & sleep 1000 >/dev/null 2>&1 &); exit 0");
    assert_true(p.comes([&a] { return a.execution->dead(); }));
    assert_int_equal(*a.execution->exit_status(), 0);
    assert_int_equal(descendants(getpid()).size(), 2);
    p.carrier.end_orphans();
    assert_int_equal(descendants(getpid()).size(), 0);
    assert_int_equal(waitpid(-1, nullptr, WNOHANG), -1);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
}

} // namespace

CARRIER_TEST_MAIN
