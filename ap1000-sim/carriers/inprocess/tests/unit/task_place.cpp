/* task_place.cpp - see task_place.hpp. */
#include "task_place.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/process/tests/bound_child.hpp"
#include "sockets.h"

namespace ap1000
{

std::string TaskPlace::library, TaskPlace::program;

TaskPlace::TaskPlace(std::int64_t mappings, const std::function<void(ProcessSettings &)> &change)
    : Place{std::make_unique<InprocessCarrier>(
          CarrierPlace::settings_of(change), library, mappings, TurnsElsewhere{0, false},
          [this](const std::string &file, const std::string &why) { said.emplace_back(file, why); })},
      carrier(dynamic_cast<InprocessCarrier &>(*made))
{
}

TaskPlace::~TaskPlace()
{
    for (auto &one : all)
        end(*one);
}

/* ---- its programs ------------------------------------------------------------------------------------------------ */

TaskPlace::One &TaskPlace::start_file(const std::string &path, const Words &words, const std::string &folder)
{
    Program p;
    p.file = path;
    p.args = words;
    p.folder = folder;
    return own(carrier.start(path, p, 77, false));
}

TaskPlace::One &TaskPlace::start(const Words &words, bool own_terminal)
{
    Program p;
    p.file = program;
    p.args = words;
    p.folder = "/";
    return own(carrier.start(program, p, 77, own_terminal));
}

void TaskPlace::end(One &o)
{
    if (!o.execution)
        return;
    if (auto *process = dynamic_cast<ProcessExecution *>(o.execution.get())) {
        if (process->pid > 0)
            kill(process->pid, SIGKILL);
        (void)process->exit_status();
    }
    o.execution->close();
    o.execution.reset();
}

/* ---- the test as a kernel ---------------------------------------------------------------------------------------- */

int TaskPlace::tid_of(const One &o)
{
    return 0x40000 + static_cast<int>(dynamic_cast<SlotExecution &>(*o.execution).slot);
}

Request TaskPlace::answer(One &o, const Reply &reply, std::deque<Message> messages)
{
    Call asked;
    Reply with = reply;
    assert_true(o.execution->take_turn());
    assert_false(o.execution->dead());
    o.execution->call(asked);
    if (asked.what == Request::join) {
        Introduction with_tid{};
        with_tid.who.tid = tid_of(o);
        o.execution->introduce(with_tid);
    }
    with.now = asked.what == Request::idle ? asked.deadline : asked.clock;
    o.execution->answer(with, messages);
    o.execution->give_turn();
    return asked.what;
}

std::string TaskPlace::printed(One &o)
{
    std::string text;
    for (;;) {
        assert_true(carrier.wait_for(*o.execution));
        text += o.execution->take_output();
        if (o.execution->dead())
            return text;
        (void)answer(o);
    }
}

int TaskPlace::status(One &o)
{
    (void)printed(o);
    return *o.execution->exit_status();
}

/* ---- what tests ask ---------------------------------------------------------------------------------------------- */

std::string place_of(const volatile void *at)
{
    return std::to_string(reinterpret_cast<std::uintptr_t>(at));
}

int mappings_now()
{
    std::ifstream maps("/proc/self/maps");
    int n = 0;
    for (std::string line; std::getline(maps, line);)
        n++;
    return n;
}

int say_hello(carrier_word word, int file)
{
    const carrier_hello hello = hello_with(word);
    const int fd = sockets_connect(CarrierPlace::socket_name().c_str());
    assert_true(sockets_send(fd, &hello, sizeof hello, file));
    return fd;
}

int ask(TaskPlace &p)
{
    const int file = memfd_create("text", MFD_CLOEXEC), fd = say_hello(CARRIER_PS, file);
    close(file);
    for (int i = 0; i < CarrierPlace::most_looks && !p.carrier.is_asked(); i++)
        usleep(10000);
    assert_true(p.carrier.is_asked());
    return fd;
}

/* ---- the tests --------------------------------------------------------------------------------------------------- */

static int run_one(const CMUnitTest &test)
{
    std::fflush(nullptr);
    const pid_t pid = fork_bound();
    if (pid == 0) {
        for (int number : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) /* a shell ignores some in what runs behind it */
            signal(number, SIG_DFL);
        block_watched_signals();
        const CMUnitTest one[] = {test};
        std::exit(cmocka_run_group_tests_name(test.name, one, nullptr, nullptr));
    }
    int status = -1;
    waitpid(pid, &status, 0);
    if (status != 0)
        std::fprintf(stderr, "%s has ended with %#x\n", test.name, static_cast<unsigned>(status));
    return status == 0 ? 0 : 1;
}

int run_each(int argc, char **arguments, const std::vector<CMUnitTest> &tests)
{
    int failed = 0;
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s LIBRARY PROGRAM [TEST...]\n", arguments[0]);
        return 1;
    }
    TaskPlace::library = arguments[1];
    TaskPlace::program = arguments[2];
    for (const CMUnitTest &test : tests) {
        bool wanted = argc == 3;
        for (int i = 3; i < argc; i++)
            wanted = wanted || std::string(arguments[i]) == test.name;
        failed += wanted ? run_one(test) : 0;
    }
    return failed;
}

} // namespace ap1000
