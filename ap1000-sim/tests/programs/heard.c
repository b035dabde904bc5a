/* heard.c - four tasks on cells: two of them wait for anybody's message three times each. One hears the same task three
 * times, the other hears one, then another, then the first again. ap1000 run --report says which waits could name their
 * sender. */
#include <unistd.h>

#include "tell.h"

enum { ONE, SEVERAL, OFTEN, ONCE, TASKS, JOB = 1, WORD = 7 };

static void be_task(void)
{
    int job[1 + TASKS], *tids = job + 1;
    pvm_recv(pvm_parent(), JOB);
    pvm_upkint(job, 1 + TASKS, 1);
    for (int i = 0; i < 3; i++) {
        if (job[0] == ONE || job[0] == SEVERAL)
            pvm_recv(-1, WORD);
        else
            usleep(10000); /* each word comes when the one before has been heard */
        if (job[0] == OFTEN)
            tell(tids[ONE], WORD, 0);
        if (job[0] == (i == 1 ? ONCE : OFTEN))
            tell(tids[SEVERAL], WORD, 0);
    }
}

int main(int argc, char **argv)
{
    int job[1 + TASKS];
    (void)argc;
    if (pvm_parent() > 0) {
        be_task();
        pvm_exit();
        return 0;
    }
    if (pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, TASKS, job + 1) < TASKS)
        return 1;
    for (job[0] = 0; job[0] < TASKS; job[0]++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(job, 1 + TASKS, 1);
        pvm_send(job[1 + job[0]], JOB);
    }
    pvm_exit();
    return 0;
}
