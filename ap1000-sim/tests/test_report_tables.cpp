/* test_report_tables.cpp - the tables of a report, and all numbers of the same report for programs: those of the master
 * and workers of verdict_story.hpp, derived by hand. */
#include "verdict_story.hpp"

using namespace ap1000;

namespace
{

const Provenance by{"1.0", {"master", "4"}, {{"--cells", "32", "x"}, {"--on", "host", "y"}}};

/* With one space between two words. */
std::string squeezed(const std::string &text)
{
    std::string out;
    for (char c : text)
        if (c != ' ' || out.empty() || out.back() != ' ')
            out += c;
    return out;
}

/* What stands in front of the verdict. */
TEST(tables_for_people)
{
    const std::string all = report_of(machine(), 1010, master_and_workers, {}, "", by);
    expectation("tables",
                R"-(ap1000: 3 tasks, 1.010 ms of simulated time, machine m with 32 cells
of: master 4
set: --cells 32 (x)
set: --on host (y)
)-"
                "computing costs nothing here: master was not compiled counted: cc master.c $(pkg-config --cflags "
                "--libs pvm3-counted), nor worker\n"
                R"-(
tasks life ms comp. % sleep % calls % wait % sent bytes received bytes
t40001 master (host) 1.010 0.0 0.0 5.0 95.0 0 0 1 400
t40002 worker (cell 0) 0.415 98.8 0.0 0.0 0.0 1 200 0 0
t40003 worker (cell 1) 0.810 46.9 0.0 0.0 52.5 2 430 1 200

calls of all tasks (wait in total) times total ms waiting ms mean us sent bytes received bytes
(outside calls) 0 0.000 0.000 0.000 3 630 2 600
pvm_exit 1 0.010 0.000 10.000 0 0 0 0
pvm_recv 1 0.900 0.900 900.000 0 0 0 0
pvm_spawn 1 0.100 0.060 100.000 0 0 0 0

t40001 master (host) times total ms waiting ms mean us sent bytes received bytes
 (outside calls) 0 0.000 0.000 0.000 0 0 1 400
 pvm_exit 1 0.010 0.000 10.000 0 0 0 0
 pvm_recv 1 0.900 0.900 900.000 0 0 0 0
 pvm_spawn 1 0.100 0.060 100.000 0 0 0 0

t40002 worker (cell 0) times total ms waiting ms mean us sent bytes received bytes
 (outside calls) 0 0.000 0.000 0.000 1 200 0 0

t40003 worker (cell 1) times total ms waiting ms mean us sent bytes received bytes
 (outside calls) 0 0.000 0.000 0.000 2 430 1 200

messages / bytes sent, from (row) to (column)
 t40001 t40002 t40003
t40001 . . .
t40002 . . 1 / 200
t40003 1 / 400 1 / 30 .
)-",
                squeezed(all.substr(0, all.find("\nverdict\n"))));
}

/* The lines that begin so, without what begins all of them; numbers that are 0 are left out. */
std::string lines_of(const std::string &text, const std::string &begin)
{
    std::istringstream in(text);
    std::string out;
    for (std::string line; std::getline(in, line);)
        if (line.compare(0, begin.size(), begin) == 0 && line.substr(line.find('\t')) != "\t0")
            out += line.substr(begin.size()).replace(line.find('\t') - begin.size(), 1, " ") + "\n";
    return out;
}

