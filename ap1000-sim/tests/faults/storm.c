/* storm.c - runs a command, and meanwhile sends signals that change nothing to all its processes, when a seed says so:
 * each is stopped and goes on, is told to go on, or that its window has changed (so that its system calls are
 * interrupted); a process that handles SIGUSR1 gets that, too.
 *
 *     storm SEED COMMAND [ARGUMENT...]
 *
 * The exit code is the command's; the last line on descriptor 3 says how many signals of each kind were sent. */
#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST 4096 /* processes that are looked at */

static uint64_t state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % below);
}

static void rest_us(unsigned us)
{
    struct timespec t = {0, (long)us * 1000};
    nanosleep(&t, NULL);
}

/* Reads "Name:\tvalue" of /proc/PID/status; 0 if the process is gone. */
static unsigned long long status_of(int pid, const char *name, int base)
{
    char path[64], line[256];
    unsigned long long value = 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, name, strlen(name)) == 0) {
            value = strtoull(line + strlen(name), NULL, base);
            break;
        }
    if (f != NULL)
        fclose(f);
    return value;
}

/* The processes below this one: whatever is orphaned becomes our child (PR_SET_CHILD_SUBREAPER). */
static int descendants(int *pids)
{
    static int all[MOST], parents[MOST];
    int n = 0, found = 0;
    DIR *proc = opendir("/proc");
    if (proc == NULL)
        return 0;
    for (struct dirent *e; n < MOST && (e = readdir(proc)) != NULL;)
        if ((all[n] = atoi(e->d_name)) > 0) {
            parents[n] = (int)status_of(all[n], "PPid:", 10);
            n++;
        }
    closedir(proc);
    pids[found++] = getpid();
    for (int i = 0; i < found; i++)
        for (int j = 0; j < n && found < MOST; j++)
            if (parents[j] == pids[i])
                pids[found++] = all[j];
    memmove(pids, pids + 1, sizeof *pids * (size_t)--found);
    return found;
}

static void disturb(int pid, long *sent)
{
    unsigned kind = draw(4);
    switch (kind) {
    case 0:
        kill(pid, SIGSTOP);
        rest_us(draw(2000));
        kill(pid, SIGCONT);
        break;
    case 1:
        kill(pid, SIGCONT);
        break;
    case 2:
        kill(pid, SIGWINCH);
        break;
    default:
        if ((status_of(pid, "SigCgt:", 16) >> (SIGUSR1 - 1) & 1) == 0)
            return;
        kill(pid, SIGUSR1);
    }
    sent[kind]++;
}

int main(int argc, char **argv)
{
    static int pids[MOST];
    long sent[4] = {0};
    int status = 0;
    if (argc < 3) {
        fprintf(stderr, "usage: storm SEED COMMAND [ARGUMENT...]\n");
        return 2;
    }
    state = strtoull(argv[1], NULL, 10);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) != child;) {
        int n = ended == 0 ? descendants(pids) : 0;
        /* Several at each look, because a look takes longer than a signal. */
        for (int i = 0; n > 0 && i < 8; i++) {
            disturb(pids[draw((unsigned)n)], sent);
            rest_us(draw(300));
        }
    }
    dprintf(3, "%ld stops, %ld goings on, %ld windows, %ld handled\n", sent[0], sent[1], sent[2], sent[3]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
