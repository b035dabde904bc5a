/* test_numbers.c - files by number in a task in process: opened, read, written, looked at. The same
 * calls are made by a process, which must get the same, to the number and to errno (same_calls.h).
 */
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "same_calls.h"

#include "testing.h"

struct calls {
    int (*open)(const char *path, int flags, ...);
    int (*close)(int number);
    ssize_t (*read)(int number, void *to, size_t n);
    ssize_t (*write)(int number, const void *bytes, size_t n);
    ssize_t (*writev)(int number, const struct iovec *pieces, int n);
    off_t (*lseek)(int number, off_t offset, int from);
    int (*ftruncate)(int number, off_t bytes);
    int (*isatty)(int number);
    int (*fstat)(int number, struct stat *of);
    int (*fcntl)(int number, int what, ...);
    int (*ioctl)(int number, unsigned long what, ...);
    void *(*mmap)(void *at, size_t n, int rights, int flags, int number, off_t offset);
    int (*poll)(struct pollfd *files, unsigned long n, int wait_ms);
    int (*select)(int n, fd_set *readable, fd_set *writable, fd_set *strange, struct timeval *wait);
};

static const struct calls of_task = {task_open,  task_close,     task_read,   task_write, task_writev,
                                     task_lseek, task_ftruncate, task_isatty, task_fstat, task_fcntl,
                                     task_ioctl, task_mmap,      task_poll,   task_select};

/* Not libpvm3's, which stand before libc's. */
static int own_poll(struct pollfd *files, unsigned long n, int wait_ms)
{
    return (int)syscall(SYS_poll, files, n, wait_ms);
}

static int own_select(int n, fd_set *readable, fd_set *writable, fd_set *strange, struct timeval *wait)
{
    return (int)syscall(SYS_select, n, readable, writable, strange, wait);
}

static const struct calls of_process = {open,   close, read,  write, writev, lseek,    ftruncate,
                                        isatty, fstat, fcntl, ioctl, mmap,   own_poll, own_select};

/* Every program begins with a folder in which nothing is but what it makes. */
static void clean(void)
{
    unlink("f");
    unlink("g");
    unlink("h");
    (void)rmdir("d");
}

/* ---- opening and reading ----------------------------------------------------------------------------------------- */

static void opens(const struct calls *c)
{
    const char *volatile nowhere = NULL;
    clean();
    R(c->open("f", O_RDWR | O_CREAT | O_EXCL, 0600));
    R(c->open("f", O_RDWR | O_CREAT | O_EXCL, 0600));
    R(c->open("none", O_RDONLY));
    R(c->open("", O_RDONLY));
    R(c->open(nowhere, O_RDONLY));
    R(c->open(".", O_WRONLY));
    R(c->open("f", O_RDONLY | O_DIRECTORY));
    R(c->open(".", O_RDONLY | O_DIRECTORY));
    R(c->open("g", O_WRONLY | O_CREAT | O_TRUNC, 0600));
    R(c->open(".", O_WRONLY | O_CREAT | O_TRUNC, 0600));
    R(c->close(3));
    R(c->close(3));
    R(c->open("g", O_RDONLY | O_CLOEXEC));
    R(c->fcntl(3, F_GETFL) & O_ACCMODE);
    R(c->fcntl(5, F_GETFL) & O_ACCMODE);
    R(c->fcntl(77, F_GETFL));
    R(c->close(4));
    R(c->open("f", O_WRONLY | O_APPEND));
    R(c->fcntl(4, F_GETFL) & (O_ACCMODE | O_APPEND));
    R(c->close(-1));
    R(c->close(INT_MAX));
    R(c->open("/dev/null", O_RDWR));
    R(c->open("/dev/fd/77", O_RDONLY));
}

static void reads_and_writes(const struct calls *c)
{
    char to[20] = "....................", *volatile nowhere = (char *)8;
    clean();
    R(c->open("f", O_RDWR | O_CREAT, 0600));
    R(c->write(3, "0123456789", 10));
    R(c->lseek(3, 0, SEEK_CUR));
    R(c->read(3, to, 5));
    R(c->lseek(3, 3, SEEK_SET));
    R(c->read(3, to, 5));
    same_calls_say("%.20s\n", to);
    R(c->lseek(3, -2, SEEK_END));
    R(c->read(3, to, 20));
    R(c->read(3, to, 20));
    R(c->read(3, to, 0));
    R(c->lseek(3, -1, SEEK_SET));
    R(c->lseek(3, 0, 77));
    R(c->lseek(3, 1, SEEK_END));
    R(c->lseek(3, 0, SEEK_CUR));
    same_calls_say("%.20s\n", to);
    struct iovec pieces[3] = {{to, 3}, {NULL, 0}, {to + 10, 4}};
    R(c->lseek(3, 0, SEEK_SET));
    R(c->writev(3, pieces, 3));
    R(c->writev(3, pieces, 0));
    same_calls_say("%.20s\n", to);
    R(c->write(3, nowhere, 5));
    R(c->read(3, nowhere, 0));
    R(c->ftruncate(3, 4));
    struct stat s;
    R(c->fstat(3, &s));
    same_calls_say("%o, %d\n", (unsigned)(s.st_mode & S_IFMT), (int)s.st_size);
    R(c->lseek(3, 0, SEEK_END));
    R(c->ftruncate(3, -1));
    R(c->isatty(3) - 1);
    int left = -1;
    R(c->lseek(3, 1, SEEK_SET));
    R(c->ioctl(3, FIONREAD, &left));
    same_calls_say("%d\n", left);
    R(c->ioctl(3, TIOCGWINSZ, &left));
}

