/* test_udp.cpp - datagrams over a switch and a hub: fragments, loss, sockets and ports that are full; messages of tasks
 * as datagrams; PVM's daemons on a cluster. All times in ns.
 *
 * 100 Mb/s: 80 ns a byte; a frame with p byte, at least 46, takes (p + 26) * 80, then a gap of 960. A datagram of n
 * byte is cut into pieces of 1480 of its n + 8, each with 20 more: a full frame takes 122080. The switch needs
 * 10000. */
#include <algorithm>
#include <map>

#include "expectation.hpp"
#include "tests/processing.hpp"
#include "networks/cluster/network_cluster.hpp"

using namespace ap1000;

constexpr EthernetParameters fast_ethernet{80000, 46, 1500, 26, 960};
constexpr UdpParameters lossless{0, 1, 0, 20000};

static SwitchParameters with_queue(std::int64_t bytes)
{
    return {10000, 0, 14, bytes};
}

struct Place : Processing {
    explicit Place(const UdpParameters &p = lossless, const SwitchParameters &s = with_queue(0))
        : parameters(p), ports(s, fast_ethernet, 8, events, {}), hub(fast_ethernet, events, {}),
          on_switch(events, ports, p), on_hub(events, hub, p), messages(events, on_hub, run, parameters, 16)
    {
    }

    /* A callback that notes when it was called, and lets the room go. */
    std::function<void(Room)> note(Ns &when)
    {
        when = -1;
        return [this, &when](const Room &) { when = events.now(); };
    }

    UdpParameters parameters;
    Switch ports;
    Hub hub;
    Udp on_switch, on_hub;
    Datagrams messages;
};

TEST(one_datagram)
{
    Place p;
    Ns a, b, c, d, here;
    p.on_hub.send({0, 1, 0, 0}, 100, p.note(a));
    p.on_switch.send({0, 1, 0, 0}, 100, p.note(b));
    p.on_hub.send({2, 2, 0, 0}, 100, p.note(here));
    p.finish();
    expectation("hub: (100 + 28 + 26) * 80", 12320, a);
    expectation("switch: twice that and 10000", 34640, b);
    expectation("within a node: no medium", 0, here);
    const Ns t = p.events.now();
    p.on_hub.send({0, 1, 0, 0}, 4000, p.note(c));
    p.on_switch.send({0, 1, 0, 0}, 4000, p.note(d));
    p.finish();
    expectation("pieces of 1480, 1480, 1048 on the hub: 122080 + 960 + 122080 + 960 + 87520", t + 333600, c);
    /* The second is ready for the receiver's wire at 255120, as that is free; the third waits until 378160. */
    expectation("on the switch the third leaves it at 378160 + 87520", t + 465680, d);
    expectation("fragments of 1472 byte", 1, p.on_hub.fragments(1472));
    expectation("fragments of 1473 byte", 2, p.on_hub.fragments(1473));
    expectation("fragments of nothing", 1, p.on_hub.fragments(0));
}

TEST(lost_on_the_way)
{
    Place p({million, 1, 0, 0});
    Ns there, here;
    auto held = std::make_shared<int>(0);
    p.on_switch.send({0, 1, 0, 0}, 100, [&there, held](const Room &) { there = 0; });
    there = -1;
    p.on_hub.send({2, 2, 0, 0}, 100, p.note(here));
    p.finish();
    expectation("never there", -1, there);
    expectation("it has used the medium", 34640, p.events.now());
    expectation("what was to be told is gone", 1, static_cast<Ns>(held.use_count()));
    expectation("within a node nothing is lost", 0, here);
}

TEST(some_of_many)
{
    Place p({100000, 1, 0, 0}), again({100000, 1, 0, 0}), other({100000, 2, 0, 0});
    std::vector<int> there[3];
    Place *places[] = {&p, &again, &other};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 10000; i++)
            places[k]->on_hub.send({0, 1, 0, 0}, 10, [&there, k, i](const Room &) { there[k].push_back(i); });
        places[k]->finish();
    }
    /* 9000 +- 3.3 standard deviations of 30. */
    assert_in_range(there[0].size(), 8900, 9100);
    assert_true(there[0] == there[1]);
    assert_true(there[0] != there[2]);
}

TEST(socket_that_is_full)
{
    Place p({0, 1, 1000, 0});
    std::vector<Room> rooms;
    std::vector<int> there;
    auto send = [&](int tid, std::int64_t bytes, int number) {
        p.on_hub.send({0, 1, 7, tid}, bytes, [&, number](Room room) {
            there.push_back(number);
            rooms.push_back(std::move(room));
        });
        p.finish();
    };
    send(100, 600, 1);
    send(100, 600, 2); /* 600 + 600 > 1000 */
    send(100, 400, 3);
    send(100, 1, 4);
    send(200, 600, 5); /* another task's */
    assert_true((there == std::vector<int>{1, 3, 5}));
    rooms.erase(rooms.begin()); /* the first is read */
    send(100, 600, 6);
    send(100, 1, 7);
    assert_true((there == std::vector<int>{1, 3, 5, 6}));
    rooms.clear();
    send(100, 1001, 8); /* never */
    send(100, 1000, 9);
    assert_true((there == std::vector<int>{1, 3, 5, 6, 9}));
}

