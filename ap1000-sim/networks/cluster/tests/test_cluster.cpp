/* test_cluster.cpp - the network of a cluster of PCs: switch, hub, TCP, PM. All times in ns.
 *
 * 100 Mb/s: 80 ns a byte; a frame with p byte, at least 46, takes (p + 26) * 80, then a gap of 960. So a frame without
 * data (40 byte of headers, padded) takes 5760, a full one 122080. The switch needs 10000. TCP: a segment costs each
 * kernel 50000, an acknowledgement 20000, a connection 300000; 16 byte before each message. */
#include <algorithm>
#include <map>

#include "config/parameters.hpp"
#include "expectation.hpp"
#include "tests/processing.hpp"
#include "networks/cluster/network_cluster.hpp"

using namespace ap1000;

constexpr EthernetParameters fast_ethernet{80000, 46, 1500, 26, 960};
constexpr SwitchParameters stores{10000, 0, 14, 0}, cuts{10000, 1, 14, 0};
constexpr Ns empty_frame = 2 * 5760 + 10000, delay = 200000000;
constexpr ClusterTcpParameters tcp{50000, 20000, 300000, 100 * 1460, 2, delay, 1, 16, 0, 1, 1000000000, 1, 0};

struct Place : Processing {
    explicit Place(const ClusterTcpParameters &t = tcp, const SwitchParameters &s = stores)
        : ports(s, fast_ethernet, 8, events, record(seen)), connections(t, ports, events, run, {})
    {
    }

    /* A callback that notes when it was called. */
    std::function<void()> note(Ns &when)
    {
        when = -1;
        return [this, &when] { when = events.now(); };
    }

    std::vector<Booking> seen;
    Switch ports;
    ClusterTcp connections;
};

/* ---- frames ------------------------------------------------------------------------------------------------------ */

TEST(one_frame)
{
    Place store, cut(tcp, cuts);
    Ns a, b, c;
    expectation("the sender's wire is free again", 122080, store.ports.frame(0, 1, 1500, store.note(a)));
    store.finish();
    expectation("store and forward: 122080 + 10000 + 122080", 254160, a);
    expectation("the wire to the switch is the sender's", 0, store.seen[0].resource);
    expectation("the wire from it is the receiver's", 3, store.seen[1].resource);
    expectation("and begins at 132080", 132080, store.seen[1].start);
    cut.ports.frame(0, 1, 1500, cut.note(b));
    cut.finish();
    expectation("cut-through: head of 14 byte 1120 + 10000 + 122080", 133200, b);
    SwitchParameters late = cuts;
    late.head = 1000;
    Place whole(tcp, late);
    whole.ports.frame(0, 1, 40, whole.note(c));
    whole.finish();
    expectation("a frame shorter than the head goes on when it is whole: 5760 + 10000 + 5760", 21520, c);
}

TEST(frames_meet)
{
    Place p;
    Ns first, second, other, back;
    p.ports.frame(0, 2, 1500, p.note(first));
    p.ports.frame(1, 2, 1500, p.note(second));
    p.ports.frame(4, 5, 1500, p.note(other));
    p.ports.frame(2, 0, 1500, p.note(back));
    p.finish();
    expectation("to one port, the first", 254160, first);
    expectation("the second waits for the port: 254160 + 960 + 122080", 377200, second);
    expectation("another pair is not hindered", 254160, other);
    expectation("nor is the other direction", 254160, back);
}

TEST(one_sender)
{
    Place p;
    Ns a, b;
    p.ports.frame(0, 1, 1500, p.note(a));
    p.ports.frame(0, 2, 46, p.note(b));
    p.finish();
    expectation("the second takes the sender's wire at 123040: + 5760 + 10000 + 5760", 144560, b);
}

