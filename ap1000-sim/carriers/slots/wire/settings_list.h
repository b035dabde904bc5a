/* settings_list.h - the one list of all settings that the environment may hold. settings.c reads it to know the
 * settings, the command makes its options and `ap1000 --help` from it, and a test compares USING.md and the manual
 * page with it.
 *
 * SETTING(VARIABLE, OPTION, VALUE, USE, HELP)
 *   OPTION  The option of the command that is the same setting; "" if there is none.
 *   VALUE   The value as the help names it: its form or its unit. For a flag, the value of its variable.
 *   USE     FOR_MACHINE: the setting describes a new machine or its records; a program that joins a machine which is
 *           already up cannot use it, and is told so. FOR_COMPUTER: the same, but no result depends on it,
 *           and nothing is said. FOR_ALL: it applies to every program. FOR_US: parts of the system, or tests, use it
 *           among themselves.
 *   HELP    The text of the option, in lines. It begins with a small letter and has no full stop at its end.
 */
#pragma once

#include "carriers/slots/wire/carrier.h"

#define SETTINGS(SETTING)                                                                                              \
    SETTING("AP1000_CELLS", "--cells", "N", FOR_MACHINE,                                                               \
            "number of cells, 1..65536 (in the most square grid), of workstations, 1..100, or of nodes;\n"             \
            "default: the number in the machine file")                                                                 \
    SETTING("AP1000_GRID", "--grid", "XxY", FOR_MACHINE, "the cells as columns x rows, for example 16x8")              \
    SETTING("AP1000_MACHINE", "--machine", "FILE", FOR_MACHINE,                                                        \
            "machine file: ap1000 (default), workstations, pc-cluster, beowulf, rwc-cluster, nt-cluster, fat-tree,\n"  \
            "dragonfly, or a path")                                                                                    \
    SETTING("AP1000_SET", "--set", "PART.NAME=VALUE", FOR_MACHINE,                                                     \
            "change a number of the machine file for this run, for example tnet.link_mb_per_s=100; may be given\n"     \
            "several times, or with commas")                                                                           \
    SETTING("AP1000_TNET", "--tnet", "MODEL", FOR_MACHINE,                                                             \
            "model of the T-Net: wormhole (default), or flow (SimGrid's, for comparison)")                             \
    SETTING("AP1000_CPU", "--cpu", "POLICY", FOR_MACHINE,                                                              \
            "what a task's own computing costs: auto (default: what was compiled counted is charged by the machine\n"  \
            "file's processor; else nothing), none, counted (auto, but says so of a program that was not compiled\n"   \
            "counted), or measured[:FACTOR|:auto] (the processor time of this computer)")                              \
    SETTING("AP1000_HARDWARE", "--hardware-collectives", "1", FOR_MACHINE,                                             \
            "use the B-Net for PVM's multicast and the S-Net for its barrier if a group is the whole machine; "        \
            "default: no")                                                                                             \
    SETTING(                                                                                                           \
        "AP1000_PROCESSORS", "--processors", "N", FOR_COMPUTER,                                                        \
        "number of this computer's processors that the run may use, or all; tasks are then processes, and with more\n" \
        "than one processor those that wait for a message of one sender run ahead of simulated time; results are "     \
        "the\n"                                                                                                        \
        "same; default: all for processes")                                                                            \
    SETTING("AP1000_JITTER", "--jitter", "MEAN", FOR_MACHINE,                                                          \
            "hold each message back for a time drawn at random, with this mean: a number with ns, us, ms or s;\n"      \
            "the order within a pair of tasks stays, and a real machine could have had each such run; default: none")  \
    SETTING("AP1000_SEED", "--seed", "N", FOR_MACHINE, "other random times for --jitter; default 1")                   \
    SETTING("AP1000_BARRIER", "--barrier", "ALGORITHM", FOR_MACHINE, "how pvm_barrier works in frozen groups")         \
    SETTING(                                                                                                           \
        "AP1000_TASKS", "--tasks", "WAY", FOR_COMPUTER,                                                                \
        "how tasks run: auto (default: in the simulator if the first program can, which costs less; --report says\n"   \
        "which programs cannot, and why), process (each task is a process, on all processors), or inprocess (like\n"   \
        "auto, but says at once which programs cannot)")                                                               \
    SETTING("AP1000_LIMITS", "--limits", "paper", FOR_MACHINE,                                                         \
            "allow only what the original PVM/AP1000 could do; default: none")                                         \
    SETTING("AP1000_PATIENCE", "--patience", "SECONDS", FOR_MACHINE,                                                   \
            "name a task that computes for this much processor time without a PVM call; the others then go on,\n"      \
            "at most as fast as real time; default 30")                                                                \
    SETTING("AP1000_ON", "--on", "PLACE", FOR_MACHINE, "where the program itself runs: host or cell; default host")    \
    SETTING(                                                                                                           \
        "AP1000_TRACE", "--trace", "FILE", FOR_MACHINE,                                                                \
        "write a trace of the run to this file (JSON for Chrome and Perfetto); compressed if its name ends in .gz")    \
    SETTING("AP1000_TRACE_FROM", "--trace-from", "TIME", FOR_MACHINE,                                                  \
            "begin the trace at this simulated time: a number with ns, us, ms or s, for example 12.5ms; default 0s")   \
    SETTING("AP1000_TRACE_TO", "--trace-to", "TIME", FOR_MACHINE,                                                      \
            "end the trace at this simulated time; default: the end of the run")                                       \
    SETTING("AP1000_TRACE_TASKS", "--trace-tasks", "LIST", FOR_MACHINE,                                                \
            "trace only these tasks and the messages between them: tids or places, with commas and ranges,\n"          \
            "for example t40001,t40003-t40008 or host,cell0-cell7; default: all")                                      \
    SETTING(                                                                                                           \
        "AP1000_REPORT", "--report", "FILE", FOR_MACHINE,                                                              \
        "at the end, report counts and times per task and per call, who sent how much to whom, what the time was\n"    \
        "spent on, and what a change would save: on stderr, or in the file of --report=FILE (for programs if FILE\n"   \
        "ends in .json, .tsv or .csv)")                                                                                \
    SETTING("AP1000_REPORT_FROM", "--report-from", "MOMENT", FOR_MACHINE,                                              \
            "report only from here on: a time (12.5ms), barrier:3 (the first task leaves its third pvm_barrier),\n"    \
            "pvm_recv:10 (the first task comes to its tenth pvm_recv), or a region that the program names\n"           \
            "(pvmsim_region); of a region, up to the next one")                                                        \
    SETTING("AP1000_REPORT_TO", "--report-to", "MOMENT", FOR_MACHINE, "report only up to here, likewise")              \
    SETTING(                                                                                                           \
        "AP1000_NAME", "--name", "NAME", FOR_ALL,                                                                      \
        "name of the machine that `ap1000 up` starts, and that programs, down, ps and console look for; with none, "   \
        "a program gets a machine of its own")                                                                         \
    SETTING("AP1000_TIME", "", "real", FOR_ALL, "programs see the real clock; default: simulated")                     \
    SETTING("AP1000_LOG", "", "CATEGORIES", FOR_COMPUTER,                                                              \
            "log on stderr what the simulator does: turns, clock, messages, control, ahead, tnet, or all")             \
    SETTING("AP1000_MACHINE_PATH", "", "FOLDER", FOR_ALL, "a folder with more machine files")                          \
    SETTING("AP1000_COMMAND", "", "", FOR_US, "the command with which a program starts its own machine")               \
    SETTING("AP1000_PLOT_PATH", "", "", FOR_US, "the folder of the scripts of figures")                                \
    SETTING("AP1000_VIEW_PATH", "", "", FOR_US, "the folder of the page of `view`")                                    \
    SETTING("AP1000_SERVERS", "", "", FOR_US, "the folder of pvmgs")                                                   \
    SETTING("AP1000_CLUSTER", "", "", FOR_US, "the daemon of a real node, which a program joins")                      \
    SETTING("AP1000_PVMGS", "", "", FOR_US, "the pvmgs of a real cluster; pvmnode looks for it")                       \
    SETTING("AP1000_TASK_LIBRARY", "", "", FOR_US, "the library of tasks in process")                                  \
    SETTING("AP1000_FLOW_LIBRARY", "", "", FOR_US, "the library of SimGrid's flows")                                   \
    SETTING("AP1000_CLOCK_PERCENT", "", "", FOR_US, "how fast the clocks of programs go, of simulated time")           \
    SETTING("AP1000_TURNS", "", "", FOR_US, "elsewhere: every turn of a task in process is in a thread of its own")    \
    SETTING("AP1000_MAPPINGS", "", "", FOR_US, "how many mappings copies of programs may have for themselves")         \
    SETTING("AP1000_PRELOAD", "", "", FOR_US, "LD_PRELOAD as it was before the command started again without libpvm3") \
    SETTING("AP1000_NODE", "", "", FOR_US, "number and name of a task's node")                                         \
    SETTING(CARRIER_ENV_SOCKET, "", "", FOR_US, "the machine of a task")                                               \
    SETTING(CARRIER_ENV_TICKET, "", "", FOR_US, "the ticket that tells which task a process is")                       \
    SETTING(CARRIER_ENV_CLOCK, "", "", FOR_US, "the clock of a task")
