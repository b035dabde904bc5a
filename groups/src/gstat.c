/* gstat.c - what pvm_gstat and pvmgroups of PVM 3.4.6 link beside pvm3.h, so that Debian's executables run. They send
 * the server the requests without a body (protocol.h) in the context of groups. */
#include <sys/time.h>

#include "client.h"
#include "pvm3.h"

/* How long they wait for the answer: for ever. */
extern struct timeval *const pvmgs_tmout;
GRP_PUBLIC struct timeval *const pvmgs_tmout = NULL;

/* The tid of the group server, which is started if there is none. PvmSysErr, PvmNoMem. Takes no argument: the
 * original's declares two, but its callers pass none. */
int gs_getgstid(void);

GRP_PUBLIC int gs_getgstid(void)
{
    return grp_server_tid();
}