TEST(shared_by_all)
{
    Events events;
    Hub hub(fast_ethernet, events, {});
    Ns first = -1, second = -1;
    expectation("the medium is free after the frame", 122080, hub.frame(0, 1, 1500, [&] { first = events.now(); }));
    hub.frame(2, 3, 1500, [&] { second = events.now(); });
    while (!events.empty())
        events.step();
    expectation("one frame", 122080, first);
    expectation("of another pair: 122080 + 960 + 122080", 245120, second);
}

/* ---- TCP --------------------------------------------------------------------------------------------------------- */

static const Ends tasks{0, 1, 100, 200}, back{1, 0, 200, 100}, systems{0, 1, 0, 0};

/* 56 byte: (56 + 26) * 80 on each wire. */
constexpr Ns small_frame = 2 * 6560 + 10000, small_message = 50000 + small_frame + 50000;

TEST(first_message)
{
    Place p;
    Ns there, next, answer;
    p.connections.send(tasks, 0, p.note(there));
    p.finish();
    const Ns hands = 300000 + empty_frame + 300000 + empty_frame + 20000;
    expectation("connect 300000, SYN 21520, accept 300000, SYN+ACK 21520 + 20000, the message", hands + small_message,
                there);
    const Ns t = p.events.now();
    p.connections.send(tasks, 0, p.note(next));
    p.connections.send(back, 0, p.note(answer));
    p.finish();
    expectation("no set-up any more", t + small_message, next);
    expectation("the same connection back: this node sends before it receives", t + small_message, answer);
}

TEST(system_message)
{
    Place p;
    Ns there;
    p.connections.send(systems, 0, p.note(there));
    p.finish();
    expectation("it has its connection: 50000 + 23120 + 50000", 123120, there);
}

TEST(within_a_node)
{
    Place p;
    Ns there;
    p.connections.send({3, 3, 100, 200}, 1000000, p.note(there));
    p.finish();
    expectation("both kernels, no frame", 100000, there);
    assert_true(p.seen.empty());
}

/* Three full segments. Preparing one is hidden behind the frame before it. */
TEST(window_opens_slowly)
{
    const std::int64_t bytes = 3 * 1460 - 16;
    ClusterTcpParameters wide = tcp;
    wide.initial_segments = 3;
    Place slow, fast(wide);
    Ns a, b;
    fast.connections.send(systems, bytes, fast.note(a));
    fast.finish();
    /* On the sender's wire from 50000, 173040, 296080; on the receiver's from 182080, 305120, 428160. */
    expectation("wide enough: 428160 + 122080 + 50000", 600240, a);
    slow.connections.send(systems, bytes, slow.note(b));
    slow.finish();
    /* The second is there at 477200: acknowledgement 20000 + 21520 + 20000, then the third: 50000 + 254160 + 50000. */
    expectation("it waits for the acknowledgement of two", 477200 + 61520 + 354160, b);
}

TEST(window_is_never_wider)
{
    ClusterTcpParameters narrow = tcp;
    narrow.window = 2 * 1460;
    narrow.initial_segments = 100;
    Place p(narrow);
    Ns there;
    p.connections.send(systems, 6 * 1460 - 16, p.note(there));
    p.finish();
    /* Two at a time: the second of the first two is there at 477200; from then on 61520 for the acknowledgement, and
     * 427200 for the next two (50000 + 123040 + 254160), which the receiver's kernel has 50000 later. */
    expectation("three times two", 477200 + 2 * (61520 + 427200 + 50000), there);
}

/* Slow start has no other end than the window: after the acknowledgements of 100 segments, 16 go out as with a window
 * of 16 from the beginning, each behind the frame before it. The switch takes so long that no acknowledgement of the 16
 * is back before the last is out. */
