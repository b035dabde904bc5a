/* children.c - the programs that a task in process runs in a shell: system, popen, pclose. They are children of the
 * simulator, with the task's files, environment and signals. What they print in the task's name comes through a pipe,
 * and is passed on while the task waits for them, before it prints itself, and at its end. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

enum { PIECE = 65536, MOST_PIECES = 16 /* more than a pipe holds */, NOT_RUN = 127 };

/* ---- what they print --------------------------------------------------------------------------------------------- */

void inprocess_children_begin(struct inprocess_task *t)
{
    t->children = (struct inprocess_children){-1, -1};
}

void inprocess_children_end(struct inprocess_task *t)
{
    if (t->children.from >= 0) {
        close(t->children.from);
        close(t->children.to);
    }
    inprocess_children_begin(t);
}

static bool can_print(void)
{
    int ends[2];
    struct inprocess_children *c = &inprocess_current->children;
    if (c->from >= 0)
        return true;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *c = (struct inprocess_children){ends[0], ends[1]};
    return true;
}

/* A pipe as that to which a process prints; -1 and errno: none. */
int inprocess_children_pipe(void)
{
    return can_print() ? inprocess_current->children.to : -1;
}

void inprocess_children_pass_on(void)
{
    struct inprocess_task *t = inprocess_current;
    static char piece[PIECE]; /* nobody else runs meanwhile */
    if (t->children.from < 0)
        return;
    int why = errno;
    ssize_t n = 1;
    for (int pieces = 0; n > 0 && pieces < MOST_PIECES; pieces++)
        if ((n = read(t->children.from, piece, sizeof piece)) > 0)
            t->simulator->print(t->owner, piece, (size_t)n);
    errno = why;
}

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

/* One look: false until the file is ready. */
static bool file_is_ready(int file, short events, int child)
{
    struct inprocess_task *t = inprocess_current;
    struct pollfd files[] = {{file, events, 0}, {t->children.from, POLLIN, 0}};
    t->simulator->await_outside(t->owner, files, 2, child);
    inprocess_children_pass_on();
    return files[0].revents != 0;
}

/* What comes from a terminal or through a pipe may take its time. */
void inprocess_await_file(int real, short events, int child)
{
    int why = errno;
    while (!file_is_ready(real, events, child))
        ;
    errno = why;
}

static void tell_of_end(int child, int status)
{
    siginfo_t why = {.si_signo = SIGCHLD};
    why.si_code = WIFEXITED(status) ? CLD_EXITED : CLD_KILLED;
    why.si_pid = child;
    why.si_uid = getuid();
    why.si_status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    inprocess_child_ended(&why);
}

/* Who ignores SIGCHLD is not told how its children have ended, only that there is none. */
int inprocess_child_status(int child)
{
    struct inprocess_task *t = inprocess_current;
    const int why = errno, end = (int)syscall(SYS_pidfd_open, child, 0);
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(child, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR))
        (void)file_is_ready(end, POLLIN, child);
    if (end >= 0)
        close(end);
    inprocess_children_pass_on();
    if (ended != child)
        return -1;
    errno = why;
    const bool untold = inprocess_ignores(t, SIGCHLD) || (t->signals.actions[SIGCHLD].sa_flags & SA_NOCLDWAIT) != 0;
    tell_of_end(child, status);
    if (!untold)
        return status;
    errno = ECHILD;
    return -1;
}

/* ---- beginning --------------------------------------------------------------------------------------------------- */

struct placed {
    int number, real;
};

struct beginning {
    const char *command;
    struct placed *files; /* what it is to have, */
    int n, numbers;       /* and nothing else of the numbers below this */
    int own_group;
    pid_t parent;
    struct rlimit open_files;
    const struct inprocess_task *task;
};

/* A descriptor of a stream of popen is for no other child of popen. */
static bool is_for_child(int number, const struct inprocess_descriptor *d, bool of_popen)
{
    return d->kind != DESCRIPTOR_FREE && d->kind != DESCRIPTOR_MACHINE && !d->closes &&
           !(of_popen && inprocess_file_to_child(number) != NULL);
}

/* own_number: where the child finds `own`, its end of a pipe; -1: none. */
static bool list_files(struct beginning *b, int own_number, int own)
{
    const struct inprocess_descriptors *d = &inprocess_current->descriptors;
    b->files = malloc(((size_t)d->n + 1) * sizeof *b->files);
    b->numbers = d->n > STDERR_FILENO ? d->n : STDERR_FILENO + 1;
    if (b->files == NULL)
        return false;
    for (int number = 0; number < d->n; number++)
        if (number != own_number && is_for_child(number, &d->all[number], own_number >= 0))
            b->files[b->n++] = (struct placed){
                number, d->all[number].kind == DESCRIPTOR_PRINT ? inprocess_current->children.to : d->all[number].real};
    if (own_number >= 0)
        b->files[b->n++] = (struct placed){own_number, own};
    return true;
}

