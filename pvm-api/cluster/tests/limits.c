/* limits.c - a node whose system gives it little, and tasks that behave badly; limits.sh says how. The role is the
 * first argument. */
#include <signal.h>
#include <stdlib.h>

#include "ints.h"

enum { PID = 1, GO, DONE, MANY, EXITED };

static long ticks_of(int pid)
{
    char path[64], text[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    text[f != NULL ? fread(text, 1, sizeof text - 1, f) : 0] = 0;
    if (f != NULL)
        fclose(f);
    const char *end = strrchr(text, ')');
    if (end == NULL || sscanf(end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        printf("this system does not say how much time a process has used\n");
    return (long)(user + system);
}

static void await_exit(int tid)
{
    pvm_notify(PvmTaskExit, EXITED, 1, &tid);
    pvm_recv(-1, EXITED);
}

/* A task without output costs its daemon nothing, also after another one has ended, which leaves some behind that print
 * for ever. */
static void quiet(void)
{
    int kid = start("closes", "node1");
    int daemon = receive_int(kid, PID);
    await_exit(start("leaves", "node1"));
    send_int(kid, GO, 0);
    (void)receive_int(kid, DONE);
    long before = ticks_of(daemon);
    sleep(1);
    printf("a task without output costs its daemon nothing: %s\n", ticks_of(daemon) - before < 10 ? "yes" : "no");
    pvm_kill(kid);
}

/* Nobody reads what the child prints, and the others go on. */
static void unread(const char *sign)
{
    int prints = start("prints", "node1"), echo = start("echoes", "node2");
    (void)receive_int(prints, DONE);
    send_int(echo, GO, 5);
    printf("the others go on: %d\n", receive_int(echo, DONE));
    fflush(stdout);
    fclose(fopen(sign, "w")); /* now it is read */
}

/* So many at once: each that is said to be started has joined, and the others have no room. */
static void many(int n)
{
    char *args[] = {"says hello", NULL};
    int *tids = calloc((size_t)n, sizeof *tids), all = 0, none = 0, said = 0;
    pvm_setopt(PvmAutoErr, 0);
    int started = pvm_spawn("limits", args, PvmTaskDefault, "", n, tids);
    for (int i = 0; i < n; i++) {
        all += tids[i] > 0;
        none += tids[i] == PvmOutOfRes;
    }
    for (int i = 0; i < started; i++)
        said += receive_int(-1, DONE);
    printf("of %d: all are started or have no room: %s; some of each: %s; all that are have joined: %s\n", n,
           all == started && all + none == n ? "yes" : "no", all > 0 && none > 0 ? "yes" : "no",
           said == started ? "yes" : "no");
}

/* By slot, one after the other: each goes where the next one of a single spawn would. */
static void singly(int n, int slots)
{
    char *args[] = {"says hello", NULL};
    struct pvmhostinfo *hosts;
    int nhosts = 0, right = 0;
    pvm_config(&nhosts, NULL, &hosts);
    for (int i = 0, tid = 0; i < n; i++) {
        pvm_spawn("limits", args, PvmTaskDefault, "", 1, &tid);
        right += pvm_tidtohost(tid) == hosts[i / slots % nhosts].hi_tid;
        (void)receive_int(tid, DONE);
    }
    printf("where the next one goes: %d of %d\n", right, n);
}

/* Messages to a node that has little room: one that is too long is lost, and the next ones come. */
static void long_one(void)
{
    static char bytes[100 << 20];
    int kid = start("takes", "node1"), n;
    send_bytes(kid, MANY, bytes, 10 << 20);
    send_bytes(kid, MANY, bytes, sizeof bytes);
    send_int(kid, GO, 0);
    for (int i = 0; i < 30; i++)
        send_bytes(kid, MANY, bytes, 1 << 20);
    n = receive_int(kid, DONE);
    printf("long messages before the end: %d\n", n);
}

static void child(const char *role)
{
    int parent = pvm_parent(), n = 0, tag;
    if (strcmp(role, "closes") == 0) {
        send_int(parent, PID, getppid());
        (void)receive_int(parent, GO);
        fclose(stdout);
        fclose(stderr);
        send_int(parent, DONE, 0);
        (void)receive_int(parent, GO);
    } else if (strcmp(role, "leaves") == 0) {
        (void)!system("for i in 1 2 3; do dd if=/dev/zero bs=1M & done 2>/dev/null");
        pvm_sendsig(pvm_mytid(), SIGCONT); /* which it does not die of */
        raise(SIGRTMIN + 1);
    } else if (strcmp(role, "prints") == 0) {
        for (int i = 0; i < 4000; i++)
            printf("a line of fifty characters, which nobody reads yet\n");
        fflush(stdout);
        send_int(parent, DONE, 0);
    } else if (strcmp(role, "echoes") == 0) {
        send_int(parent, DONE, receive_int(parent, GO));
    } else if (strcmp(role, "says hello") == 0) {
        send_int(parent, DONE, 1);
    } else if (strcmp(role, "takes") == 0) {
        do {
            pvm_bufinfo(pvm_recv(parent, -1), NULL, &tag, NULL);
            n += tag == MANY;
        } while (tag != GO);
        for (int i = 0; i < 30; i++)
            pvm_recv(parent, MANY);
        send_int(parent, DONE, n);
    }
}

int main(int argc, char **argv)
{
    pvm_mytid();
    if (pvm_parent() > 0)
        child(argv[1]);
    else if (strcmp(argv[1], "quiet") == 0)
        quiet();
    else if (strcmp(argv[1], "unread") == 0)
        unread(argv[2]);
    else if (strcmp(argv[1], "many") == 0)
        many(atoi(argv[2]));
    else if (strcmp(argv[1], "singly") == 0)
        singly(atoi(argv[2]), atoi(argv[3]));
    else if (argc > 1)
        long_one();
    pvm_exit();
    return 0;
}