TEST(window_opens_wide)
{
    const std::int64_t bytes = 16 * 1460 - 16;
    const SwitchParameters far{2000000, 0, 14, 0};
    const Ns in_a_row = 50000 + 15 * 123040 + 122080 + 2000000 + 122080 + 50000;
    ClusterTcpParameters wide = tcp;
    wide.initial_segments = 16;
    Place fast(wide, far), slow(tcp, far);
    Ns a, b;
    fast.connections.send(systems, bytes, fast.note(a));
    fast.finish();
    expectation("16 at once: 50000 + 15 * 123040 + 122080 + 2000000 + 122080 + 50000", in_a_row, a);
    slow.connections.send(systems, 100 * 1460 - 16, slow.note(b));
    slow.finish();
    const Ns start = slow.events.now();
    slow.connections.send(systems, bytes, slow.note(b));
    slow.finish();
    expectation("after 100: the same", start + in_a_row, b);
}

TEST(acknowledged_later)
{
    Place p;
    Ns there, answer;
    p.connections.send(systems, 0, p.note(there));
    p.finish();
    expectation("nothing goes back: after 200 ms an acknowledgement, 61520", 123120 + delay + 61520, p.events.now());
    expectation("which takes the wires once", 2 + 2, static_cast<Ns>(p.seen.size()));
    const Ns t = p.events.now();
    p.connections.send(systems, 0, [&] { p.connections.send({1, 0, 0, 0}, 0, p.note(answer)); });
    p.finish();
    expectation("an answer", t + 2 * small_message, answer);
    expectation("brings the acknowledgement along; its own comes later", t + 2 * small_message + delay + 61520,
                p.events.now());
}

/* 1460 and 556 byte. The second: (556 + 66) * 80 = 49760 on each wire. */
TEST(nagle)
{
    ClusterTcpParameters patient = tcp;
    patient.nodelay = 0;
    Place now, later(patient);
    Ns a, b;
    now.connections.send(systems, 2000, now.note(a));
    now.finish();
    /* What is sent second is in the switch at 232800, and waits for the first until 305120. */
    expectation("TCP_NODELAY: 305120 + 49760 + 50000", 404880, a);
    later.connections.send(systems, 2000, later.note(b));
    later.finish();
    /* The first is there at 354160; its acknowledgement comes after the delay. */
    expectation("Nagle: 354160 + 200 ms + 61520 + 50000 + 2 * 49760 + 10000 + 50000",
                354160 + delay + 61520 + 50000 + 109520 + 50000, b);
}

/* A slow receiver: what comes later is not there earlier, and each message once. */
TEST(order_is_kept)
{
    Place p;
    std::vector<int> there;
    for (int i = 0; i < 20; i++)
        p.connections.send(tasks, i % 3 == 0 ? 10000 : i, [&there, i] { there.push_back(i); });
    p.finish();
    assert_int_equal(there.size(), 20);
    assert_true(std::is_sorted(there.begin(), there.end()));
}

/* ---- PM ---------------------------------------------------------------------------------------------------------- */

/* 160 MB/s: 6.25 ns a byte; packets of 8192 byte, 8 of them PM's, 8 more on the wire; the switch needs 500. */
TEST(myrinet)
{
    const ClusterNetworkParameters p{1, 0, {6250, 0, 8192, 8, 0}, {500, 1, 1, 0}, tcp, {3000, 4000, 8}, {}, {}, {}};
    Ns empty = -1, longer = -1, here = -1;
    auto send = [&p](int to, std::int64_t bytes, Ns &when) {
        Events events;
        std::map<int, Ns> free;
        ClusterNetwork network(
            p, 4, events,
            {{}, [&](int node, Ns cost) { return free[node] = std::max(free[node], events.now()) + cost; }}, {}, {});
        network.send_between({0, to, 100, 200}, bytes, false, [&] { when = events.now(); });
        while (!events.empty())
            events.step();
    };
    send(1, 0, empty);
    expectation("send 3000, first byte 6, switch 500, 16 byte 100, recv 4000", 7606, empty);
    send(1, 10000, longer);
    /* 8184 + 1816 byte: on the sender's wire 3000 to 54250, then 11450; the last is in the switch at 54256 + 500, when
     * the first has just gone. */
    expectation("two packets: 54756 + 11450 + 4000", 70206, longer);
    send(0, 10000, here);
    expectation("within a node: both ends", 7000, here);
}

