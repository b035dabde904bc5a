/* fault.c - a library to be loaded before all others (LD_PRELOAD), for tests only: it makes the n-th use of a resource
 * of the computer fail, as if there were no more of it.
 *
 *     FAULT_IN=NAME    in programs of this name alone
 *     FAULT_KIND=KIND  memory, descriptor, mapping, fork, write, pidfd, futex, thread or file
 *     FAULT_AT=N       the N-th use fails; with FAULT_ON=1 all from there on, with FAULT_TIMES=M so many
 *     FAULT_COUNT=FILE how often the resource was used is added to this file when such a program ends, in a line
 *     FAULT_SLOW_MS=N  nothing fails, but a process that such a program starts takes so long until it runs its own
 */
#undef _FILE_OFFSET_BITS /* fopen and fopen64 are two names here */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wpedantic" /* what dlsym gives is a function here */
#define PUBLIC __attribute__((visibility("default")))

static const char *kind = "";
static long fails_at, used, times = 1;
static bool goes_on;
static long slow_ms;

/* The pid: a child of fork has the memory of this process, and is none of those that are to fail. */
static pid_t process;

static bool due(const char *what)
{
    if (strcmp(kind, what) != 0 || syscall(SYS_getpid) != process)
        return false;
    long n = __atomic_add_fetch(&used, 1, __ATOMIC_RELAXED);
    return fails_at > 0 && n >= fails_at && (goes_on || n < fails_at + times);
}

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* A function of libc by its name, with the type of ours. */
#define REAL(NAME) ((__typeof__(&NAME))next(#NAME))
#define FAILS(WHAT, ERROR) (due(WHAT) && ((errno = (ERROR)) != 0))

__attribute__((constructor)) static void begin(void)
{
    const char *in = getenv("FAULT_IN"), *what = getenv("FAULT_KIND"), *at = getenv("FAULT_AT");
    const char *slow = getenv("FAULT_SLOW_MS");
    if (in == NULL || strcmp(in, program_invocation_short_name) != 0)
        return;
    process = (pid_t)syscall(SYS_getpid);
    slow_ms = slow != NULL ? atol(slow) : 0;
    if (what == NULL)
        return;
    fails_at = at != NULL ? atol(at) : 0;
    times = getenv("FAULT_TIMES") != NULL ? atol(getenv("FAULT_TIMES")) : 1;
    goes_on = getenv("FAULT_ON") != NULL;
    kind = what;
}

__attribute__((destructor)) static void end(void)
{
    const char *file = getenv("FAULT_COUNT");
    char line[24];
    if (file == NULL || *kind == 0 || syscall(SYS_getpid) != process)
        return;
    kind = "";
    int fd = open(file, O_WRONLY | O_CREAT | O_APPEND, 0644);
    int n = snprintf(line, sizeof line, "%ld\n", used);
    if (fd >= 0 && write(fd, line, (size_t)n) == n)
        (void)close(fd);
}

/* ---- memory
 * ------------------------------------------------------------------------------------------------------- */

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

PUBLIC void *malloc(size_t n)
{
    return FAILS("memory", ENOMEM) ? NULL : __libc_malloc(n);
}

PUBLIC void *calloc(size_t n, size_t size)
{
    return FAILS("memory", ENOMEM) ? NULL : __libc_calloc(n, size);
}

PUBLIC void *realloc(void *p, size_t n)
{
    return FAILS("memory", ENOMEM) ? NULL : __libc_realloc(p, n);
}

PUBLIC void *aligned_alloc(size_t alignment, size_t n)
{
    return FAILS("memory", ENOMEM) ? NULL : __libc_memalign(alignment, n);
}

PUBLIC int posix_memalign(void **out, size_t alignment, size_t n)
{
    if (due("memory"))
        return ENOMEM;
    *out = __libc_memalign(alignment, n);
    return *out != NULL ? 0 : ENOMEM;
}

PUBLIC void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
    if (FAILS("mapping", ENOMEM))
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, n, protection, flags, fd, offset);
}

PUBLIC void *mmap64(void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
    return mmap(at, n, protection, flags, fd, offset);
}

/* ---- descriptors
 * -------------------------------------------------------------------------------------------------- */

PUBLIC int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return FAILS("descriptor", EMFILE) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

PUBLIC FILE *fopen(const char *path, const char *mode)
{
    return FAILS("descriptor", EMFILE) ? NULL : REAL(fopen)(path, mode);
}

PUBLIC FILE *fopen64(const char *path, const char *mode)
{
    return FAILS("descriptor", EMFILE) ? NULL : REAL(fopen64)(path, mode);
}

