/* test_numbers.c - files by number in a task in process: opened, read, written, copied, waited for, folders. The same
 * calls are made by a process, which must get the same, to the number and to errno (same_calls.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
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

struct calls {
    int (*open)(const char *path, int flags, ...);
    int (*creat)(const char *path, mode_t mode);
    int (*close)(int number);
    int (*dup)(int number);
    int (*dup2)(int number, int as);
    ssize_t (*read)(int number, void *to, size_t n);
    ssize_t (*write)(int number, const void *bytes, size_t n);
    ssize_t (*pread)(int number, void *to, size_t n, off_t from);
    ssize_t (*pwrite)(int number, const void *bytes, size_t n, off_t to);
    ssize_t (*readv)(int number, const struct iovec *pieces, int n);
    ssize_t (*writev)(int number, const struct iovec *pieces, int n);
    off_t (*lseek)(int number, off_t offset, int from);
    int (*ftruncate)(int number, off_t bytes);
    int (*fsync)(int number);
    int (*isatty)(int number);
    int (*fstat)(int number, struct stat *of);
    int (*fcntl)(int number, int what, ...);
    int (*ioctl)(int number, unsigned long what, ...);
    void *(*mmap)(void *at, size_t n, int rights, int flags, int number, off_t offset);
    int (*poll)(struct pollfd *files, unsigned long n, int wait_ms);
    int (*select)(int n, fd_set *readable, fd_set *writable, fd_set *strange, struct timeval *wait);
    DIR *(*opendir)(const char *path);
    int (*closedir)(DIR *folder);
    int (*dirfd)(DIR *folder);
};

static const struct calls of_task = {task_open,      task_creat, task_close,  task_dup,     task_dup2,     task_read,
                                     task_write,     task_pread, task_pwrite, task_readv,   task_writev,   task_lseek,
                                     task_ftruncate, task_fsync, task_isatty, task_fstat,   task_fcntl,    task_ioctl,
                                     task_mmap,      task_poll,  task_select, task_opendir, task_closedir, task_dirfd};

/* Not libpvm3's, which stand before libc's. */
static int own_poll(struct pollfd *files, unsigned long n, int wait_ms)
{
    return (int)syscall(SYS_poll, files, n, wait_ms);
}

static int own_select(int n, fd_set *readable, fd_set *writable, fd_set *strange, struct timeval *wait)
{
    return (int)syscall(SYS_select, n, readable, writable, strange, wait);
}

