/* held.c - much that is not received yet stands before what is awaited: a message with another tag, a barrier, the
 * answer to pvm_notify. It comes all the same. */
#include "ints.h"

enum { MUCH = 1, LAST, ANSWER, EXITED };
enum { COUNT = 40, BYTES = 1 << 20 };

static char bytes[BYTES];

static void send_much(int to)
{
    for (int i = 0; i < COUNT; i++)
        send_bytes(to, MUCH, bytes, BYTES);
}

static int receive_much(int from)
{
    int n, all = 0;
    for (int i = 0; i < COUNT; i++) {
        pvm_bufinfo(pvm_recv(from, MUCH), &n, NULL, NULL);
        all += n == BYTES;
    }
    return all;
}

static void worker(const char *role, int master)
{
    if (strcmp(role, "last") == 0)
        send_int(master, ANSWER, receive_int(master, LAST));
    if (strcmp(role, "barrier") == 0) {
        pvm_joingroup("held");
        send_int(master, ANSWER, 0);
        pvm_barrier("held", 2);
    }
    if (strcmp(role, "end") == 0) {
        send_int(master, ANSWER, getpid());
        send_much(master);
    } else {
        send_int(master, ANSWER, receive_much(master));
    }
}

static void master(void)
{
    int kid = start("last", "node1");
    send_much(kid);
    send_int(kid, LAST, 7);
    printf("a message behind %d MB: %d\n", COUNT, receive_int(kid, ANSWER));
    printf("and those before it: %d\n", receive_int(kid, ANSWER));

    pvm_joingroup("held");
    kid = start("barrier", "node1");
    (void)receive_int(kid, ANSWER);
    send_much(kid);
    printf("a barrier behind them: %d\n", pvm_barrier("held", 2));
    printf("and those before it: %d\n", receive_int(kid, ANSWER));
    pvm_lvgroup("held");

    kid = start("end", "node1");
    await_end(receive_int(kid, ANSWER));
    printf("a notice asked for then: %d\n", pvm_notify(PvmTaskExit, EXITED, 1, &kid));
    printf("and what came before it: %d\n", receive_much(kid));
    printf("the notice: %s\n", receive_int(-1, EXITED) == kid ? "yes" : "no");
}

int main(int argc, char **argv)
{
    pvm_mytid();
    if (argc == 1)
        master();
    else
        worker(argv[1], pvm_parent());
    pvm_exit();
    return 0;
}
