/* network_fixture.hpp - what the tests of the workstations' network share: round numbers, processors, and a run to its
 * end. */
#pragma once

#include "networks/cluster/hub.hpp"
#include "networks/workstations/direct_route.hpp"
#include "expectation.hpp"
#include "tests/processing.hpp"

/* 10 Mb/s: 800 ns a byte. A frame with p byte of payload, at least 46, takes (p + 26) * 800 ns, then a gap of 9600
 * ns. */
constexpr ap1000::EthernetParameters ten_megabit{800000, 46, 1500, 26, 9600};

/* A socket costs 100 us, a datagram 200 us, a copy 100 ns a byte. The round trip is estimated as 10 ms; the second try
 * follows after twice that; the daemon gives up after 30 tries and 100 ms. */
constexpr ap1000::PvmdParameters round_numbers{4080,      16, 100000, 200000,    100000,         10000000,
                                               100000000, 2,  30,     100000000, ap1000::million};

constexpr ap1000::TcpParameters tcp_numbers{50000, 300000};

/* Workstations without tasks. */
struct Site : Processing {
    explicit Site(std::int64_t loss_ppm = 0, ap1000::Observer observer = {})
        : ethernet(ten_megabit, events, std::move(observer)), udp(events, ethernet, {loss_ppm, 1, 0, 0}),
          pvmds(events, udp, run, round_numbers, 8,
                [this](int from, int to, ap1000::Ns) {
                    given_up.push_back({from, to, events.now()});
                }),
          direct(events, ethernet.wire(), pvmds, run, tcp_numbers, round_numbers)
    {
    }

    struct GivenUp {
        int from, to;
        ap1000::Ns at;
    };

    /* Returns a callback that notes when it is called. */
    std::function<void()> note(ap1000::Ns &when)
    {
        when = -1;
        return [this, &when] { when = events.now(); };
    }

    ap1000::Hub ethernet;
    ap1000::Udp udp;
    std::vector<GivenUp> given_up;
    ap1000::Pvmds pvmds;
    ap1000::DirectRoutes direct;
};
