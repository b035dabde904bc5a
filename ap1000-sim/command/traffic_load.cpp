/* traffic_load.cpp - see traffic_load.hpp. */
#include "command/traffic_load.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <unistd.h>

#include <fmt/format.h>

#include "command/commands.hpp"
#include "command/traffic_patterns.hpp"
#include "networks/ap1000/flit_tnet.hpp"
#include "networks/ap1000/network_ap1000.hpp"

namespace ap1000
{
namespace
{

/* Messages of a cell, in the mean; 3 of 10 are warm-up, the last of 10 keeps up the load. Single flits of more than 64
 * cells have fewer, as they cost more and are many. */
constexpr int in_all = 200, in_all_by_many_flits = 50;
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
            std::uint64_t seed, int messages = in_all)
        : torus_(t), parameters_(p), bytes_(bytes), from_(3 * messages / 10 * gap), to_(9 * messages / 10 * gap)
    {
        Random seeds(seed);
        for (int c = 0; c < t.ncells(); c++) {
            Random r(seeds.next()); /* each cell's own */
            if (pattern.target(t, c, r) < 0)
                continue;
            plan_.emplace_back();
            for (Ns at = r.exponential(gap); at < messages * gap; at += r.exponential(gap))
                plan_.back().push_back({at, c, pattern.target(t, c, r)});
        }
    }

    Measured by_worms()
    {
        Events events;
        TNet net(torus_, parameters_, events);
        const std::function<void(const std::vector<Made> &, std::size_t)> next = [&](const std::vector<Made> &all,
                                                                                     std::size_t i) {
            if (i < all.size())
                events.at(all[i].at, [&, i] {
                    net.send(all[i].from, all[i].to, bytes_, [this, &events, &m = all[i]] { count(m, events.now()); });
                    next(all, i + 1);
                });
        };
        for (const std::vector<Made> &all : plan_)
            next(all, 0);
        while (!events.empty())
            events.step();
        return measured();
    }

    /* The same by flits, in cycles of a hop each, but no more than 2500 a message, until to_: what arrives by then is
     * all that is asked for. */
    Measured by_flits()
    {
        const Ns cycle = std::max({Ns{1}, parameters_.hop, transfer_time(bytes_, parameters_.bandwidth) / 2500});
        const auto flits = [&](std::int64_t bytes) {
            return static_cast<int>((bytes * parameters_.bandwidth + cycle * 1000 - 1) / (cycle * 1000));
        };
        std::vector<Made> all;
        for (const std::vector<Made> &cell : plan_)
            all.insert(all.end(), cell.begin(), cell.end());
        std::stable_sort(all.begin(), all.end(), [](const Made &a, const Made &b) { return a.at < b.at; });
        FlitTNet net(torus_.nx(), torus_.ny(), flits(parameters_.buffer_bytes), parameters_.channels);
        for (const Made &m : all)
            net.send(m.from, m.to, flits(bytes_), m.at / cycle);
        const std::vector<long> arrived = net.run(to_ / cycle);
        for (std::size_t i = 0; i < arrived.size(); i++)
            if (arrived[i] >= 0)
                count(all[i], arrived[i] * cycle);
        return measured();
    }

  private:
    struct Made {
        Ns at;
        int from, to;
    };

    void count(const Made &m, Ns now)
    {
        arrived_ += now >= from_ && now < to_;
        if (m.at < from_ || m.at >= to_)
            return;
        counted_++;
        latencies_ += now - m.at;
    }

    Measured measured() const
    {
        const double span_us = static_cast<double>(to_ - from_) * 1e-3;
        return {counted_ > 0 ? static_cast<double>(latencies_) / static_cast<double>(counted_) : 0,
                static_cast<double>(arrived_ * bytes_) / span_us / static_cast<double>(plan_.size())};
    }

    const Torus &torus_;
    const TNetParameters &parameters_;
    std::int64_t bytes_;
    Ns from_, to_;
    std::vector<std::vector<Made>> plan_; /* by cell that sends */
    std::int64_t counted_ = 0, latencies_ = 0, arrived_ = 0;
};

/* The gap between a cell's messages at that load, and the load that it is [MB/s]. */
Ns gap_at(int percent, const Bounds &b, std::int64_t bytes, double &offered)
{
    const Ns gap = std::max<Ns>(1, std::llround(static_cast<double>(bytes) * 1e3 * 100 / (b.busiest_link * percent)));
    offered = static_cast<double>(bytes) * 1e3 / static_cast<double>(gap);
    return gap;
}

bool is_saturated(double accepted, double offered)
{
    return accepted < 0.95 * offered;
}

