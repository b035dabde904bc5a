/* carrier_place.cpp - see carrier_place.hpp. */
#include "carrier_place.hpp"

#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/slots/wire/handover.h"
#include "carriers/process/simulator/processes.hpp"
#include "carriers/process/tests/bound_child.hpp"
#include "sockets.h"

namespace ap1000
{

std::string CarrierPlace::socket_name()
{
    static const std::string name = "ap1000-test-carrier-" + std::to_string(getpid()); /* in its children, too */
    return name;
}

Guardian &CarrierPlace::guardian()
{
    static Guardian one(true);
    return one;
}

ProcessSettings CarrierPlace::settings_of(const std::function<void(ProcessSettings &)> &change)
{
    ProcessSettings s;
    s.max_tasks = CarrierPlace::most;
    s.guardian = &CarrierPlace::guardian();
    s.socket_name = CarrierPlace::socket_name();
    s.listening = sockets_listen(s.socket_name.c_str());
    s.patience_s = 1000;
    if (change)
        change(s);
    return s;
}

CarrierPlace::CarrierPlace(const std::function<void(ProcessSettings &)> &change)
    : Place{std::make_unique<ProcessCarrier>(settings_of(change))}, carrier(static_cast<ProcessCarrier &>(*made))
{
}

CarrierPlace::~CarrierPlace()
{
    for (auto &one : all)
        end(*one);
}

Place::One &Place::own(std::unique_ptr<Execution> e)
{
    assert_non_null(e.get());
    all.push_back(std::make_unique<One>());
    all.back()->execution = std::move(e);
    all.back()->execution->owner = &all.back()->told;
    return *all.back();
}

std::string Place::waited_for()
{
    std::string text;
    const bool goes_on = made->wait_for_all(handed_over);
    for (const Execution *e : handed_over)
        for (std::size_t i = 0; i < all.size(); i++)
            if (all[i]->execution.get() == e)
                text += std::to_string(i);
    return goes_on ? text : text + "!";
}

bool Place::comes(const std::function<bool()> &is)
{
    for (int i = 0; i < most_looks; i++) {
        if (is())
            return true;
        made->wait_for_news(10);
    }
    return false;
}

CarrierPlace::One &CarrierPlace::start(const std::vector<std::string> &command, bool own_terminal)
{
    Program p;
    p.file = command.front();
    p.args.assign(command.begin() + 1, command.end());
    p.folder = "/";
    One &o = own(carrier.start(command.front(), p, 77, own_terminal));
    guardian().watch_master(getpid()); /* with others this test does not end */
    return o;
}

void CarrierPlace::give_back(const One &o)
{
    handover_give(&slot(o).turn, CARRIER_MACHINE);
}

void CarrierPlace::join(const One &o)
{
    Call asked;
    slot(o).call.op = CARRIER_JOIN;
    o.execution->call(asked);
    o.execution->introduce({});
}

void CarrierPlace::leave(const One &o)
{
    Call asked;
    slot(o).call.op = CARRIER_LEAVE;
    o.execution->call(asked);
}

void CarrierPlace::end(One &o)
{
    if (!o.execution)
        return;
    ProcessExecution &e = o.process();
    if (e.pid > 0) {
        for (const pid_t child : descendants(e.pid))
            kill(child, SIGKILL);
        kill(e.pid, SIGKILL);
    }
    if (e.start == ProcessExecution::Start::started)
        (void)e.exit_status();
    e.close();
    o.execution.reset();
}

pid_t start_joiner(std::uint64_t ticket)
{
    const std::string name = CarrierPlace::socket_name();
    const pid_t pid = fork_bound();
    if (pid != 0)
        return pid;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    carrier_hello hello = hello_with(CARRIER_HELLO);
    carrier_welcome w{};
    int fd = -1, memory;
    hello.ticket = ticket;
    std::strcpy(hello.program, "/the/joiner");
    while ((fd = sockets_connect(name.c_str())) < 0)
        usleep(1000);
    if (!sockets_send(fd, &hello, sizeof hello, -1) || !sockets_receive(fd, &w, sizeof w, &memory) || w.status != 0)
        _exit(refused - w.status);
    sleep_for_ever();
}

void end_joiner(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
}

CarrierPlace::One &take_joiner(CarrierPlace &p, bool is_master)
{
    assert_true(p.comes([&p] { return p.carrier.watcher.clients.has_newcomers(); }));
    assert_true(p.carrier.look().newcomers);
    std::vector<JoinedProgram> joined = p.carrier.take_joined(99);
    assert_int_equal(joined.size(), 1);
    assert_string_equal(joined[0].program.c_str(), "/the/joiner");
    assert_int_equal(joined[0].is_master, is_master);
    assert_null(joined[0].terminal.get());
    CarrierPlace::guardian().watch_master(getpid());
    return p.own(std::move(joined[0].execution));
}

std::uint64_t ticket_of(const std::string &entry)
{
    return std::strtoull(entry.c_str() + entry.find('=') + 1, nullptr, 16);
}

} // namespace ap1000
