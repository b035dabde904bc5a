/* descriptors.c - the numbers of open files as a task in process knows them, each the lowest that is free, beside what
 * they are in the simulator. 0 gives nothing, 1 and 2 are printed, unless the task has the terminal: then they are the
 * simulator's own. A file of the simulator that a task uses is the task's alone. */
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
#include <sys/uio.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

enum { PIECE = 4096 }; /* what the system takes into a pipe at once [bytes] */

#define LAST_ADDRESS ((UINT64_C(1) << 47) - PIECE) /* of a program on x86-64 */

/* ---- the table --------------------------------------------------------------------------------------------------- */

static struct inprocess_descriptor *entry(int number)
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

/* A file that the task has nothing to do with any more, but that a stream of its still knows: every use is refused. */
static void make_unusable(int real)
{
    int nothing = open("/", O_PATH | O_CLOEXEC);
    if (nothing >= 0) {
        dup3(nothing, real, O_CLOEXEC);
        close(nothing);
    }
}

/* Streams have files of their own, which are always what their number is. */
static void tell_streams(int number, int real)
{
    for (struct inprocess_file *f = inprocess_current->files; f != NULL; f = f->next)
        if (f->number == number && f->real >= 0 && f->real != real) {
            if (real < 0)
                make_unusable(f->real);
            else
                dup3(real, f->real, O_CLOEXEC);
        }
}

static void install(int number, struct inprocess_descriptor what)
{
    inprocess_current->descriptors.all[number] = what;
    tell_streams(number, what.kind == DESCRIPTOR_FILE || what.kind == DESCRIPTOR_SHARED ? what.real : -1);
}

/* The lowest number from `least` on that is free; -1: none, with errno. */
static int lowest(int least)
{
    struct inprocess_descriptors *d = &inprocess_current->descriptors;
    int number = least;
    while (number < d->n && d->all[number].kind != DESCRIPTOR_FREE)
        number++;
    if (number < d->most && make_room(d, number + 1))
        return number;
    errno = EMFILE;
    return -1;
}

int inprocess_descriptor_add(struct inprocess_descriptor what, int least)
{
    int number = what.kind == DESCRIPTOR_FILE && what.real < 0 ? -1 : lowest(least);
    if (number >= 0)
        install(number, what);
    else if (what.kind == DESCRIPTOR_FILE && what.real >= 0)
        close(what.real);
    return number;
}

static int add_file(int real, bool closes)
{
    return inprocess_descriptor_add((struct inprocess_descriptor){DESCRIPTOR_FILE, real, closes}, 0);
}

/* What a stream has of its own is closed by its stream. */
static bool is_of_stream(int real)
{
    for (struct inprocess_file *f = inprocess_current->files; f != NULL; f = f->next)
        if (f->real == real)
            return true;
    return false;
}

static void free_number(int number)
{
    struct inprocess_descriptor was = *entry(number);
    entry(number)->kind = DESCRIPTOR_FREE;
    bool kept = was.kind == DESCRIPTOR_FILE && is_of_stream(was.real);
    tell_streams(number, -1);
    if (was.kind == DESCRIPTOR_FILE && !kept)
        close(was.real);
}

/* The stream of this number has closed the file itself, if that was the number's. Returns false if the number was
 * closed before. */
bool inprocess_descriptor_forget(int number, int real)
{
    struct inprocess_descriptor *e = entry(number);
    if (e == NULL)
        return false;
    if (e->kind == DESCRIPTOR_FILE && e->real == real) {
        e->kind = DESCRIPTOR_FREE;
        tell_streams(number, -1);
    } else {
        free_number(number);
    }
    return true;
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
        return (struct inprocess_descriptor){real >= 0 ? DESCRIPTOR_FILE : DESCRIPTOR_FREE, real, false};
    }
    if (number != STDIN_FILENO)
        return (struct inprocess_descriptor){DESCRIPTOR_PRINT, -1, false};
    if (nothing < 0)
        nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return (struct inprocess_descriptor){nothing >= 0 ? DESCRIPTOR_SHARED : DESCRIPTOR_FREE, nothing, false};
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
            d->all[*more] = (struct inprocess_descriptor){DESCRIPTOR_SHARED, *more, false};
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
    (void)inprocess_descriptor_add((struct inprocess_descriptor){DESCRIPTOR_MACHINE, -1, true}, 3);
}

/* The simulator's file of that number, or -1 with errno. What is printed, and the machine, is a pipe or a socket to the
 * program: `why` is what is said of it. */
static int real_of(int number, int why)
{
    struct inprocess_descriptor *e = entry(number);
    if (e != NULL && (e->kind == DESCRIPTOR_FILE || e->kind == DESCRIPTOR_SHARED))
        return e->real;
    errno = e == NULL ? EBADF : why;
    return -1;
}

/* ---- reading and writing ----------------------------------------------------------------------------------------- */

