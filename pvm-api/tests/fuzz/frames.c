/* frames.c - what a task gets, and what the control program is asked, as a hostile task writes them: bodies of
 * messages in every encoding, unpacked by any calls in any order; requests of any number with any body. The first
 * byte says which. */
#include <stdint.h>
#include <string.h>

#include "call.h"
#include "loop.h"
#include "pvm3.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define ROOM 70000 /* more than a body can give */

static const char *const formats[] = {"%d", "%5d", "%*d", "%s", "%lf %hd", "%3c", "%ld%s%x", "%d%q", "%"};

static void unpack_one(unsigned how)
{
    static char room[16 * ROOM]; /* each call gets room for as many items as it asks for */
    int n = (int)(how % 61) - 1, stride = (int)(how / 61 % 3);
    switch (how % 13) {
    case 0:
        pvm_upkint((int *)(void *)room, n, stride);
        break;
    case 1:
        pvm_upkbyte(room, n, stride);
        break;
    case 2:
        pvm_upkstr(room);
        break;
    case 3:
        pvm_upklong((long *)(void *)room, n, stride);
        break;
    case 4:
        pvm_upkdouble((double *)(void *)room, n, stride);
        break;
    case 5:
        pvm_upkdcplx((double *)(void *)room, n, stride);
        break;
    case 6:
        pvm_upkshort((short *)(void *)room, n, stride);
        break;
    case 7:
        pvm_upkfloat((float *)(void *)room, n, stride);
        break;
    case 8:
        pvm_upkcplx((float *)(void *)room, n, stride);
        break;
    case 9:
        pvm_freebuf(pvm_upkmesg());
        break;
    case 10:
        pvm_upkuint((unsigned *)(void *)room, n, stride);
        break;
    default: {
        int count = 5;
        unsigned which = how / 13 % (sizeof formats / sizeof formats[0]);
        if (which == 2)
            pvm_unpackf(formats[which], count, room);
        else
            pvm_unpackf(formats[which], room, room, room);
    }
    }
}

/* A message from this task to itself, whose body is what a hostile task has put there. */
static void receive(struct pvm_task *t, int encoding, const uint8_t *body, size_t n, const uint8_t *how, size_t nhow)
{
    struct mach_frame *f;
    if (t->ops->frame(t->m, (uint32_t)n, &f) != 0)
        return;
    if (n > 0)
        memcpy(f->body, body, n);
    f->dst_tid = t->who.tid;
    f->tag = 1;
    f->encoding = encoding;
    t->ops->post(t->m, f);
    t->ops->drop(t->m, f);
    if (pvm_nrecv(-1, -1) <= 0)
        return;
    for (size_t i = 0; i < nhow; i++)
        unpack_one(how[i] * 7u + (unsigned)i);
}

static void ask(struct pvm_task *t, int request, const uint8_t *body, size_t n)
{
    struct mach_frame *reply = NULL;
    t->ops->control(t->m, request, body, (uint32_t)n, &reply);
    if (reply != NULL)
        t->ops->drop(t->m, reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    loop_configure(NULL);
    pvm_mytid();
    pvm_setopt(PvmAutoErr, 0);
    struct pvm_task *t = pvmi_enter();
    size_t nhow = n > 2 ? data[1] % (n - 1) : 0;
    if (t != NULL && n > 2 && data[0] < 128)
        receive(t, data[0] % 4, data + 2 + nhow, n - 2 - nhow, data + 2, nhow);
    else if (t != NULL && n > 2)
        ask(t, data[0] - 128, data + 1, n - 1);
    loop_reset();
    return 0;
}
