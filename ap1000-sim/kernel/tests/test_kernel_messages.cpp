/* test_kernel_messages.cpp - messages that reach nobody, many, or only perhaps: delivery.hpp, outbox.hpp; and what a
 * task asks about whom it reaches. All lines of the simulator's log are written meanwhile, and change nothing. */
#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

#include "engine/log.hpp"
#include "kernel/tests/stage.hpp"
#include "networks/workstations/network_workstations.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

/* ---- to nobody --------------------------------------------------------------------------------------------------- */

TEST(receivers_that_are_not_there)
{
    Stage s;
    std::vector<int> tags;
    int called = 0;
    s.task(hears_all(tags));
    s.task([](Played &p) {
        p.send(nth_tid(99), 1);
        p.send(nth_tid(4), 2);
        p.send(nth_tid(2), 3);
        p.post(Post::To::task, tid_of_node(99) | INT32_MIN, 4); /* the system of a node that is not there */
        p.post(Post::To::task, tid_of_node(2) | INT32_MIN, 5);
        p.sleep(1);
    });
    s.task(Played::Unjoined{[](Played &p) { p.exits(0); }});
    s.at(1000000, [&] {
        Delivery &d = s.machine->delivery;
        Header h;
        for (int n : {2, 99}) {
            h.dst_tid = nth_tid(n);
            h.src_tid = nth_tid(3);
            h.tag = 6;
            d.send_from_node(0, Message(h, s.carrier->store, "abc", 3));
            h.tag = 7;
            d.send_behind(nth_tid(3), 0, Message(h, s.carrier->store, "abc", 3));
            d.do_behind(nth_tid(3), nth_tid(n), [&](Task &t) {
                assert_int_equal(t.tid, nth_tid(2));
                called++;
            });
        }
    });
    assert_int_equal(s.run(), 0);
    assert_true(tags == (std::vector<int>{3, 6, 7}));
    assert_int_equal(called, 1); /* and behind what came before */
    assert_int_equal(s.control->told("tag 5 for cell1"), 1);
}

/* Only a task posts: not a program before its first call, nor after it has left. */
TEST(senders_that_are_no_tasks)
{
    Stage s;
    std::vector<int> tags;
    s.task(hears_all(tags));
    s.task(Played::Unjoined{[](Played &p) {
        p.send(nth_tid(2), 1); /* too early */
        p.join();
        p.send(nth_tid(2), 2);
        p.ask(Request::leave);
        p.send(nth_tid(2), 3); /* too late */
        p.join();
    }});
    assert_int_equal(s.run(), 0);
    assert_true(tags == std::vector<int>{2});
}

/* What a node's system is sent comes when its task would have it, and what the system answers comes behind nothing. */
TEST(to_a_node_as_to_its_tasks)
{
    for (const auto &[from, to] : {std::pair{1, 3}, {1, 0}, {0, 1}, {2, 2}}) {
        std::vector<Ns> came;
        for (const bool to_system : {false, true}) {
            Stage s;
            const auto sends = [&, to = to](Played &p) {
                p.send(to_system ? tid_of_node(to) | INT32_MIN : nth_tid(3), 5, std::string(1000, 'x'));
                p.send(to_system ? INT32_MIN : nth_tid(2), 6); /* its own */
                if (to_system)
                    assert_int_equal(p.receive(MACH_ANY).tag, 8);
            };
            s.task_on(from, sends);
            s.task_on(to, [&](Played &p) {
                if (!to_system)
                    came.push_back(p.receive(nth_tid(2)).arrived);
            });
            s.control->on_hear = [&, to = to] {
                if (s.control->heard.back().find("tag 5") == std::string::npos)
                    return;
                came.push_back(s.machine->timeline.now());
                Header h;
                h.src_tid = tid_of_node(to);
                h.dst_tid = nth_tid(2);
                h.tag = 8;
                s.machine->delivery.send_from_node(to, Message(h, s.carrier->store, "", 0));
            };
            assert_int_equal(s.run(), 0);
            const std::string own = s.machine->nodes[from].name;
            assert_int_equal(s.control->told("tag 6 for " + own), to_system);
        }
        assert_int_equal(came.size(), 2);
        expectation("as to a task there", came[0], came[1]);
    }
}

