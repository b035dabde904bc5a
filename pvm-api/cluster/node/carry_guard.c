/* carry_guard.c - ends a daemon whose engine does not return. Open MPI 4.1 has been seen to look for ever at a
 * connection whose other rank had died; the node is then lost, but nobody may wait for it, and the others are told.
 *
 * What counts is the processor time of this thread, so that nobody is ended because the computer is busy, or he is
 * being debugged. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cluster/node/carry_state.h"

#define MOST_S 3                     /* of processor time without a turn of the loop */
#define AGAIN_NS INT64_C(1000000000) /* between two times that it is wound up */

static char line[256];

static void on_expired(int number)
{
    (void)!write(STDERR_FILENO, line, strlen(line));
    _exit(1);
}

void carry_guard_open(const struct node *n)
{
    struct carrier *c = n->carrier;
    struct sigaction act = {.sa_handler = on_expired};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGVTALRM};
    (void)snprintf(line, sizeof line, "pvmnode: %s: %s has not returned from a call for %d s; this node ends\n",
                   n->name, c->ops->name, MOST_S);
    c->guarded = sigaction(SIGVTALRM, &act, NULL) == 0 && timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &c->guard) == 0;
}

void carry_guard_turn(struct carrier *c, mach_ns now)
{
    static const struct itimerspec span = {.it_value = {MOST_S, 0}};
    if (!c->guarded || now < c->guard_again_ns)
        return;
    (void)timer_settime(c->guard, 0, &span, NULL);
    c->guard_again_ns = now + AGAIN_NS;
}

void carry_turns_end(struct node *n)
{
    if (n->carrier->guarded)
        (void)timer_delete(n->carrier->guard);
    n->carrier->guarded = false;
}
