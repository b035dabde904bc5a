/* wild.c MODE: what a program does wrong with shared pages ends it as it would without them; the library says the rest.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ompc_pages.h>

static const char *mode;
static char *shared;

/* Loops that wait for what PE 0 writes 30 ms later, in every way that one may write them. */
static void wait_by(volatile char *flag)
{
    volatile long looks = 0;
    if (strcmp(mode, "spin") == 0)
        while (*flag == 0)
            ;
    else if (strcmp(mode, "twice") == 0)
        while (flag[0] == 0 || flag[8192] == 0)
            ;
    else if (strcmp(mode, "counting") == 0)
        while (*flag == 0)
            looks++;
    else if (strcmp(mode, "giving-up") == 0)
        while (flag[4096] == 0 && looks < 1000000000)
            looks++;
    else if (strcmp(mode, "yield") == 0)
        while (*flag == 0)
            sched_yield();
    else if (strcmp(mode, "sleep") == 0)
        while (*flag == 0)
            usleep(100);
    *flag = (char)(*flag + 10);
}

static void slave(void)
{
    char *volatile nowhere = NULL;
    ompc_barrier(2);
    if (ompc_pe() == 1) {
        if (strcmp(mode, "null") == 0)
            *(volatile char *)nowhere = 1;
        else if (strcmp(mode, "beyond") == 0)
            shared[(size_t)1 << 40] = 1;
        else if (strcmp(mode, "execute") == 0)
            ((void (*)(void))(size_t)shared)();
        else if (strcmp(mode, "barrier") == 0)
            ompc_barrier(3);
        else if (strcmp(mode, "create") == 0)
            ompc_create(slave);
        else if (strcmp(mode, "much") == 0)
            ompc_malloc((size_t)1 << 30);
        else if (strcmp(mode, "most") == 0)
            ompc_malloc((size_t)-8);
        else if (strcmp(mode, "call") == 0) { /* a system call does not fetch a page */
            int pipes[2];
            if (pipe(pipes) == 0 && write(pipes[1], "x", 1) == 1 && read(pipes[0], shared, 1) < 0 && errno == EFAULT)
                shared[1] = 'E';
        }
    }
    if (strncmp(mode, "loop-", 5) == 0) {
        mode += 5;
        shared[0] = shared[4096] = shared[8192] = 0;
        ompc_barrier(2);
        if (ompc_pe() == 1) {
            wait_by(shared);
        } else {
            usleep(30000);
            shared[0] = shared[8192] = 1;
        }
        ompc_barrier(2);
        shared[1] = shared[0];
    }
    ompc_barrier(2);
}

int main(int argc, char **argv)
{
    mode = argc > 1 ? argv[1] : "";
    ompc_init(argc, argv, 1 << 20);
    shared = ompc_malloc(20000);
    ompc_create(slave);
    slave();
    ompc_wait_for_end();
    printf("%s: through, %d\n", mode, shared[1]);
    return 0;
}
