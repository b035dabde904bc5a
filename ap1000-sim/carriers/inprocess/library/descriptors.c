/* descriptors.c - the numbers of open files as a task in process knows them, each the lowest that is free, beside what
 * they are in the simulator. 0 gives nothing, 1 and 2 are printed, unless the task has the terminal: then they are the
 * simulator's own. Programs see the numbers of their streams; only the libraries of Fortran and C++ read and write by
 * them, so no number ever becomes another file. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

enum { PIECE = 4096 }; /* what the system takes into a pipe at once [bytes] */

/* ---- the table --------------------------------------------------------------------------------------------------- */

struct inprocess_descriptor *inprocess_descriptor_of(int number)
{
    struct inprocess_descriptors *d = &inprocess_current->descriptors;
    return number >= 0 && number < d->n && d->all[number].kind != DESCRIPTOR_FREE ? &d->all[number] : NULL;
}

static bool make_room(struct inprocess_descriptors *d, int n)
{
    if (n <= d->n)
        return true;
    int room = n < 8 ? 8 : n + n / 2;
    struct inprocess_descriptor *all = realloc(d->all, (size_t)room * sizeof *all);
    if (all == NULL)
        return false;
    memset(all + d->n, 0, (size_t)(room - d->n) * sizeof *all);
    d->all = all;
    d->n = room;
    return true;
}

/* The number of a new file, the lowest from `least` on that is free; -1 with errno: none. */
static int add(struct inprocess_descriptor what, int least)
{
    struct inprocess_descriptors *d = &inprocess_current->descriptors;
    int number = least;
    if (what.kind == DESCRIPTOR_FILE && what.real < 0)
        return -1;
    while (number < d->n && d->all[number].kind != DESCRIPTOR_FREE)
        number++;
    if (number < d->most && make_room(d, number + 1)) {
        d->all[number] = what;
        return number;
    }
    errno = EMFILE;
    return -1;
}

int inprocess_descriptor_add_file(int real)
{
    return add((struct inprocess_descriptor){DESCRIPTOR_FILE, real}, 0);
}

/* The same for a file that is closed if it gets none. */
static int opened(int real)
{
    const int number = inprocess_descriptor_add_file(real), why = errno;
    if (number < 0 && real >= 0)
        close(real);
    errno = why;
    return number;
}

void inprocess_descriptor_forget(int number)
{
    inprocess_current->descriptors.all[number].kind = DESCRIPTOR_FREE;
}

/* What is printed, and the machine, is a pipe or a socket to the program: `why` is what is said of it. */
int inprocess_descriptor_real(int number, int why)
{
    const struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    if (e != NULL && (e->kind == DESCRIPTOR_FILE || e->kind == DESCRIPTOR_SHARED))
        return e->real;
    errno = e == NULL ? EBADF : why;
    return -1;
}

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

/* What a process would inherit beside its standard streams: the simulator's files that go through an exec. Its parent
 * has left them open. */
static const int *inherited(void)
{
    static int *numbers;
    if (numbers != NULL)
        return numbers;
    size_t n = 0;
    DIR *all = opendir("/proc/self/fd");
    numbers = calloc(1, sizeof *numbers);
    for (struct dirent *d; all != NULL && numbers != NULL && (d = readdir(all)) != NULL;) {
        int number = d->d_name[0] != '.' ? atoi(d->d_name) : 0;
        int *more = number > STDERR_FILENO && (fcntl(number, F_GETFD) & FD_CLOEXEC) == 0
                        ? realloc(numbers, (n + 2) * sizeof *more)
                        : NULL;
        if (more == NULL)
            continue;
        numbers = more;
        numbers[n++] = number;
        numbers[n] = 0;
    }
    if (all != NULL)
        closedir(all);
    return numbers;
}

