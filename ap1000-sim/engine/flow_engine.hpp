/* flow_engine.hpp - SimGrid, for a run in which its flow model says when messages between cells arrive (--tnet flow).
 *
 * All other runs do without it: it is a library of its own (simgrid_flows.cpp), opened only where it is wanted, because
 * SimGrid and what it is linked with cost 30 ms of processor time at each start. Nothing here includes SimGrid.
 */
#ifndef AP1000_FLOW_ENGINE_HPP
#define AP1000_FLOW_ENGINE_HPP

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "ns.hpp"

namespace ap1000
{

/* A torus of cells, and the figures of its links. */
struct FlowTorus {
    int nx, ny;
    PsPerByte bandwidth; /* of a link [ps/byte] */
    Ns hop;              /* latency of a link [ns] */
};

class FlowEngine
{
  public:
    static constexpr Ns no_limit = INT64_MAX;

    virtual ~FlowEngine() = default;

    /* Runs `first` until nothing happens any more. All others are called from inside it. */
    virtual void run(std::function<void()> first) = 0;

    /* Flows that are still under way are forgotten. */
    virtual void end() = 0;

    /* Its clock, rounded to the nearest nanosecond; and moving it along. */
    virtual Ns now() const = 0;
    virtual void sleep_until(Ns t) = 0;

    /* Waits for a ring; false: its clock has come to `until` first. Rings are counted, none is lost. */
    virtual bool await_ring(Ns until) = 0;
    virtual void ring() = 0;

    /* A flow of so many bytes from cell to cell begins now. `arrived` is called when its last byte has come. */
    virtual void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) = 0;
};

/* Opens the library and makes its engine, of which a process can have only one. Throws std::runtime_error with one
 * line that says why that cannot be. */
std::unique_ptr<FlowEngine> open_flow_engine(const std::string &library, const FlowTorus &torus);

/* What the library exports: makes the engine. version: of the one who asks (AP1000_VERSION); if it is not the library's
 * own, the result is nullptr. */
using MakeFlowEngine = FlowEngine *(const char *version, const FlowTorus *torus);
constexpr char make_flow_engine_name[] = "ap1000_make_flow_engine";

} // namespace ap1000

#endif