/* ---- processors of a node ---------------------------------------------------------------------------------------- */

TEST(two_processors)
{
    NodeProcessors one, two(2);
    expectation("one: the second piece of work waits", 20, (one.take(0, 10), one.take(0, 10).end));
    expectation("two: it does not", 10, (two.take(0, 10), two.take(0, 10).end));
    expectation("but the third does", 10, two.take(0, 10).start);
    expectation("work that is wanted later begins then", 50, two.take(50, 1).start);
}

TEST(interrupts)
{
    NodeProcessors one, two(2);
    one.take(0, 100);
    expectation("at once, though the processor has work until 100", 15, one.interrupt(10, 5));
    expectation("one after the other", 20, one.interrupt(12, 5));
    expectation("what comes next begins so much later", 110, one.take(10, 1).start);
    two.take(0, 100);
    expectation("on two, the idle one serves it", 15, two.interrupt(10, 5));
    expectation("so that is free after it", 15, two.take(0, 1).start);
}

/* ---- the machine file -------------------------------------------------------------------------------------------- */

static Parameters beowulf, nt;

/* One way between two sockets, without PVM's header: what a ping-pong of two programs with send() and recv() gives. */
static Ns one_way(const Parameters &machine, std::int64_t bytes, std::int64_t medium = 0)
{
    ClusterNetworkParameters p = machine.own<ClusterNetworkParameters>();
    p.tcp.message_header = 0;
    p.medium = medium;
    Events events;
    std::map<int, Ns> free;
    ClusterNetwork network(
        p, 2, events, {{}, [&](int node, Ns cost) { return free[node] = std::max(free[node], events.now()) + cost; }},
        {}, {});
    Ns there = -1;
    const NodeParameters &node = machine.node(0);
    network.send(0, 1, bytes, [&] { there = events.now(); });
    while (there < 0)
        events.step();
    return node.send + transfer_time(bytes, node.copy) + there + transfer_time(bytes, node.copy) + node.recv;
}

/* A-NETL, Table 3 (b), half of it: 98.9 us; the others are what machines/README.md says the model gives. */
TEST(pcs_of_1999)
{
    expectation("calibrated: 98.9 us at 1 byte, and 10 ns for its copies", 98910, one_way(beowulf, 1));
    expectation("100 byte: 134.5 measured", 114900, (one_way(beowulf, 100) + 50) / 100 * 100);
    expectation("500 byte: 194.2 measured", 182900, (one_way(beowulf, 500) + 50) / 100 * 100);
    expectation("1000 byte: 257.4 measured", 267900, (one_way(beowulf, 1000) + 50) / 100 * 100);
}

/* The same table's 100 and 1000 byte set nt-cluster. What the others then are is machines/README.md's table. */
TEST(pcs_of_a_netl)
{
    expectation("calibrated: 134.5 us at 100 byte", 134500, (one_way(nt, 100) + 5) / 10 * 10);
    expectation("calibrated: 257.4 us at 1000 byte", 257400, (one_way(nt, 1000) + 5) / 10 * 10);
    /* send, recv, two segments, head and switch, the least frame, two copies of a byte. */
    expectation("1 byte: 10 + 10 + 90.444 + 1.12 + 4 + 5.76 + 0.056; 98.9 measured", 121380,
                (one_way(nt, 1) + 5) / 10 * 10);
    expectation("500 byte: 10 + 10 + 90.444 + 1.12 + 4 + 45.28 + 28.278; 194.2 measured", 189120,
                (one_way(nt, 500) + 5) / 10 * 10);
    expectation("100 byte on the hub: no head, no switch, 5.12 less", 129380, (one_way(nt, 100, 1) + 5) / 10 * 10);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER_OF_MACHINE_FILES\n", argv[0]);
        return 2;
    }
    beowulf = load_machine("beowulf", {argv[1]});
    nt = load_machine("nt-cluster", {argv[1]});
    return run_all_tests(nullptr, nullptr);
}