/* The system of a node sends as a task there would: what is counted takes time, and only that. */
TEST(from_a_node_as_from_its_tasks)
{
    const std::string text(3000, 'x');
    for (const int node : {0, 2}) {
        Ns of_task = -1, of_node = -1, behind = -1, less = -1, sent = -1;
        Stage s;
        s.task_on(1, [&](Played &p) {
            of_task = p.receive(MACH_ANY, 1).arrived - sent;
            of_node = p.receive(MACH_ANY, 2).arrived - 100000000;
            behind = p.receive(MACH_ANY, 3).arrived - 200000000;
            less = p.receive(MACH_ANY, 4).arrived - 300000000;
        });
        s.task_on(node, [&](Played &p) {
            p.send(nth_tid(2), 1, text);
            sent = p.now();
            p.sleep(400000000);
        });
        const auto message = [&](int tag) {
            Header h;
            h.src_tid = nth_tid(3);
            h.dst_tid = nth_tid(2);
            h.tag = tag;
            return Message(h, s.carrier->store, text.data(), static_cast<std::uint32_t>(text.size()));
        };
        Delivery &d = s.machine->delivery;
        s.at(100000000, [&, node = node] { d.send_from_node(node, message(2)); });
        s.at(200000000, [&, node = node] { d.send_behind(nth_tid(3), node, message(3)); });
        s.at(300000000, [&, node = node] { d.send_from_node(node, message(4), 0); });
        assert_int_equal(s.run(), 0);
        expectation("as from a task there", of_task, of_node);
        expectation("and so behind one", of_task, behind);
        assert_true(less > 0 && less < of_task);
    }
}

/* ---- to many ----------------------------------------------------------------------------------------------------- */

TEST(an_audience)
{
    for (const auto &[machine, hardware] : {std::pair{"ap1000", true}, {"ap1000", false}, {"workstations", true}}) {
        StageSettings settings;
        settings.machine = machine;
        settings.watched = hardware;
        settings.options.hardware = hardware;
        Stage s(settings);
        std::vector<int> second, third, beside;
        int some = -1, all = -1;
        s.task(hears_all(second));
        s.task(hears_all(third));
        s.task([&](Played &p) {
            p.sleep(1000000);
            some = p.ask(Request::audience, 0, {nth_tid(2), nth_tid(3)}).result;
            all = p.ask(Request::audience, 0, {nth_tid(3), nth_tid(2), nth_tid(5), nth_tid(1)}).result;
            if (all == 1) {
                p.compute(2000000); /* one of them dies meanwhile */
                p.post(Post::To::audience, 0, 8, "to all");
                p.sleep(1);
            }
        });
        s.task_on(3, hears_all(beside)); /* on the sender's own node */
        s.at(2000000, [&] { s.machine->lifecycle.signal(*s.of(3), SIGKILL); });
        assert_int_equal(s.run(), 0);
        const bool reaches = machine == std::string("ap1000");
        assert_int_equal(some, 0);
        assert_int_equal(all, reaches);
        assert_true(second == (reaches ? std::vector<int>{8} : std::vector<int>{}));
        assert_true(third.empty());
        assert_true(beside == second);
        assert_int_equal(s.says("no pvm_mcast went to all other tasks"), !reaches);
    }
}

/* Each gets it once, whether the network reaches many at a time or not; who is meant is where the caller is. */
TEST(a_row_a_column_and_all)
{
    const std::vector<std::pair<int, std::vector<int>>> all = {
        {MACH_ROW, {3}}, {MACH_COLUMN, {4}}, {MACH_CELLS, {3, 4, 5}}, {MACH_MACHINE, {1, 3, 4, 5}}};
    for (const char *machine : {"ap1000", "workstations"})
        for (const auto &[whom, hear] : all) {
            if (machine == std::string("workstations") && whom != MACH_MACHINE)
                continue; /* has no cells */
            StageSettings settings;
            settings.machine = machine;
            settings.nodes = machine == std::string("workstations") ? 5 : 4;
            Stage s(settings);
            std::map<int, int> times;
            const Played::Program hears = [&](Played &p) {
                for (;;) {
                    const Got got = p.receive(MACH_ANY);
                    assert_int_equal(got.src, nth_tid(2));
                    assert_string_equal(got.text.c_str(), "to many");
                    times[p.tid()]++;
                }
            };
            s.master([&](Played &p) {
                if (whom == MACH_MACHINE) {
                    assert_string_equal(p.receive(MACH_ANY).text.c_str(), "to many");
                    times[p.tid()]++;
                }
                p.sleep(1000000000);
            });
            s.task([whom = whom](Played &p) { /* on the first of two by two cells */
                                              p.sleep(1000);
                                              p.post(Post::To::all, whom, 1, "to many");
                                              p.sleep(1);
            });
            for (int i = 0; i < 3; i++)
                s.task(hears);
            assert_int_equal(s.run(), 0);
            std::map<int, int> wanted;
            for (int n : hear)
                wanted[nth_tid(n)] = 1;
            assert_true(times == wanted);
        }
}

/* ---- datagrams --------------------------------------------------------------------------------------------------- */

/* One that is too long by a byte goes as any message; a short one, and the longest, may be lost, and what is behind it
 * comes all the same. */
