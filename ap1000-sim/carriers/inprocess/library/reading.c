/* reading.c - reading and writing of files by number, and what else is asked of them: what is printed, and the machine,
 * is a pipe or a socket to the program. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

enum { PIECE = 4096 }; /* what the system takes into a pipe at once [bytes] */

#define LAST_ADDRESS ((UINT64_C(1) << 47) - PIECE) /* of a program on x86-64 */

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
    struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    if (e != NULL && e->kind == DESCRIPTOR_PRINT)
        return print(bytes, n);
    int real = inprocess_descriptor_real(number, EPIPE);
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
    int real = inprocess_descriptor_real(number, EBADF);
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
    int real = inprocess_descriptor_real(number, ESPIPE);
    return real >= 0 ? lseek(real, offset, from) : -1;
}

int task_ftruncate(int number, off_t bytes)
{
    int real = bytes >= 0 ? inprocess_descriptor_real(number, EINVAL) : -1;
    if (bytes < 0)
        errno = EINVAL;
    return real >= 0 ? ftruncate(real, bytes) : -1;
}

int task_fsync(int number)
{
    int real = inprocess_descriptor_real(number, EINVAL);
    return real >= 0 ? fsync(real) : -1;
}

int task_isatty(int number)
{
    int real = inprocess_descriptor_real(number, ENOTTY);
    return real >= 0 ? isatty(real) : 0;
}

/* A socket as that to the machine; -1 and errno: none. */
static int any_socket(void)
{
    static int any = -1;
    if (any < 0)
        any = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return any;
}

/* What is printed is a pipe to the program, the machine a socket. */
int task_fstat(int number, struct stat *of)
{
    struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    int real = e != NULL && e->kind == DESCRIPTOR_MACHINE ? any_socket()
               : e != NULL && e->kind == DESCRIPTOR_PRINT ? inprocess_children_pipe()
                                                          : inprocess_descriptor_real(number, EBADF);
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

ssize_t task_readv(int number, const struct iovec *pieces, int n)
{
    int real = inprocess_descriptor_real(number, EBADF);
    if (real >= 0 && (fcntl(real, F_GETFL) & O_NONBLOCK) == 0)
        inprocess_await_file(real, POLLIN, 0);
    return real >= 0 ? readv(real, pieces, n) : -1;
}

ssize_t task_pread(int number, void *to, size_t n, off_t from)
{
    int real = from >= 0 ? inprocess_descriptor_real(number, ESPIPE) : -1;
    if (from < 0)
        errno = EINVAL;
    return real >= 0 ? pread(real, to, n, from) : -1;
}

ssize_t task_pwrite(int number, const void *bytes, size_t n, off_t to)
{
    int real = to >= 0 ? inprocess_descriptor_real(number, ESPIPE) : -1;
    if (to < 0)
        errno = EINVAL;
    return real >= 0 ? pwrite(real, bytes, n, to) : -1;
}

/* As far as libraries want it: what a number is open for, and whether programs inherit it. */
int task_fcntl(int number, int what, ...)
{
    struct inprocess_descriptor *e = inprocess_descriptor_of(number);
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

/* As far as libraries want it: how much there is to be read. */
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
