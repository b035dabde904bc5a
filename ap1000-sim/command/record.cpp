/* record.cpp - `ap1000 record`: the trace and the report of a run on real computers, of the records on stdin. pvmrun
 * calls it at the end of a run with --trace or --report; nobody else needs to. */
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "command/commands.hpp"
#include "command/provenance_of.hpp"
#include "observe/real_run.hpp"
#include "observe/trace_json.hpp"
#include "observe/trace_recorder.hpp"
#include "observe/trace_report.hpp"

namespace ap1000
{
namespace
{

std::string all_of(std::FILE *in)
{
    std::string all;
    std::vector<char> piece(1 << 20);
    for (std::size_t n; (n = std::fread(piece.data(), 1, piece.size(), in)) > 0;)
        all.append(piece.data(), n);
    return all;
}

/* A report uses no number of a machine but how many nodes there are. */
Parameters real_machine(int nodes)
{
    Parameters p{};
    for (const MachineKind *kind : machine_kinds())
        if (std::string(kind->name) == "cluster")
            set_kind(p, *kind);
    p.name = "cluster";
    p.grid = {nodes, 1};
    return p;
}

} // namespace

int record(const Settings &s)
{
    RealRun run(all_of(stdin));
    const Parameters p = real_machine(std::max(run.nodes(), s.nodes));
    Provenance by;
    by.version = version_and_commit();
    by.command = s.command;
    by.settings = {{"time", "real", "pvmrun"}};
    std::vector<std::unique_ptr<TraceSink>> sinks;
    if (!s.trace.empty())
        sinks.push_back(std::make_unique<TraceJson>(s.trace, p, by));
    if (!s.report.empty())
        sinks.push_back(std::make_unique<TraceReport>(s.report, p, by));
    TraceRecorder recorder(std::move(sinks));
    run.tell(recorder);
    return recorder.is_whole() ? 0 : exit_machine;
}

} // namespace ap1000
