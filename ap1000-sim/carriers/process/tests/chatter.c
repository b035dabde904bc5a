/* chatter.c - `chatter lines MIB`, `chatter one MIB`: two slaves print so much each without a call of PVM, in numbered
 * lines, or as one line; at the end the master prints how much memory its simulator has had at most [MiB]. `chatter
 * caught MIB`: the master collects it by pvm_catchout, and prints what time it is. `chatter slow FILE`: a slave
 * prints a line, and goes on only when there is such a file. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "pvm3.h"

static void print(const char *how, long bytes)
{
    static char all_x[1 << 16];
    memset(all_x, 'x', sizeof all_x);
    if (strcmp(how, "one") == 0) {
        for (long n = 0; n < bytes; n += (long)sizeof all_x)
            (void)fwrite(all_x, 1, sizeof all_x, stdout);
        return;
    }
    for (long n = 0; n < bytes / 32; n++)
        printf("%031ld\n", n);
}

static int slave(char **argv)
{
    if (strcmp(argv[1], "slow") == 0) {
        printf("started\n");
        (void)fflush(stdout);
        while (access(argv[2], F_OK) != 0)
            ;
    } else {
        print(argv[1], atol(argv[2]) << 20);
        (void)fflush(stdout);
    }
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), 1);
    pvm_exit();
    return 0;
}

/* The most memory of the process that has started this one, the simulator. */
static long most_memory_mib(void)
{
    char path[40], line[128];
    long kib = -1;
    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)getppid());
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL && sscanf(line, "VmHWM: %ld", &kib) != 1)
        ;
    if (f != NULL)
        (void)fclose(f);
    return kib / 1024;
}

int main(int argc, char **argv)
{
    int tids[2], n = argc > 1 && strcmp(argv[1], "slow") == 0 ? 1 : 2;
    struct timeval now;
    pvm_mytid();
    if (argc < 3)
        return 2;
    if (pvm_parent() > 0)
        return slave(argv);
    bool caught = strcmp(argv[1], "caught") == 0;
    if (caught)
        pvm_catchout(stdout);
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, n, tids) != n)
        return 1;
    for (int i = 0; i < n; i++)
        pvm_recv(tids[i], 1);
    if (caught) {
        pvm_catchout(NULL);
        (void)gettimeofday(&now, NULL);
        printf("at %ld.%06ld\n", (long)now.tv_sec, (long)now.tv_usec);
    } else {
        printf("%ld MiB\n", most_memory_mib());
    }
    pvm_exit();
    return 0;
}
