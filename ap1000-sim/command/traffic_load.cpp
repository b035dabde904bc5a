/* traffic_load.cpp - see traffic_load.hpp. */
#include "command/traffic_load.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "command/commands.hpp"
#include "command/traffic_patterns.hpp"
#include "networks/ap1000/network_ap1000.hpp"

namespace ap1000
{
namespace
{

constexpr int in_all = 200, warming_up = 60, dying_away = 20; /* messages of a cell, in the mean */
constexpr int loads_percent[] = {5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 65, 70, 75, 80, 85, 90, 95, 100, 130};

/* SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
class Random
{
  public:
    explicit Random(std::uint64_t seed) : state_(seed)
    {
    }

    std::uint64_t next()
    {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    std::uint32_t below(std::uint32_t n)
    {
        return static_cast<std::uint32_t>((next() >> 32) * n >> 32);
    }

    /* Exponential, of this mean [ns], without a logarithm, which might differ from computer to computer: von
     * Neumann's way. Of random fractions, how long is the falling run? If odd, its first is the fraction of the
     * answer; else one more whole. */
    Ns exponential(Ns mean)
    {
        for (Ns whole = 0;; whole++) {
            const std::uint32_t first = fraction();
            std::uint32_t least = first;
            int length = 1;
            for (std::uint32_t f = fraction(); f < least; f = fraction(), length++)
                least = f;
            if (length % 2 == 1)
                return whole * mean + static_cast<Ns>(static_cast<double>(first) * 0x1p-32 * static_cast<double>(mean));
        }
    }

  private:
    std::uint32_t fraction()
    {
        return static_cast<std::uint32_t>(next() >> 32);
    }

