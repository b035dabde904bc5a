/* buffer.c - message buffers: how they are made and freed, and their bytes.
 *
 * Elsewhere: the calls that select buffers (active.c), packing and unpacking (pack.c, unpack.c), sending and receiving
 * (send.c, recv.c). */
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "data_state.h"
#include "task.h"

/* ---- the table ---- */

int pvmi_buf_find(struct pvm_task *t, int mid, struct pvmi_buf **out)
{
    if (mid <= 0 || (size_t)mid > t->data->buffers.room || t->data->buffers.all[mid - 1] == NULL)
        return PvmNoSuchBuf;
    *out = t->data->buffers.all[mid - 1];
    return PvmOk;
}

static int active(struct pvm_task *t, int mid, struct pvmi_buf **out)
{
    return mid == 0 || pvmi_buf_find(t, mid, out) < 0 ? PvmNoBuf : PvmOk;
}

int pvmi_buf_active_send(struct pvm_task *t, struct pvmi_buf **out)
{
    return active(t, t->data->buffers.send, out);
}

int pvmi_buf_active_recv(struct pvm_task *t, struct pvmi_buf **out)
{
    return active(t, t->data->buffers.receive, out);
}

/* Doubles the table, and the heap of its free places. */
static int grow_table(struct pvmi_buffers *all)
{
    size_t n = all->room == 0 ? 8 : 2 * all->room;
    if (n > INT32_MAX)
        return PvmNoMem;
    size_t *heap = realloc(all->free, n * sizeof *heap);
    if (heap == NULL)
        return PvmNoMem;
    all->free = heap;
    struct pvmi_buf **more = realloc(all->all, n * sizeof *more);
    if (more == NULL)
        return PvmNoMem;
    memset(more + all->room, 0, (n - all->room) * sizeof *more);
    all->all = more;
    all->room = n;
    return PvmOk;
}

/* The place for a new buffer: the lowest free one, however many are in use. It counts as free until take_slot. */
static int find_free_slot(struct pvmi_buffers *all, size_t *out)
{
    if (all->nfree == 0 && all->used == all->room) {
        int code = grow_table(all);
        if (code < 0)
            return code;
    }
    *out = all->nfree > 0 ? all->free[0] : all->used;
    return PvmOk;
}

