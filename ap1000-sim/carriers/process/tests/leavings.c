/* leavings.c - `leavings N MIB`: N slaves one after the other, each sends so much and ends; then N at once, whose
 * messages are read when all have ended. Then messages that go round again and again, and a task that leaves PVM and
 * comes back, each time with a message unread. Prints how much memory the tasks share at most, and at the end [MiB]. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pvm3.h"

/* What is in use [MiB] of the file without a name that the tasks share, and that only the simulator, our parent, has
 * open. */
static long shared_mib(void)
{
    long mib = -1;
    char folder[32];
    (void)snprintf(folder, sizeof folder, "/proc/%d/fd", (int)getppid());
    DIR *all = opendir(folder);
    for (struct dirent *d; all != NULL && (d = readdir(all)) != NULL;) {
        char path[64], name[64] = "";
        struct stat s;
        (void)snprintf(path, sizeof path, "%s/%.20s", folder, d->d_name);
        if (readlink(path, name, sizeof name - 1) > 0 && strstr(name, "memfd:ap1000") != NULL && stat(path, &s) == 0)
            mib = (long)(s.st_blocks / 2048);
    }
    if (all != NULL)
        (void)closedir(all);
    return mib;
}

static int slave(size_t bytes)
{
    char *data = calloc(bytes, 1);
    int sum = pvm_mytid() & 0x7f;
    if (data == NULL)
        return 1;
    memset(data, sum, bytes);
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(data, (int)bytes, 1);
    pvm_send(pvm_parent(), 1);
    pvm_exit();
    free(data);
    return 0;
}

/* What comes is sent on as it is. */
static void send_on(int to, int times)
{
    for (int i = 0; i < times; i++) {
        (void)pvm_recv(-1, 3);
        int mine = pvm_setrbuf(0), before = pvm_setsbuf(mine);
        pvm_send(to, 3);
        pvm_setsbuf(before);
        pvm_freebuf(mine);
    }
}

/* Both messages have arrived when the first one is taken: the second is never looked at. */
static void leave_unread(int to, int times)
{
    for (int i = 0; i < times; i++) {
        int tid = pvm_mytid();
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&tid, 1, 1);
        pvm_send(to, 4);
        (void)sleep(20);
        (void)pvm_recv(to, 5);
        pvm_exit();
    }
}

static int work(const char *role, int times)
{
    int to = pvm_parent();
    if (strcmp(role, "on") == 0)
        send_on(to, times);
    else
        leave_unread(to, times);
    pvm_exit();
    return 0;
}

static void send_bytes(int to, int tag, char *data, size_t bytes)
{
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(data, (int)bytes, 1);
    pvm_send(to, tag);
}

static int start(char *self, const char *role, char *times)
{
    char name[8], *args[] = {name, times, NULL};
    int tid = 0;
    (void)snprintf(name, sizeof name, "%s", role);
    return pvm_spawn(self, args, PvmTaskDefault, NULL, 1, &tid) == 1 ? tid : 0;
}

/* Pieces of this process's address space. */
static int mappings(void)
{
    int n = 0, c;
    FILE *all = fopen("/proc/self/maps", "r");
    while (all != NULL && (c = fgetc(all)) != EOF)
        n += c == '\n';
    if (all != NULL)
        (void)fclose(all);
    return n;
}

static long go_round(char *self, char *data, size_t bytes)
{
    char times[] = "60";
    int tid = start(self, "on", times), before = mappings();
    send_bytes(tid, 3, data, bytes);
    send_on(tid, atoi(times) - 1);
    (void)pvm_recv(-1, 3);
    int more = mappings() - before;
    if (more > 20)
        printf("%d pieces of messages are still mapped\n", more);
    return shared_mib();
}

static long come_back(char *self, char *data, size_t bytes)
{
    char times[] = "30";
    (void)start(self, "leave", times);
    for (int i = 0, tid; i < atoi(times); i++) {
        (void)pvm_recv(-1, 4);
        pvm_upkint(&tid, 1, 1);
        send_bytes(tid, 5, data, 1);
        send_bytes(tid, 6, data, bytes);
    }
    (void)sleep(30);
    return shared_mib();
}

static void read_one(char *data, size_t bytes)
{
    int tid;
    pvm_bufinfo(pvm_recv(-1, 1), NULL, NULL, &tid);
    pvm_upkbyte(data, (int)bytes, 1);
    for (size_t i = 0; i < bytes; i++)
        if (data[i] != (tid & 0x7f)) {
            printf("byte %zu is wrong\n", i);
            exit(1);
        }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1, self = pvm_mytid(), tids[4096], gone = 0;
    size_t bytes = (argc > 2 ? (size_t)atoi(argv[2]) : 1) << 20;
    char *data = malloc(bytes);
    if (pvm_parent() > 0 && n == 0)
        return work(argv[1], atoi(argv[2]));
    if (pvm_parent() > 0)
        return slave(bytes);
    if (self < 0 || n > 4096 || data == NULL)
        return 1;
    long most = 0;
    for (int i = 0; i < n; i++) {
        if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 1, tids) != 1)
            return 1;
        read_one(data, bytes);
        most = shared_mib() > most ? shared_mib() : most;
    }
    printf("one after the other: at most %ld MiB\n", most);
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, n, tids) != n)
        return 1;
    for (pvm_notify(PvmTaskExit, 2, n, tids); gone < n; gone++)
        pvm_recv(-1, 2);
    for (int i = 0; i < n; i++)
        read_one(data, bytes);
    (void)sleep(1);
    printf("at once: %ld MiB when all are read\n", shared_mib());
    printf("sent on and on: %ld MiB\n", go_round(argv[0], data, bytes));
    printf("left unread: %ld MiB\n", come_back(argv[0], data, bytes));
    free(data);
    pvm_exit();
    return 0;
}
