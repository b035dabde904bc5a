/* start.c - how a task's process begins: its file is found as PVM finds it, and it gets its folder, environment and
 * standard streams. */
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cluster/node/local.h"
#include "group_names.h"
#include "pvm3.h"

extern char **environ;

/* ---- finding the file -------------------------------------------------------------------------------------------- */

static bool is_program(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

static const char *variable(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value != NULL && *value != 0 ? value : otherwise;
}

/* $PVM_ROOT, $PVM_ARCH and $HOME may begin or stand in a folder of a path, as in a hostfile. */
static void expand(char *out, size_t room, const char *from, size_t len)
{
    const struct {
        const char *name, *value;
    } names[] = {{"$PVM_ROOT", variable("PVM_ROOT", "")},
                 {"$PVM_ARCH", variable("PVM_ARCH", CLUSTER_ARCH)},
                 {"$HOME", variable("HOME", "")}};
    size_t at = 0;
    for (size_t i = 0; i < len && at + 1 < room;) {
        size_t k = 0;
        while (k < 3 && (len - i < strlen(names[k].name) || strncmp(from + i, names[k].name, strlen(names[k].name))))
            k++;
        if (k == 3) {
            out[at++] = from[i++];
            continue;
        }
        size_t n = strlen(names[k].value) < room - 1 - at ? strlen(names[k].value) : room - 1 - at;
        memcpy(out + at, names[k].value, n);
        at += n;
        i += strlen(names[k].name);
    }
    out[at] = 0;
}

/* Looks for the file in each folder of a list with colons. */
static bool find_in(char *path, size_t room, const char *list, const char *file)
{
    char folder[4096];
    while (list != NULL && *list != 0) {
        size_t len = strcspn(list, ":");
        expand(folder, sizeof folder, list, len);
        int n = snprintf(path, room, "%s/%s", folder, file);
        if (len > 0 && n > 0 && n < (int)room && is_program(path))
            return true;
        list += len + (list[len] == ':');
    }
    return false;
}

void start_own_folder(char *path, size_t room)
{
    ssize_t n = readlink("/proc/self/exe", path, room - 1);
    path[n > 0 ? n : 0] = 0;
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        *slash = 0;
}

static bool find_program(const struct node *n, const struct cluster_start *s, char *path, size_t room)
{
    char own[4096];
    if (s->file[0] == 0)
        return false;
    if (strchr(s->file, '/') != NULL) {
        int len =
            s->file[0] == '/' ? snprintf(path, room, "%s", s->file) : snprintf(path, room, "%s/%s", s->folder, s->file);
        return len > 0 && (size_t)len < room && is_program(path);
    }
    start_own_folder(own, sizeof own);
    const char *group_server = variable("AP1000_PVMGS", "");
    if (s->service && *group_server != 0 && strcmp(s->file, GROUP_SERVER) == 0 && is_program(group_server)) {
        (void)snprintf(path, room, "%s", group_server);
        return true;
    }
    const char *lists[] = {s->service ? own : s->spawner_folder,
                           n->path,
                           s->pvm_path,
                           "$HOME/pvm3/bin/$PVM_ARCH",
                           *variable("PVM_ROOT", "") != 0 ? "$PVM_ROOT/bin/$PVM_ARCH" : NULL,
                           own,
                           variable("PATH", "/usr/bin:/bin")};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (find_in(path, room, lists[i], s->file))
            return true;
    return false;
}

/* ---- the environment --------------------------------------------------------------------------------------------- */

#define OWN_PID "PVMEPID=0000000000" /* programs look whether it is set to know that they were spawned */

static bool is_named(const char *pair, const char *name)
{
    size_t n = strlen(name);
    return strncmp(pair, name, n) == 0 && pair[n] == '=';
}

/* The environment of mpirun and srun, which tasks do not get. */
static bool is_of_launcher(const char *pair)
{
    static const char *const begins[] = {"OMPI_", "PMIX_", "PMI_", "PMI2_", "PRTE_", "HYDI_", "MPI_LOCAL"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(pair, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

/* What belongs to the daemon, to who has started it, or to a simulated machine that it was started on. */
static bool stays_here(const char *pair)
{
    static const char *const names[] = {CLUSTER_ENV_SOCKET, CLUSTER_ENV_TICKET, "AP1000_SOCKET", "AP1000_TICKET",
                                        "AP1000_CLOCK",     "AP1000_NODE",      "PVMEPID"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_named(pair, names[i]))
            return true;
    return is_of_launcher(pair);
}

static void set(char **all, int *n, char *pair)
{
    size_t len = strcspn(pair, "=") + 1;
    for (int i = 0; i < *n; i++)
        if (strncmp(all[i], pair, len) == 0) {
            all[i] = pair;
            return;
        }
    all[(*n)++] = pair;
}

/* The pairs point into the request and into `own`, which has room for three strings. */
static char **environment_of(const struct node *n, const struct cluster_start *s, int32_t tid, char own[3][160])
{
    int count = 0, at = 0;
    while (environ[count] != NULL)
        count++;
    char **all = calloc((size_t)count + (size_t)s->variables.n + 4, sizeof *all);
    if (all == NULL)
        return NULL;
    for (int i = 0; i < count; i++)
        if (!stays_here(environ[i]))
            all[at++] = environ[i];
    struct wire_in in = body_strs_in(&s->variables);
    for (int i = 0; i < s->variables.n; i++) {
        const char *pair = wire_get_str(&in);
        if (strchr(pair, '=') != NULL && !stays_here(pair))
            set(all, &at, (char *)(size_t)pair);
    }
    (void)snprintf(own[0], sizeof own[0], CLUSTER_ENV_SOCKET "=%s", n->socket_name);
    (void)snprintf(own[1], sizeof own[1], CLUSTER_ENV_TICKET "=%x", (unsigned)tid);
    strcpy(own[2], OWN_PID);
    for (int i = 0; i < 3; i++)
        all[at++] = own[i];
    return all;
}

/* ---- the process ------------------------------------------------------------------------------------------------- */

struct become {
    const char *path, *folder;
    char **argv, **envp;
    char *pid_pair;
    int output;          /* -1: it keeps our streams */
    struct rlimit files; /* as the user has set it */
    bool forgets;        /* it gets none of our other descriptors: an MPI does not close its own */
    volatile int error;
};

static void write_pid(char *pair)
{
    unsigned pid = (unsigned)getpid();
    char *digits = strchr(pair, '=') + 1;
    int n = 0;
    for (unsigned rest = pid; rest > 0; rest /= 10)
        n++;
    for (digits[n] = 0; n > 0; pid /= 10)
        digits[--n] = (char)('0' + pid % 10);
}

/* In the new process, which still has our memory: nothing is written that we read but `error`. */
static void become(struct become *b, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    if (b->output >= 0) {
        setsid();
        int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (nothing >= 0)
            dup2(nothing, 0);
        dup2(b->output, 1);
        dup2(b->output, 2);
    }
    if (chdir(b->folder) != 0 && chdir("/") != 0)
        _exit(127);
    if (b->forgets)
        (void)syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    (void)setrlimit(RLIMIT_NOFILE, &b->files);
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    write_pid(b->pid_pair);
    execve(b->path, b->argv, b->envp);
    b->error = errno;
    _exit(127);
}

/* As fork, but without a copy of our memory, so that neither its size nor what an MPI has registered of it matters. */
static pid_t run(struct become *b)
{
    pid_t parent = getpid();
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = vfork();
    if (pid == 0)
        become(b, parent);
    if (pid > 0 && b->error != 0) {
        waitpid(pid, NULL, 0);
        pid = -1;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return pid;
}

static char **arguments_of(const struct cluster_start *s)
{
    char **argv = calloc((size_t)s->args.n + 2, sizeof *argv);
    struct wire_in in = body_strs_in(&s->args);
    if (argv == NULL)
        return NULL;
    argv[0] = (char *)(size_t)s->file;
    for (int i = 0; i < s->args.n; i++)
        argv[i + 1] = (char *)(size_t)wire_get_str(&in);
    return argv;
}

#define SPARE_FILES 32 /* for links and what else this daemon may open */

/* Each task needs a pipe, which it has got, and a socket when it joins. */
static bool has_files_for(const struct node *n, int newest)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)newest + SPARE_FILES;
    for (uint32_t i = 1; i < n->region.header->nslots; i++)
        wanted += n->local[i].used && n->local[i].connection.fd < 0;
    return getrlimit(RLIMIT_NOFILE, &limit) != 0 || wanted < limit.rlim_cur;
}

static void forget(struct node *n, struct local *l, const int *ends)
{
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
    local_forget(n, l);
}

int32_t start_task(struct node *n, const struct cluster_start *s, bool terminal)
{
    char path[4096], own[3][160];
    int ends[2] = {-1, -1};
    if (!find_program(n, s, path, sizeof path))
        return PvmNoFile;
    struct local *l = local_promise(n);
    if (l == NULL)
        return PvmOutOfRes;
    if (!terminal && (pipe2(ends, O_CLOEXEC) != 0 || !has_files_for(n, ends[1]))) {
        forget(n, l, ends);
        return PvmOutOfRes;
    }
    int32_t tid = cluster_slot(&n->region, l->slot)->tid;
    struct become b = {.path = path,
                       .folder = n->folder != NULL && !terminal ? n->folder : s->folder,
                       .argv = arguments_of(s),
                       .envp = environment_of(n, s, tid, own),
                       .pid_pair = own[2],
                       .forgets = n->carrier != NULL,
                       .files = n->files,
                       .output = ends[1]};
    l->pid = b.argv != NULL && b.envp != NULL ? run(&b) : -1;
    free(b.argv);
    free(b.envp);
    if (l->pid < 0) {
        forget(n, l, ends);
        return b.error == 0 || b.error == EAGAIN || b.error == ENOMEM ? PvmOutOfRes : PvmNoFile; /* 0: no process */
    }
    if (!terminal)
        close(ends[1]);
    l->is_child = true;
    l->is_master = terminal;
    cluster_slot(&n->region, l->slot)->pid = l->pid;
    if (!terminal)
        output_begin(n, l, ends[0]);
    return tid;
}