/* As into a pipe: bytes that the program may not read are refused, those before them are taken. */
static ssize_t print(const char *bytes, size_t n)
{
    struct inprocess_task *t = inprocess_current;
    static int through[2] = {-1, -1};
    char piece[PIECE];
    size_t done = 0;
    if ((uintptr_t)bytes > LAST_ADDRESS || n > LAST_ADDRESS - (uintptr_t)bytes) {
        errno = EFAULT;
        return -1;
    }
    if (through[0] < 0 && pipe2(through, O_CLOEXEC | O_NONBLOCK) != 0)
        return -1;
    inprocess_children_pass_on();
    while (done < n) {
        size_t wanted = n - done < sizeof piece ? n - done : sizeof piece;
        ssize_t taken = write(through[1], bytes + done, wanted);
        if (taken > 0)
            taken = read(through[0], piece, (size_t)taken);
        if (taken <= 0)
            return done > 0 ? (ssize_t)done : -1;
        t->simulator->print(t->owner, piece, (size_t)taken);
        done += (size_t)taken;
    }
    return (ssize_t)done;
}

/* Into a pipe whose reader prints in our name, so that neither waits for the other: as much at a time as fits. */
static ssize_t feed(int real, const char *bytes, size_t n, int child)
{
    size_t done = 0;
    while (done < n) {
        inprocess_await_file(real, POLLOUT, child);
        ssize_t taken = write(real, bytes + done, n - done < PIECE ? n - done : PIECE);
        if (taken < 0)
            return done > 0 ? (ssize_t)done : -1;
        done += (size_t)taken;
    }
    return (ssize_t)done;
}

ssize_t task_write(int number, const void *bytes, size_t n)
{
    struct inprocess_descriptor *e = entry(number);
    if (e != NULL && e->kind == DESCRIPTOR_PRINT)
        return print(bytes, n);
    int real = real_of(number, EPIPE);
    if (real < 0)
        return -1;
    const struct inprocess_file *f = inprocess_file_to_child(number);
    ssize_t done = f != NULL ? feed(real, bytes, n, f->child) : write(real, bytes, n);
    if (done < 0 && errno == EPIPE) {
        (void)inprocess_raise(SIGPIPE);
        errno = EPIPE;
    }
    return done;
}

ssize_t task_read(int number, void *to, size_t n)
{
    int real = real_of(number, EBADF);
    const struct inprocess_file *f = real >= 0 ? inprocess_file_to_child(number) : NULL;
    if (real >= 0 && (fcntl(real, F_GETFL) & O_NONBLOCK) == 0)
        inprocess_await_file(real, POLLIN, f != NULL ? f->child : 0);
    return real >= 0 ? read(real, to, n) : -1;
}

ssize_t task_read_chk(int number, void *to, size_t n, size_t room)
{
    if (n > room)
        task_chk_fail();
    return task_read(number, to, n);
}

off_t task_lseek(int number, off_t offset, int from)
{
    int real = real_of(number, ESPIPE);
    return real >= 0 ? lseek(real, offset, from) : -1;
}

int task_ftruncate(int number, off_t bytes)
{
    int real = bytes >= 0 ? real_of(number, EINVAL) : -1;
    if (bytes < 0)
        errno = EINVAL;
    return real >= 0 ? ftruncate(real, bytes) : -1;
}

int task_fsync(int number)
{
    int real = real_of(number, EINVAL);
    return real >= 0 ? fsync(real) : -1;
}

int task_isatty(int number)
{
    int real = real_of(number, ENOTTY);
    return real >= 0 ? isatty(real) : 0;
}

