/* test_carrier_sleeps.cpp - how a carrier of processes waits in real time: it sleeps, for as long as it should, and
 * everything that is to wake it does; whose output comes first (process_waiting.cpp, processes_ahead.cpp,
 * process_detached.cpp). How long a sleep may take is not said: other programs run on this computer, too. */
#include <atomic>
#include <ctime>
#include <poll.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

#include "carrier_place.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "carriers/process/tests/bound_child.hpp"
#include "sockets.h"

using namespace ap1000;

namespace
{

using One = CarrierPlace::One;

constexpr double awake_ms = 200;   /* of the processor: far more than a sleep takes, and far less than a second awake */
constexpr int for_ever_ms = 30000; /* more than any computer needs, so that a hang is a failure */

struct Spent {
    double real_ms, processor_ms; /* of this thread */
};

double clock_ms(clockid_t which)
{
    timespec t{};
    clock_gettime(which, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

template <typename F> Spent spent(F what)
{
    const double real = clock_ms(CLOCK_MONOTONIC), processor = clock_ms(CLOCK_THREAD_CPUTIME_ID);
    what();
    return {clock_ms(CLOCK_MONOTONIC) - real, clock_ms(CLOCK_THREAD_CPUTIME_ID) - processor};
}

TEST(sleeps_while_a_process_computes)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start();
    p.give_back(b);
    assert_true(p.carrier.wait_for(*b.execution));
    assert_true(b.execution->take_turn());
    for (const bool beside_another : {false, true}) {
        if (beside_another)
            b.execution->give_turn_ahead();
        const Spent s = spent([&] {
            for (int i = 0; i < 4; i++) /* in different parts of a second */
                assert_false(p.carrier.ahead.await_beside(a.process(), 250));
        });
        assert_true(s.real_ms >= 1000);
        assert_true(s.processor_ms < awake_ms);
    }
    const Spent none = spent([&] { assert_false(p.carrier.ahead.await_beside(a.process(), 0)); });
    assert_true(none.processor_ms < awake_ms);
    const Spent of_a_turn = spent([&] { assert_false(p.carrier.ahead.await_short_turn(a.process())); });
    assert_true(of_a_turn.real_ms >= 0.05); /* that is when a turn is no short one any more */
    const Spent of_all = spent([&] {
        std::thread process([&] {
            usleep(400000);
            p.give_back(a);
        });
        std::vector<Execution *> handed_over;
        assert_true(p.carrier.wait_for_all(handed_over));
        process.join();
    });
    assert_true(of_all.real_ms >= 400);
    assert_true(of_all.processor_ms < 200);
}

/* Whoever gives the turn back, it or one of those ahead, wakes it. */
TEST(turns_that_come_back_wake_it)
{
    for (const bool by_another : {false, true}) {
        CarrierPlace p;
        One &a = p.start(), &b = p.start(), &c = p.start();
        for (One *one : {&b, &c}) {
            p.give_back(*one);
            assert_true(p.carrier.wait_for(*one->execution));
            assert_true(one->execution->take_turn());
            one->execution->give_turn_ahead();
        }
        c.told.at_call = [&] { p.give_back(a); };
        std::thread process([&] {
            usleep(100000);
            p.give_back(by_another ? c : a);
        });
        bool here = false;
        const Spent s = spent([&] { here = p.carrier.ahead.await_beside(a.process(), 2 * for_ever_ms); });
        process.join();
        assert_true(here);
        assert_true(s.real_ms < for_ever_ms);
        assert_int_equal(b.told.came, 0);
        assert_int_equal(c.told.came, by_another);
    }
}

TEST(news_wake_it)
{
    CarrierPlace p;
    p.carrier.watcher.bell.ring();
    assert_true(spent([&p] { p.carrier.wait_for_news(2 * for_ever_ms); }).real_ms < for_ever_ms);
    assert_true(spent([&p] { p.carrier.wait_for_news(100); }).real_ms >= 100);
    std::thread process([&p] {
        usleep(100000);
        p.carrier.watcher.bell.ring();
    });
    assert_true(spent([&p] { p.carrier.wait_for_news(2 * for_ever_ms); }).real_ms < for_ever_ms);
    process.join();
}

/* What other processes may do takes real time. */
TEST(it_waits_for_others)
{
    CarrierPlace p([](ProcessSettings &s) { s.stays = true; });
    One &a = p.start_script("trap : USR1; sleep 1000 & wait; exec sleep 1000");
    assert_true(spent([&p] { assert_true(p.carrier.wait_for_others()); }).real_ms >= 200);
    assert_true(p.comes([&a] { return child_may_signal(a.process().pid); }));
    assert_true(spent([&p] { assert_true(p.carrier.wait_for_signals()); }).real_ms >= 20);
    kill(descendants(a.process().pid).at(0), SIGKILL);
    assert_true(p.comes([&a] { return !child_may_signal(a.process().pid); }));
    assert_true(spent([&p] { assert_true(p.carrier.wait_for_signals()); }).real_ms >= 200);
}

/* While a process has a long turn, whoever asks what the tasks do is answered, and its output is passed on. */
TEST(others_are_heard_meanwhile)
{
    CarrierPlace p;
    One &a = p.start_script("while :; do sleep 0.01; echo line; done");
    std::atomic<bool> answered{false};
    p.carrier.on_inquiry([] { return std::string("text"); });
    const int file = memfd_create("text", MFD_CLOEXEC);
    std::thread other([&] {
        const carrier_hello hello = hello_with(CARRIER_PS);
        carrier_ps_answer answer{};
        int none;
        const int fd = sockets_connect(CarrierPlace::socket_name().c_str());
        pollfd comes{fd, POLLIN, 0};
        answered = fd >= 0 && sockets_send(fd, &hello, sizeof hello, file) && poll(&comes, 1, for_ever_ms) == 1 &&
                   sockets_receive(fd, &answer, sizeof answer, &none) && answer.bytes == 4;
        close(fd);
        p.give_back(a);
    });
    std::vector<Execution *> handed_over;
    a.told.at_output = [&a] { (void)a.execution->take_output(); };
    assert_true(p.carrier.wait_for_all(handed_over));
    other.join();
    close(file);
    assert_true(answered);
    One &b = p.start_script("while :; do sleep 0.01; echo line; done");
    assert_true(a.execution->take_turn());
    b.told.at_output = [&p, &b] { p.give_back(b); };
    assert_true(p.carrier.wait_for_all(handed_over));
    assert_int_equal(b.told.passed_on, 1);
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

/* Of several that run, only what the next in order prints is passed on at once; before that of another, those before it
 * are dealt with. */
TEST(output_in_order)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start_script("echo line; exec sleep 1000");
    b.told.at_output = [&p, &b] { p.give_back(b); };
    assert_true(p.comes([&] { return p.carrier.watcher.outputs.has_any(b.process().slot); }));
    p.give_back(a);
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(b.told.passed_on, 0);
    (void)a.execution->take_turn();
    assert_string_equal(p.waited_for().c_str(), "1");
    assert_int_equal(b.told.passed_on, 1);
    assert_string_equal(b.execution->take_output().c_str(), "line\n");
    assert_string_equal(b.execution->take_output().c_str(), "");
}

/* Who prints more than is kept for a reader who pauses is not waited for. */
TEST(output_that_nobody_reads)
{
    CarrierPlace p;
    One &a = p.start_script("exec yes");
    a.told.at_output = [&a] { (void)a.execution->take_output(); };
    a.told.reader_pauses = true;
    assert_string_equal(p.waited_for().c_str(), "");
    assert_true(a.execution->is_detached());
    (void)p.carrier.look();
    assert_int_equal(a.told.passed_on, 0);
    a.told.reader_pauses = false;
    (void)p.carrier.look();
    assert_int_equal(a.told.passed_on, 1);
}

/* A round goes on where it was; those that begin meanwhile are of the next one. */
TEST(a_round_goes_on)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start_script("echo line; exec sleep 1000"), &c = p.start();
    assert_true(p.comes([&] { return p.carrier.watcher.outputs.has_any(b.process().slot); }));
    p.give_back(a);
    assert_string_equal(p.waited_for().c_str(), "0");
    (void)a.execution->take_turn();
    a.execution->give_turn();
    p.give_back(a);
    p.give_back(b);
    p.give_back(c);
    assert_string_equal(p.waited_for().c_str(), "12");
    assert_string_equal(p.waited_for().c_str(), "012");
}

} // namespace

CARRIER_TEST_MAIN
