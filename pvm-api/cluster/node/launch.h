/* launch.h - a run that mpirun or srun starts: one pvmnode on each node, which get to know each other by an MPI. */
#pragma once

#include "cluster/node/host.h"

/* What the user has said, and the environment. */
struct settings {
    const char *hosts, *rsh, *mpi, *interface, *name, *trace, *report;
    char **start_words; /* the words of rsh; at the end NULL */
    int ports[2];       /* 0, 0: any */
    int copies, patience_s, arena_mb;
    mach_ns look_ns;
    bool polls;
    bool all; /* hosts must come */
    bool up, ends_with_master, by_slot;
    enum encrypt encrypts;
    char **argv;
};

/* Returns the name of the MPI that has started this process with others ("openmpi", "mpich", or what --mpi says), or
 * NULL if none has. */
const char *launch_mpi(const struct settings *s);

/* Returns true, after a line of the first of them, if srun has started several that cannot find each other. */
bool launch_alone(const struct settings *s);

/* The whole life of one of them. Returns the exit code. */
int launch_run(struct node *n, const struct settings *s, const char *mpi);

/* host_begin.c: sets the machine's clock, draws the secret, and takes over what the user has said; on node 0. */
bool host_begin(struct node *n, const struct settings *s);
