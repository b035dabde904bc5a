/* rounds.c - the messages of a barrier between the members of a frozen group, without the server.
 *
 * The tag of a message names its barrier and its round (protocol.h). So a member that is one barrier ahead does not
 * confuse one that is behind; no member can be further ahead, because nobody leaves a barrier before all are in it. */
#include <stdlib.h>

#include "barrier.h"
#include "pvm3.h"

static int tag_of(const struct grp_rounds *t, int round)
{
    return t->frozen->completed % GRP_EPOCHS * GRP_ROUNDS + round;
}

/* For pvm_recvf: prefers the awaited message to the server's message that somebody has left. */
static int awaited_or_broken(int bufid, int tid, int tag)
{
    int its_tag = -1, its_tid = -1;

    pvm_bufinfo(bufid, NULL, &its_tag, &its_tid);
    if (its_tag == tag && its_tid == tid)
        return 3;
    return its_tag == GRP_TAG_BROKEN ? 2 : 0;
}

int grp_rounds_begin(struct grp_call *c, struct grp_frozen *k, struct grp_rounds *t)
{
    int me = pvm_mytid();

    grp_charge_call(c); /* grp_end puts back the user's context, matching and buffers */
    if (k->completed >= k->completable)
        return PvmNoGroup;
    t->frozen = k;
    t->n = t->rank = 0;
    t->tid = malloc((size_t)k->members.members * sizeof *t->tid);
    if (t->tid == NULL)
        return PvmNoMem;
    for (int inst = 0; inst < k->members.nslots; inst++) {
        if (k->members.tid[inst] == me)
            t->rank = t->n;
        if (k->members.tid[inst] != 0)
            t->tid[t->n++] = k->members.tid[inst];
    }
    pvm_setcontext(k->context);
    pvm_recvf(awaited_or_broken);
    pvm_initsend(PvmDataRaw); /* one empty message, which is sent again and again */
    return 0;
}

int grp_rounds_end(struct grp_rounds *t, int code)
{
    free(t->tid);
    if (code == 0)
        t->frozen->completed++;
    return code;
}

int grp_round_send(const struct grp_rounds *t, int rank, int round)
{
    return pvm_send(t->tid[rank], tag_of(t, round)) < 0 ? PvmSysErr : 0;
}

int grp_round_recv(struct grp_rounds *t, int rank, int round)
{
    int bufid, tag, completable;

    for (;;) {
        bufid = pvm_recv(t->tid[rank], tag_of(t, round));
        if (bufid < 0 || pvm_bufinfo(bufid, NULL, &tag, NULL) < 0)
            return PvmSysErr;
        if (tag != GRP_TAG_BROKEN)
            return 0;
        if (pvm_upkint(&completable, 1, 1) == 0 && completable < t->frozen->completable)
            t->frozen->completable = completable;
        if (t->frozen->completed >= t->frozen->completable)
            return PvmNoGroup; /* else the member that left had entered this barrier before, so it completes */
    }
}
