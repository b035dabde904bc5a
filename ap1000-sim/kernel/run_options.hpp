/* run_options.hpp - what a run is: its program, how the machine ends, and the user's other choices. */
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/flow_engine.hpp"
#include "kernel/jitter.hpp"
#include "kernel/program.hpp"
#include "kernel/run_observer.hpp"
#include "kernel/terminal.hpp"

namespace ap1000
{

constexpr int exit_deadlock = 86;
constexpr int end_of_time_years = 100; /* of simulated time; an Ns can hold 292 */
constexpr Ns end_of_time = Ns{end_of_time_years} * 365 * 86400 * 1000000000;

/* How many tasks a machine of so many nodes can have at a time. */
constexpr std::uint32_t most_tasks(int nodes)
{
    constexpr std::uint32_t least = 4096, beside_one_on_each = 1024;
    const std::uint32_t all = static_cast<std::uint32_t>(nodes) + beside_one_on_each;
    return all > least ? all : least;
}

struct RunOptions {
    enum class Kind {
        serve, /* a private machine of a program that already runs, the master */
        run,   /* `ap1000 run`: starts `program`, on the host or a cell, or `copies` of it on the cells */
        up     /* stays until it is told to end */
    };
    Kind kind = Kind::run;
    Program program;
    bool on_cell = false;
    int copies = 0;
    std::shared_ptr<FlowEngine> flows; /* the T-Net is SimGrid's flow model; empty: it is our own */
    bool hardware = false;             /* PVM's collectives use the B-Net and the S-Net where they can */
    int barrier = 0;                   /* enum barrier_algorithm (barriers.h), for frozen groups */
    Jitter jitter{0, 0};
    int clock_percent = 100;               /* how fast the clocks go that programs read (machine.h) */
    bool only_counted = false;             /* a program that was not compiled counted is refused */
    bool paper_limits = false;             /* control/limits.hpp */
    bool quiet = false;                    /* no word about choices that had no effect (unused_choices.hpp) */
    int processors = 1;                    /* of this computer; with more than one, tasks may run ahead */
    std::string own_folder;                /* the folder of the servers (pvmgs) */
    std::shared_ptr<RunObserver> observer; /* watches the run; empty: nobody does */
    std::shared_ptr<Terminal> terminal;    /* of whoever has started a machine that stays; empty: none, or not needed */
};

} // namespace ap1000
