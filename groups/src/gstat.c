/* gstat.c - the names beside those of pvm3.h that pvm_gstat and pvmgroups of PVM 3.4.6 use, so that Debian's
 * executables run. These programs send the server the requests that have no body (protocol.h), in the context of
 * groups. */
#include <sys/time.h>

#include "client.h"
#include "pvm3.h"

/* How long those programs wait for an answer: NULL, for ever. */
extern struct timeval *const pvmgs_tmout;
GRP_PUBLIC struct timeval *const pvmgs_tmout = NULL;

/* Returns the tid of the group server, which is started if there is none; or PvmSysErr or PvmNoMem. It takes no
 * argument: the original declares two, but its callers pass none. */
int gs_getgstid(void);

GRP_PUBLIC int gs_getgstid(void)
{
    return grp_server_tid();
}
