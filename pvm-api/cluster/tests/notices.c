/* notices.c - the notice that a task has ended comes behind all its messages, wherever it was and whoever watches. */
#include "ints.h"

enum { PID = 1, READY, GO, DATA, EXITED, RESULT };
enum { COUNT = 30, BYTES = 1 << 20 };

static char bytes[BYTES];

static void sender(int master)
{
    send_int(master, PID, getpid());
    int to = receive_int(master, GO);
    for (int i = 0; i < COUNT; i++)
        send_bytes(to, DATA, bytes, BYTES);
}

/* Looks at nothing until the sender's process is gone. */
static void watcher(int master)
{
    int from = receive_int(master, GO), pid = receive_int(master, PID), tag, before = -1;
    pvm_notify(PvmTaskExit, EXITED, 1, &from);
    send_int(master, READY, 0);
    await_end(pid);
    for (int i = 0; i <= COUNT; i++) {
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, NULL);
        if (tag == EXITED)
            before = i;
    }
    send_int(master, RESULT, before);
}

static void try_pair(const char *from, const char *to)
{
    int sends = start("sender", from), watches = start("watcher", to), pid = receive_int(sends, PID);
    send_int(watches, GO, sends);
    send_int(watches, PID, pid);
    (void)receive_int(watches, READY);
    send_int(sends, GO, watches);
    printf("%s to %s: the notice comes after %d of %d\n", from, to, receive_int(watches, RESULT), COUNT);
}

int main(int argc, char **argv)
{
    pvm_mytid();
    if (argc > 1 && strcmp(argv[1], "sender") == 0) {
        sender(pvm_parent());
    } else if (argc > 1) {
        watcher(pvm_parent());
    } else {
        try_pair("node0", "node0");
        try_pair("node0", "node1");
        try_pair("node1", "node0");
        try_pair("node1", "node1");
        try_pair("node1", "node2");
    }
    pvm_exit();
    return 0;
}