static struct inprocess_descriptor standard(const struct inprocess_task *t, int number)
{
    static int nothing = -1;
    if (t->own_terminal) {
        int real = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        return (struct inprocess_descriptor){real >= 0 ? DESCRIPTOR_FILE : DESCRIPTOR_FREE, real};
    }
    if (number != STDIN_FILENO)
        return (struct inprocess_descriptor){DESCRIPTOR_PRINT, -1};
    if (nothing < 0)
        nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return (struct inprocess_descriptor){nothing >= 0 ? DESCRIPTOR_SHARED : DESCRIPTOR_FREE, nothing};
}

bool inprocess_descriptors_begin(struct inprocess_task *t, uint64_t most)
{
    struct inprocess_descriptors *d = &t->descriptors;
    const int *more = inherited();
    d->most = most < INT_MAX ? (int)most : INT_MAX;
    if (more == NULL || !make_room(d, STDERR_FILENO + 1))
        return false;
    for (int number = 0; number <= STDERR_FILENO; number++)
        d->all[number] = standard(t, number);
    for (; *more != 0; more++)
        if (make_room(d, *more + 1))
            d->all[*more] = (struct inprocess_descriptor){DESCRIPTOR_SHARED, *more};
    return true;
}

void inprocess_descriptors_end(struct inprocess_task *t)
{
    struct inprocess_descriptors *d = &t->descriptors;
    for (int number = 0; number < d->n; number++)
        if (d->all[number].kind == DESCRIPTOR_FILE)
            close(d->all[number].real);
    free(d->all);
    d->all = NULL;
    d->n = 0;
}

/* A process that joins its machine has a connection to it from then on. */
void inprocess_descriptors_join(void)
{
    (void)add((struct inprocess_descriptor){DESCRIPTOR_MACHINE, -1}, STDERR_FILENO + 1);
}

/* ---- names that stand for numbers -------------------------------------------------------------------------------- */

int inprocess_number_named(const char *path)
{
    static const char *const standard_names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (int i = 0; i < 3; i++)
        if (strcmp(path, standard_names[i]) == 0)
            return i;
    for (int i = 0; i < 2; i++) {
        size_t n = strlen(folders[i]);
        char *end;
        long number = strncmp(path, folders[i], n) == 0 ? strtol(path + n, &end, 10) : -1;
        if (number >= 0 && number < INT_MAX && path[n] >= '0' && path[n] <= '9' && *end == 0)
            return (int)number;
    }
    return -1;
}

static int open_named(int named, int flags)
{
    const struct inprocess_descriptor *e = inprocess_descriptor_of(named);
    char path[32];
    if (e != NULL && e->kind == DESCRIPTOR_PRINT && (flags & O_ACCMODE) != O_RDONLY)
        return add(*e, 0);
    if (e == NULL || e->real < 0) {
        errno = e == NULL ? ENOENT : EACCES;
        return -1;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", e->real);
    return opened(open(path, flags | O_CLOEXEC));
}

/* ---- by number: for libraries ------------------------------------------------------------------------------------ */

int task_open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(args, mode_t) : 0;
    va_end(args);
    int named = inprocess_is_text(path) ? inprocess_number_named(path) : -1;
    if (named >= 0)
        return open_named(named, flags);
    return opened(open(inprocess_path(path), flags | O_CLOEXEC, mode));
}

int task_mkostemp(char *path, int flags)
{
    return opened(mkostemp(path, flags | O_CLOEXEC));
}

/* libgfortran would set the process's for a moment, for what mkostemp does anyhow (a file for its owner alone). A
 * thread for long turns that began meanwhile would keep it. */
mode_t task_umask(mode_t mask)
{
    return mask;
}

int task_close(int number)
{
    const struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    if (e == NULL) {
        errno = EBADF;
        return -1;
    }
    if (e->kind == DESCRIPTOR_FILE)
        close(e->real);
    inprocess_descriptor_forget(number);
    return 0;
}

