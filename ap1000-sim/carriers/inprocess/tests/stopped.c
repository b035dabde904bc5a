/* stopped.c - a task stops itself by a signal, and another one by the machine: the others go on, nothing comes from it,
 * until its parent sends SIGCONT. Run both ways (same.sh). */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#include "pvm3.h"

enum { TAG_READY = 1, TAG_GO, TAG_ON };

static int child(const char *how)
{
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), TAG_READY);
    pvm_recv(pvm_parent(), TAG_GO);
    printf("%s goes on\n", how);
    if (strcmp(how, "itself") == 0)
        raise(SIGTSTP);
    printf("%s has come so far\n", how);
    pvm_send(pvm_parent(), TAG_ON);
    pvm_exit();
    return 0;
}

static void say(const char *when, int tid)
{
    struct timeval soon = {1, 0};
    printf("%s: %s\n", when, pvm_trecv(tid, TAG_ON, &soon) > 0 ? "it goes on" : "nothing");
}

int main(int argc, char **argv)
{
    static char itself[] = "itself", by_signal[] = "by a signal";
    char *words[2][2] = {{itself, NULL}, {by_signal, NULL}};
    int tids[2];
    if (argc > 1)
        return child(argv[1]);
    for (int i = 0; i < 2; i++) {
        if (pvm_spawn(argv[0], words[i], PvmTaskDefault, NULL, 1, &tids[i]) != 1)
            return 1;
        pvm_recv(tids[i], TAG_READY);
    }
    pvm_sendsig(tids[1], SIGSTOP);
    pvm_sendsig(tids[1], SIGCONT); /* before its next turn: it never stops */
    pvm_initsend(PvmDataDefault);
    pvm_mcast(tids, 2, TAG_GO);
    say("the other", tids[1]);
    say("stopped", tids[0]);
    pvm_sendsig(tids[0], SIGCONT);
    say("continued", tids[0]);
    pvm_exit();
    return 0;
}
