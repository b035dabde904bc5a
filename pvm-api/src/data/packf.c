/* packf.c - pvm_packf, pvm_unpackf: pack and unpack by a format, as printf and scanf.
 *
 * The form is % [count][.stride] [h|l|u]... c|d|f|x|s. A `*` for count or stride takes an int argument. With a count or
 * a stride the argument is an address, without them a value (in pvm_unpackf, and for x and s, always an address). `%+`
 * at the very beginning takes an encoding and calls pvm_initsend. Characters outside of a specification are skipped. */
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>

#include "call.h"
#include "data_state.h"
#include "pack.h"
#include "tracing.h"

/* A va_list in a struct, so that a function can take arguments from it by address, whatever type va_list is. */
struct arguments {
    va_list list;
};

struct spec {
    bool by_address; /* the format has a count or a stride */
    int count, stride;
    char what; /* c, d, f, x, s */
    bool is_short, is_long, is_unsigned;
};

/* Reads digits or `*`, or nothing: *out stays as it is. Returns whether there was a number. */
static bool parse_number(const char **fmt, struct arguments *args, int *out)
{
    if (**fmt == '*') {
        ++*fmt;
        *out = va_arg(args->list, int);
        return true;
    }
    if (!isdigit((unsigned char)**fmt))
        return false;
    long n = 0;
    while (isdigit((unsigned char)**fmt)) {
        n = n * 10 + (*(*fmt)++ - '0');
        if (n > INT_MAX)
            n = INT_MAX;
    }
    *out = (int)n;
    return true;
}

/* Reads the specification at *fmt, after its %. Returns 0 or PvmBadParam. */
static int parse_spec(const char **fmt, struct arguments *args, struct spec *s)
{
    *s = (struct spec){.count = 1, .stride = 1};
    s->by_address = parse_number(fmt, args, &s->count);
    if (**fmt == '.') {
        ++*fmt;
        s->by_address = true; /* a point alone is enough */
        (void)parse_number(fmt, args, &s->stride);
    }
    for (;; ++*fmt) {
        if (**fmt == 'h')
            s->is_short = true;
        else if (**fmt == 'l')
            s->is_long = true;
        else if (**fmt == 'u')
            s->is_unsigned = true;
        else
            break;
    }
    s->what = **fmt;
    if (s->what != 'c' && s->what != 'd' && s->what != 'f' && s->what != 'x' && s->what != 's')
        return PvmBadParam;
    ++*fmt;
    return PvmOk;
}

static const struct pvmi_type *type_of(const struct spec *s)
{
    int pvm_type = PVM_BYTE;
    if (s->what == 'f')
        pvm_type = s->is_long ? PVM_DOUBLE : PVM_FLOAT;
    else if (s->what == 'x')
        pvm_type = s->is_long ? PVM_DCPLX : PVM_CPLX;
    else if (s->what == 'd' && s->is_long)
        pvm_type = s->is_unsigned ? PVM_ULONG : PVM_LONG;
    else if (s->what == 'd' && s->is_short)
        pvm_type = s->is_unsigned ? PVM_USHORT : PVM_SHORT;
    else if (s->what == 'd')
        pvm_type = s->is_unsigned ? PVM_UINT : PVM_INT;
    return pvmi_type_of(pvm_type);
}

/* Packs the next argument as a value of that type. */
static int pack_value(struct pvm_task *t, struct pvmi_buf *b, const struct pvmi_type *type, struct arguments *args)
{
    union {
        char byte;
        short half;
        int word;
        long wide;
        float single;
        double pair;
    } v;
    switch (type->pvm_type) {
    case PVM_FLOAT:
        v.single = (float)va_arg(args->list, double);
        break;
    case PVM_DOUBLE:
        v.pair = va_arg(args->list, double);
        break;
    case PVM_LONG:
    case PVM_ULONG:
        v.wide = va_arg(args->list, long);
        break;
    case PVM_SHORT:
    case PVM_USHORT:
        v.half = (short)va_arg(args->list, int);
        break;
    case PVM_BYTE:
        v.byte = (char)va_arg(args->list, int);
        break;
    default:
        v.word = va_arg(args->list, int);
        break;
    }
    return pvmi_pack_values(t, b, type, &v, 1);
}

