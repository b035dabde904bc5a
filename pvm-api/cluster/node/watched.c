/* watched.c - a run that somebody watches (--trace, --report): node 0 collects what the tasks of all nodes note of
 * themselves, in a file without a name, and has `ap1000 record` make the trace and the report of it at the end. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cluster/node/host.h"
#include "run_events.h"

#define FAILED 125 /* the exit code if a file could not be written, as of ap1000 */

extern char **environ;

/* Said before the run, not after it. A file that was not there is not left behind. */
static bool can_be_written(const char *option, const char *path)
{
    struct stat before;
    if (path == NULL || strcmp(path, "-") == 0)
        return true;
    bool is_new = stat(path, &before) != 0;
    FILE *f = fopen(path, "ae");
    if (f == NULL) {
        fprintf(stderr,
                "pvmrun: %s '%s': cannot be written: %s; the path of a file in a folder you may write to is "
                "wanted\n",
                option, path, strerror(errno));
        return false;
    }
    (void)fclose(f);
    if (is_new)
        (void)unlink(path);
    return true;
}

bool watch_open(struct host *h, const char *trace, const char *report)
{
    if (trace == NULL && report == NULL)
        return true;
    if (!can_be_written("--trace", trace) || !can_be_written("--report", report))
        return false;
    h->trace = trace;
    h->report = report;
    h->events = tmpfile();
    if (h->events != NULL)
        (void)fcntl(fileno(h->events), F_SETFD, FD_CLOEXEC); /* tasks have no use for it */
    if (h->events == NULL)
        perror("pvmrun: no temporary file for what the tasks do");
    return h->events != NULL;
}

/* ---- collecting -------------------------------------------------------------------------------------------------- */

void watch_records(struct host *h, const void *records, uint32_t len_bytes)
{
    if (h->events != NULL && len_bytes > 0)
        (void)fwrite(records, 1, len_bytes, h->events);
}

void watch_task_begins(struct host *h, const struct record *r, const char *file)
{
    const char *node = h->places[tid_node_number(r->tid)]->name;
    size_t node_bytes = strlen(node) + 1, file_bytes = strlen(file) + 1;
    struct cluster_event e = {.kind = CLUSTER_EVENT_BEGIN,
                              .t_ns = cluster_now(&h->node->region),
                              .tid = r->tid,
                              .other = r->parent_tid,
                              .number = (uint64_t)tid_node_number(r->tid),
                              .len_bytes = (uint32_t)(node_bytes + file_bytes)};
    watch_records(h, &e, sizeof e);
    watch_records(h, node, (uint32_t)node_bytes);
    watch_records(h, file, (uint32_t)file_bytes);
}

void watch_task_ends(struct host *h, const struct record *r, int signal)
{
    struct cluster_event e = {
        .kind = CLUSTER_EVENT_END, .t_ns = cluster_now(&h->node->region), .tid = r->tid, .tag = signal};
    watch_records(h, &e, sizeof e);
}

/* ---- the files --------------------------------------------------------------------------------------------------- */

/* Beside this program, or in $PATH. */
static const char *find_ap1000(char *path, size_t room)
{
    const char *named = getenv("AP1000_COMMAND");
    ssize_t n = readlink("/proc/self/exe", path, room - sizeof "ap1000");
    if (named != NULL && *named != 0)
        return named;
    path[n > 0 ? n : 0] = 0;
    char *slash = strrchr(path, '/');
    if (slash == NULL)
        return "ap1000";
    strcpy(slash + 1, "ap1000");
    return access(path, X_OK) == 0 ? path : "ap1000";
}

static bool start_writer(const struct host *h, pid_t *pid)
{
    char path[4096], nodes[16];
    const char *program = find_ap1000(path, sizeof path), *args[10] = {program, "record", "--nodes", nodes};
    int n = 4, argc = 0;
    while (h->argv != NULL && h->argv[argc] != NULL)
        argc++;
    char **all = calloc((size_t)argc + sizeof args / sizeof args[0], sizeof *all);
    if (all == NULL)
        return false;
    (void)snprintf(nodes, sizeof nodes, "%d", h->nplaces);
    if (h->trace != NULL) {
        args[n++] = "--trace";
        args[n++] = h->trace;
    }
    if (h->report != NULL) {
        args[n++] = "--report";
        args[n++] = h->report;
    }
    args[n++] = "--";
    memcpy(all, args, (size_t)n * sizeof *all);
    memcpy(all + n, h->argv, (size_t)argc * sizeof *all);
    posix_spawn_file_actions_t files;
    (void)posix_spawn_file_actions_init(&files);
    (void)posix_spawn_file_actions_adddup2(&files, fileno(h->events), STDIN_FILENO);
    int code = posix_spawnp(pid, program, &files, NULL, all, environ);
    (void)posix_spawn_file_actions_destroy(&files);
    free(all);
    if (code != 0)
        fprintf(stderr,
                "pvmrun: no trace and no report: %s: %s; the ap1000 of this package is wanted beside pvmrun or "
                "in PATH\n",
                program, strerror(code));
    return code == 0;
}

int watch_write(struct host *h, int code)
{
    pid_t pid;
    int status = 0;
    if (h->events == NULL)
        return code;
    bool whole = fflush(h->events) == 0 && ferror(h->events) == 0;
    if (!whole)
        fprintf(stderr, "pvmrun: what the tasks did could not be kept whole: %s\n", strerror(errno));
    rewind(h->events);
    bool done = start_writer(h, &pid);
    while (done && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    done = done && whole && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return done || code != 0 ? code : FAILED;
}