ssize_t task_write(int number, const void *bytes, size_t n)
{
    const struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    const struct inprocess_task *t = inprocess_current;
    if (e != NULL && e->kind == DESCRIPTOR_PRINT) {
        if (n >> 47 != 0) { /* more than there are addresses */
            errno = EFAULT;
            return -1;
        }
        if (n > 0)
            (void)((const volatile char *)bytes)[n - 1]; /* a length that is wrong is a fault here */
        for (size_t done = 0; done < n; done += PIECE)
            t->simulator->print(t->owner, (const char *)bytes + done, n - done < PIECE ? n - done : PIECE);
        return (ssize_t)n;
    }
    int real = inprocess_descriptor_real(number, EPIPE);
    ssize_t done = real >= 0 ? write(real, bytes, n) : -1;
    if (real >= 0 && done < 0 && errno == EPIPE) {
        (void)inprocess_raise(SIGPIPE);
        errno = EPIPE;
    }
    return done;
}

ssize_t task_writev(int number, const struct iovec *pieces, int n)
{
    ssize_t done = 0;
    for (int i = 0; i < n; i++) {
        ssize_t now = task_write(number, pieces[i].iov_base, pieces[i].iov_len);
        if (now < 0)
            return done > 0 ? done : -1;
        done += now;
        if ((size_t)now < pieces[i].iov_len)
            break;
    }
    return done;
}

/* What comes from a terminal or through a pipe may take its time: the simulator looks around meanwhile. */
ssize_t task_read(int number, void *to, size_t n)
{
    const struct inprocess_task *t = inprocess_current;
    int real = inprocess_descriptor_real(number, EBADF);
    const int why = errno;
    struct pollfd file = {real, POLLIN, 0};
    while (real >= 0 && (fcntl(real, F_GETFL) & O_NONBLOCK) == 0 && file.revents == 0)
        t->simulator->await_outside(t->owner, &file, 1);
    errno = why;
    return real >= 0 ? read(real, to, n) : -1;
}

off_t task_lseek(int number, off_t offset, int from)
{
    int real = inprocess_descriptor_real(number, ESPIPE);
    return real >= 0 ? lseek(real, offset, from) : -1;
}

int task_ftruncate(int number, off_t bytes)
{
    int real = inprocess_descriptor_real(number, EINVAL);
    return real >= 0 ? ftruncate(real, bytes) : -1;
}

int task_isatty(int number)
{
    int real = inprocess_descriptor_real(number, ENOTTY);
    return real >= 0 ? isatty(real) : 0;
}

/* What is printed is a pipe to the program, the machine a socket. */
int task_fstat(int number, struct stat *of)
{
    const struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    if (e == NULL || e->real >= 0) {
        int real = inprocess_descriptor_real(number, EBADF);
        return real >= 0 ? fstat(real, of) : -1;
    }
    *of = (struct stat){.st_mode = e->kind == DESCRIPTOR_PRINT ? S_IFIFO | 0600 : S_IFSOCK | 0777,
                        .st_nlink = 1,
                        .st_uid = geteuid(),
                        .st_gid = getegid(),
                        .st_blksize = PIECE};
    return 0;
}

/* What a number is open for. Nothing that the task starts inherits it. */
int task_fcntl(int number, int what, ...)
{
    const struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    if (e != NULL && what == F_GETFL)
        return e->real >= 0 ? fcntl(e->real, F_GETFL) : O_WRONLY;
    if (e != NULL && (what == F_GETFD || what == F_SETFD))
        return 0;
    errno = e == NULL ? EBADF : EINVAL;
    return -1;
}

/* How much there is to be read. */
int task_ioctl(int number, unsigned long what, ...)
{
    va_list args;
    va_start(args, what);
    int *to = va_arg(args, int *);
    va_end(args);
    int real = inprocess_descriptor_real(number, EINVAL);
    if (real >= 0 && what == FIONREAD)
        return ioctl(real, what, to);
    if (real >= 0)
        errno = ENOTTY;
    return -1;
}