static const struct calls of_process = {open,   creat, close,  dup,      dup2,       read,    write,    pread,
                                        pwrite, readv, writev, lseek,    ftruncate,  fsync,   isatty,   fstat,
                                        fcntl,  ioctl, mmap,   own_poll, own_select, opendir, closedir, dirfd};

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
    R(c->creat("g", 0600));
    R(c->creat(".", 0600));
    R(c->close(3));
    R(c->close(3));
    R(c->open("g", O_RDONLY | O_CLOEXEC));
    R(c->fcntl(3, F_GETFD));
    R(c->fcntl(4, F_GETFD));
    R(c->fcntl(4, F_SETFD, FD_CLOEXEC));
    R(c->fcntl(4, F_GETFD));
    R(c->fcntl(4, F_SETFD, 0));
    R(c->fcntl(4, F_GETFD));
    R(c->fcntl(3, F_GETFL) & O_ACCMODE);
    R(c->fcntl(5, F_GETFL) & O_ACCMODE);
    R(c->fcntl(77, F_GETFL));
    R(c->fcntl(-1, F_GETFD));
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
    R(c->pread(3, to, 4, 6));
    R(c->pread(3, to, 4, 9));
    R(c->pread(3, to, 4, -1));
    R(c->pwrite(3, "ab", 2, 4));
    R(c->pwrite(3, "ab", 2, -1));
    R(c->lseek(3, 0, SEEK_CUR));
    R(c->pread(3, to, 10, 0));
    same_calls_say("%.20s\n", to);
    struct iovec pieces[3] = {{to, 3}, {NULL, 0}, {to + 10, 4}};
    R(c->lseek(3, 0, SEEK_SET));
    R(c->readv(3, pieces, 3));
    R(c->writev(3, pieces, 3));
    R(c->writev(3, pieces, 0));
    R(c->pread(3, to, 20, 0));
    same_calls_say("%.20s\n", to);
    R(c->write(3, nowhere, 5));
    R(c->read(3, nowhere, 0));
    R(c->ftruncate(3, 4));
    struct stat s;
    R(c->fstat(3, &s));
    same_calls_say("%o, %d\n", (unsigned)(s.st_mode & S_IFMT), (int)s.st_size);
    R(c->lseek(3, 0, SEEK_END));
    R(c->ftruncate(3, -1));
    R(c->fsync(3));
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
    R(c->creat("f", 0600));
    R(c->open("f", O_RDONLY));
    R(c->open(".", O_RDONLY));
    R(c->read(3, to, 4));
    R(c->write(4, "x", 1));
    R(c->read(5, to, 4));
    R(c->ftruncate(4, 1));
    R(c->pwrite(4, "x", 1, 0));
    R(c->writev(4, &piece, 1));
    for (int number = -1; number <= 77; number += 78) {
        R(c->read(number, to, 4));
        R(c->write(number, "x", 1));
        R(c->lseek(number, 0, SEEK_SET));
        R(c->pread(number, to, 4, 0));
        R(c->pwrite(number, "x", 1, 0));
        R(c->readv(number, &piece, 1));
        R(c->writev(number, &piece, 1));
        R(c->ftruncate(number, 0));
        R(c->fsync(number));
        R(c->isatty(number) - 1);
        R(c->fstat(number, &s));
        R(c->ioctl(number, FIONREAD, &left));
        R(c->dup(number));
        R(c->dup2(number, 3));
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
        R(c->pread(number, to, 4, 0));
        R(c->pwrite(number, "x", 1, 0));
        R(c->ftruncate(number, 0));
        R(c->ftruncate(number, -1));
        R(c->fsync(number));
        R(c->isatty(number) - 1);
        R(c->fcntl(number, F_GETFL) & O_ACCMODE);
        R(c->fcntl(number, F_GETFD));
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

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static void copies(const struct calls *c)
{
    char to[10] = "";
    clean();
    R(c->open("f", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    R(c->dup(3));
    R(c->fcntl(4, F_GETFD)); /* a copy is inherited */
    R(c->write(3, "abc", 3));
    R(c->write(4, "def", 3)); /* both are at one place of one file */
    R(c->lseek(3, 0, SEEK_CUR));
    R(c->close(3));
    R(c->lseek(4, 1, SEEK_SET));
    R(c->read(4, to, 3));
    same_calls_say("%s\n", to);
    R(c->dup2(4, 4));
    R(c->dup2(4, 9));
    R(c->open("g", O_RDWR | O_CREAT, 0600));
    R(c->dup2(9, 3)); /* onto one that is open */
    R(c->read(3, to, 10));
    R(c->dup2(4, -1));
    R(c->dup2(4, INT_MAX));
    R(c->dup2(5, 4));
    R(c->dup(1));
    R(c->write(5, "printed by a copy\n", 18));
    R(c->close(1));
    R(c->write(1, "lost\n", 5));
    R(c->write(2, "printed by 2\n", 13));
    R(c->dup2(9, 1)); /* the file has become what is printed */
    R(c->write(1, "into the file", 13));
    R(c->lseek(9, 0, SEEK_END));
    R(c->dup2(5, 1));
    R(c->write(1, "printed again\n", 14));
    R(c->close(0));
    R(c->open("h", O_RDWR | O_CREAT, 0600)); /* the lowest that is free */
    R(c->open("h", O_RDONLY));
    R(c->dup(0));
    for (int number = 0; number < 12; number++)
        R(c->fcntl(number, F_GETFD));
}

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
    R(c->creat("f", 0600));
    say_poll(c, files, 6, 0);
    say_poll(c, files, 6, -1);
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
    R(c->creat("f", 0600));
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
    R(mkfifo("h", 0600));
    const int reader = c->open("h", O_RDONLY | O_NONBLOCK), writer = c->open("h", O_WRONLY);
    int both[80] = {0};
    both[R(reader)] = both[R(writer)] = 7;
    say_select(c, 80, both, 0);
    R(c->close(writer));
    both[writer] = 0;
    say_select(c, 80, both, 0); /* nobody writes any more: its end can be read */
    say_select(c, 80, both, -1);
    both[writer] = 7;
    R(c->open("h", O_WRONLY));
    R(c->close(reader));
    both[reader] = 0;
    say_select(c, 80, both, 0); /* nobody reads: a write would say so */
}

/* ---- folders ----------------------------------------------------------------------------------------------------- */

static void reads_folders(const struct calls *c)
{
    clean();
    R(mkdir("d", 0700));
    R(c->creat("f", 0600));
    R(c->opendir("none") != NULL ? 0 : -1);
    R(c->opendir("f") != NULL ? 0 : -1);
    DIR *d = c->opendir("d"), *e = c->opendir(".");
    R(c->dirfd(d));
    R(c->dirfd(e));
    R(c->fcntl(4, F_GETFD));
    R(c->open("f", O_RDONLY));
    int entries = 0;
    while (readdir(d) != NULL)
        entries++;
    same_calls_say("%d\n", entries);
    R(c->closedir(d));
    R(c->open("f", O_RDONLY)); /* its number is free */
    R(c->close(c->dirfd(e)));
    R(c->closedir(e)); /* which is no file any more */
    d = c->opendir("d");
    R(c->close(5));
    R(c->open("f", O_RDONLY)); /* another file has its number: the end of the folder closes that */
    R(c->closedir(d));
    for (int number = 3; number < 8; number++)
        R(c->fcntl(number, F_GETFD));
    R(rmdir("d"));
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

#define SAME(PROGRAM)                                      \
    static void same_##PROGRAM(void **state)               \
    {                                                      \
        (void)state;                                       \
        same_calls_expect(PROGRAM, &of_task, &of_process); \
    }
SAME(opens)
SAME(reads_and_writes)
SAME(asks_the_wrong_ones)
SAME(asks_what_is_printed)
SAME(prints_what_ends_early)
SAME(maps_files)
SAME(copies)
SAME(opens_by_names_of_numbers)
SAME(polls)
SAME(selects)
SAME(reads_folders)

static char folder[PATH_MAX];

static int make_folder(void **state)
{
    (void)state;
    same_calls_begin();
    return same_calls_enter_folder(folder, sizeof folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    clean();
    return same_calls_leave_folder(folder) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_opens),
                                       cmocka_unit_test(same_reads_and_writes),
                                       cmocka_unit_test(same_asks_the_wrong_ones),
                                       cmocka_unit_test(same_asks_what_is_printed),
                                       cmocka_unit_test(same_prints_what_ends_early),
                                       cmocka_unit_test(same_maps_files),
                                       cmocka_unit_test(same_copies),
                                       cmocka_unit_test(same_opens_by_names_of_numbers),
                                       cmocka_unit_test(same_polls),
                                       cmocka_unit_test(same_selects),
                                       cmocka_unit_test(same_reads_folders)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
