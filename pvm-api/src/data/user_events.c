/* user_events.c - see user_events.h. */
#include "user_events.h"

#include <string.h>

#include "call.h"
#include "data_state.h"
#include "encode.h"
#include "pvmtev.h"

/* A word before or after the program's own values; its type is not written. */
static int put_word(struct pvm_task *t, struct pvmi_buf *b, int value)
{
    unsigned char *wire;
    int code = pvmi_buf_extend(t, b, sizeof value, &wire);
    if (code == 0)
        pvmi_encode_word(b->encoding, wire, value);
    return code;
}

int pvmi_user_event_begin(struct pvm_task *t, struct pvmi_buf *b)
{
    const char *name = pvmtevinfo[TEV_USER_DEFINED].name;
    size_t n = strlen(name) + 1, pad = pvmi_padding(b->encoding, n);
    mach_ns now = t->ops->now(t->m);
    const int head[] = {TEV_MARK_USER_EVENT_RECORD, TEV_USER_DEFINED, (int)n};
    const int when[] = {(int)(MACH_EPOCH_S + now / 1000000000), (int)(now % 1000000000 / 1000)};
    unsigned char *wire;
    int code = 0;
    for (int i = 0; i < 3 && code == 0; i++)
        code = put_word(t, b, head[i]);
    if (code == 0)
        code = pvmi_buf_extend(t, b, n + pad, &wire);
    if (code < 0)
        return code;
    memset(wire + n, 0, pad);
    memcpy(wire, name, n);
    for (int i = 0; i < 2 && code == 0; i++)
        code = put_word(t, b, when[i]);
    return code;
}

/* The type that is written: unsigned ints and shorts as the signed ones, as in PVM 3.4.6. */
static int announced(int pvm_type)
{
    static const struct {
        int pvm_type, data;
    } all[] = {{PVM_BYTE, TEV_DATA_BYTE},     {PVM_SHORT, TEV_DATA_SHORT}, {PVM_USHORT, TEV_DATA_SHORT},
               {PVM_INT, TEV_DATA_INT},       {PVM_UINT, TEV_DATA_INT},    {PVM_LONG, TEV_DATA_LONG},
               {PVM_ULONG, TEV_DATA_ULONG},   {PVM_FLOAT, TEV_DATA_FLOAT}, {PVM_CPLX, TEV_DATA_CPLX},
               {PVM_DOUBLE, TEV_DATA_DOUBLE}, {PVM_DCPLX, TEV_DATA_DCPLX}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].pvm_type == pvm_type)
            return all[i].data;
    return TEV_DATA_NULL;
}

int pvmi_user_event_extend(struct pvm_task *t, struct pvmi_buf *b, int pvm_type, size_t nitem, size_t n,
                           unsigned char **out)
{
    int data = announced(pvm_type);
    int code = put_word(t, b, nitem == 1 ? data : data | TEV_DATA_ARRAY);
    if (code == 0 && nitem != 1)
        code = put_word(t, b, (int)nitem);
    return code < 0 ? code : pvmi_buf_extend(t, b, n, out);
}

int pvmi_user_event_end(struct pvm_task *t, struct pvmi_buf *b)
{
    return b->encoding == PvmDataInPlace ? 0 : put_word(t, b, TEV_MARK_USER_EVENT_RECORD_END);
}
