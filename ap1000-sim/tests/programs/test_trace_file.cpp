/* test_trace_file.cpp - checks that a trace is whole and valid, and that its sums are those of trace_program.c on 2
 * cells.
 *
 * It reads the trace with somebody else's JSON parser, and knows nothing of the code that wrote it.
 */
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "expectation.hpp"

using ap1000::Ns;
using nlohmann::json;

namespace
{

struct Open {
    std::string name;
    Ns since;
};

struct Totals {
    std::map<std::string, int> times; /* how often each call was made, by name */
    std::map<std::string, Ns> took;   /* how long, by name or category */
    Ns waited_in_recv = 0;
};

json events;
std::map<int, Totals> totals; /* by tid */

Ns at(const json &e)
{
    return std::llround(e.at("ts").get<double>() * 1000);
}

bool of_task(const json &e)
{
    return e.at("pid") == 1 && e.contains("tid");
}

void add_up()
{
    std::map<int, std::vector<Open>> open;
    for (const json &e : events) {
        if (!of_task(e) || (e.at("ph") != "B" && e.at("ph") != "E"))
            continue;
        const int tid = e.at("tid");
        Totals &t = totals[tid];
        if (e.at("ph") == "B") {
            open[tid].push_back({e.at("cat") == "call" ? e.at("name") : e.at("cat"), at(e)});
            t.times[open[tid].back().name]++;
            continue;
        }
        assert_false(open[tid].empty());
        const Open o = open[tid].back();
        open[tid].pop_back();
        t.took[o.name] += at(e) - o.since;
        if (o.name == "wait" && !open[tid].empty() && open[tid].back().name == "pvm_recv")
            t.waited_in_recv += at(e) - o.since;
    }
}

const int first = 0x40002, second = 0x40003; /* t40001 is the console */

TEST(slices_are_sound)
{
    std::map<int, int> depth;
    std::map<int, Ns> last;
    int slices = 0;
    for (const json &e : events) {
        if (!of_task(e) || (e.at("ph") != "B" && e.at("ph") != "E"))
            continue;
        const int tid = e.at("tid");
        assert_true(at(e) >= last[tid]);
        last[tid] = at(e);
        depth[tid] += e.at("ph") == "B" ? 1 : -1;
        assert_true(depth[tid] >= 0);
        slices += e.at("ph") == "B";
    }
    assert_true(slices > 301);
    for (const auto &[tid, d] : depth)
        expectation("slices that never end", 0, d);
}

TEST(calls_take_what_the_machine_file_says)
{
    expectation("pvm_initsend = 10 us", 10000, totals[first].took["pvm_initsend"]);
    expectation("pvm_pkint = 5 us", 5000, totals[first].took["pvm_pkint"]);
    expectation("3 pvm_send = 3 * (PVM 25000 + native 14920 + 400 byte * 66)", 3 * 66320,
                totals[first].took["pvm_send"]);
    expectation("301 pvm_mytid = 301 * 1000", 301000, totals[first].took["pvm_mytid"]);
    expectation("pvm_recv = native 14920 + 10 byte * 66 + PVM 25000, and waiting", 40580,
                totals[first].took["pvm_recv"] - totals[first].waited_in_recv);
    expectation("3 pvm_recv = 3 * (native 14920 + 400 byte * 66 + PVM 25000), and waiting", 3 * 66320,
                totals[second].took["pvm_recv"] - totals[second].waited_in_recv);
    expectation("pvm_psend = initsend 10000 + pack 5000 + PVM 25000 + native 14920 + 10 byte * 66", 55580,
                totals[second].took["pvm_psend"]);
    expectation("usleep(1000)", 1000000, totals[second].took["sleeping"]);
}

/* Reading the clock after the barrier is no PVM call: it is 1 us of the program's own time. */
TEST(what_is_no_call_is_computing)
{
    expectation("computing = one reading of the clock", 1000, totals[first].took["computing"]);
}

TEST(group_calls_hide_what_they_call)
{
    for (int tid : {first, second}) {
        std::map<std::string, int> &times = totals[tid].times;
        expectation("pvm_joingroup", 1, times["pvm_joingroup"]);
        expectation("pvm_barrier", 1, times["pvm_barrier"]);
        expectation("pvm_exit", 1, times["pvm_exit"]);
        expectation("pvm_setsbuf inside group calls", 0, times["pvm_setsbuf"]);
        expectation("pvm_spawn of the server", 0, times["pvm_spawn"]);
    }
    expectation("pvm_recv of the second", 3, totals[second].times["pvm_recv"]);
}

TEST(every_arrow_has_two_ends)
{
    std::map<std::uint64_t, json> begun;
    std::map<std::pair<int, int>, Ns> bytes;
    int ended = 0;
    for (const json &e : events) {
        if (e.at("ph") == "s") {
            assert_true(begun.emplace(e.at("id"), e).second);
            const json &a = e.at("args");
            bytes[{a.at("from"), a.at("to")}] += a.at("bytes").get<Ns>();
        } else if (e.at("ph") == "f") {
            const auto s = begun.find(e.at("id"));
            assert_true(s != begun.end());
            assert_true(at(s->second) < at(e));
            assert_true(s->second.at("args").at("to") == e.at("tid"));
            ended++;
        }
    }
    expectation("arrows that end", static_cast<Ns>(begun.size()), ended);
    expectation("bytes from the first to the second = 3 * 100 ints * 4", 1200, bytes[{first, second}]);
    expectation("bytes back", 10, bytes[{second, first}]);
}

/* What the group servers sent over the T-Net or were sent [byte]. Each task starts a server on its cell; the later one
 * ends. */
Ns server_bytes_between_cells()
{
    std::map<int, int> nodes;
    Ns bytes = 0;
    for (const json &e : events)
        if (e.at("ph") == "i" && e.at("name") == "begins")
            nodes[e.at("tid")] = e.at("args").at("node");
    for (const json &e : events) {
        if (e.at("ph") != "s")
            continue;
        const int from = e.at("args").at("from"), to = e.at("args").at("to");
        if ((from > second || to > second) && nodes.at(from) != nodes.at(to))
            bytes += e.at("args").at("bytes").get<Ns>();
    }
    return bytes;
}

/* The arrow leaves from inside the slice of its call: the call ends when the message leaves, and the arrow begins a ns
 * earlier. */
TEST(arrows_hang_on_their_calls)
{
    std::set<Ns> ends;
    std::string open;
    for (const json &e : events) {
        if (!of_task(e) || e.at("tid") != first)
            continue;
        if (e.at("ph") == "B")
            open = e.at("name");
        else if (e.at("ph") == "E" && open == "pvm_send")
            ends.insert(at(e));
    }
    expectation("calls of pvm_send", 3, static_cast<Ns>(ends.size()));
    int hanging = 0;
    for (const json &e : events)
        if (e.at("ph") == "s" && e.at("args").at("to") == second && e.at("args").at("from") == first)
            hanging += static_cast<int>(ends.count(at(e) + 1));
    expectation("arrows that leave a nanosecond before the end of a pvm_send", 3, hanging);
}

TEST(networks_are_busy_for_as_long_as_bytes_pass)
{
    std::map<std::string, Ns> since, busy;
    std::map<std::string, int> level;
    for (const json &e : events) {
        if (e.at("ph") != "C")
            continue;
        const std::string name = e.at("name");
        busy[name] += level[name] * (at(e) - since[name]);
        since[name] = at(e);
        level[name] = e.at("args").at("in use");
        assert_true(level[name] >= 0);
    }
    expectation("T-Net link time = (1200 + 10 + the server's) byte * 40", (1210 + server_bytes_between_cells()) * 40,
                busy["T-Net links in use"]);
    assert_true(busy["B-Net in use"] > 0 && busy["host interface in use"] > 0);
    for (const auto &[name, l] : level)
        expectation(("at the end, " + name).c_str(), 0, l);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    std::ifstream file(argv[1]);
    const json whole = json::parse(file);
    if (whole.at("otherData").at("cells") != 2)
        return 2;
    events = whole.at("traceEvents");
    add_up();
    return run_all_tests(nullptr, nullptr);
}
