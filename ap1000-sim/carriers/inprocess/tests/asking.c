/* asking.c - tasks that ask libc for more than most do: files that are ready, locks, keys. Each of
 * them in turns, between which others run. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <unistd.h>

#include "pvm3.h"

enum { TAG_TURN = 1, TAG_ENDED, TASKS = 3 };

static int task;

/* Others run meanwhile. */
static void turn(void)
{
    int tid = pvm_mytid();
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, TAG_TURN);
    usleep(10);
    pvm_recv(tid, TAG_TURN);
}

/* ---- files that are ready ---------------------------------------------------------------------------------------- */

static void show_sets(const char *what, int result, const fd_set *r, const fd_set *w)
{
    printf("%s %d:", what, result);
    for (int i = 0; i < 20; i++)
        printf("%d%d", FD_ISSET(i, r) != 0, FD_ISSET(i, w) != 0);
    printf(" %d\n", result < 0 ? errno : 0);
}

static void ready(void)
{
    fd_set r, w;
    struct timeval wait = {0, 3000};
    FD_ZERO(&r);
    FD_ZERO(&w);
    show_sets("nothing", select(0, NULL, NULL, NULL, &wait), &r, &w);
    printf("%ld %ld\n", (long)wait.tv_sec, (long)wait.tv_usec);
    FD_SET(0, &r);
    FD_SET(1, &w);
    wait.tv_usec = 2000;
    show_sets("both", select(2, &r, &w, NULL, &wait), &r, &w);
    printf("%ld\n", (long)wait.tv_usec);
    show_sets("for ever", select(2, &r, &w, NULL, NULL), &r, &w);
    FD_SET(17, &r);
    show_sets("closed", select(18, &r, NULL, NULL, &wait), &r, &w);
    FD_CLR(17, &r);
    FD_SET(77, &r);
    show_sets("beyond", select(78, &r, NULL, NULL, &wait), &r, &w);
    show_sets("less than none", select(-1, NULL, NULL, NULL, &wait), &r, &w);
    turn();
}

/* ---- locks, keys, patterns --------------------------------------------------------------------------------------- */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void begin(void)
{
    printf("%d begins: %d\n", task, pthread_key_create(&key, NULL));
}

static void locks(void)
{
    pthread_mutex_t counting;
    pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&counting, &kind);
    pthread_once(&once, begin);
    pthread_setspecific(key, &task);
    pthread_mutex_lock(&plain);
    turn();
    printf("%d", pthread_mutex_trylock(&plain));
    printf(" %d", pthread_mutex_lock(&counting));
    printf(" %d", pthread_mutex_lock(&counting));
    printf(" %d", pthread_mutex_unlock(&plain));
    printf(" %d\n", pthread_mutex_lock(&plain));
    pthread_once(&once, begin);
    printf("%d %d\n", *(int *)pthread_getspecific(key) == task, pthread_equal(pthread_self(), pthread_self()) != 0);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&counting, &kind);
    printf("%d", pthread_mutex_lock(&counting));
    printf(" %d\n", pthread_mutex_lock(&counting));
}

int main(int argc, char **argv)
{
    int tids[TASKS], parent = pvm_parent();
    (void)argc;
    task = pvm_mytid();
    if (parent < 0 && pvm_spawn(argv[0], NULL, PvmTaskDefault, (char *)(size_t) "", TASKS, tids) != TASKS)
        return 1;
    printf("%d\n", getppid() > 1);
    ready();
    locks();
    pvm_initsend(PvmDataDefault);
    if (parent > 0)
        pvm_send(parent, TAG_ENDED);
    for (int i = 0; i < TASKS && parent < 0; i++)
        pvm_recv(-1, TAG_ENDED);
    pvm_exit();
    return 0;
}