static void take_slot(struct pvmi_buffers *all)
{
    size_t *heap = all->free, at = 0, child;
    if (all->nfree == 0) {
        all->used++;
        return;
    }
    size_t last = heap[--all->nfree];
    while ((child = 2 * at + 1) < all->nfree) {
        if (child + 1 < all->nfree && heap[child + 1] < heap[child])
            child++;
        if (last <= heap[child])
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
}

static void release_slot(struct pvmi_buffers *all, size_t slot)
{
    size_t at = all->nfree++;
    for (; at > 0 && all->free[(at - 1) / 2] > slot; at = (at - 1) / 2)
        all->free[at] = all->free[(at - 1) / 2];
    all->free[at] = slot;
}

/* Makes a buffer of any encoding, even of one that cannot be read. */
static int new_buf(struct pvm_task *t, int encoding, struct pvmi_buf **out)
{
    size_t slot;
    int code = find_free_slot(&t->data->buffers, &slot);
    if (code < 0)
        return code;
    struct pvmi_buf *b = t->data->buffers.spare;
    if (b != NULL)
        t->data->buffers.spare = b->next;
    else
        b = malloc(sizeof *b);
    if (b == NULL)
        return PvmNoMem;
    *b = (struct pvmi_buf){
        .mid = (int)slot + 1, .encoding = encoding, .src = t->who.tid, .context = t->contexts.current};
    t->data->buffers.all[slot] = b;
    take_slot(&t->data->buffers);
    *out = b;
    return PvmOk;
}

int pvmi_buf_new(struct pvm_task *t, int encoding, struct pvmi_buf **out)
{
    if ((encoding < PvmDataDefault || encoding > PvmDataInPlace) && encoding != PvmDataTrace)
        return PvmBadParam;
    return new_buf(t, encoding, out);
}

int pvmi_buf_from_frame(struct pvm_task *t, struct mach_frame *f, struct pvmi_buf **out)
{
    struct pvmi_buf *b;
    const int encoding = f->encoding & ((1 << MACH_ENCODING_BITS) - 1);
    int code = f->len_bytes > INT32_MAX ? PvmNoMem : new_buf(t, encoding, &b);
    if (code < 0) {
        t->ops->drop(t->m, f);
        return code;
    }
    b->src = f->src_tid;
    b->dst = f->dst_tid;
    b->tag = f->tag;
    b->context = f->context;
    b->wid = f->wid;
    b->len_bytes = f->len_bytes;
    b->read = encoding == PvmDataDefault;
    b->types = (unsigned)f->encoding >> MACH_ENCODING_BITS;
    b->frame = f;
    *out = b;
    return PvmOk;
}

static void drop_frame(struct pvm_task *t, struct pvmi_buf *b)
{
    if (b->frame != NULL)
        t->ops->drop(t->m, b->frame);
    b->frame = NULL;
}

void pvmi_buf_accept(struct pvm_task *t, const struct pvmi_buf *b)
{
    if (b->own == NULL) /* else it was told when the first byte was packed */
        pvmi_mark_accept(t, b->frame);
}

void pvmi_buf_free(struct pvm_task *t, struct pvmi_buf *b)
{
    if (t->data->buffers.send == b->mid)
        t->data->buffers.send = 0;
    if (t->data->buffers.receive == b->mid)
        t->data->buffers.receive = 0;
    if (b->arrived != NULL)
        pvmi_arrived_forget(&t->data->arrived, b);
    t->data->buffers.all[b->mid - 1] = NULL;
    release_slot(&t->data->buffers, (size_t)b->mid - 1);
    drop_frame(t, b);
    if (b->segments != NULL)
        pvmi_inplace_free(b);
    if (b->own != NULL)
        free(b->own);
    b->next = t->data->buffers.spare;
    t->data->buffers.spare = b;
}

void pvmi_buf_free_receive(struct pvm_task *t)
{
    struct pvmi_buf *old;
    if (pvmi_buf_active_recv(t, &old) == PvmOk)
        pvmi_buf_free(t, old);
    t->data->buffers.receive = 0;
}

void pvmi_buf_free_all(struct pvm_task *t)
{
    for (size_t i = 0; i < t->data->buffers.room; i++)
        if (t->data->buffers.all[i] != NULL)
            pvmi_buf_free(t, t->data->buffers.all[i]);
    for (struct pvmi_buf *b = t->data->buffers.spare, *next; b != NULL; b = next) {
        next = b->next;
        free(b);
    }
    free(t->data->buffers.all);
    free(t->data->buffers.free);
    t->data->buffers = (struct pvmi_buffers){0};
}

/* ---- the bytes ---- */

const unsigned char *pvmi_buf_bytes(const struct pvmi_buf *b)
{
    return b->own != NULL ? b->own : b->frame != NULL ? b->frame->body : NULL;
}

int pvmi_buf_len_seen(const struct pvmi_buf *b)
{
    return b->encoding == PvmDataInPlace ? 0 : (int)b->len_bytes;
}

/* Makes room for n more bytes behind the first `kept`. The memory grows at least to the double, so that packing many
 * small items costs as little as packing one large one. */
static int make_room(struct pvmi_buf *b, size_t kept, size_t n)
{
    if (n > (size_t)INT32_MAX - kept)
        return PvmNoMem;
    size_t need = kept + n;
    if (b->own != NULL && need <= b->room_bytes)
        return PvmOk;
    size_t room = need < 2 * b->room_bytes ? 2 * b->room_bytes : need < 256 ? 256 : need;
    unsigned char *own = realloc(b->own, room);
    if (own == NULL)
        return PvmNoMem;
    if (b->own == NULL && kept > 0)
        memcpy(own, b->frame->body, kept);
    b->own = own;
    b->room_bytes = room;
    return PvmOk;
}

int pvmi_buf_extend(struct pvm_task *t, struct pvmi_buf *b, size_t n, unsigned char **out)
{
    const bool as_it_came = b->arrived != NULL && b->own == NULL;
    const size_t kept = b->read ? 0 : b->len_bytes;
    int code = make_room(b, kept, n);
    if (code < 0)
        return code;
    if (as_it_came)
        pvmi_mark_accept(t, b->frame);
    drop_frame(t, b);
    if (b->read)
        b->at = b->types = 0;
    b->read = false;
    b->len_bytes = kept + n;
    *out = b->own + kept;
    return PvmOk;
}

int pvmi_buf_frame(struct pvm_task *t, struct pvmi_buf *b, struct mach_frame **out)
{
    if (b->encoding == PvmDataInPlace)
        drop_frame(t, b);
    if (b->frame == NULL) {
        struct mach_frame *f;
        int code = t->ops->frame(t->m, (uint32_t)b->len_bytes, &f);
        if (code < 0)
            return code;
        if (b->encoding == PvmDataInPlace)
            pvmi_inplace_read(b, f->body);
        else if (b->len_bytes > 0)
            memcpy(f->body, b->own, b->len_bytes);
        f->encoding = pvmi_frame_encoding(b->encoding == PvmDataInPlace ? PvmDataRaw : b->encoding, b->types);
        b->frame = f;
    }
    b->frame->wid = b->wid;
    *out = b->frame;
    return PvmOk;
}