/* A count below 0 packs nothing, as in the original. */
static int pack_spec(struct pvm_task *t, struct pvmi_buf *b, const struct spec *s, struct arguments *args)
{
    const struct pvmi_type *type = type_of(s);
    if (s->what == 's')
        return pvmi_pack_string(t, b, va_arg(args->list, const char *));
    if (!s->by_address && s->what != 'x')
        return pack_value(t, b, type, args);
    const void *items = va_arg(args->list, const void *);
    return s->count < 0 ? PvmOk : pvmi_pack_items(t, b, type, items, s->count, s->stride);
}

static int unpack_spec(struct pvmi_buf *b, const struct spec *s, struct arguments *args)
{
    if (s->what == 's')
        return pvmi_unpack_string(b, va_arg(args->list, char *));
    void *items = va_arg(args->list, void *);
    return s->count < 0 ? PvmOk : pvmi_unpack_items(b, type_of(s), items, s->count, s->stride);
}

/* Returns what follows the next % of the format, or NULL if there is none. */
static const char *next_spec(const char *fmt)
{
    while (*fmt != '\0' && *fmt != '%')
        fmt++;
    return *fmt == '%' ? fmt + 1 : NULL;
}

static int packf(struct pvm_task *t, const char *fmt, struct arguments *args)
{
    struct pvmi_buf *b;
    struct spec s;
    int code;
    if (fmt == NULL)
        return PvmBadParam;
    if (fmt[0] == '%' && fmt[1] == '+') {
        code = pvm_initsend(va_arg(args->list, int));
        if (code < 0)
            return code;
        fmt += 2;
    }
    code = pvmi_buf_active_send(t, &b);
    while (code == PvmOk && (fmt = next_spec(fmt)) != NULL) {
        code = parse_spec(&fmt, args, &s);
        if (code == PvmOk) {
            pvmi_charge(t, MACH_COST_PACK);
            code = pack_spec(t, b, &s, args);
        }
    }
    return code;
}

static int unpackf(struct pvm_task *t, const char *fmt, struct arguments *args)
{
    struct pvmi_buf *b;
    struct spec s;
    if (fmt == NULL)
        return PvmBadParam;
    int code = pvmi_buf_active_recv(t, &b);
    while (code == PvmOk && (fmt = next_spec(fmt)) != NULL) {
        code = parse_spec(&fmt, args, &s);
        if (code == PvmOk) {
            pvmi_charge(t, MACH_COST_UNPACK);
            code = unpack_spec(b, &s, args);
        }
    }
    return code;
}

/* ---- the calls ---- */

/* These are in the original library, but not in its header. */
int pvm_vpackf(const char *fmt, va_list list);
int pvm_vunpackf(const char *fmt, va_list list);

static int vpackf(const char *call, const void *from, const char *fmt, va_list list)
{
    struct pvm_task *t = pvmi_enter_call(call, from);
    struct arguments args;
    if (t == NULL)
        return pvmi_return(NULL, call, PvmSysErr);
    PVMI_ENTRY(t, fmt);
    va_copy(args.list, list);
    int code = packf(t, fmt, &args);
    va_end(args.list);
    return pvmi_return(t, call, code);
}

static int vunpackf(const char *call, const void *from, const char *fmt, va_list list)
{
    struct pvm_task *t = pvmi_enter_buffers_call(call, from);
    struct arguments args;
    if (t == NULL)
        return pvmi_return(NULL, call, PvmNoBuf);
    PVMI_ENTRY(t, fmt);
    va_copy(args.list, list);
    int code = unpackf(t, fmt, &args);
    va_end(args.list);
    return pvmi_return(t, call, code);
}

PVM_PUBLIC int pvm_packf(const char *fmt, ...)
{
    va_list list;
    va_start(list, fmt);
    int code = vpackf("pvm_packf", PVMI_CALLER, fmt, list);
    va_end(list);
    return code;
}

PVM_PUBLIC int pvm_unpackf(const char *fmt, ...)
{
    va_list list;
    va_start(list, fmt);
    int code = vunpackf("pvm_unpackf", PVMI_CALLER, fmt, list);
    va_end(list);
    return code;
}

PVM_PUBLIC int pvm_vpackf(const char *fmt, va_list list)
{
    return vpackf("pvm_vpackf", PVMI_CALLER, fmt, list);
}

PVM_PUBLIC int pvm_vunpackf(const char *fmt, va_list list)
{
    return vunpackf("pvm_vunpackf", PVMI_CALLER, fmt, list);
}
