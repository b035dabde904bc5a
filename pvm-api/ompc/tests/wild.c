/* wild.c MODE: what a program does wrong with shared pages ends it as it would without them; the library says the rest.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ompc_pages.h>

static const char *mode;
static char *shared;

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
        else if (strcmp(mode, "call") == 0) { /* a system call does not fetch a page */
            int pipes[2];
            if (pipe(pipes) == 0 && write(pipes[1], "x", 1) == 1 && read(pipes[0], shared, 1) < 0 && errno == EFAULT)
                shared[1] = 'E';
        }
    }
    ompc_barrier(2);
}

int main(int argc, char **argv)
{
    mode = argc > 1 ? argv[1] : "";
    ompc_init(argc, argv, 1 << 20);
    shared = ompc_malloc(10000);
    ompc_create(slave);
    slave();
    ompc_wait_for_end();
    printf("%s: through, %d\n", mode, shared[1]);
    return 0;
}
