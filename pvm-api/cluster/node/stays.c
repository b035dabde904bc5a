/* stays.c - a machine that stays (pvmrun --up): its node 0 goes on in the background, without a terminal, when it is
 * up. */
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cluster/node/host.h"

/* What comes there goes to that one of ours, if it takes it. False: no more comes. */
static bool pass_on(int from, int to)
{
    char text[4096];
    ssize_t n = read(from, text, sizeof text);
    return n > 0 && write(to, text, (size_t)n) != 0;
}

/* In the one whom the user has started. Never returns. */
static void wait_until_up(pid_t pid, int told, int said)
{
    struct pollfd ready[2] = {{told, POLLIN, 0}, {said, POLLIN, 0}};
    int status, up = 0;
    while (ready[0].fd >= 0 && poll(ready, 2, -1) > 0) {
        if (ready[1].revents != 0 && !pass_on(said, STDERR_FILENO))
            ready[1].fd = -1;
        else if (ready[1].revents == 0 && ready[0].revents != 0 && !pass_on(told, STDOUT_FILENO))
            ready[0].fd = -1;
        else if (ready[1].revents == 0 && ready[0].revents != 0)
            up = 1;
    }
    _exit(up ? 0 : waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* Lines about the machine stay in a file, if the user has given one as stderr. */
static bool keeps_errors(void)
{
    struct stat s;
    return fstat(STDERR_FILENO, &s) == 0 && S_ISREG(s.st_mode);
}

static void forget_stream(int fd)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null >= 0)
        (void)dup2(null, fd);
    if (null > STDERR_FILENO)
        close(null);
}

int stay_behind(void)
{
    int told[2], said[2];
    if (pipe2(told, O_CLOEXEC) != 0 || pipe2(said, O_CLOEXEC) != 0)
        return -1;
    pid_t pid = fork();
    if (pid < 0)
        return -1;
    if (pid > 0) {
        close(told[1]);
        close(said[1]);
        wait_until_up(pid, told[0], said[0]);
    }
    close(told[0]);
    close(said[0]);
    (void)setsid();
    forget_stream(STDIN_FILENO);
    forget_stream(STDOUT_FILENO);
    if (!keeps_errors())
        (void)dup2(said[1], STDERR_FILENO);
    close(said[1]);
    return told[1];
}

/* Who has started it has been interrupted before it was up. */
static void on_left(struct node *n, struct watch *w, uint32_t events)
{
    watch_close(n, w);
    node_end(n, 1);
}

void stay_tells(struct host *h, int fd)
{
    h->told = (struct watch){.fd = fd, .ready = on_left};
    watch_add(h->node, &h->told, 0);
}

void stay_is_up(struct host *h)
{
    int n = 0;
    for (int i = 0; i < h->nplaces; i++)
        n += place_is_here(h->places[i]);
    const char *name = strchr(strchr(h->node->up_name, '-') + 1, '-') + 1;
    dprintf(h->told.fd,
            "pvmrun: the machine %s is up, with %d node%s: PVM programs started there join it, and\n"
            "`ap1000 console --real --name %s` is its console; halt ends it\n",
            name, n, n == 1 ? "" : "s", name);
    host_print_rest(h);
    watch_close(h->node, &h->told);
    if (!keeps_errors())
        forget_stream(STDERR_FILENO);
}
