/* random.c - calls in an order that nobody would write, drawn from a seed: buffers, packing, unpacking, messages to
 * oneself and mailboxes. It finds the cases that nobody thought of in the other programs.
 *
 *     random [FIRST_SEED LAST_SEED [CALLS]]      # each seed: that many calls, then all is put away
 *
 * It leaves out what the original does not survive or has no rule for: messages inside messages and mailboxes of
 * PvmDataInPlace, padding bytes, reading on after the end, packing into received messages; and longs, which are known
 * to differ. */
#include "random.h"

static void show(struct walk *w, const char *what, int mid)
{
    int bytes = -1, tag = -1, tid = -1;
    int code = pvm_bufinfo(mid, &bytes, &tag, &tid);
    struct pvmminfo m = {0};
    int code2 = pvm_getminfo(mid, &m);
    say("%d.%d %s %s: %s %d bytes tag %d tid %s; %s enc %x", w->seed, w->call, what, mid_name(w, mid), code_name(code),
        bytes, tag, who(tid), code_name(code2), code2 == 0 ? (unsigned)m.enc : 0);
}

static void send_something(struct walk *w)
{
    int to[3] = {w->me, w->me, w->me}, tag = below(&w->draw, 5) - (below(&w->draw, 20) == 0), numbers[4] = {1, 2, 3, 4};
    int what = below(&w->draw, 6);
    if (what == 0)
        say("%d.%d psend %d: %s", w->seed, w->call, tag,
            code_name(pvm_psend(w->me, tag, numbers, below(&w->draw, 5), PVM_INT)));
    else if (what == 1)
        say("%d.%d mcast %d: %s", w->seed, w->call, tag, code_name(pvm_mcast(to, below(&w->draw, 4), tag)));
    else
        say("%d.%d send %d: %s", w->seed, w->call, tag, code_name(pvm_send(w->me, tag)));
}

static void receive_something(struct walk *w)
{
    settle();
    int from = below(&w->draw, 2) ? w->me : -1, tag = below(&w->draw, 6) - 1;
    struct timeval none = {0, 0};
    switch (below(&w->draw, 5)) {
    case 0: {
        int mid = pvm_probe(from, tag);
        if (mid > 0)
            show(w, "probe", mid);
        else
            say("%d.%d probe %d: %s", w->seed, w->call, tag, code_name(mid));
        break;
    }
    case 1:
        if (pvm_probe(from, tag) > 0) {
            char bytes[256] = {0};
            int tid = -1, at = -1, len = -1;
            int code = pvm_precv(from, tag, bytes, below(&w->draw, 250), PVM_BYTE, &tid, &at, &len);
            say("%d.%d precv %d: %s from %s tag %d len %d, %08x", w->seed, w->call, tag, code_name(code), who(tid), at,
                len, sum(bytes, sizeof bytes));
        }
        break;
    case 2:
        pvm_freebuf(pvm_getrbuf());
        forget_gone(w);
        show(w, "trecv", pvm_trecv(from, tag, &none));
        break;
    default:
        pvm_freebuf(pvm_getrbuf());
        forget_gone(w);
        show(w, "nrecv", pvm_nrecv(from, tag));
    }
}

static void change_buffers(struct walk *w)
{
    int what = below(&w->draw, 10), mid = what == 3                ? mid_of_kind(w, 1)
                                          : what == 4 || what == 9 ? mid_of_kind(w, 0)
                                                                   : some_mid(w);
    char name[24];
    snprintf(name, sizeof name, "%s", mid_name(w, mid));
    switch (what) {
    case 0:
    case 1:
        say("%d.%d initsend: %s", w->seed, w->call, made_name(w, pvm_initsend(below(&w->draw, 3))));
        break;
    case 2:
        say("%d.%d mkbuf: %s", w->seed, w->call, made_name(w, pvm_mkbuf(below(&w->draw, 3))));
        break;
    case 3:
        say("%d.%d setsbuf %s: %s", w->seed, w->call, name, mid_name(w, pvm_setsbuf(mid)));
        break;
    case 4:
        say("%d.%d setrbuf %s: %s", w->seed, w->call, name, mid_name(w, pvm_setrbuf(mid)));
        break;
    case 9: {
        int sbuf = pvm_setsbuf(mid), rbuf = pvm_getrbuf();
        say("%d.%d forward %s: %s", w->seed, w->call, name, code_name(pvm_send(w->me, below(&w->draw, 5))));
        pvm_setsbuf(sbuf);
        pvm_setrbuf(rbuf);
        break;
    }
    case 5:
        say("%d.%d freebuf %s: %s", w->seed, w->call, name, code_name(pvm_freebuf(mid)));
        break;
    case 6:
        say("%d.%d sbuf %s", w->seed, w->call, mid_name(w, pvm_getsbuf()));
        say("%d.%d rbuf %s", w->seed, w->call, mid_name(w, pvm_getrbuf()));
        break;
    case 7: {
        int i = below(&w->draw, 3), was = pvm_setcontext(w->contexts[i]);
        say("%d.%d context %d: %s", w->seed, w->call, i, was < 0 ? code_name(was) : "fine");
        break;
    }
    default:
        show(w, "info", mid);
    }
}

