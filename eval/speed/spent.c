/* spent.c - runs a command and prints, into FILE with -o FILE, what it cost this computer: seconds, seconds of
 * processor time, MiB of memory at most, tab-separated. All processes that come of the command count; with -d PID
 * also that of a daemon, and what it has started. It does not know what the command does.
 *
 * The memory is that of all processes together, each page that several share counted once (Pss of
 * /proc/PID/smaps_rollup). Looking at it takes time, so without -m it is not looked at, and is printed as 0. */
#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_US = 5000, PATIENCE_MS = 5000, MAX_PROCESSES = 65536 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* What stands behind the name in /proc/PID/stat: state, parent ... NULL: no such process. */
static const char *stat_of(int pid, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, size - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = 0;
    const char *name_end = strrchr(text, ')');
    return name_end && name_end[1] ? name_end + 2 : NULL;
}

/* Processor time of a process and of those that it has waited for [s]. */
static double processor_s(int pid)
{
    char text[1024];
    unsigned long long own, own_system, others, others_system;
    const char *s = pid > 0 ? stat_of(pid, text, sizeof text) : NULL;
    if (!s || sscanf(s, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", &own, &own_system, &others,
                     &others_system) != 4)
        return 0;
    return (double)(own + own_system + others + others_system) / (double)sysconf(_SC_CLK_TCK);
}

static double pss_kib(int pid)
{
    char path[64], line[256];
    double kib = 0;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "Pss: %lf kB", &kib) == 1)
            break;
    if (f)
        fclose(f);
    return kib;
}

static struct process {
    int pid, parent;
    bool counts;
} all[MAX_PROCESSES];

/* All that descend from one of the two, and themselves. Returns how many; *mib: their memory. */
static int look(int pid, int daemon, double *mib)
{
    int n = 0, counted = 0;
    char text[1024];
    DIR *proc = opendir("/proc");
    for (struct dirent *e; proc && (e = readdir(proc)) != NULL && n < MAX_PROCESSES;) {
        const char *s = isdigit((unsigned char)e->d_name[0]) ? stat_of(atoi(e->d_name), text, sizeof text) : NULL;
        if (s && sscanf(s, "%*c %d", &all[n].parent) == 1) {
            all[n].pid = atoi(e->d_name);
            all[n].counts = all[n].pid == pid || all[n].pid == daemon;
            n++;
        }
    }
    if (proc)
        closedir(proc);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < n; i++)
            for (int j = 0; !all[i].counts && j < n; j++)
                if (all[j].counts && all[j].pid == all[i].parent)
                    more = all[i].counts = true;
    }
    double kib = 0;
    for (int i = 0; i < n; i++)
        if (all[i].counts) {
            counted++;
            kib += mib ? pss_kib(all[i].pid) : 0;
        }
    if (mib)
        *mib = kib / 1024;
    return counted;
}

int main(int argc, char **argv)
{
    bool memory = false;
    int daemon = 0, option;
    const char *to = NULL;
    while ((option = getopt(argc, argv, "+md:o:")) != -1) {
        if (option == 'm')
            memory = true;
        else if (option == 'd')
            daemon = atoi(optarg);
        else if (option == 'o')
            to = optarg;
        else
            return 2;
    }
    if (optind >= argc) {
        fprintf(stderr, "usage: spent [-m] [-d PID] [-o FILE] COMMAND...\n");
        return 2;
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* processes that outlive their parent are waited for by us */
    double began = now_s(), before = processor_s(daemon), most_mib = 0, mib = 0;
    pid_t pid = fork();
    if (pid == 0) {
        execvp(argv[optind], argv + optind);
        perror(argv[optind]);
        _exit(127);
    }
    int status = 0;
    while (memory && waitpid(pid, &status, WNOHANG) == 0) {
        look(pid, daemon, &mib);
        most_mib = mib > most_mib ? mib : most_mib;
        usleep(LOOK_US);
    }
    if (!memory)
        waitpid(pid, &status, 0);
    double ended = now_s();
    while (waitpid(-1, NULL, 0) > 0)
        ;
    for (int ms = 0; daemon > 0 && look(0, daemon, NULL) > 1 && ms < PATIENCE_MS; ms++)
        usleep(1000); /* the daemon has not waited for all it has started */
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    FILE *report = to ? fopen(to, "w") : stdout;
    if (!report) {
        perror(to);
        return 2;
    }
    fprintf(report, "%.6f\t%.6f\t%.1f\n", ended - began,
            seconds(r.ru_utime) + seconds(r.ru_stime) + processor_s(daemon) - before, most_mib);
    if (fclose(report) != 0)
        return 2;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
