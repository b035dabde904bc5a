/* outside.c WAY - a slave that sends a message and then waits for its master outside PVM: in accept(), open(), read(),
 * write(), flock(), select(), poll(), epoll_wait(), waitpid(): for a process that waits likewise, one that naps between
 * its looks for a file (naps), one that only looks for it (spins), one that computes meanwhile (computes); in read()
 * for a thread of its own that works (thread), or for a timer, which rings by itself. The master does its part when it
 * has got the message. looking.c looks for a file. */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pvm3.h"

static const struct sockaddr_un place = {AF_UNIX, "socket"};

static int listener(void)
{
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(s, (const struct sockaddr *)&place, sizeof place) != 0 || listen(s, 1) != 0)
        perror("outside");
    return s;
}

static void accepts(int s)
{
    close(accept(s, NULL, NULL));
}

static void connects(int lock)
{
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(s, (const struct sockaddr *)&place, sizeof place) != 0)
        perror("outside");
    close(s);
}

static int fifo(void)
{
    return mkfifo("fifo", 0600);
}

static int open_fifo(void)
{
    (void)fifo();
    return open("fifo", O_RDWR);
}

static void opens(int unused)
{
    close(open("fifo", O_RDONLY));
}

static void opens_to_write(int unused)
{
    close(open("fifo", O_WRONLY));
}

static void reads(int f)
{
    char c;
    if (read(f, &c, 1) != 1)
        perror("outside");
}

static void writes(int unused)
{
    int f = open("fifo", O_WRONLY);
    if (write(f, "x", 1) != 1)
        perror("outside");
}

static char much[2 << 20]; /* more than any pipe holds */

static void fills(int f)
{
    if (write(f, much, sizeof much) != sizeof much)
        perror("outside");
}

static void empties(int unused)
{
    FILE *f = fopen("fifo", "r");
    if (fread(much, 1, sizeof much, f) != sizeof much)
        perror("outside");
}

/* The master has it first. */
static int lock(void)
{
    return open("lock", O_RDWR | O_CREAT, 0600);
}

static void locks(int f)
{
    flock(f, LOCK_EX);
}

static void unlocks(int f)
{
    flock(f, LOCK_UN);
}

static void selects(int f)
{
    fd_set readers;
    FD_ZERO(&readers);
    FD_SET(f, &readers);
    if (select(f + 1, &readers, NULL, NULL, NULL) != 1)
        perror("outside");
}

static void polls(int f)
{
    struct pollfd one = {f, POLLIN, 0};
    if (poll(&one, 1, -1) != 1)
        perror("outside");
}

static void epolls(int f)
{
    struct epoll_event one = {EPOLLIN, {0}};
    const int e = epoll_create1(0);
    if (epoll_ctl(e, EPOLL_CTL_ADD, f, &one) != 0 || epoll_wait(e, &one, 1, -1) != 1)
        perror("outside");
}

static int timer(void)
{
    const struct itimerspec soon = {{0, 0}, {0, 400000000}};
    const int f = timerfd_create(CLOCK_MONOTONIC, 0);
    if (timerfd_settime(f, 0, &soon, NULL) != 0)
        perror("outside");
    return f;
}

static void hears(int f)
{
    uint64_t times;
    if (read(f, &times, sizeof times) != sizeof times)
        perror("outside");
}

static void looks(long pause)
{
    const pid_t child = fork();
    if (child == 0) {
        while (access("lock", F_OK) != 0)
            for (volatile long i = 0; i < pause; i = i + 1)
                ;
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static int nothing(void)
{
    return -1;
}

static void naps(int unused)
{
    if (system("until [ -e lock ]; do sleep 0.05; done") != 0)
        perror("outside");
}

static void spins(int unused)
{
    looks(0);
}

static void computes(int unused)
{
    looks(10000000);
}

static int pipe_ends[2];

static void *works(void *unused)
{
    for (volatile long i = 0; i < 300000000; i = i + 1)
        ;
    if (write(pipe_ends[1], "", 1) != 1)
        perror("outside");
    return unused;
}

static void its_thread(int unused)
{
    pthread_t thread;
    if (pipe(pipe_ends) != 0 || pthread_create(&thread, NULL, works, NULL) != 0)
        perror("outside");
    reads(pipe_ends[0]);
    pthread_join(thread, NULL);
}

static void makes(int unused)
{
    close(lock());
}

static void waits(int f)
{
    pid_t child = fork();
    if (child == 0) {
        reads(f);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static sem_t *semaphore(void)
{
    const int f = open("semaphore", O_RDWR | O_CREAT, 0600);
    if (ftruncate(f, sizeof(sem_t)) != 0)
        perror("outside");
    return mmap(NULL, sizeof(sem_t), PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
}

static int new_semaphore(void)
{
    return sem_init(semaphore(), 1, 0);
}

static void takes(int unused)
{
    (void)unused;
    sem_wait(semaphore());
}

static void gives(int unused)
{
    (void)unused;
    sem_post(semaphore());
}

static const struct {
    const char *name;
    int (*prepare)(void);
    void (*wait)(int), (*end)(int);
} ways[] = {{"accept", listener, accepts, connects}, {"open", fifo, opens, opens_to_write},
            {"read", open_fifo, reads, writes},      {"flock", lock, locks, unlocks},
            {"select", open_fifo, selects, writes},  {"poll", open_fifo, polls, writes},
            {"epoll", open_fifo, epolls, writes},    {"waitpid", open_fifo, waits, writes},
            {"naps", nothing, naps, makes},          {"spins", nothing, spins, makes},
            {"computes", nothing, computes, makes},  {"thread", nothing, its_thread, makes},
            {"futex", new_semaphore, takes, gives},  {"timer", timer, hears, makes},
            {"timer_select", timer, selects, makes}, {"timer_poll", timer, polls, makes},
            {"timer_epoll", timer, epolls, makes},   {"write", open_fifo, fills, empties}};

int main(int argc, char **argv)
{
    size_t way = 0;
    const size_t count = sizeof ways / sizeof *ways;
    while (way < count && (argc < 2 || strcmp(argv[1], ways[way].name) != 0))
        way++;
    if (way == count)
        return 2;
    if (pvm_parent() > 0) {
        const int f = ways[way].prepare();
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), 1);
        ways[way].wait(f);
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), 2);
        pvm_exit();
        return 0;
    }
    int tid, held = strcmp(argv[1], "flock") == 0 ? lock() : -1;
    if (held >= 0)
        locks(held);
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 1, &tid) != 1)
        return 1;
    pvm_recv(tid, 1);
    puts("got the first");
    fflush(stdout);
    ways[way].end(held);
    pvm_recv(tid, 2);
    puts("got the second");
    if (pvm_nrecv(tid, 1) != 0)
        puts("got the first again");
    pvm_exit();
    return 0;
}