    std::uint64_t state_;
};

/* Where a cell's next message goes, and with what probability to each cell; -1 and nothing: the cell sends none. */
struct LoadPattern {
    std::string name;
    std::function<int(const Torus &, int src, Random &)> target;
    std::function<double(const Torus &, int src, int dst)> probability;
};

int uniform_target(const Torus &t, int src, Random &r)
{
    const int other = static_cast<int>(r.below(static_cast<std::uint32_t>(t.ncells() - 1)));
    return other < src ? other : other + 1;
}

double uniform_probability(const Torus &t, int src, int dst)
{
    return src == dst ? 0 : 1.0 / (t.ncells() - 1);
}

int hot_target(const Torus &t, int src, Random &r)
{
    const bool hot = r.below(10) == 0;
    return hot && src != 0 ? 0 : uniform_target(t, src, r);
}

double hot_probability(const Torus &t, int src, int dst)
{
    const double uniform = uniform_probability(t, src, dst);
    return src == 0 ? uniform : 0.9 * uniform + (dst == 0 ? 0.1 : 0);
}

int neighbour(const Torus &t, int src, int side)
{
    const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
    return t.cell(t.x(src) + dx[side], t.y(src) + dy[side]);
}

/* On a ring of one or two cells some of the four are the same, or the cell itself: then another is drawn. */
int neighbour_target(const Torus &t, int src, Random &r)
{
    int dst = src;
    while (dst == src)
        dst = neighbour(t, src, static_cast<int>(r.below(4)));
    return dst;
}

double neighbour_probability(const Torus &t, int src, int dst)
{
    int good = 0, there = 0;
    for (int side = 0; side < 4; side++) {
        good += neighbour(t, src, side) != src;
        there += neighbour(t, src, side) == dst && dst != src;
    }
    return static_cast<double>(there) / good;
}

const LoadPattern random_patterns[] = {{"uniform", uniform_target, uniform_probability},
                                       {"hotspot", hot_target, hot_probability},
                                       {"neighbour", neighbour_target, neighbour_probability}};

/* A pattern of traffic_patterns.hpp: a cell with several targets takes any of them. */
LoadPattern fixed(const std::string &name, const Torus &t)
{
    std::vector<std::vector<int>> targets(static_cast<std::size_t>(t.ncells()));
    for (const auto &[from, to] : pairs_of(name, t, "uniform, neighbour, "))
        targets[static_cast<std::size_t>(from)].push_back(to);
    const auto of = [targets](int src) -> const std::vector<int> & { return targets[static_cast<std::size_t>(src)]; };
    return {name,
            [of](const Torus &, int src, Random &r) {
                const auto n = static_cast<std::uint32_t>(of(src).size());
                return n == 0 ? -1 : of(src)[n == 1 ? 0 : r.below(n)];
            },
            [of](const Torus &, int src, int dst) {
                const double n = static_cast<double>(of(src).size());
                return n == 0 ? 0 : static_cast<double>(std::count(of(src).begin(), of(src).end(), dst)) / n;
            }};
}

/* What follows from the routes alone. */
struct Bounds {
    double zero_load_ns = 0; /* mean latency of a message that meets no other */
    double busiest_link = 0; /* the load at which the busiest link or port is full [MB/s a cell that sends] */
    double bisection =
        0;               /* the load at which all links across the middle, both ways, are full; 0: nothing crosses it */
    std::string busiest; /* its name */
};

Bounds bounds_of(const Torus &t, const TNetParameters &p, const LoadPattern &pattern, std::int64_t bytes)
{
    std::vector<double> load(static_cast<std::size_t>(t.nlinks()));
    double hops = 0, sent = 0, crossing = 0;
    const bool along_x = t.nx() >= t.ny();
    const int longer = std::max(t.nx(), t.ny()), shorter = std::min(t.nx(), t.ny());
    const auto far_half = [&](int c) { return (along_x ? t.x(c) : t.y(c)) >= longer / 2; };
    std::vector<int> route;
    for (int src = 0; src < t.ncells(); src++)
        for (int dst = 0; dst < t.ncells(); dst++) {
            const double share = src == dst ? 0 : pattern.probability(t, src, dst);
            if (share == 0)
                continue;
            t.route(src, dst, route);
            for (int link : route)
                load[static_cast<std::size_t>(link)] += share;
            hops += share * t.hops(src, dst);
            sent += share;
            crossing += far_half(src) != far_half(dst) ? share : 0;
        }
    Bounds b;
    if (sent == 0)
        return b;
    const double link_mb_per_s = 1e6 / static_cast<double>(p.bandwidth);
    const auto busiest = std::max_element(load.begin(), load.end());
    b.zero_load_ns = hops / sent * static_cast<double>(p.hop) + static_cast<double>(transfer_time(bytes, p.bandwidth));
    b.busiest_link = link_mb_per_s / *busiest;
    b.busiest = t.link_name(static_cast<int>(busiest - load.begin()));
    const int cuts = longer > 2 ? 2 : 1; /* a ring is cut twice; of two cells only one link leads each way */
    b.bisection = crossing > 0 ? link_mb_per_s * 2 * cuts * shorter / crossing : 0;
    return b;
}

/* One run: what a seed gives. */
struct Measured {
    double latency_ns = 0, accepted = 0; /* [MB/s a cell that sends] */
};

class LoadRun
{
  public:
    LoadRun(const Torus &t, const TNetParameters &p, const LoadPattern &pattern, std::int64_t bytes, Ns gap,
            std::uint64_t seed)
        : net_(t, p, events_), pattern_(pattern), bytes_(bytes), gap_(gap), from_(warming_up * gap),
          to_((in_all - dying_away) * gap), end_(in_all * gap)
    {
        Random seeds(seed);
        for (int c = 0; c < t.ncells(); c++)
            random_.emplace_back(seeds.next());
    }

    Measured measure()
    {
        int senders = 0;
        for (int c = 0; c < net_.torus().ncells(); c++)
            if (pattern_.target(net_.torus(), c, random_[static_cast<std::size_t>(c)]) >= 0) {
                senders++;
                next(c);
            }
        while (!events_.empty())
            events_.step();
        const double span_us = static_cast<double>(to_ - from_) * 1e-3;
        return {counted_ > 0 ? static_cast<double>(latencies_) / static_cast<double>(counted_) : 0,
                static_cast<double>(arrived_ * bytes_) / span_us / senders};
    }