/* Numbers that are closed, or open for something else. */
static void asks_the_wrong_ones(const struct calls *c)
{
    char to[4];
    struct stat s;
    struct iovec piece = {to, sizeof to};
    int left;
    clean();
    R(c->open("f", O_WRONLY | O_CREAT | O_TRUNC, 0600));
    R(c->open("f", O_RDONLY));
    R(c->open(".", O_RDONLY));
    R(c->read(3, to, 4));
    R(c->write(4, "x", 1));
    R(c->read(5, to, 4));
    R(c->ftruncate(4, 1));
    R(c->writev(4, &piece, 1));
    for (int number = -1; number <= 77; number += 78) {
        R(c->read(number, to, 4));
        R(c->write(number, "x", 1));
        R(c->lseek(number, 0, SEEK_SET));
        R(c->writev(number, &piece, 1));
        R(c->ftruncate(number, 0));
        R(c->isatty(number) - 1);
        R(c->fstat(number, &s));
        R(c->ioctl(number, FIONREAD, &left));
    }
}

/* What is printed is a pipe. */
static void asks_what_is_printed(const struct calls *c)
{
    char to[4], page[8192];
    struct stat s;
    struct iovec pieces[2] = {{page, 5}, {page + 5, 3}};
    const char *volatile nowhere = (const char *)8;
    memset(page, 'p', sizeof page);
    for (int number = 1; number <= 2; number++) {
        R(c->write(number, "one\n", 4));
        R(c->write(number, "", 0));
        R(c->write(number, page, sizeof page));
        R(c->write(number, nowhere, 4));
        R(c->write(number, nowhere, SIZE_MAX / 2));
        R(c->writev(number, pieces, 2));
        R(c->lseek(number, 0, SEEK_CUR));
        R(c->read(number, to, 4));
        R(c->ftruncate(number, 0));
        R(c->ftruncate(number, -1));
        R(c->isatty(number) - 1);
        R(c->fcntl(number, F_GETFL) & O_ACCMODE);
        R(c->fstat(number, &s));
        same_calls_say("%o\n", (unsigned)(s.st_mode & S_IFMT));
    }
    R(c->read(0, to, 4));
    R(c->write(0, "x", 1));
    R(c->fstat(0, &s));
    same_calls_say("%o\n", (unsigned)(s.st_mode & S_IFMT));
    R(c->isatty(0) - 1);
}

/* The system takes whole pages: what it may not read is refused, what comes before is printed. */
static void prints_what_ends_early(const struct calls *c)
{
    enum { PAGE = 4096 };
    static const int offsets[] = {0, 1, 100, PAGE - 1};
    char *pages = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(pages, 'p', 2 * PAGE);
    (void)mprotect(pages + 2 * PAGE, PAGE, PROT_NONE);
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        R(c->write(1, pages + offsets[i], 3 * PAGE - 200));
        R(c->write(1, pages + PAGE + offsets[i], PAGE));
    }
    munmap(pages, 3 * PAGE);
}

static void maps_files(const struct calls *c)
{
    char *p;
    clean();
    R(c->open("f", O_RDWR | O_CREAT, 0600));
    R(c->write(3, "mapped", 7));
    p = c->mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3, 0);
    same_calls_say("%s\n", p != MAP_FAILED ? p : "");
    p = c->mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    same_calls_say("%d\n", p != MAP_FAILED);
    R(c->mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 1, 0) == MAP_FAILED ? -1 : 0);
    R(c->mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 77, 0) == MAP_FAILED ? -1 : 0);
}

/* ---- names of numbers -------------------------------------------------------------------------------------------- */

