/* main.c - calls every example of the manual pages once. Started as `worker` by a task it answers. */
#include "examples.h"

static void answer_all(void)
{
    int bytes, tag, tid, seven = 7;
    signal(SIGUSR1, SIG_IGN);
    for (;;) {
        pvm_bufinfo(pvm_recv(-1, -1), &bytes, &tag, &tid);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&seven, 1, 1);
        pvm_send(tid, tag);
    }
}

int main(void)
{
    int tids[WORKERS];
    if (pvm_parent() > 0)
        answer_all();
    tasks_begin(tids);
    messages(tids);
    boxes();
    groups();
    tasks_end(tids);
    return 0;
}