PUBLIC int socket(int domain, int type, int protocol)
{
    return FAILS("descriptor", EMFILE) ? -1 : (int)syscall(SYS_socket, domain, type, protocol);
}

PUBLIC int socketpair(int domain, int type, int protocol, int ends[2])
{
    return FAILS("descriptor", EMFILE) ? -1 : (int)syscall(SYS_socketpair, domain, type, protocol, ends);
}

PUBLIC int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags)
{
    return FAILS("descriptor", EMFILE) ? -1 : REAL(accept4)(fd, address, length, flags);
}

PUBLIC int memfd_create(const char *name, unsigned flags)
{
    return FAILS("descriptor", EMFILE) ? -1 : REAL(memfd_create)(name, flags);
}

PUBLIC int pipe2(int ends[2], int flags)
{
    return FAILS("descriptor", EMFILE) ? -1 : REAL(pipe2)(ends, flags);
}

PUBLIC int epoll_create1(int flags)
{
    return FAILS("descriptor", EMFILE) ? -1 : REAL(epoll_create1)(flags);
}

PUBLIC int epoll_ctl(int epoll, int what, int fd, struct epoll_event *event)
{
    return FAILS("descriptor", ENOSPC) ? -1 : REAL(epoll_ctl)(epoll, what, fd, event);
}

PUBLIC int dup(int fd)
{
    return FAILS("descriptor", EMFILE) ? -1 : (int)syscall(SYS_dup, fd);
}

PUBLIC int eventfd(unsigned n, int flags)
{
    return FAILS("descriptor", EMFILE) ? -1 : (int)syscall(SYS_eventfd2, n, flags);
}

/* ---- files
 * -------------------------------------------------------------------------------------------------------- */

PUBLIC int ftruncate(int fd, off_t n)
{
    return FAILS("file", EFBIG) ? -1 : (int)syscall(SYS_ftruncate, fd, n);
}

PUBLIC int fallocate(int fd, int mode, off_t from, off_t n)
{
    return FAILS("file", ENOSPC) ? -1 : (int)syscall(SYS_fallocate, fd, mode, from, n);
}

PUBLIC ssize_t write(int fd, const void *bytes, size_t n)
{
    return FAILS("write", EINTR) ? -1 : syscall(SYS_write, fd, bytes, n);
}

PUBLIC ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    return FAILS("write", ENOBUFS) ? -1 : syscall(SYS_sendmsg, fd, message, flags);
}

/* ---- processes
 * ---------------------------------------------------------------------------------------------------- */

PUBLIC int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument)
{
    return due("thread") ? EAGAIN : REAL(pthread_create)(thread, attributes, body, argument);
}

PUBLIC pid_t fork(void)
{
    return FAILS("fork", EAGAIN) ? -1 : REAL(fork)();
}

/* vfork returns twice with the same frame of the stack: nothing may stand on the stack while it is called. */
#if defined(__x86_64__)
__attribute__((used, visibility("hidden"))) pid_t (*fault_vfork)(void);

__attribute__((used, visibility("hidden"))) int fault_fork_is_due(void);
int fault_fork_is_due(void)
{
    if (fault_vfork == NULL)
        fault_vfork = REAL(vfork);
    return FAILS("fork", EAGAIN);
}

__asm__(".globl vfork\n.type vfork, @function\nvfork:\n"
        "sub $8, %rsp\ncall fault_fork_is_due\nadd $8, %rsp\n"
        "test %eax, %eax\njne 1f\njmp *fault_vfork(%rip)\n"
        "1: mov $-1, %eax\nret\n.size vfork, . - vfork\n");
#endif

/* In a child, which has copies of all descriptors of its parent until then. */
PUBLIC int execve(const char *path, char *const argv[], char *const envp[])
{
    struct timespec span = {slow_ms / 1000, slow_ms % 1000 * 1000000};
    if (slow_ms > 0 && syscall(SYS_getpid) != process)
        (void)nanosleep(&span, NULL);
    return (int)syscall(SYS_execve, path, argv, envp);
}

/* All that our own code calls by number. */
PUBLIC long syscall(long number, ...)
{
    static long (*real)(long, ...);
    va_list more;
    long a[6];
    va_start(more, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(more, long);
    va_end(more);
    if (real == NULL)
        real = (long (*)(long, ...))next("syscall");
    if (number == SYS_pidfd_open && FAILS("pidfd", ENOMEM))
        return -1;
    if (number == SYS_clone && FAILS("fork", EAGAIN))
        return -1;
    if (number == SYS_futex && (a[1] & FUTEX_CMD_MASK) == FUTEX_WAIT && FAILS("futex", ENOMEM))
        return -1;
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