TEST(numbers_for_programs)
{
    const UsageTotals used{{{{Resource::tnet_links, 1}, 5},
                            {{Resource::bnet, 0}, 6},
                            {{Resource::host_interface, 0}, 7},
                            {{Resource::ethernet, 0}, 8},
                            {{Resource::ports, 3}, 9}},
                           {{0, 10}, {3, 11}}};
    const std::string all = report_of(machine(), 1010, master_and_workers, used, ".tsv", by);
    expectation("the head", "quantity\tvalue\nmachine\tm\ncells\t32\n", all.substr(0, 34));
    expectation("tasks.t40001.",
                "program master\n"
                "place host\n"
                "ended_ns 1010000\n"
                "waiting_ns 960000\n"
                "calls.outside.received.messages 1\n"
                "calls.outside.received.bytes 400\n"
                "calls.pvm_exit.times 1\n"
                "calls.pvm_exit.total_ns 10000\n"
                "calls.pvm_recv.times 1\n"
                "calls.pvm_recv.total_ns 900000\n"
                "calls.pvm_recv.waiting_ns 900000\n"
                "calls.pvm_spawn.times 1\n"
                "calls.pvm_spawn.total_ns 100000\n"
                "calls.pvm_spawn.waiting_ns 60000\n",
                lines_of(all, "tasks.t40001."));
    expectation("tasks.t40002.",
                "program worker\n"
                "place cell 0\n"
                "node 1\n"
                "began_ns 90000\n"
                "ended_ns 505000\n"
                "computing_ns 410000\n"
                "calls.outside.sent.messages 1\n"
                "calls.outside.sent.bytes 200\n",
                lines_of(all, "tasks.t40002."));
    expectation("tasks.t40003.",
                "program worker\n"
                "place cell 1\n"
                "node 2\n"
                "began_ns 95000\n"
                "ended_ns 905000\n"
                "computing_ns 380000\n"
                "waiting_ns 425000\n"
                "calls.outside.sent.messages 2\n"
                "calls.outside.sent.bytes 430\n"
                "calls.outside.received.messages 1\n"
                "calls.outside.received.bytes 200\n",
                lines_of(all, "tasks.t40003."));
    expectation("sent.",
                "t40002.t40003.messages 1\n"
                "t40002.t40003.bytes 200\n"
                "t40003.t40001.messages 1\n"
                "t40003.t40001.bytes 400\n"
                "t40003.t40002.messages 1\n"
                "t40003.t40002.bytes 30\n",
                lines_of(all, "sent."));
    expectation("critical_path.",
                "time_ns 1010000\n"
                "ends_with t40001\n"
                "parts_ns.computing.time_ns 790000\n"
                "parts_ns.software_host.time_ns 30000\n"
                "parts_ns.control.time_ns 60000\n"
                "parts_ns.control.count 1\n"
                "parts_ns.spawn.time_ns 10000\n"
                "parts_ns.spawn.count 1\n"
                "parts_ns.messages_tnet.time_ns 20000\n"
                "parts_ns.messages_tnet.count 1\n"
                "parts_ns.messages_tnet.bytes 200\n"
                "parts_ns.messages_host.time_ns 100000\n"
                "parts_ns.messages_host.count 1\n"
                "parts_ns.messages_host.bytes 400\n"
                "tasks_ns.t40001 90000\n"
                "tasks_ns.t40002 410000\n"
                "tasks_ns.t40003 380000\n"
                "calls_ns.outside 820000\n"
                "calls_ns.pvm_exit 10000\n"
                "calls_ns.pvm_recv 100000\n"
                "calls_ns.pvm_spawn 80000\n"
                "waits_for_ns.t40001.t40003 900000\n"
                "waits_for_ns.t40003.t40002 425000\n"
                "never_received.t40003.t40002.tag 7.messages 1\n"
                "never_received.t40003.t40002.tag 7.bytes 30\n"
                "open_waits 2\n",
                lines_of(all, "critical_path."));
    expectation("what_if.",
                "on_cell.time_ns 924700\n"
                "on_cell.at_best false\n"
                "on_cell.change --on cell, the tasks of the host on a cell\n"
                "on_cell.options --on cell\n"
                "host_path_twice.time_ns 960000\n"
                "host_path_twice.at_best false\n"
                "host_path_twice.change a host path twice as fast\n"
                "host_path_twice.options --set host_interface.latency_us=2.5,bnet.arbitration_us=0.35\n"
                "computing_free.time_ns 220000\n"
                "computing_free.at_best true\n"
                "computing_free.change computing at no cost\n"
                "computing_free.options --cpu none\n"
                "control_free.time_ns 940000\n"
                "control_free.at_best true\n"
                "control_free.change starting tasks and asking for lists at no cost\n"
                "control_free.options --set control.handle_us=0,control.spawn_us=0\n",
                lines_of(all, "what_if."));
    expectation("in_use_ns.",
                "tnet.cell 0 (0,0) x+ 5\n"
                "bnet.bus 6\n"
                "host_interface.0 7\n"
                "ethernet.wire 8\n"
                "ports.to cell0 9\n"
                "processors.the host 10\n"
                "processors.cell 2 11\n",
                lines_of(all, "in_use_ns."));
    expectation("made_by.",
                "version 1.0\n"
                "command.0 master\n"
                "command.1 4\n"
                "settings.0.option --cells\n"
                "settings.0.value 32\n"
                "settings.0.from x\n"
                "settings.1.option --on\n"
                "settings.1.value host\n"
                "settings.1.from y\n",
                lines_of(all, "made_by."));
    expectation("grid.", "0 8\n1 4\n", lines_of(all, "grid."));
    expectation("time_ns", " 1010000\n", lines_of(all, "time_ns"));
}

/* The same in JSON, with all its marks. */
TEST(json_for_programs)
{
    const std::string all = report_of(
        machine(), 5, [](Story s) { s.works(master, 1, "a\xff\xc3\xa9", 5); }, {}, ".json", by);
    expectation("its begin", "{\n \"machine\": \"m\",\n \"cells\": 32,\n \"grid\": [\n  8,\n  4\n ],",
                all.substr(0, 56));
    expectation("a name that is no UTF-8", 1, all.find("\"program\": \"a\\ufffd\\u00e9\"") != std::string::npos);
    expectation("no deadlock", 1, all.find("\"deadlock_ns\": null") != std::string::npos);
    expectation("its end", "]\n}\n", all.substr(all.size() - 4));
}

} // namespace

TEST_MAIN