void print_rows(const Parameters &p, const LoadPattern &pattern, std::int64_t bytes, int seeds)
{
    const Torus t(p.grid.nx, p.grid.ny);
    const TNetParameters &tnet = p.own<Ap1000NetworkParameters>().tnet;
    const Bounds b = bounds_of(t, tnet, pattern, bytes);
    for (int percent : loads_percent) {
        if (b.busiest_link == 0)
            return;
        double offered = 0;
        const Ns gap = gap_at(percent, b, bytes, offered);
        double sum = 0, squares = 0, accepted = 0;
        for (int seed = 1; seed <= seeds; seed++) {
            const Measured m = LoadRun(t, tnet, pattern, bytes, gap, static_cast<std::uint64_t>(seed)).by_worms();
            sum += m.latency_ns;
            squares += m.latency_ns * m.latency_ns;
            accepted += m.accepted / seeds;
        }
        const double mean = sum / seeds;
        const double error = seeds > 1 ? std::sqrt(std::max(0.0, squares / seeds - mean * mean) / (seeds - 1)) : 0;
        std::printf("%s\t%d\t%lld\t%.4f\t%.4f\t%.3f\t%.3f\t%.3f\t%.4f\t%.4f\t%s\t%d\n", pattern.name.c_str(),
                    p.grid.cells(), static_cast<long long>(bytes), offered, accepted, mean * 1e-3, error * 1e-3,
                    b.zero_load_ns * 1e-3, b.bisection, b.busiest_link, b.busiest.c_str(),
                    is_saturated(accepted, offered));
        std::fflush(stdout);
    }
}

/* The highest load of which 95 % arrive and the next one, as text; `-`: there is none. near: where to look first. */
struct Saturation {
    std::string above = "-", below = "-";
    std::size_t first = 0; /* the place of the second */
};

Saturation saturation(const std::function<bool(int percent, std::string &load)> &saturates, std::size_t near)
{
    Saturation s;
    std::size_t i = std::min(near, std::size(loads_percent) - 1);
    std::string load;
    if (saturates(loads_percent[i], load)) {
        do
            s.below = load;
        while (i > 0 && saturates(loads_percent[--i], load));
        s.above = s.below == load ? "-" : load;
        s.first = s.above == "-" ? 0 : i + 1;
        return s;
    }
    do
        s.above = load;
    while (++i < std::size(loads_percent) && !saturates(loads_percent[i], load));
    s.below = i < std::size(loads_percent) ? load : "-";
    s.first = i;
    return s;
}

/* On a terminal: what is being done. "": it is done. */
void show(const std::string &text)
{
    if (isatty(STDERR_FILENO) != 0)
        fmt::print(stderr, "\r{}\x1b[K", text);
}

void print_saturation(const Parameters &p, const LoadPattern &pattern, std::int64_t bytes, int seeds)
{
    const Torus t(p.grid.nx, p.grid.ny);
    const TNetParameters &tnet = p.own<Ap1000NetworkParameters>().tnet;
    const Bounds b = bounds_of(t, tnet, pattern, bytes);
    if (b.busiest_link == 0)
        return;
    const auto by = [&](Measured (LoadRun::*way)(), int messages, const char *name) {
        return [&, way, messages, name](int percent, std::string &load) {
            double offered = 0, accepted = 0;
            const Ns gap = gap_at(percent, b, bytes, offered);
            show(fmt::format("ap1000: {}: {:.4f} MB/s a cell by {}", pattern.name, offered, name));
            for (int seed = 1; seed <= seeds; seed++)
                accepted += (LoadRun(t, tnet, pattern, bytes, gap, static_cast<std::uint64_t>(seed), messages).*way)()
                                .accepted /
                            seeds;
            load = fmt::format("{:.4f}", offered);
            return is_saturated(accepted, offered);
        };
    };
    const Saturation worms = saturation(by(&LoadRun::by_worms, in_all, "the model"), 0);
    const Saturation flits = saturation(
        by(&LoadRun::by_flits, t.ncells() > 64 ? in_all_by_many_flits : in_all, "single flits"), worms.first);
    show("");
    fmt::print("{}\t{}\t{}\t{:.3f}\t{:.4f}\t{:.4f}\t{}\t{}\t{}\t{}\t{}\n", pattern.name, p.grid.cells(), bytes,
               b.zero_load_ns * 1e-3, b.bisection, b.busiest_link, b.busiest, worms.above, worms.below, flits.above,
               flits.below);
    std::fflush(stdout);
}

} // namespace

int print_load(const Parameters &p, const std::string &wanted, std::int64_t bytes, int seeds, bool saturation_alone)
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
    const std::string way = saturation_alone ? "--saturation" : "--load";
    if (bytes < 1)
        throw UsageError("--bytes '0': a length from 1 byte on is wanted with " + way);
    if (p.grid.cells() < 2)
        throw UsageError(way + ": a machine of 2 cells or more is wanted");
    if (saturation_alone)
        std::puts("pattern\tcells\tbytes\tzero_load_us\tbisection_mb_per_s\tbusiest_link_mb_per_s\tbusiest_link\t"
                  "saturates_above_mb_per_s\tsaturates_below_mb_per_s\tflits_above_mb_per_s\tflits_below_mb_per_s");
    else
        std::printf(
            "pattern\tcells\tbytes\toffered_mb_per_s\taccepted_mb_per_s\tlatency_us\tlatency_error_us\tzero_load_"
            "us\tbisection_mb_per_s\t"
            "busiest_link_mb_per_s\tbusiest_link\tsaturated\n");
    for (const LoadPattern &one : all)
        (saturation_alone ? print_saturation : print_rows)(p, one, bytes, seeds);
    return 0;
}

} // namespace ap1000