void *task_mmap(void *at, size_t bytes, int rights, int flags, int number, off_t offset)
{
    const bool of_file = (flags & MAP_ANONYMOUS) == 0;
    int real = of_file ? inprocess_descriptor_real(number, EACCES) : -1;
    return !of_file || real >= 0 ? mmap(at, bytes, rights, flags, real, offset) : MAP_FAILED;
}

/* ---- which are ready --------------------------------------------------------------------------------------------- */

/* A look at one number, which costs no simulated time, as libpvm3's poll would: what is printed always takes more.
 * False: it is of no file. */
static bool look_at(struct pollfd *p)
{
    const struct inprocess_descriptor *e = inprocess_descriptor_of(p->fd);
    struct pollfd real = {e != NULL ? e->real : -1, p->events, 0};
    p->revents = 0;
    if (e != NULL && e->kind == DESCRIPTOR_PRINT)
        p->revents = (short)(p->events & (POLLOUT | POLLWRNORM));
    else if (e != NULL && syscall(SYS_poll, &real, 1, 0) > 0)
        p->revents = real.revents;
    return e != NULL;
}

/* Of libraries, which want to know whether there is something to be read now. */
int task_poll(struct pollfd *files, unsigned long n, int wait_ms)
{
    int ready = 0;
    (void)wait_ms;
    for (unsigned long i = 0; i < n; i++) {
        if (!look_at(&files[i]) && files[i].fd >= 0)
            files[i].revents = POLLNVAL;
        ready += files[i].revents != 0;
    }
    return ready;
}

enum { PASSED_OVER = 64 }; /* by the system: numbers from there on that are of no file */

/* Which numbers of the sets are ready, as select has it; -1 with errno: one is of no file. */
static int ready_of(int n, fd_set *const sets[3])
{
    static const short wanted[] = {POLLIN, POLLOUT, POLLPRI};
    static const short shown[] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};
    int ready = 0;
    for (int number = 0; number < n; number++)
        for (int set = 0; set < 3; set++) {
            struct pollfd p = {number, wanted[set], 0};
            if (sets[set] == NULL || !FD_ISSET(number, sets[set]) ||
                (number >= PASSED_OVER && inprocess_descriptor_of(number) == NULL))
                continue;
            if (!look_at(&p)) {
                errno = EBADF;
                return -1;
            }
            if ((p.revents & shown[set]) != 0)
                ready++;
            else
                FD_CLR(number, sets[set]);
        }
    for (int number = n; n < PASSED_OVER && number % PASSED_OVER != 0; number++) /* it writes whole words */
        for (int set = 0; set < 3; set++)
            if (sets[set] != NULL)
                FD_CLR(number, sets[set]);
    return ready;
}

/* libpvm3 lets the time pass between two looks; without a time the task waits in real time. The numbers of a program in
 * process are those of its streams. */
int task_select(int n, fd_set *readable, fd_set *writable, fd_set *strange, struct timeval *wait)
{
    const struct inprocess_task *t = inprocess_current;
    fd_set *const given[] = {readable, writable, strange};
    fd_set copies[3], *sets[3];
    struct timeval none = {0, 0};
    if (n < 0 || (wait != NULL && (wait->tv_sec < 0 || wait->tv_usec < 0))) {
        errno = EINVAL;
        return -1;
    }
    for (int look = 0;; look++) {
        for (int set = 0; set < 3; set++)
            sets[set] = given[set] != NULL ? memcpy(&copies[set], given[set], sizeof copies[set]) : NULL;
        int ready = ready_of(n < FD_SETSIZE ? n : FD_SETSIZE, sets), why = errno;
        if (wait != NULL && look == 0 && select(0, NULL, NULL, NULL, ready != 0 ? &none : wait) < 0)
            return -1;
        for (int set = 0; set < 3 && ready >= 0; set++)
            if (given[set] != NULL && (ready > 0 || look > 0))
                *given[set] = copies[set];
        errno = why;
        if (ready != 0 || (wait != NULL && look > 0))
            return ready;
        if (wait == NULL)
            t->simulator->await_outside(t->owner, NULL, 0);
    }
}
