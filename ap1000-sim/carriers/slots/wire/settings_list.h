/* settings_list.h - every setting that the environment may hold: the one list of them. settings.c knows by it what is a
 * setting, the command makes its options and `ap1000 --help` of it, a test holds README.md and the manual page to it.
 *
 * SETTING(VARIABLE, OPTION, VALUE, USE, HELP)
 *   OPTION  of the command: the same setting; "" if there is none.
 *   VALUE   what is given, as the help calls it: its form or its unit. Of a flag: what its variable is given.
 *   USE     FOR_MACHINE: it says what a new machine is to be, or what is written down of it; a program that joins a
 *           machine which is up does not hear it, and is told so. FOR_COMPUTER: the same, but no result depends on it,
 *           and nothing is said. FOR_ALL: every program hears it. FOR_US: the system's parts tell each other, or tests
 *           tell them.
 *   HELP    of the option, in lines. Its first word is small, it has no point at its end.
 */
#ifndef SETTINGS_LIST_H
#define SETTINGS_LIST_H

#include "carriers/slots/wire/carrier.h"

#define SETTINGS(SETTING)                                                                                              \
    SETTING("AP1000_CELLS", "--cells", "N", FOR_MACHINE,                                                               \
            "number of cells, 1..65536 (the most square grid), or of workstations, 1..100, or of nodes;\n"             \
            "default: as the machine file says")                                                                       \
    SETTING("AP1000_GRID", "--grid", "XxY", FOR_MACHINE, "the cells as columns x rows, for example 16x8")              \
    SETTING("AP1000_MACHINE", "--machine", "FILE", FOR_MACHINE,                                                        \
            "machine file: ap1000 (default), workstations, pc-cluster, beowulf, rwc-cluster, nt-cluster, fat-tree,\n"  \
            "dragonfly, or a path")                                                                                    \
    SETTING("AP1000_SET", "--set", "PART.NAME=VALUE", FOR_MACHINE,                                                     \
            "a number of the machine file for this run, as tnet.link_mb_per_s=100; may be given several times, or "    \
            "with commas")                                                                                             \
    SETTING("AP1000_TNET", "--tnet", "MODEL", FOR_MACHINE,                                                             \
            "model of the T-Net: wormhole (default), or flow (SimGrid's, to compare)")                                 \
    SETTING("AP1000_CPU", "--cpu", "POLICY", FOR_MACHINE,                                                              \
            "what a task's own computing costs: none, or measured[:FACTOR]")                                           \
    SETTING("AP1000_HARDWARE", "--hardware-collectives", "1", FOR_MACHINE,                                             \
            "PVM's multicast over the B-Net and its barrier over the S-Net where a group is the whole machine; "       \
            "default: no")                                                                                             \
    SETTING("AP1000_PROCESSORS", "--processors", "N", FOR_COMPUTER,                                                    \
            "of this computer that the run may use, or all: with more than one, tasks that wait for a message of one " \
            "sender\n"                                                                                                 \
            "run ahead of simulated time, as processes; results are the same; default all for processes")              \
    SETTING("AP1000_BARRIER", "--barrier", "ALGORITHM", FOR_MACHINE, "how pvm_barrier works in frozen groups")         \
    SETTING("AP1000_TASKS", "--tasks", "WAY", FOR_COMPUTER,                                                            \
            "how tasks run: auto (default: in the simulator if the first program can, which is cheaper; --report "     \
            "says\n"                                                                                                   \
            "which programs do not, and why), process (each is one, on all processors), or inprocess (as auto, and "   \
            "said at once)")                                                                                           \
    SETTING("AP1000_LIMITS", "--limits", "paper", FOR_MACHINE,                                                         \
            "only what the original PVM/AP1000 could do; default none")                                                \
    SETTING("AP1000_PATIENCE", "--patience", "SECONDS", FOR_MACHINE,                                                   \
            "a task that computes for so much processor time without a call of PVM is named, and the others go on,\n"  \
            "at most as fast as real time; default 30")                                                                \
    SETTING("AP1000_ON", "--on", "PLACE", FOR_MACHINE, "where the program itself runs: host or cell; default host")    \
    SETTING("AP1000_TRACE", "--trace", "FILE", FOR_MACHINE,                                                            \
            "write what happens to this file, as a Chrome/Perfetto trace (JSON); compressed if its name ends in .gz")  \
    SETTING("AP1000_TRACE_FROM", "--trace-from", "TIME", FOR_MACHINE,                                                  \
            "the trace begins at this simulated time: a number with ns, us, ms or s, as 12.5ms; default 0s")           \
    SETTING("AP1000_TRACE_TO", "--trace-to", "TIME", FOR_MACHINE, "and ends at this one; default: with the run")       \
    SETTING("AP1000_TRACE_TASKS", "--trace-tasks", "LIST", FOR_MACHINE,                                                \
            "only these tasks and the messages between them: tids or places, with commas and ranges,\n"                \
            "as t40001,t40003-t40008 or host,cell0-cell7; default: all")                                               \
    SETTING("AP1000_REPORT", "--report", "FILE", FOR_MACHINE,                                                          \
            "at the end, counts and times per task and per call, and who sent how much to whom: on stderr, or to the " \
            "file of --report=FILE;\n"                                                                                 \
            "at its end what the time went into and what a change would bring; for programs if FILE ends in .json or " \
            ".tsv")                                                                                                    \
    SETTING("AP1000_NAME", "--name", "NAME", FOR_ALL,                                                                  \
            "of the machine that `ap1000 up` starts, and that programs, down, ps and console look for; none: a "       \
            "program gets a machine of its own")                                                                       \
    SETTING("AP1000_TIME", "", "real", FOR_ALL, "a program sees the real clock; default simulated")                    \
    SETTING("AP1000_LOG", "", "CATEGORIES", FOR_COMPUTER,                                                              \
            "lines on stderr that say what the simulator does: turns, clock, messages, control, ahead, tnet, or all")  \
    SETTING("AP1000_MACHINE_PATH", "", "FOLDER", FOR_ALL, "a folder with more machine files")                          \
    SETTING("AP1000_COMMAND", "", "", FOR_US, "the command that a program starts its own machine by")                  \
    SETTING("AP1000_PLOT_PATH", "", "", FOR_US, "where the scripts of figures lie")                                    \
    SETTING("AP1000_VIEW_PATH", "", "", FOR_US, "where the page of `view` lies")                                       \
    SETTING("AP1000_SERVERS", "", "", FOR_US, "where pvmgs lies")                                                      \
    SETTING("AP1000_CLUSTER", "", "", FOR_US, "the daemon of a real node, which a program joins")                      \
    SETTING("AP1000_PVMGS", "", "", FOR_US, "the pvmgs of a real cluster: pvmnode looks for it")                       \
    SETTING("AP1000_TASK_LIBRARY", "", "", FOR_US, "the library of tasks in process")                                  \
    SETTING("AP1000_FLOW_LIBRARY", "", "", FOR_US, "the library of SimGrid's flows")                                   \
    SETTING("AP1000_MAPPINGS", "", "", FOR_US, "how many mappings copies of programs may have for themselves")         \
    SETTING("AP1000_PRELOAD", "", "", FOR_US, "what LD_PRELOAD was before the command began anew without libpvm3")     \
    SETTING("AP1000_NODE", "", "", FOR_US, "number and name of a task's node")                                         \
    SETTING(CARRIER_ENV_SOCKET, "", "", FOR_US, "the machine of a task")                                               \
    SETTING(CARRIER_ENV_TICKET, "", "", FOR_US, "which task it is")                                                    \
    SETTING(CARRIER_ENV_CLOCK, "", "", FOR_US, "its clock")

#endif
