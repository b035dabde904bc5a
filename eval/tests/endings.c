/* endings.c - ways for a PVM program to end: endings nopvm|exit3|return7|stdin|busy|segv|deadlock|copies|lingers.
 *
 * Its slave is the same program without an argument: it waits for one message, and then dies of SIGSEGV. lingers WAY:
 * the program returns 7, and its slave goes on for ever: it sleeps, or looks for messages, again and again. */
#include <pvm3.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { TAG_DIE = 1, TAG_ENDED, TAG_NEVER };

static int slave(void)
{
    pvm_recv(pvm_parent(), TAG_DIE);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    return 1;
}

static int read_stdin(int tid)
{
    char line[80];

    while (fgets(line, sizeof line, stdin))
        printf("read %s", line);
    pvm_kill(tid);
    pvm_exit();
    return 0;
}

/* Sends messages until it is killed. */
static void send_for_ever(int tid)
{
    for (;;) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&tid, 1, 1);
        pvm_send(tid, TAG_NEVER);
    }
}

/* One of copies that were started together: the first ends at once with 3, the others later with 0 and 4. */
static int copy(void)
{
    int *all, me = 0, n = pvm_siblings(&all);

    while (me < n && all[me] != pvm_mytid())
        me++;
    sleep((unsigned)me);
    return me == 0 ? 3 : me == 1 ? 0 : 4;
}

static void linger(const char *way)
{
    struct timeval short_time = {0, 1000};

    for (;;) {
        if (strcmp(way, "sleeps") == 0)
            usleep(1000);
        if (strcmp(way, "polls") == 0)
            pvm_nrecv(-1, -1);
        if (strcmp(way, "waits") == 0)
            pvm_trecv(-1, -1, &short_time);
    }
}

static int lose_a_slave(int tid)
{
    int ended;

    pvm_notify(PvmTaskExit, TAG_ENDED, 1, &tid);
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, TAG_DIE);
    pvm_recv(-1, TAG_ENDED);
    pvm_upkint(&ended, 1, 1);
    puts(ended == tid ? "told that the slave ended" : "told of another task");
    pvm_exit();
    return 0;
}

int main(int argc, char **argv)
{
    int tid;

    if (argc == 2 && strcmp(argv[1], "copies") == 0)
        return copy();
    if (argc < 2)
        return slave();
    if (strcmp(argv[1], "nopvm") == 0) {
        puts("no PVM here");
        return 0;
    }
    if (argc == 3 && pvm_parent() > 0)
        linger(argv[2]);
    if (pvm_spawn(argv[0], argc == 3 ? argv + 1 : NULL, PvmTaskDefault, "", 1, &tid) != 1)
        return 99;
    puts("spawned");
    if (strcmp(argv[1], "exit3") == 0)
        exit(3);
    if (strcmp(argv[1], "return7") == 0 || strcmp(argv[1], "lingers") == 0)
        return 7;
    if (strcmp(argv[1], "stdin") == 0)
        return read_stdin(tid);
    if (strcmp(argv[1], "busy") == 0)
        send_for_ever(tid);
    if (strcmp(argv[1], "segv") == 0)
        return lose_a_slave(tid);
    pvm_recv(tid, TAG_NEVER);
    return 98;
}
