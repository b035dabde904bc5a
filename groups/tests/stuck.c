/* stuck.c - four members of a group, none of them frozen: stuck barrier|deadlock. With "deadlock" the last one waits
 * for an entry of the mailbox that nobody makes, the third for a message, and the others wait in a barrier for both.
 * stuck snet [N]: the group is frozen, and its barrier one of the machine's own, to which the third does not come; of
 * N members only the first comes.
 * stuck left: as deadlock, but the last one leaves the group when two are in the barrier.
 * stuck held: one task, of no group, waits for that entry; stuck self: for a message from itself. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <pvm3.h>

enum { MEMBERS = 4, MOST = 16, TAG_UNREAD = 5, TAG_NEVER = 6 };

/* pvm3.h has no const. */
static char team[] = "team", nothing[] = "nothing", barrier[] = "barrier", anywhere[] = "";

static void get_stuck(int me, int leaves)
{
    int first = pvm_gettid(team, 0);

    if (me == 3 && leaves) {
        sleep(1);
        pvm_lvgroup(team);
        pvm_recv(first, TAG_NEVER);
    }
    if (me == 3) {
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_gettid(team, 2), TAG_UNREAD);
        pvm_recvinfo(nothing, 0, PvmMboxWaitForInfo);
    }
    if (me == 2)
        pvm_recv(first, TAG_NEVER);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "held") == 0)
        return pvm_recvinfo(nothing, 0, PvmMboxWaitForInfo);
    if (argc > 1 && strcmp(argv[1], "self") == 0)
        return pvm_recv(pvm_mytid(), TAG_NEVER);

    int tids[MOST], me = pvm_joingroup(team), n = argc > 2 ? atoi(argv[2]) : MEMBERS;
    char *what[] = {argc > 1 ? argv[1] : barrier, argc > 2 ? argv[2] : NULL, NULL};

    if (pvm_parent() < 0)
        pvm_spawn(argv[0], what, PvmTaskDefault, anywhere, n - 1, tids);
    while (pvm_gsize(team) < n)
        ;
    if (strcmp(what[0], "deadlock") == 0 || strcmp(what[0], "left") == 0)
        get_stuck(me, what[0][0] == 'l');
    if (strcmp(what[0], "snet") == 0)
        pvm_freezegroup(team, n);
    if (strcmp(what[0], "snet") == 0 && (argc > 2 ? me > 0 : me == 2))
        pvm_recv(pvm_gettid(team, 0), TAG_NEVER);
    pvm_barrier(team, n);
    pvm_exit();
    return 0;
}
