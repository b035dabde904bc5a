/* plot_data.hpp - a trace file made into what two figures need: which task does what when, and who sent how much to
 * whom. Reads one event at a time: memory grows with tasks and messages under way, not with the length of the run. */
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "command/trace_path.hpp"
#include "observe/trace_window.hpp"

namespace ap1000
{

/* What a column of a task's row in the figure may show. */
enum PlotState {
    plot_computing,
    plot_call,
    plot_wait_message,
    plot_wait_barrier, /* on the S-Net, or for a message inside a call that is a barrier */
    plot_wait_host,
    plot_wait_processor,
    plot_sleeping,
    plot_states
};

/* The state in a slice that the event begins inside the call `within` ("": none). */
PlotState state_of(const nlohmann::json &e, const std::string &within);

struct PlotTask {
    int tid = 0;
    std::string name;
    bool server = false; /* a group server */
};

struct PlotRun { /* a stretch of columns with the same state */
    std::size_t row;
    Ns from, to;
    PlotState state;
};

struct PlotMessage {
    std::size_t from_row, to_row;
    Ns sent, accepted;
};

struct PlotData {
    std::vector<PlotTask> tasks; /* in the order of the rows */
    std::size_t idle_tasks = 0,
                servers = 0; /* left out: they do nothing here; these are not wanted either, or have no messages */
    Ns from = 0, end = 0;
    bool is_real = false; /* the times are those of real computers */
    std::vector<PlotRun> runs;
    std::vector<PlotMessage>
        messages; /* one in `every` of those that were accepted, chosen by a hash of their number */
    std::int64_t all_messages = 0, every = 1;
    std::vector<PathLeg> path;                       /* the critical path, */
    std::array<Ns, plot_states + 1> on_path{};       /* and what its time goes into; the last: messages, starts */
    std::vector<std::pair<std::string, Ns>> regions; /* and when they begin (pvmsim_region) */
    std::map<std::pair<std::size_t, std::size_t>, std::int64_t> bytes, counts; /* by row of sender and receiver */
};

struct PlotWanted {
    TraceWindow window;
    bool servers = true; /* the group servers too */
};

/* columns: how finely time is cut; a column shows what filled most of it. most_messages: how many lines a figure bears.
 * Throws std::runtime_error with one line that names the file: it cannot be read, or is no trace of ours. */
PlotData read_trace(const std::string &path, const PlotWanted &wanted, std::size_t columns, std::size_t most_messages);

/* As view/data.js wants it: columns are base64 of little-endian numbers, times in ns. Memory grows with the part of the
 * trace that is wanted. grows: as of for_each_event. Throws std::runtime_error with one line that names the file. */
nlohmann::json read_view(const std::string &path, const PlotWanted &wanted, const std::string &title, bool *grows);

} // namespace ap1000
