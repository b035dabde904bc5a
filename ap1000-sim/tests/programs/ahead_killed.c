/* ahead_killed.c KILLER FOLDER PATIENCE_MS [told] - a task is ended by pvm_kill when it has run ahead of that time.
 *
 * The worker is sent messages that take long in simulated time, all at once, and answers each. When it has run ahead
 * through all of them (it leaves a file then; the master waits for that in real time, so many ms at most), the master
 * spawns KILLER, the only program here that can end a task, to end the worker in the middle of its work. told: the
 * worker also tells another task, which receives from it by name and so may run ahead, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "pvm3.h"

enum { ROUNDS = 20, LONG_MESSAGE = 100000, TAG_WORK = 1, TAG_ANSWER, TAG_TOLD, TAG_ENDED, TAG_NOTHING };

static void take_real_time(void)
{
    const struct timespec one_ms = {0, 1000000};
    syscall(SYS_nanosleep, &one_ms, NULL); /* nanosleep itself would let simulated time pass */
}

static void name_file(char *path, size_t n, const char *folder)
{
    snprintf(path, n, "%s/all", folder);
}

static void leave_file(const char *folder)
{
    char path[4096];
    name_file(path, sizeof path, folder);
    FILE *f = fopen(path, "w");
    if (f != NULL)
        fclose(f);
}

static void work(const char *folder)
{
    int tells = 0;
    for (int round = 0; round < ROUNDS; round++) {
        pvm_recv(pvm_parent(), TAG_WORK);
        pvm_upkint(&tells, 1, 1);
        take_real_time();
        printf("round %d\n", round);
        fflush(stdout);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&round, 1, 1);
        pvm_send(pvm_parent(), TAG_ANSWER);
        if (tells > 0)
            pvm_send(tells, TAG_TOLD);
    }
    if (tells == 0)
        leave_file(folder);
    pvm_recv(pvm_parent(), TAG_NOTHING);
}

static void listen(const char *folder)
{
    int worker, round;
    pvm_recv(pvm_parent(), TAG_WORK);
    pvm_upkint(&worker, 1, 1);
    for (;;) {
        pvm_recv(worker, TAG_TOLD);
        pvm_upkint(&round, 1, 1);
        printf("heard %d\n", round);
        fflush(stdout);
        if (round == ROUNDS - 1)
            leave_file(folder);
    }
}

/* Returns the listener's tid, or 0. */
static int start_listener(char *program, char *folder, int worker)
{
    char *arguments[] = {"listen", folder, NULL};
    int tid;
    if (pvm_spawn(program, arguments, PvmTaskDefault, NULL, 1, &tid) < 1)
        exit(1);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&worker, 1, 1);
    pvm_send(tid, TAG_WORK);
    return tid;
}

int main(int argc, char **argv)
{
    char text[20], path[4096], *killer_arguments[] = {text, NULL}, *worker_arguments[] = {"work", NULL, NULL};
    static char bytes[LONG_MESSAGE];
    int worker, killer, tells = 0, tag = 0, answers = 0;
    if (pvm_parent() > 0) {
        if (strcmp(argv[1], "work") == 0)
            work(argv[2]);
        else
            listen(argv[2]);
        pvm_exit();
        return 0;
    }
    if (argc < 4)
        return 2;
    worker_arguments[1] = argv[2];
    if (pvm_spawn(argv[0], worker_arguments, PvmTaskDefault, NULL, 1, &worker) < 1)
        return 1;
    if (argc > 4)
        tells = start_listener(argv[0], argv[2], worker);
    pvm_notify(PvmTaskExit, TAG_ENDED, 1, &worker);
    for (int round = 0; round < ROUNDS; round++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&tells, 1, 1);
        pvm_pkbyte(bytes, LONG_MESSAGE, 1);
        pvm_send(worker, TAG_WORK);
    }
    pvm_nrecv(-1, TAG_NOTHING); /* what it has sent is taken up */
    name_file(path, sizeof path, argv[2]);
    for (int ms = atoi(argv[3]); ms > 0 && access(path, F_OK) != 0; ms--)
        take_real_time();
    snprintf(text, sizeof text, "%d", worker);
    if (pvm_spawn(argv[1], killer_arguments, PvmTaskDefault, NULL, 1, &killer) < 1)
        return 1;
    while (tag != TAG_ENDED) {
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, NULL);
        answers += tag == TAG_ANSWER;
    }
    printf("%d answers\n", answers);
    fflush(stdout);
    pvm_exit();
    return 0;
}