static void opens_by_names_of_numbers(const struct calls *c)
{
    char to[4];
    clean();
    R(c->open("/dev/stdout", O_WRONLY));
    R(c->write(3, "by name\n", 8));
    R(c->open("/dev/fd/2", O_WRONLY));
    R(c->write(4, "by number\n", 10));
    R(c->open("/dev/stdin", O_RDONLY));
    R(c->read(5, to, 4));
    R(c->open("f", O_RDWR | O_CREAT, 0600));
    R(c->write(6, "file", 4));
    R(c->open("/dev/fd/6", O_RDONLY));
    R(c->read(7, to, 4)); /* it has a place of its own */
    R(c->open("/proc/self/fd/6", O_RDONLY));
    R(c->close(6));
    R(c->open("/dev/fd/6", O_RDONLY));
    R(c->read(7, to, 4));
}

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

static void say_poll(const struct calls *c, struct pollfd *files, unsigned long n, int wait_ms)
{
    R(c->poll(files, n, wait_ms));
    for (unsigned long i = 0; i < n; i++)
        same_calls_say(" %x", (unsigned)files[i].revents);
    same_calls_say("\n");
}

static void polls(const struct calls *c)
{
    struct pollfd files[] = {{0, POLLIN | POLLOUT, 0},     {1, POLLIN, 0},
                             {2, POLLOUT | POLLWRNORM, 0}, {3, POLLIN | POLLOUT, 77},
                             {-1, POLLIN | POLLOUT, 7},    {77, POLLIN, 0}};
    clean();
    say_poll(c, files, 6, 0);
    R(c->open("f", O_WRONLY | O_CREAT | O_TRUNC, 0600));
    say_poll(c, files, 6, 0);
    say_poll(c, files, 4, 1);
    say_poll(c, files + 1, 1, 0); /* what is printed is never read */
    say_poll(c, files + 1, 1, 1);
    say_poll(c, files + 4, 1, 1);
    say_poll(c, files, 0, 1);
    files[2].events = 0;
    say_poll(c, files + 2, 1, 0);
}

/* Which of the numbers are in the sets: 0 none, +1 in the first, +2 in the second, +4 in the third. */
static void say_select(const struct calls *c, int n, const int *in, int wait_us)
{
    fd_set sets[3];
    struct timeval wait = {0, wait_us};
    for (int set = 0; set < 3; set++) {
        FD_ZERO(&sets[set]);
        for (int number = 0; number < 80; number++)
            if ((in[number] >> set & 1) != 0)
                FD_SET(number, &sets[set]);
    }
    R(c->select(n, &sets[0], &sets[1], &sets[2], wait_us >= 0 ? &wait : NULL));
    for (int number = 0; number < 80; number++)
        for (int set = 0; set < 3; set++)
            if (FD_ISSET(number, &sets[set]))
                same_calls_say(" %d/%d", number, set);
    same_calls_say("\n");
}

static void selects(const struct calls *c)
{
    static const int all[80] = {7, 7, 7, 7}, readable[80] = {1, 1}, printed[80] = {0, 1},
                     closed[80] = {1, 0, 0, 0, 0, 1}, nothing[80];
    struct timeval odd = {0, -1}, past = {-1, 0};
    clean();
    R(c->open("f", O_WRONLY | O_CREAT | O_TRUNC, 0600));
    say_select(c, 4, all, 0);
    say_select(c, 4, all, -1);
    say_select(c, 4, all, 100);
    say_select(c, 3, all, 0);
    say_select(c, 0, all, 0);
    say_select(c, 2, readable, 0);
    say_select(c, 2, printed, 0);
    say_select(c, 2, printed, 1000);
    say_select(c, 6, closed, 0);
    say_select(c, 5, closed, 0);
    say_select(c, 6, closed, -1);
    say_select(c, 80, nothing, 100);
    say_select(c, FD_SETSIZE + 1, all, 0);
    say_select(c, INT_MAX, readable, 0);
    R(c->select(-1, NULL, NULL, NULL, NULL));
    R(c->select(1, NULL, NULL, NULL, &odd));
    R(c->select(1, NULL, NULL, NULL, &past));
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

#define SAME(PROGRAM)                                      \
    TEST(same_##PROGRAM)                                   \
    {                                                      \
        same_calls_expect(PROGRAM, &of_task, &of_process); \
    }
SAME(opens)
SAME(reads_and_writes)
SAME(asks_the_wrong_ones)
SAME(asks_what_is_printed)
SAME(prints_what_ends_early)
SAME(maps_files)
SAME(opens_by_names_of_numbers)
SAME(polls)
SAME(selects)

static char folder[PATH_MAX];

static int make_folder(void **state)
{
    same_calls_begin();
    return same_calls_enter_folder(folder, sizeof folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    clean();
    return same_calls_leave_folder(folder) ? 0 : -1;
}

int main(void)
{
    return run_all_tests(make_folder, remove_folder);
}
