/* flow_engine.hpp - SimGrid, for a run in which its flow model says when messages arrive: between the cells of an
 * AP1000 (--tnet flow), or between the hosts of any platform file (a machine of kind simgrid).
 *
 * All other runs do without it: it is a library of its own (simgrid_flows.cpp), opened only where it is wanted, because
 * SimGrid and what it is linked with cost 30 ms of processor time at each start. Nothing here includes SimGrid. */
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ns.hpp"

namespace ap1000
{

/* A torus of cells, and the figures of its links. */
struct FlowTorus {
    int nx, ny;
    PsPerByte bandwidth; /* of a link [ps/byte] */
    Ns hop;              /* latency of a link [ns] */
};

/* A platform file of SimGrid. Its hosts are the nodes, in the order in which the file makes them. */
struct FlowPlatform {
    std::string file;
    std::int64_t model; /* enum flow_model */
};

/* How flows share links. CM02: latency + bytes / share of the bandwidth, and no more. LV08: with what SimGrid has
 * fitted to TCP: factors on both, an upper bound by the window, acknowledgements on the way back. */
enum flow_model : std::int64_t { flow_cm02, flow_lv08 };

struct FlowHost {
    std::string name;
    int cores;
    double speed; /* floating-point operations a second, of one core */
};

struct FlowLink {
    std::string name;
    double bandwidth; /* bytes a second */
};

class FlowEngine
{
  public:
    static constexpr Ns no_limit = INT64_MAX;

    virtual ~FlowEngine() = default;

    /* The nodes of the platform, or the cells of the torus: a node's number is its place here. */
    virtual const std::vector<FlowHost> &hosts() const = 0;

    /* The links of the platform, and those that a flow from node to node takes, by their places here. */
    virtual const std::vector<FlowLink> &links() const = 0;
    virtual std::vector<int> route(int from, int to) const = 0;

    /* Is there a way from node to node? Some platforms end the process instead of an answer. */
    virtual bool has_route(int from, int to) const = 0;

    /* Runs `first` until nothing happens any more. All others below are called from inside it. Throws what `first`
     * throws; std::runtime_error if the platform has turned the first host off. */
    virtual void run(std::function<void()> first) = 0;

    /* Flows that are still under way are forgotten. */
    virtual void end() = 0;

    /* SimGrid's clock, rounded to the nearest nanosecond; and moving it along. */
    virtual Ns now() const = 0;
    virtual void sleep_until(Ns t) = 0;

    /* Waits for a ring; false: its clock has come to `until` first. Rings are counted, none is lost. Throws
     * std::runtime_error if a flow has failed, since the platform has turned off what it needs. */
    virtual bool await_ring(Ns until) = 0;
    virtual void ring() = 0;

    /* A flow of so many bytes from node to node begins now. `arrived` is called when its last byte has come. Throws
     * std::runtime_error if there is no route. */
    virtual void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) = 0;
};

/* Opens the library and makes its engine, of which a process can have only one. Throws std::runtime_error with one
 * line that says why that cannot be. */
std::unique_ptr<FlowEngine> open_flow_engine(const std::string &library, const FlowTorus &torus);
std::unique_ptr<FlowEngine> open_flow_engine(const std::string &library, const FlowPlatform &platform);

/* What the library exports: makes the engine of one of the two; the other is nullptr. version: of the one who asks
 * (AP1000_VERSION); if it is not the library's own, the result is nullptr. Throws std::exception if SimGrid refuses the
 * platform; some mistakes in its file end the process, with SimGrid's words on stderr. */
using MakeFlowEngine = FlowEngine *(const char *version, const FlowTorus *torus, const FlowPlatform *platform);
constexpr char make_flow_engine_name[] = "ap1000_make_flow_engine";

} // namespace ap1000