/* Frames of 1526 byte. All are to be forwarded at 132080; the first has left the port at 254160. */
TEST(port_that_is_full)
{
    const int arrive[] = {1, 2, 4};
    const std::int64_t queues[] = {3051, 3052, 0};
    for (int k = 0; k < 3; k++) {
        Place p(lossless, with_queue(queues[k]));
        int there = 0;
        for (int from = 1; from <= 4; from++)
            p.ports.frame(from, 0, 1500, [&there] { there++; });
        p.finish();
        expectation("of four senders to a port", arrive[k], there);
    }
    Place p(lossless, with_queue(1526));
    Ns first, late;
    int second = 0;
    p.on_switch.send({1, 0, 0, 0}, 1472, p.note(first));
    p.on_switch.send({2, 0, 0, 0}, 1472, [&second](const Room &) { second++; });
    /* To be forwarded as the last bit of the first leaves. */
    p.events.at(122080, [&] { p.on_switch.send({3, 0, 0, 0}, 1472, p.note(late)); });
    p.finish();
    expectation("the first", 254160, first);
    expectation("the second finds no room", 0, second);
    expectation("one that comes as it has left: 122080 + 132080 + gap 960 + 122080", 377200, late);
    int whole = 0;
    p.ports.frame(2, 0, 1500, [] {});
    p.on_switch.send({1, 0, 0, 0}, 3000, [&whole](const Room &) { whole++; });
    p.finish();
    expectation("without one of its fragments it never comes", 0, whole);
}

TEST(messages_of_tasks)
{
    Place p;
    Ns a, b, here;
    p.messages.send({0, 1, 7, 8}, 100, p.note(a));
    p.finish();
    expectation("kernel 20000, (100 + 16 + 28 + 26) * 80, kernel 20000", 53600, a);
    const Ns t = p.events.now();
    p.messages.send({0, 1, 7, 8}, 4000, p.note(b));
    p.finish();
    expectation("three fragments: 60000 + 122080 + 960 + 122080 + 960 + 88800 + 60000", t + 454880, b);
    const Ns u = p.events.now();
    p.messages.send({3, 3, 7, 8}, 100, p.note(here));
    p.finish();
    expectation("within a node: both kernels", u + 40000, here);
    expectation("the longest: 65535 - 20 - 8 - 16", 65491, p.messages.longest());
}

/* ---- daemons ----------------------------------------------------------------------------------------------------- */

/* A socket costs 100000, a datagram 200000; TCP as in test_cluster.cpp. */
struct Cluster {
    explicit Cluster(std::int64_t loss_ppm, std::int64_t tcp_loss_ppm = 0)
        : network({static_cast<std::int64_t>(Transport::daemons),
                   0,
                   fast_ethernet,
                   {10000, 0, 14, 0},
                   {50000, 20000, 300000, 100 * 1460, 2, 200000000, 1, 16, tcp_loss_ppm, 1, 1000000000, 1, 5 * million},
                   {},
                   {loss_ppm, 1, 0, 20000},
                   {4080, 16, 100000, 200000, 0, 10000000, 9000000000, 2, 30, 100000000, million},
                   {}},
                  4, events,
                  {[this](int node, Ns cost) { return work(node, cost); },
                   [this](int node, Ns cost) { return work(node, cost); }},
                  [this](int, int, Ns after) { said = after; }, {})
    {
    }

    Ns work(int node, Ns cost)
    {
        return free[node] = std::max(free[node], events.now()) + cost;
    }

    Ns send(const Ends &ends, std::int64_t bytes, bool direct)
    {
        const Ns start = events.now();
        Ns there = -1;
        network.send_between(ends, bytes, direct, [&] { there = events.now() - start; });
        while (!events.empty())
            events.step();
        return there;
    }

    std::map<int, Ns> free;
    Ns said = -1; /* after how long a node was given up */
    Events events;
    ClusterNetwork network;
};

TEST(who_gives_up_in_a_cluster)
{
    Cluster daemons(million, 0), connection(0, million);
    daemons.send({0, 1, 100, 200}, 0, false);
    connection.send({0, 1, 100, 200}, 0, true);
    expectation("the daemons", 100000000, daemons.said);
    expectation("a connection, beside daemons", 5000000, connection.said);
}

TEST(daemons_of_a_cluster)
{
    Cluster c(0);
    const Ends tasks{0, 1, 100, 200};
    expectation("socket 100000, datagram 200000, frames 21520, datagram 200000, acknowledgement 200000, socket", 821520,
                c.send(tasks, 0, false));
    expectation("on one node: two sockets", 200000, c.send({2, 2, 100, 300}, 0, false));
    expectation("direct: connection 663040, message 123120", 786160, c.send(tasks, 0, true));
    expectation("that stays", 123120, c.send({1, 0, 200, 100}, 0, false));
    expectation("others go on by the daemons", 821520, c.send({0, 1, 100, 201}, 0, false));
    assert_false(c.network.may_give_up());
}

TEST(daemons_with_loss)
{
    Cluster c(200000);
    std::vector<int> order, wanted;
    for (int i = 0; i < 40; i++) {
        wanted.push_back(i);
        c.network.send(0, 1, i % 3 * 5000, [&order, i] { order.push_back(i); });
    }
    while (!c.events.empty())
        c.events.step();
    assert_true(order == wanted);
    assert_true(c.network.may_give_up());
}

TEST_MAIN
