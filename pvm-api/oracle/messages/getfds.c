/* getfds.c - pvm_getfds, and select on its descriptor: it is ready while there is a message that no call has read
 * in. */
#include <sys/select.h>
#include <sys/time.h>

#include "oracle.h"

static int fd;

/* With a pipe that nobody writes into, or 0. */
static void look(const char *when, int other, int ms)
{
    struct timeval span = {ms / 1000, ms % 1000 * 1000};
    fd_set r, w;
    FD_ZERO(&r);
    FD_ZERO(&w);
    FD_SET(fd, &r);
    if (other > 0)
        FD_SET(other, &r);
    int n = select((fd > other ? fd : other) + 1, &r, &w, NULL, ms < 0 ? NULL : &span);
    say("%s: %d ready, messages %d, the other %d", when, n, FD_ISSET(fd, &r) != 0,
        other > 0 && FD_ISSET(other, &r) != 0);
}

static void child(void)
{
    pvm_recv(pvm_parent(), 1);
    tell(pvm_parent(), 2, 5);
    pvm_recv(pvm_parent(), 1);
    usleep(50000);
    tell(pvm_parent(), 2, 6);
    CODE(pvm_exit());
}

static void waits(void)
{
    int *fds = NULL, *again = NULL, other[2];
    CODE(pvm_setopt(PvmRoute, PvmDontRoute), pvm_getfds(&fds), pvm_getfds(&again));
    fd = fds[0];
    SHOW(fd > 2, again[0] == fd);
    if (pipe(other) != 0)
        exit(1);
    look("at the start", 0, 0);
    look("and with a pipe", other[0], 0);
    int tid = start("child");
    tell(tid, 1, 0);
    look("until it says something", 0, -1);
    look("it is still there", 0, 0);
    SIGN(pvm_probe(-1, 2));
    look("it is known", other[0], 0);
    SIGN(pvm_nrecv(-1, 2));
    look("it is taken", 0, 20);
    tell(tid, 1, 0);
    look("until it says something more, or the pipe", other[0], -1);
    SIGN(pvm_nrecv(tid, 2));
    if (write(other[1], "x", 1) != 1)
        exit(1);
    look("the pipe", other[0], -1);
}

ROLES({"child", child, BARE});
PARTS(waits);
