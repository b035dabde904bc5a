/* messages.c - examples of the pages that deal with buffers and messages. */
#include "examples.h"

static void example_pvm_initsend(void)
{
    pvm_initsend(PvmDataDefault); /* a new, empty message; PvmDataRaw: no conversion, among equal computers */
}

static void example_pvm_pkint(void)
{
    int n = 3;
    double values[6] = {1, 2, 3, 4, 5, 6};
    char text[] = "every second one";
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&n, 1, 1);
    pvm_pkdouble(values, n, 2); /* values[0], values[2], values[4] */
    pvm_pkstr(text);
}

static void example_pvm_packf(void)
{
    double values[3] = {1, 3, 5};
    pvm_packf("%+ %d %*lf %s", PvmDataDefault, 3, 3, values, "every second one"); /* %+: pvm_initsend */
}

static void example_pvm_send(const int *tids)
{
    int n = 5;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&n, 1, 1);
    if (pvm_send(tids[0], WORK) < 0)
        pvm_perror("pvm_send");
}

static void example_pvm_recv(const int *tids)
{
    int result;
    pvm_recv(tids[0], WORK); /* -1 in place of either: from anybody, of any tag */
    pvm_upkint(&result, 1, 1);
    printf("the answer is %d\n", result);
}

static void example_pvm_upkint(int tid)
{
    int n;
    double values[3];
    char text[100];
    pvm_recv(tid, LATER); /* in the order in which it was packed */
    pvm_upkint(&n, 1, 1);
    pvm_upkdouble(values, n, 1);
    pvm_upkstr(text);
    printf("%d values, the last %g: %s\n", n, values[2], text);
}

static void example_pvm_mcast(int *tids)
{
    pvm_initsend(PvmDataDefault);
    pvm_mcast(tids, 3, WORK); /* to all but this task itself */
}

static void example_pvm_probe(void)
{
    if (pvm_probe(-1, WORK) > 0)
        printf("a message is there, and stays there\n");
}

static void example_pvm_nrecv(void)
{
    int got = 0;
    while (got < 3)
        if (pvm_nrecv(-1, WORK) > 0)
            got++;
    /* else: there is no message yet, and something else can be done */
}

static void example_pvm_trecv(void)
{
    struct timeval ten_ms = {0, 10000};
    if (pvm_trecv(-1, LATER, &ten_ms) == 0)
        printf("nothing came for 10 ms\n");
}

static void example_pvm_psend(const int *tids)
{
    double values[3] = {1, 2, 3};
    pvm_psend(tids[0], RESULT, values, 3, PVM_DOUBLE); /* packed and sent in one call */
}

static void example_pvm_precv(const int *tids)
{
    int value, tid, tag, bytes;
    pvm_precv(tids[0], -1, &value, 1, PVM_INT, &tid, &tag, &bytes);
    printf("%d bytes of tag %d\n", bytes, tag);
}

static void example_pvm_bufinfo(const int *tids)
{
    int bytes, tag, tid, message = pvm_recv(-1, -1);
    pvm_bufinfo(message, &bytes, &tag, &tid);
    printf("%d bytes with tag %d from %s\n", bytes, tag, tid == tids[1] ? "the second worker" : "another task");
}

static void example_pvm_getminfo(int message)
{
    struct pvmminfo about;
    pvm_getminfo(message, &about);
    printf("%d bytes with tag %d, context %d\n", about.len, about.tag, about.ctx);
}

static void example_pvm_mkbuf(void)
{
    int mine = pvm_mkbuf(PvmDataDefault), before = pvm_setsbuf(mine);
    pvm_pkstr("kept apart from the message that is being packed");
    pvm_setsbuf(before);
    pvm_freebuf(mine);
}

static void example_pvm_getsbuf(void)
{
    int first = pvm_setrbuf(0); /* kept, where the next receive would free it */
    pvm_recv(-1, WORK);
    pvm_freebuf(pvm_setrbuf(first)); /* unpacking goes on in the first one */
}

static void example_pvm_freebuf(void)
{
    int message = pvm_recv(-1, WORK);
    pvm_freebuf(message);
}

static void example_pvm_pkmesg(const int *tids)
{
    int inside = pvm_mkbuf(PvmDataDefault);
    pvm_initsend(PvmDataDefault);
    pvm_pkmesg(inside); /* the receiver gets it by pvm_upkmesg, with its tag and encoding */
    pvm_send(tids[2], WORK);
    pvm_freebuf(inside);
}

static int only_work(int bufid, int tid, int tag)
{
    int bytes, has;
    (void)tid, (void)tag;
    pvm_bufinfo(bufid, &bytes, &has, NULL);
    return has == WORK;
}

static void example_pvm_recvf(void)
{
    pvm_recvf(only_work); /* int only_work(int bufid, int tid, int tag): 1 is taken, 0 is left, 2 is the best so far */
    pvm_recv(-1, -1);
    pvm_recvf(NULL);
}

static int note(int message)
{
    (void)message;
    return 0;
}

static void example_pvm_addmhf(void)
{
    int handler = pvm_addmhf(-1, GONE, -1, note); /* int note(int message): called when one comes, in any call */
    pvm_delmhf(handler);
}

static void example_pvm_newcontext(void)
{
    int apart = pvm_newcontext(), before = pvm_setcontext(apart);
    /* messages sent and received here meet none of other contexts: a library's own */
    pvm_setcontext(before);
    pvm_freecontext(apart);
}

static void example_pvm_getfds(void)
{
    fd_set ready;
    int *fds;
    pvm_getfds(&fds);
    FD_ZERO(&ready);
    FD_SET(0, &ready);
    FD_SET(fds[0], &ready);
    select(fds[0] + 1, &ready, NULL, NULL, NULL); /* until somebody types, or a message comes */
}

static void example_pvm_siblings(void)
{
    int *tids, me = 0, n = pvm_siblings(&tids);
    while (me < n && tids[me] != pvm_mytid())
        me++;
    printf("number %d of %d\n", me, n);
}

/* What `example_pvm_upkint` takes. */
static void send_to(int tid)
{
    example_pvm_pkint();
    pvm_send(tid, LATER);
}

void messages(int *tids)
{
    example_pvm_initsend();
    example_pvm_packf();
    example_pvm_send(tids);
    example_pvm_recv(tids);
    send_to(pvm_mytid());
    example_pvm_upkint(pvm_mytid());
    example_pvm_mcast(tids);
    example_pvm_nrecv();
    example_pvm_trecv();
    example_pvm_psend(tids);
    example_pvm_precv(tids);
    example_pvm_send(tids + 1);
    example_pvm_bufinfo(tids);
    example_pvm_getminfo(pvm_getrbuf());
    example_pvm_mkbuf();
    example_pvm_send(tids);
    example_pvm_getsbuf();
    example_pvm_send(tids);
    example_pvm_freebuf();
    example_pvm_pkmesg(tids);
    example_pvm_recvf();
    example_pvm_addmhf();
    example_pvm_newcontext();
    example_pvm_send(tids);
    example_pvm_getfds();
    while (pvm_probe(tids[0], WORK) == 0)
        usleep(1000);
    example_pvm_probe();
    pvm_recv(tids[0], WORK);
    example_pvm_siblings();
}
