// pong.cpp WHAT NUMBERS...: the host program of anetl.sh; prints a header row, and a row for each number.
//   pairs PLACEMENT BYTES...   ping-pong by past messages: local (one node), 1 (one pair on two nodes), 2 (four pairs
//                              on two), 3 (a pair between any two of all nodes): there and back, and all pairs together
//   ask WAY MESSAGES...        messages to all other nodes in turn: now, future, past
//   use WAY USES...            a result of the same node, used so often: trap, flag
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "ball.hpp"

using anetl::on;

static const char *const module_file = "./ball.so";

struct pair {
    anetl::ref<Ball> a, b;
};

static std::vector<pair> placed(anetl::host &h, const std::string &placement)
{
    std::vector<pair> all;
    const int n = placement == "3" ? anetl::nodes() : placement == "local" ? 1 : 2;
    for (int k = 0; k < (placement == "2" ? 4 : 1); k++)
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < std::max(n, 2); j++) // who begins takes turns, so that all nodes do alike
                all.push_back({h.create<Ball>(module_file, on((i + j + k) % 2 == 0 ? i
                                                              : n == 1             ? 0
                                                                                   : j)),
                               h.create<Ball>(module_file, on((i + j + k) % 2 == 0 ? (n == 1 ? 0 : j) : i))});
    return all;
}

static void pairs(anetl::host &h, const std::string &placement, int bytes)
{
    const int rounds = bytes > 4000 ? 10 : 40;
    std::vector<pair> all = placed(h, placement);
    for (const pair &p : all) // the first message between two nodes makes a connection
        p.a.now<&Ball::ask>(std::vector<anetl::ref<Ball>>{p.b}, 0, 1);
    auto go = h.event("go");
    go.reset();
    std::vector<anetl::future<span>> played;
    for (const pair &p : all)
        played.push_back(p.a.future<&Ball::play>(p.b, bytes, rounds));
    for (const pair &p : all)
        p.a.now<&Ball::value>(0); // all wait
    go.set();
    span whole{INT64_MAX, 0};
    double mean_us = 0;
    for (const auto &f : played) {
        const span &s = f.get();
        whole = {std::min(whole.begin, s.begin), std::max(whole.end, s.end)};
        mean_us += 1e-3 * static_cast<double>(s.end - s.begin) / rounds / static_cast<double>(all.size());
    }
    std::printf("%d\t%zu\t%.3f\t%.5f\n", bytes, all.size(), mean_us,
                2e3 * bytes * rounds * static_cast<double>(all.size()) / static_cast<double>(whole.end - whole.begin));
    for (const pair &p : all) {
        p.a.destroy();
        p.b.destroy();
    }
}

static double us(const span &s)
{
    return 1e-3 * static_cast<double>(s.end - s.begin);
}

int main(int argc, char **argv)
{
    anetl::host h(argc, argv);
    if (argc < 4) {
        std::fprintf(stderr, "usage: %s pairs|ask|use WAY NUMBER...\n", argv[0]);
        return 2;
    }
    const std::string what = argv[1], way = argv[2];
    if (what == "pairs") {
        std::printf("bytes\tpairs\tround_trip_us\ttogether_mb_per_s\n");
        for (int i = 3; i < argc; i++)
            pairs(h, way, std::atoi(argv[i]));
        return 0;
    }
    auto first = h.create<Ball>(module_file, on(0));
    std::vector<anetl::ref<Ball>> others = h.create_n<Ball>(module_file, what == "use" ? 1 : anetl::nodes() - 1,
                                                            [&](int i) { return what == "use" ? 0 : i + 1; });
    std::printf(what == "ask" ? "messages\ttime_us\n" : "uses\ttime_us\n");
    for (int i = 3; i < argc; i++) {
        const long n = std::atol(argv[i]);
        const auto measure = [&] {
            return us(what == "ask" ? first.now<&Ball::ask>(others,
                                                            way == "now"      ? 0
                                                            : way == "future" ? 1
                                                                              : 2,
                                                            static_cast<int>(n))
                                    : first.now<&Ball::use>(others[0], way == "flag", n));
        };
        measure(); // the first time may make connections
        std::printf("%ld\t%.3f\n", n, measure());
    }
    return 0;
}