/* In the new process, which still has our memory, and so is what follows: only what is async-signal-safe. First all
 * files are put above the numbers that are wanted. */
static void place_files(const struct beginning *b)
{
    for (int i = 0; i < b->n; i++)
        b->files[i].real = fcntl(b->files[i].real, F_DUPFD_CLOEXEC, b->numbers);
    for (int number = 0; number < b->numbers; number++)
        close(number);
    for (int i = 0; i < b->n; i++)
        dup2(b->files[i].real, b->files[i].number);
}

static void place_signals(const struct inprocess_task *t)
{
    struct sigaction a;
    sigset_t blocked;
    memset(&a, 0, sizeof a);
    a.sa_handler = SIG_DFL;
    sigaction(SIGPIPE, &a, NULL); /* the simulator ignores it */
    a.sa_handler = SIG_IGN;
    for (int number = 1; number < NSIG; number++)
        if (inprocess_ignores(t, number))
            sigaction(number, &a, NULL);
    sigemptyset(&blocked);
    memcpy(&blocked, &t->signals.blocked, sizeof t->signals.blocked);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

__attribute__((noreturn)) static void become_shell(const struct beginning *b)
{
    char shell[] = "sh", option[] = "-c";
    char *argv[] = {shell, option, (char *)(uintptr_t)b->command, NULL};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != b->parent)
        _exit(NOT_RUN);
    if (b->own_group)
        setpgid(0, 0);
    place_files(b);
    setrlimit(RLIMIT_NOFILE, &b->open_files);
    place_signals(b->task);
    execve("/bin/sh", argv, *(char ***)b->task->variable[VARIABLE_ENVIRON]);
    _exit(NOT_RUN);
}

/* Nothing of our memory is copied, which may be that of thousands of tasks. No handler of ours runs in it. */
static pid_t start_shell(const char *command, int own_number, int own)
{
    struct inprocess_task *t = inprocess_current;
    struct beginning b = {.command = command, .own_group = !t->own_terminal, .parent = getpid(), .task = t};
    sigset_t all, before;
    if (!can_print() || !list_files(&b, own_number, own)) {
        free(b.files);
        return -1;
    }
    getrlimit(RLIMIT_NOFILE, &b.open_files);
    if ((rlim_t)t->descriptors.most < b.open_files.rlim_cur)
        b.open_files.rlim_cur = (rlim_t)t->descriptors.most;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t child = vfork();
    if (child == 0)
        become_shell(&b);
    int why = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    free(b.files);
    errno = why;
    return child;
}

/* ---- what programs call ------------------------------------------------------------------------------------------ */

int task_system(const char *command)
{
    if (command == NULL)
        return task_system("exit 0") == 0;
    pid_t child = start_shell(command, -1, -1);
    return child > 0 ? inprocess_child_status(child) : -1;
}

/* One of r and w, and perhaps e. */
static bool is_mode(const char *mode)
{
    return strspn(mode, "rwe") == strlen(mode) && (strchr(mode, 'r') != NULL) != (strchr(mode, 'w') != NULL);
}

/* Both ends have numbers for a moment, as in a process: the other one keeps its own. */
FILE *task_popen(const char *command, const char *mode)
{
    int ends[2];
    if (!is_mode(mode)) {
        errno = EINVAL;
        return NULL;
    }
    const bool reads = strchr(mode, 'r') != NULL, closes = strchr(mode, 'e') != NULL;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    int from = inprocess_descriptor_add((struct inprocess_descriptor){DESCRIPTOR_FILE, ends[0], true}, 0);
    int to = inprocess_descriptor_add((struct inprocess_descriptor){DESCRIPTOR_FILE, ends[1], true}, 0);
    int kept = reads ? from : to, given = reads ? to : from;
    FILE *stream = from >= 0 && to >= 0 ? inprocess_file_of_number(kept, reads ? "r" : "w") : NULL;
    pid_t child = stream != NULL ? start_shell(command, reads ? STDOUT_FILENO : STDIN_FILENO, ends[reads ? 1 : 0]) : -1;
    int why = errno;
    if (given >= 0)
        (void)task_close(given);
    if (child > 0) {
        inprocess_current->descriptors.all[kept].closes = closes;
        inprocess_file_of(stream)->child = child;
    } else if (stream != NULL) {
        (void)task_fclose(stream);
    } else if (kept >= 0) {
        (void)task_close(kept);
    }
    errno = why;
    return child > 0 ? stream : NULL;
}

int task_pclose(FILE *stream)
{
    return task_fclose(stream);
}
