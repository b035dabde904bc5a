/* slow_end.c - loaded before libpvm3 3.4.6 (cc.sh): tasks are killed too late, and pvm_exit is so slow that PVM's
 * daemon has hung up before what has come meanwhile is looked at. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/select.h>
#include <time.h>

static int ends;
int pvm_kill(int tid)
{
    return tid * 0;
}
int pvm_exit(void)
{
    ends = 1;
    return ((int (*)(void))dlsym(RTLD_NEXT, "pvm_exit"))();
}
int select(int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *span)
{
    const struct timespec while_others = {0, ends * 50000000};
    ((int (*)(const struct timespec *, void *))dlsym(RTLD_NEXT, "nanosleep"))(&while_others, NULL);
    return ((int (*)(int, fd_set *, fd_set *, fd_set *, struct timeval *))dlsym(RTLD_NEXT, "select"))(n, in, out, other,
                                                                                                      span);
}
