/* waiting.c - waiting for files by number: poll and select. libpvm3's own wait in simulated time if a time is given;
 * here they get the simulator's files in the place of the task's. Without a time a task waits in real time. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

/* What stands for what is printed: it always takes more. */
static int always_ready(void)
{
    static int nothing = -1;
    if (nothing < 0)
        nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    return nothing;
}

/* The simulator's file for an entry, with what may be asked of it. */
static struct pollfd real_one(const struct pollfd *p)
{
    const struct inprocess_descriptor *e = inprocess_descriptor_of(p->fd);
    if (p->fd < 0)
        return (struct pollfd){-1, 0, 0};
    if (e == NULL)
        return (struct pollfd){INT_MAX, 0, 0}; /* none such is open */
    if (e->real >= 0)
        return (struct pollfd){e->real, p->events, 0};
    return (struct pollfd){e->kind == DESCRIPTOR_PRINT ? always_ready() : -1,
                           (short)(p->events & (POLLOUT | POLLWRNORM)), 0};
}

/* How long a look may take: not at all, until a file is ready, or so many milliseconds of simulated time. */
enum { AT_ONCE = -2, FOREVER = -1 };

static int look(struct pollfd *files, nfds_t n)
{
    return (int)syscall(SYS_poll, files, n, 0); /* costs no simulated time, as libpvm3's does */
}

static int look_for(struct pollfd *files, nfds_t n, int wait_ms)
{
    const struct inprocess_task *t = inprocess_current;
    int ready;
    if (wait_ms >= 0)
        return poll(files, n, wait_ms);
    while ((ready = look(files, n)) == 0 && wait_ms == FOREVER)
        t->simulator->await_outside(t->owner, files, (unsigned)n, 0);
    return ready;
}

static int poll_real(struct pollfd *files, nfds_t n, int wait_ms)
{
    struct pollfd *real = n <= INT_MAX / sizeof *real ? calloc(n + 1, sizeof *real) : NULL;
    if (real == NULL) {
        errno = n <= INT_MAX / sizeof *real ? ENOMEM : EINVAL;
        return -1;
    }
    for (nfds_t i = 0; i < n; i++)
        real[i] = real_one(&files[i]);
    int ready = look_for(real, n, wait_ms);
    for (nfds_t i = 0; i < n && ready >= 0; i++)
        files[i].revents = real[i].revents;
    int why = errno;
    free(real);
    errno = why;
    return ready;
}

int task_poll(struct pollfd *files, unsigned long n, int wait_ms)
{
    return poll_real(files, n, wait_ms < 0 ? FOREVER : wait_ms);
}

/* ---- select: as poll, for sets of numbers ------------------------------------------------------------------------ */

enum { SETS = 3, LOOKED_AT = 64 /* the system passes over numbers from there on that are of no file */ };
static const short wanted[SETS] = {POLLIN, POLLOUT, POLLPRI};
static const short shown[SETS] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};

/* One entry for each number that stands in a set. Returns how many, or -1 with errno: a number is of no file. */
static int list(fd_set *const *sets, int n, struct pollfd *to)
{
    int entries = 0;
    for (int number = 0; number < n; number++) {
        struct pollfd p = {number, 0, 0};
        for (int set = 0; set < SETS; set++)
            if (sets[set] != NULL && FD_ISSET(number, sets[set]))
                p.events |= wanted[set];
        if (p.events == 0 || (number >= LOOKED_AT && inprocess_descriptor_of(number) == NULL))
            continue;
        if (inprocess_descriptor_of(number) == NULL) {
            errno = EBADF;
            return -1;
        }
        to[entries++] = p;
    }
    return entries;
}

/* The system writes whole words: of the last one, numbers from n on are in no set any more. */
static void clear_rest(fd_set **sets, int n)
{
    for (int number = n; n < LOOKED_AT && number % LOOKED_AT != 0; number++)
        for (int set = 0; set < SETS; set++)
            if (sets[set] != NULL)
                FD_CLR(number, sets[set]);
}

/* A look, and what it has shown in the sets, of which n numbers count. Returns how often. */
static int look_at_sets(fd_set **sets, int n, struct pollfd *files, int entries, int wait_ms)
{
    int shown_bits = 0;
    if (poll_real(files, (nfds_t)entries, wait_ms) < 0)
        return -1;
    for (int i = 0; i < entries; i++)
        for (int set = 0; set < SETS; set++) {
            if ((files[i].events & wanted[set]) == 0)
                continue;
            FD_CLR(files[i].fd, sets[set]);
            if ((files[i].revents & shown[set]) != 0) {
                FD_SET(files[i].fd, sets[set]);
                shown_bits++;
            }
        }
    clear_rest(sets, n);
    return shown_bits;
}

/* With a time: a look, then libpvm3 lets it pass, then another look. libpvm3 is given no files: the simulator may have
 * more than fit into a set. */
int task_select(int n, fd_set *readable, fd_set *writable, fd_set *strange, struct timeval *wait)
{
    fd_set *sets[SETS] = {readable, writable, strange};
    struct pollfd files[FD_SETSIZE];
    struct timeval none = {0, 0};
    n = n < FD_SETSIZE ? n : FD_SETSIZE; /* more than there are do not count */
    if (n < 0 || (wait != NULL && (wait->tv_sec < 0 || wait->tv_usec < 0))) {
        errno = EINVAL;
        return -1;
    }
    const int entries = list(sets, n, files);
    if (wait == NULL)
        return entries < 0 ? -1 : look_at_sets(sets, n, files, entries, FOREVER);
    int ready = entries < 0 ? -1 : look_at_sets(sets, n, files, entries, AT_ONCE), why = errno;
    if (select(0, NULL, NULL, NULL, ready != 0 ? &none : wait) < 0) /* a look costs time, whatever it shows */
        return -1;
    errno = why;
    return ready != 0 ? ready : look_at_sets(sets, n, files, entries, AT_ONCE);
}