  private:
    void next(int c)
    {
        Random &r = random_[static_cast<std::size_t>(c)];
        const Ns t = events_.now() + r.exponential(gap_);
        if (t < end_)
            events_.at(t, [this, c, &r] {
                net_.send(c, pattern_.target(net_.torus(), c, r), bytes_,
                          [this, made = events_.now()] { count(made); });
                next(c);
            });
    }

    void count(Ns made)
    {
        const Ns now = events_.now();
        arrived_ += now >= from_ && now < to_;
        if (made < from_ || made >= to_)
            return;
        counted_++;
        latencies_ += now - made;
    }

    Events events_;
    TNet net_;
    const LoadPattern &pattern_;
    std::int64_t bytes_;
    Ns gap_, from_, to_, end_;
    std::vector<Random> random_; /* each cell's own */
    std::int64_t counted_ = 0, latencies_ = 0, arrived_ = 0;
};

void print_rows(const Parameters &p, const LoadPattern &pattern, std::int64_t bytes, int seeds)
{
    const Torus t(p.grid.nx, p.grid.ny);
    const TNetParameters &tnet = p.own<Ap1000NetworkParameters>().tnet;
    const Bounds b = bounds_of(t, tnet, pattern, bytes);
    for (int percent : loads_percent) {
        if (b.busiest_link == 0)
            return;
        const Ns gap =
            std::max<Ns>(1, std::llround(static_cast<double>(bytes) * 1e3 * 100 / (b.busiest_link * percent)));
        const double offered = static_cast<double>(bytes) * 1e3 / static_cast<double>(gap);
        double sum = 0, squares = 0, accepted = 0;
        for (int seed = 1; seed <= seeds; seed++) {
            const Measured m = LoadRun(t, tnet, pattern, bytes, gap, static_cast<std::uint64_t>(seed)).measure();
            sum += m.latency_ns;
            squares += m.latency_ns * m.latency_ns;
            accepted += m.accepted / seeds;
        }
        const double mean = sum / seeds;
        const double error = seeds > 1 ? std::sqrt(std::max(0.0, squares / seeds - mean * mean) / (seeds - 1)) : 0;
        std::printf("%s\t%d\t%lld\t%.4f\t%.4f\t%.3f\t%.3f\t%.3f\t%.4f\t%.4f\t%s\t%d\n", pattern.name.c_str(),
                    p.grid.cells(), static_cast<long long>(bytes), offered, accepted, mean * 1e-3, error * 1e-3,
                    b.zero_load_ns * 1e-3, b.bisection, b.busiest_link, b.busiest.c_str(), accepted < 0.95 * offered);
        std::fflush(stdout);
    }
}

} // namespace

int print_load(const Parameters &p, const std::string &wanted, std::int64_t bytes, int seeds)
{
    std::vector<LoadPattern> all;
    for (const LoadPattern &one : random_patterns)
        if (wanted.empty() || wanted == "all" || wanted == one.name)
            all.push_back(one);
    const Torus t(p.grid.nx, p.grid.ny);
    if (wanted.empty() || wanted == "all")
        for (const std::string &one : fixed_patterns()) {
            if (one != "hotspot") /* the random one has the name */
                all.push_back(fixed(one, t));
        }
    else if (all.empty())
        all.push_back(fixed(wanted, t));
    if (bytes < 1)
        throw UsageError("--bytes '0': a length from 1 byte on is wanted with --load");
    if (p.grid.cells() < 2)
        throw UsageError("--load: a machine of 2 cells or more is wanted");
    std::printf("pattern\tcells\tbytes\toffered_mb_per_s\taccepted_mb_per_s\tlatency_us\tlatency_error_us\tzero_load_"
                "us\tbisection_mb_per_s\t"
                "busiest_link_mb_per_s\tbusiest_link\tsaturated\n");
    for (const LoadPattern &one : all)
        print_rows(p, one, bytes, seeds);
    return 0;
}

} // namespace ap1000