/* What is printed, and the machine, is a pipe to the program. */
int task_fstat(int number, struct stat *of)
{
    struct inprocess_descriptor *e = entry(number);
    int real = e != NULL && e->real < 0 ? inprocess_children_pipe() : real_of(number, EBADF);
    return real >= 0 ? fstat(real, of) : -1;
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

/* As far as libraries want it: what a number is open for, and whether programs inherit it. */
int task_fcntl(int number, int what, ...)
{
    struct inprocess_descriptor *e = entry(number);
    va_list args;
    va_start(args, what);
    int argument = what == F_SETFD ? va_arg(args, int) : 0;
    va_end(args);
    if (e == NULL) {
        errno = EBADF;
        return -1;
    }
    switch (what) {
    case F_GETFD:
        return e->closes ? FD_CLOEXEC : 0;
    case F_SETFD:
        e->closes = (argument & FD_CLOEXEC) != 0;
        return 0;
    case F_GETFL:
        return e->real >= 0 ? fcntl(e->real, F_GETFL) : O_WRONLY;
    default:
        errno = EINVAL;
        return -1;
    }
}

/* Of the files that it can wait for; the others are as if they were closed. */
int task_poll(struct pollfd *files, unsigned long n, int wait_ms)
{
    enum { MOST = 16 };
    struct pollfd real[MOST];
    if (n > MOST) {
        errno = EINVAL;
        return -1;
    }
    for (unsigned long i = 0; i < n; i++)
        real[i] = (struct pollfd){real_of(files[i].fd, EBADF), files[i].events, 0};
    int ready = poll(real, n, wait_ms);
    for (unsigned long i = 0; i < n; i++)
        files[i].revents = real[i].revents;
    return ready;
}

/* As far as libraries want it: how much there is to be read. */
int task_ioctl(int number, unsigned long what, ...)
{
    va_list args;
    va_start(args, what);
    int *to = va_arg(args, int *);
    va_end(args);
    int real = real_of(number, EINVAL);
    if (real >= 0 && what == FIONREAD)
        return ioctl(real, what, to);
    if (real >= 0)
        errno = ENOTTY;
    return -1;
}

void *task_mmap(void *at, size_t bytes, int rights, int flags, int number, off_t offset)
{
    const bool of_file = (flags & MAP_ANONYMOUS) == 0;
    int real = of_file ? real_of(number, EACCES) : -1;
    return !of_file || real >= 0 ? mmap(at, bytes, rights, flags, real, offset) : MAP_FAILED;
}

int task_mkostemp(char *path, int flags)
{
    return add_file(mkostemp(path, flags | O_CLOEXEC), (flags & O_CLOEXEC) != 0);
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

/* The number that a name stands for (/dev/stdout, /dev/fd/5), or -1: it is a file's. */
int inprocess_number_named(const char *path)
{
    static const char *const standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (int i = 0; i < 3; i++)
        if (strcmp(path, standard[i]) == 0)
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
    struct inprocess_descriptor *e = entry(named);
    char path[32];
    if (e != NULL && e->kind == DESCRIPTOR_PRINT && (flags & O_ACCMODE) != O_RDONLY)
        return inprocess_descriptor_add((struct inprocess_descriptor){e->kind,
                                                                      -2 - inprocess_current->descriptors.opened++,
                                                                      (flags & O_CLOEXEC) != 0},
                                        0);
    if (e == NULL || e->real < 0) {
        errno = e == NULL ? ENOENT : EACCES;
        return -1;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", e->real);
    return add_file(open(path, flags | O_CLOEXEC), (flags & O_CLOEXEC) != 0);
}

int task_open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(args, mode_t) : 0;
    va_end(args);
    int named = path != NULL && inprocess_is_text(path) ? inprocess_number_named(path) : -1;
    if (named >= 0)
        return open_named(named, flags);
    return add_file(open(inprocess_path(path), flags | O_CLOEXEC, mode), (flags & O_CLOEXEC) != 0);
}

int task_open_2(const char *path, int flags)
{
    if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE)
        task_chk_fail();
    return task_open(path, flags);
}

int task_creat(const char *path, mode_t mode)
{
    return task_open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int task_close(int number)
{
    if (entry(number) == NULL) {
        errno = EBADF;
        return -1;
    }
    free_number(number);
    return 0;
}

static int copy_to(const struct inprocess_descriptor *of, int number)
{
    struct inprocess_descriptor copy = *of;
    if (copy.kind == DESCRIPTOR_FILE)
        copy.real = fcntl(of->real, F_DUPFD_CLOEXEC, 3);
    if (number < 0 || (copy.kind == DESCRIPTOR_FILE && copy.real < 0))
        return inprocess_descriptor_add(copy, 0);
    if (!make_room(&inprocess_current->descriptors, number + 1))
        return -1;
    if (entry(number) != NULL)
        free_number(number);
    install(number, copy);
    return number;
}

int task_dup(int number)
{
    struct inprocess_descriptor *e = entry(number);
    if (e != NULL)
        return copy_to(&(struct inprocess_descriptor){e->kind, e->real, false}, -1);
    errno = EBADF;
    return -1;
}

int task_dup2(int number, int as)
{
    struct inprocess_descriptor *e = entry(number);
    if (e == NULL || as < 0 || as >= inprocess_current->descriptors.most) {
        errno = EBADF;
        return -1;
    }
    return number != as ? copy_to(&(struct inprocess_descriptor){e->kind, e->real, false}, as) : as;
}

bool inprocess_descriptor_prints(int number)
{
    struct inprocess_descriptor *e = entry(number);
    return e != NULL && e->kind == DESCRIPTOR_PRINT;
}

/* Is this the first stream that appends to it? It is then no more. */
bool inprocess_descriptor_appends_first(int number)
{
    struct inprocess_descriptor *e = entry(number);
    const uint64_t bit = e != NULL && e->real < 0 && e->real >= -64 ? UINT64_C(1) << (-1 - e->real) : 0;
    const bool first = (inprocess_current->descriptors.appends & bit) == 0;
    inprocess_current->descriptors.appends |= bit;
    return first;
}

int inprocess_descriptor_real(int number)
{
    return real_of(number, EBADF);
}
