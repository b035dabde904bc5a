/* private.c - start a machine for this program alone: its first PVM call found none.
 *
 * The simulator becomes no child of the program: a program that waits for its children must see only its own. */
#include "carriers/slots/task/task.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sockets.h"

#define SERVE_FD 3 /* where `ap1000 serve` finds the program's socket */

static bool runs(const char *path)
{
    return access(path, X_OK) == 0;
}

/* The file that this code was loaded from, libpvm3 or a program that is linked with it statically; NULL: not
 * known. */
static const char *own_file(void)
{
    Dl_info me;
    return dladdr((const void *)(size_t)&carrier_start_private, &me) != 0 ? me.dli_fname : NULL;
}

/* The `ap1000` command: $AP1000_COMMAND, else in bin/ beside the folder this library was loaded from, else where
 * it was to be installed, else on PATH. None: says so. */
static bool find_command(char out[PATH_MAX])
{
    const char *wanted = getenv("AP1000_COMMAND");
    if (wanted != NULL && *wanted != 0) {
        (void)snprintf(out, PATH_MAX, "%s", wanted);
        if (runs(out))
            return true;
        fprintf(stderr, "libpvm: AP1000_COMMAND=%s: the path of the ap1000 command is wanted\n", wanted);
        return false;
    }
    static const char *const steps[] = {"/../bin/ap1000", "/../../bin/ap1000", "/../../../../bin/ap1000"};
    const char *own = own_file();
    const char *slash = own == NULL ? NULL : strrchr(own, '/');
    if (slash != NULL) {
        for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
            (void)snprintf(out, PATH_MAX, "%.*s%s", (int)(slash - own), own, steps[i]);
            if (runs(out))
                return true;
        }
    }
    (void)snprintf(out, PATH_MAX, "%s/ap1000", AP1000_BINDIR);
    if (runs(out))
        return true;
    const char *path = getenv("PATH");
    for (const char *p = path; p != NULL && *p != 0;) {
        size_t n = strcspn(p, ":");
        (void)snprintf(out, PATH_MAX, "%.*s/ap1000", (int)n, p);
        if (n > 0 && runs(out))
            return true;
        p += n + (p[n] == ':');
    }
    fprintf(stderr, "libpvm: the ap1000 command is not to be found (set AP1000_COMMAND to its path)\n");
    return false;
}

/* In the child: a session of its own, so that the terminal's signals reach the program alone; then its own child
 * becomes the simulator. Only async-signal-safe calls. */
static void become_simulator(const char *command, char *const argv[], int fd)
{
    (void)setsid();
    if (syscall(SYS_clone, 0, 0, 0, 0, 0) != 0)
        _exit(0);
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)signal(SIGPIPE, SIG_DFL);
    if (fd == SERVE_FD)
        (void)fcntl(fd, F_SETFD, 0);
    else
        (void)dup2(fd, SERVE_FD);
    execv(command, argv);
    _exit(127);
}

/* A program that a PVM has spawned finds its number in PVMEPID. One that knows no machine of ours, or it would not
 * be here, was spawned by another PVM, which it cannot join. */
static void say_if_of_another_pvm(void)
{
    if (getenv("PVMEPID") != NULL)
        fprintf(stderr,
                "libpvm: another PVM has spawned %s (PVMEPID is set), which is linked with PVM/AP1000's libpvm3: it "
                "starts a machine of its own, and its spawner will not learn of it\n",
                program_invocation_name);
}

int carrier_start_private(void)
{
    char command[PATH_MAX];
    int ends[2];
    if (!find_command(command))
        return -1;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        fprintf(stderr, "libpvm: no socket for a private machine: %s\n", strerror(errno));
        return -1;
    }
    for (int i = 0; i < 2; i++)
        ends[i] = sockets_above_standard(ends[i]);
    char pid[24];
    (void)snprintf(pid, sizeof pid, "%d", (int)getpid());
    const char *library = own_file();
    char *argv[] = {command, (char *)(size_t) "serve",     (char *)(size_t) "--master",
                    pid,     (char *)(size_t) "--library", (char *)(size_t)(library == NULL ? "" : library),
                    NULL};
    say_if_of_another_pvm();
    (void)fflush(stdout);
    long child = syscall(SYS_clone, 0, 0, 0, 0, 0); /* as fork, but its end sends no SIGCHLD to the program */
    if (child == 0)
        become_simulator(command, argv, ends[1]);
    close(ends[1]);
    if (child < 0) {
        fprintf(stderr, "libpvm: no process for a private machine: %s\n", strerror(errno));
        close(ends[0]);
        return -1;
    }
    while (waitpid((pid_t)child, NULL, __WCLONE) < 0 && errno == EINTR)
        ;
    return ends[0];
}