static void use_mailbox(struct walk *w)
{
    static const int flags[] = {0,
                                PvmMboxPersistent,
                                PvmMboxMultiInstance,
                                PvmMboxOverWritable,
                                PvmMboxFirstAvail,
                                PvmMboxReadAndDelete,
                                PvmMboxMultiInstance | PvmMboxPersistent};
    char name[12];
    snprintf(name, sizeof name, "random%d", below(&w->draw, 2));
    int flag = flags[below(&w->draw, 7)], index = below(&w->draw, 3) - (below(&w->draw, 4) == 0);
    switch (below(&w->draw, 4)) {
    case 0:
        if (pvm_getsbuf() > 0 && !in_place(pvm_getsbuf())) { /* in the original nobody could read it */
            int code = pvm_putinfo(name, pvm_getsbuf(), flag);
            say("%d.%d putinfo %s %d: %s", w->seed, w->call, name, flag, code_name(code));
        }
        break;
    case 1:
    case 2: {
        int mid = pvm_recvinfo(name, index, flag);
        say("%d.%d recvinfo %s %d %d: %s", w->seed, w->call, name, index, flag, new_name(w, mid));
        if (mid < 0)
            pvm_freebuf(pvm_getrbuf());
        break;
    }
    default:
        say("%d.%d delinfo %s %d: %s", w->seed, w->call, name, index, code_name(pvm_delinfo(name, index, flag)));
    }
}

static void put_away(struct walk *w)
{
    for (int i = 0; i < 3; i++) {
        pvm_setcontext(w->contexts[i]);
        settle();
        while (pvm_nrecv(-1, -1) > 0)
            pvm_freebuf(pvm_getrbuf());
    }
    pvm_setsbuf(0);
    pvm_setrbuf(0);
    for (int i = 0; i < MIDS; i++)
        pvm_freebuf(w->mids[i]);
    for (int i = 0; i < 8; i++) {
        pvm_delinfo(W("random0"), i, 0);
        pvm_delinfo(W("random1"), i, 0);
    }
}

static void run(int seed, int calls, const int *contexts)
{
    struct walk w = {.draw = draw_begin(seed), .me = pvm_mytid(), .seed = seed};
    memcpy(w.contexts, contexts, sizeof w.contexts);
    pvm_setcontext(w.contexts[0]);
    for (w.call = 0; w.call < calls; w.call++) {
        int what = below(&w.draw, 20);
        if (what < 6)
            pack_something(&w);
        else if (what < 11)
            unpack_something(&w);
        else if (what < 13)
            send_something(&w);
        else if (what < 15)
            receive_something(&w);
        else if (what < 19)
            change_buffers(&w);
        else
            use_mailbox(&w);
        forget_gone(&w);
    }
    put_away(&w);
}

int main(int argc, char **argv)
{
    int first = argc > 2 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : 20,
        calls = argc > 3 ? atoi(argv[3]) : 300;
    pvm_mytid();
    pvm_setopt(PvmAutoErr, 0);
    int contexts[3] = {pvm_getcontext(), pvm_newcontext(), pvm_newcontext()};
    for (int seed = first; seed <= last; seed++)
        run(seed, calls, contexts);
    CODE(pvm_exit());
    return 0;
}
