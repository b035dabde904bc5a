/* floods.c - much at once between two nodes: a message of 100 MB, 100 000 small ones that nobody takes yet, 200 MB to
 * a task that is slow, whose node is not filled by them, and a line of 20 000 characters that a task prints. */
#include <signal.h>
#include <stdlib.h>

#include "ints.h"

enum { LONG = 1, SMALL, MUCH, GO, STOP };
enum { LONG_BYTES = 100 << 20, SMALL_COUNT = 100000, MUCH_COUNT = 200, MUCH_BYTES = 1 << 20, LINE_CHARS = 20000 };
enum { MOST_HELD_MB = 100 }; /* the window is 16 MB, and the long message before is given back */

static char *data;

/* What shared memory a process of this node holds. */
static long shared_mb(int pid)
{
    char line[256], path[64];
    long kb = -1;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        (void)sscanf(line, "RssShmem: %ld", &kb);
    if (f != NULL)
        fclose(f);
    if (kb < 0)
        printf("this system does not say what memory is shared\n");
    return kb / 1024;
}

static void child(void)
{
    int n, wrong[3] = {0, 0, 0}, length, number;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    pvm_bufinfo(pvm_recv(-1, LONG), &length, NULL, NULL);
    pvm_upkbyte(data, length, 1);
    for (int i = 0; i < length; i++)
        wrong[0] += data[i] != (char)(i * 7);
    pvm_freebuf(pvm_setrbuf(0));
    pvm_recv(-1, GO);
    for (int i = 0; i < SMALL_COUNT; i++) {
        pvm_recv(-1, SMALL);
        pvm_upkint(&n, 1, 1);
        wrong[1] += n != i;
    }
    long before = shared_mb(getppid());
    send_int(pvm_parent(), GO, getpid());
    sigwait(&set, &number); /* comes when all is on its way; until then it takes nothing */
    int held = shared_mb(getppid()) - before >= MOST_HELD_MB;
    for (int i = 0; i < MUCH_COUNT; i++) {
        pvm_bufinfo(pvm_recv(-1, MUCH), &n, NULL, NULL);
        pvm_upkbyte(data, 1, 1);
        wrong[2] += n != MUCH_BYTES || data[0] != (char)i;
    }
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&length, 1, 1);
    pvm_pkint(wrong, 3, 1);
    pvm_pkint(&held, 1, 1);
    pvm_send(pvm_parent(), STOP);
}

/* A line that is longer than what a node holds, and one behind it. */
static void talk(void)
{
    for (int i = 0; i < LINE_CHARS; i++)
        putchar('x');
    printf("\nthe end\n");
}

static void catch_a_long_line(void)
{
    int chars = 0, ends = 0;
    char line[256];
    FILE *caught = tmpfile();
    pvm_catchout(caught);
    start("talk", "node1");
    pvm_exit(); /* waits until the child has ended, and all of its output is there */
    rewind(caught);
    while (fgets(line, sizeof line, caught) != NULL) {
        for (char *c = line; *c != 0; c++)
            chars += *c == 'x';
        ends += strstr(line, "the end") != NULL;
    }
    fclose(caught);
    printf("the long line: %d characters, %d behind it\n", chars, ends);
}

static void master(void)
{
    int kid = start("child", "node1");
    for (int i = 0; i < LONG_BYTES; i++)
        data[i] = (char)(i * 7);
    send_bytes(kid, LONG, data, LONG_BYTES);
    for (int i = 0; i < SMALL_COUNT; i++)
        send_int(kid, SMALL, i);
    send_int(kid, GO, 0);
    int pid = receive_int(kid, GO);
    for (int i = 0; i < MUCH_COUNT; i++) {
        data[0] = (char)i;
        send_bytes(kid, MUCH, data, MUCH_BYTES);
    }
    send_int(start("poke", "node2"), GO, pid); /* behind the flood, as the daemon sees it */
    int results[5];
    pvm_recv(kid, STOP);
    pvm_upkint(results, 5, 1);
    printf("the long message: %d bytes, %d wrong\n", results[0], results[1]);
    printf("the small ones: %d wrong\n", results[2]);
    printf("the many ones: %d wrong\n", results[3]);
    printf("what nobody takes is %s\n", results[4] == 0 ? "where it was sent" : "where it is to go");
    struct timeval soon = {0, 200000};
    do
        pvm_trecv(-1, STOP, &soon);
    while (shared_mb(getpid()) > LONG_BYTES >> 21); /* a test that hangs here has found that it keeps it */
    printf("what has been read is given back\n");
    catch_a_long_line();
}

/* Tells the child to go on. */
static void poke(void)
{
    kill(receive_int(pvm_parent(), GO), SIGUSR1);
}

int main(int argc, char **argv)
{
    pvm_mytid();
    if (getenv("CLUSTER_DIRECT") != NULL)
        pvm_setopt(PvmRoute, PvmRouteDirect);
    data = malloc(LONG_BYTES);
    if (argc > 1 && strcmp(argv[1], "poke") == 0)
        poke();
    else if (argc > 1 && strcmp(argv[1], "talk") == 0)
        talk();
    else if (argc > 1)
        child();
    else
        master();
    pvm_exit();
    return 0;
}
