/* test_trace_part.cpp - FROM_US TO_US PART WHOLE: checks that the part of a trace has exactly the slices that the whole
 * trace has between two times, cut at the edges, and the arrows that have both ends there.
 *
 * It reads both with somebody else's JSON parser.
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include "ns.hpp"

using ap1000::Ns;
using nlohmann::json;

using Slices = std::multiset<std::tuple<int, std::string, Ns, Ns>>;

static Ns at(const json &e)
{
    return std::llround(e.at("ts").get<double>() * 1000);
}

static json events_of(const char *path)
{
    std::ifstream file(path);
    return json::parse(file).at("traceEvents");
}

static Slices slices(const json &events, Ns from, Ns to)
{
    Slices out;
    std::map<int, std::vector<std::pair<std::string, Ns>>> open;
    for (const json &e : events) {
        if (e.at("ph") == "B") {
            open[e.at("tid")].push_back({e.at("name"), at(e)});
        } else if (e.at("ph") == "E") {
            const auto [name, since] = open[e.at("tid")].back();
            open[e.at("tid")].pop_back();
            const Ns begin = std::max(since, from), end = std::min(at(e), to);
            if (begin < end)
                out.insert({e.at("tid"), name, begin, end});
        }
    }
    return out;
}

/* The arrows with both ends between `from` and `to`, by their ends. A nanosecond of grace at the edge: see
 * trace_json.cpp. */
static std::multiset<std::pair<Ns, Ns>> arrows(const json &events, Ns from, Ns to)
{
    std::map<std::uint64_t, Ns> begun;
    std::multiset<std::pair<Ns, Ns>> out;
    for (const json &e : events)
        if (e.at("ph") == "s")
            begun[e.at("id")] = at(e);
        else if (e.at("ph") == "f" && begun.at(e.at("id")) + 1 >= from && at(e) <= to)
            out.insert({begun.at(e.at("id")), at(e)});
    return out;
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    const Ns from = std::llround(std::atof(argv[1]) * 1000), to = std::llround(std::atof(argv[2]) * 1000);
    const json part = events_of(argv[3]), whole = events_of(argv[4]);
    int outside = 0;
    for (const json &e : part)
        outside += e.contains("ts") && (at(e) + 1 < from || at(e) > to);
    const Slices got = slices(part, from, to), wanted = slices(whole, from, to);
    const bool same = got == wanted, same_arrows = arrows(part, from, to) == arrows(whole, from, to);
    std::printf("Expectation: %zu slices, 0 events outside, the same arrows. Actual: %zu, %d, %s\n", wanted.size(),
                got.size(), outside, same_arrows ? "the same" : "others");
    return same && same_arrows && outside == 0 && !wanted.empty() ? 0 : 1;
}
