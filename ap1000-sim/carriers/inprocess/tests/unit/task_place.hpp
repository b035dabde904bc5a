/* task_place.hpp - a carrier of tasks in process without a kernel, for tests: its programs are copies of
 * told_program.c, which do what they are told, and the test is the kernel. Compare carrier_place.hpp, for processes. */
#pragma once

#include <fstream> /* before cmocka.h, to which `fail` is a macro */

#include "carriers/inprocess/simulator/inprocess_carrier.hpp"
#include "carriers/process/tests/carrier_place.hpp"

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ap1000
{

/* The words of programs are those of told_program.c. */
using Words = std::vector<std::string>;

struct TaskPlace : Place {
    static constexpr std::int64_t plenty = 10000;

    /* mappings: that rooms of tasks may have; with 0 all tasks share places. */
    explicit TaskPlace(std::int64_t mappings = plenty, const std::function<void(ProcessSettings &)> &change = {});
    ~TaskPlace();

    static std::string library, program; /* files: libap1000tasks.so, and the program that is told what to do */

    /* A program that has the turn, and has done nothing yet. */
    One &start(const Words &words, bool own_terminal = false);
    One &start_file(const std::string &path, const Words &words, const std::string &folder = "/");

    carrier_slot &slot(const One &o)
    {
        return carrier.region().slot(dynamic_cast<SlotExecution &>(*o.execution).slot);
    }

    /* Its turn is taken, its call answered, and it has the turn again; what it has called. */
    Request answer(One &o, const Reply &reply = Reply(), std::deque<Message> messages = {});
    static int tid_of(const One &o); /* that it is told when it joins */

    /* What it prints until it has ended, each call of its answered; and how it has ended, as of wait(). */
    std::string printed(One &o);
    int status(One &o);

    /* It is closed. */
    void end(One &o);

    std::vector<std::pair<std::string, std::string>> said; /* which program runs as a process, and why */
    InprocessCarrier &carrier;
};

inline InprocessExecution &task(const Place::One &o)
{
    return dynamic_cast<InprocessExecution &>(*o.execution);
}

/* An address, as programs take it. */
std::string place_of(const volatile void *at);

/* So many places in this process's memory are mapped. */
int mappings_now();

/* Says that word to the machine. Returns the socket. */
int say_hello(carrier_word word, int file = -1);

/* Sends a question for the table of tasks (CARRIER_PS) and waits until it is there. Returns its socket. */
int ask(TaskPlace &p);

/* Runs each test in a process of its own: handlers of faults, the guardian and the order to stop stay until their
 * process ends. arguments: those of `main`: the library, the program. Returns how many have failed. */
int run_each(int argc, char **arguments, const std::vector<CMUnitTest> &tests);

/* The last line of a program of such tests. */
#define TASK_TEST_MAIN                                                                \
    int main(int argc, char **arguments)                                              \
    {                                                                                 \
        return run_each(argc, arguments, {testing_all, testing_all + testing_count}); \
    }

} // namespace ap1000