TEST(datagrams)
{
    for (const bool lossy : {false, true}) {
        StageSettings settings;
        settings.machine = "workstations";
        settings.change = [lossy](Parameters &p) {
            p.own<WorkstationNetworkParameters>().udp.loss_ppm = lossy ? 200000 : 0;
        };
        Stage s(settings);
        std::vector<int> tags;
        std::array<int, 3> lost{};
        s.master(sleeps(100000000000));
        s.task(hears_all(tags));
        s.task([&](Played &p) {
            const auto longest = static_cast<std::size_t>(p.who().datagram_bytes);
            for (int i = 0; i < 36; i++) {
                p.send(nth_tid(2), i, std::string(std::array{std::size_t{100}, longest, longest + 1}[i % 3], 'x'),
                       MACH_ROUTE_DATAGRAM);
                p.compute(100000000);
            }
            p.sleep(1);
        });
        assert_int_equal(s.run(), 0);
        assert_true(std::is_sorted(tags.begin(), tags.end()));
        for (int i = 0; i < 36; i++)
            lost[i % 3] += !std::binary_search(tags.begin(), tags.end(), i);
        assert_int_equal(lost[0] > 0, lossy);
        assert_int_equal(lost[1] > 0, lossy);
        assert_int_equal(lost[2], 0);
    }
}

/* The run ends while some are under way. */
TEST(datagrams_at_the_end)
{
    StageSettings settings;
    settings.machine = "workstations";
    Stage s(settings);
    std::vector<int> tags;
    s.master([](Played &p) {
        for (int i = 0; i < 5; i++)
            p.send(nth_tid(2), i, "a datagram", MACH_ROUTE_DATAGRAM);
        p.sleep(1);
    });
    s.task(hears_all(tags));
    assert_int_equal(s.run(), 0);
    assert_true(tags.size() < 5);
}

/* ---- the log ----------------------------------------------------------------------------------------------------- */

/* Each line says who, to whom, and what, and has its time, which is not looked at here. */
TEST(the_lines_of_the_log)
{
    const unsigned before = std::exchange(log_categories_on, 0);
    choose_log("messages,control");
    const std::string written = on_stderr([] {
        Stage s;
        s.task([](Played &p) {
            p.send(nth_tid(3), 7, "hello");
            p.control(1);
        });
        s.task([](Played &p) { (void)p.receive(nth_tid(2)); });
        s.control->on_request = [](Task &, int, const std::string &) { return Answer{9, ""}; };
        (void)s.run();
    });
    log_categories_on = before;
    std::string lines;
    for (std::size_t at = 0, end = 0; (end = written.find('\n', at)) != std::string::npos; at = end + 1) {
        const std::string line = written.substr(at, end - at);
        lines += line.substr(0, line.find(' ')) + line.substr(line.find(']')) + "\n";
    }
    expectation("in this order",
                std::string("[messages] t40002 -> t40003, tag 7: 5 bytes from node 1 to 2\n"
                            "[control] t40002 on cell0: request 1 goes to the host\n"
                            "[messages] t40002 -> t40003, tag 7: has crossed the network\n"
                            "[messages] t40002 -> t40003, tag 7: is given to its task\n"
                            "[control] t40002 on cell0: request 1 is answered with 9\n"),
                lines);
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

/* What a program says of its own clock is not believed where it cannot be. */
TEST(clocks_that_cannot_be)
{
    for (const Ns jump : {Ns{-5000}, end_of_time + 1}) {
        Stage s;
        Ns before = -1, after = -1;
        s.task([&](Played &p) {
            p.compute(10000);
            p.sleep(0);
            before = s.machine->timeline.now();
            p.compute(jump);
            p.sleep(0);
            after = s.machine->timeline.now();
        });
        assert_int_equal(s.run(), 0);
        expectation("no time passes", before, after);
    }
}

/* A signal was there before the wait, or the sleep: it does not begin. */
TEST(who_is_called_does_not_wait)
{
    Stage s;
    Ns waited = -1, slept = -1;
    for (Ns *over : {&waited, &slept})
        s.task([=, &slept](Played &p) {
            p.handles = {SIGUSR1};
            p.compute(100000);
            if (over == &slept)
                p.sleep(1000000);
            else
                (void)p.wait_until(p.now() + 1000000);
            *over = p.now();
            assert_true(p.reply().interrupted);
        });
    s.at(50000, [&] {
        for (int n : {2, 3})
            s.machine->lifecycle.signal(*s.of(n), SIGUSR1);
    });
    assert_int_equal(s.run(), 0);
    assert_int_equal(waited, 100000);
    assert_int_equal(slept, 100000);
}

} // namespace

int main(int, char **argv)
{
    machines_folder = argv[1];
    choose_log("all");
    return run_all_tests(nullptr, nullptr);
}
