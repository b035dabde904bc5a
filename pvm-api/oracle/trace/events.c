/* events.c - see events.h. An event of the traced task consists of what its description has said before. */
#include "events.h"

#include <stdarg.h>

#include "oracle.h"
#include "pvmtev.h"

struct event_form {
    int n, did[20], type[20];
};

static char event_line[8192];
int event_times;

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...)
{
    size_t at = strlen(event_line);
    va_list args;
    va_start(args, format);
    vsnprintf(event_line + at, sizeof event_line - at, format, args);
    va_end(args);
}

static int is_any(int did, const int *list, int n)
{
    for (int i = 0; i < n; i++)
        if (list[i] == did)
            return 1;
    return 0;
}

/* Values that belong to the machine or to this run alone. */
static int is_hidden(int did)
{
    static const int hidden[] = {TEV_DID_TS, TEV_DID_TU, TEV_DID_TGS, TEV_DID_TGU, TEV_DID_PDA,
                                 TEV_DID_NH, TEV_DID_AN, TEV_DID_AC,  TEV_DID_HN,  TEV_DID_FDS,
                                 TEV_DID_SE, TEV_DID_TN, TEV_DID_CD,  TEV_DID_MHI};
    int is_time = did == TEV_DID_TS || did == TEV_DID_TU || did == TEV_DID_TGS || did == TEV_DID_TGU;
    return is_any(did, hidden, sizeof hidden / sizeof *hidden) && !(event_times && is_time);
}

/* A number of which only is printed whether there is one. */
static int is_name(int did)
{
    static const int names[] = {TEV_DID_MB,  TEV_DID_MRB, TEV_DID_MSB, TEV_DID_CR,
                                TEV_DID_CXN, TEV_DID_CXS, TEV_DID_CXF, TEV_DID_CXC};
    return is_any(did, names, sizeof names / sizeof *names);
}

static void add_int(int did, int v, int traced)
{
    int is_tid = v > 0x40000 && v < 0x80000;
    if (is_name(did))
        add("%s", v > 0 ? "> 0" : code_name(v));
    else
        add("%s", is_tid ? v == traced ? "itself" : v == pvm_mytid() ? "its parent" : "a task" : code_name(v));
}

static void show_one(int did, int type, int traced)
{
    static char text[4096];
    int v = 0, wide = sizeof(long) > 4 && (type == TEV_DATA_LONG || type == TEV_DATA_ULONG);
    long l = 0;
    float f[2] = {0, 0};
    double d[2] = {0, 0};
    short s = 0;
    char c = 0;
    switch (type) {
    case TEV_DATA_BYTE:
        pvm_upkbyte(&c, 1, 1);
        add("%d", c);
        break;
    case TEV_DATA_SHORT:
        pvm_upkshort(&s, 1, 1);
        add("%d", s);
        break;
    case TEV_DATA_STRING:
        pvm_upkstr(text);
        add("\"%s\"", is_hidden(did) ? "..." : text);
        break;
    case TEV_DATA_FLOAT:
    case TEV_DATA_CPLX:
        pvm_upkfloat(f, type == TEV_DATA_CPLX ? 2 : 1, 1);
        add("%g %g", (double)f[0], (double)f[1]);
        break;
    case TEV_DATA_DOUBLE:
    case TEV_DATA_DCPLX:
        pvm_upkdouble(d, type == TEV_DATA_DCPLX ? 2 : 1, 1);
        add("%g %g", d[0], d[1]);
        break;
    default:
        if (wide)
            pvm_upklong(&l, 1, 1);
        else
            pvm_upkint(&v, 1, 1);
        if (is_hidden(did))
            add("...");
        else if (wide)
            add("%ld", l);
        else
            add_int(did, v, traced);
    }
}

static void show_value(int did, int type, int traced)
{
    int n = 1, base = type & ~TEV_DATA_ARRAY;
    if ((type & TEV_DATA_ARRAY) == 0) {
        show_one(did, base, traced);
        return;
    }
    pvm_upkint(&n, 1, 1);
    add("[%d]", n);
    if (base == TEV_DATA_BYTE) { /* packed as one block */
        static char bytes[4096];
        pvm_upkbyte(bytes, n, 1);
        add(" \"%.*s\"", n, bytes);
        return;
    }
    for (int i = 0; i < n; i++) {
        add(" ");
        show_one(did, base, traced);
    }
}

static const char *side(int event)
{
    return (event & TEV_EVENT_ENTRY) != 0 ? " begins" : (event & TEV_EVENT_EXIT) != 0 ? " ends" : "";
}

static struct event_form *form_of(int event)
{
    static struct event_form forms[3][TEV_MAX + 1];
    return &forms[(event & TEV_EVENT_ENTRY) != 0 ? 0 : (event & TEV_EVENT_EXIT) != 0 ? 1 : 2][event & 0xfff];
}

/* Prints the event. described: before each value stands what it is. */
static int show_event(int described, int traced)
{
    int event = 0, did = 0, type = 0;
    char name[100] = "";
    pvm_upkint(&event, 1, 1);
    struct event_form *form = form_of(event);
    if (described) {
        pvm_upkstr(name);
        form->n = 0;
    } else {
        strcpy(name, pvmtevinfo[event & 0xfff].name);
    }
    add("%s %s%s:", described ? "new" : "   ", name, side(event));
    for (int i = 0; described || i < form->n; i++) {
        if (described && (pvm_upkint(&did, 1, 1) < 0 || did == TEV_MARK_EVENT_DESC_END))
            break;
        if (described) {
            pvm_upkint(&type, 1, 1);
            form->did[form->n] = did;
            form->type[form->n++] = type;
        }
        add(described ? " %s(%x)" : " %s", pvmtevdidlist[form->did[i]].did, (unsigned)form->type[i]);
        if ((event & 0xfff) == TEV_ENDTASK && form->did[i] != TEV_DID_TID && form->did[i] != TEV_DID_TST) {
            int used; /* processor time */
            pvm_upkint(&used, 1, 1);
            continue;
        }
        add("=");
        show_value(form->did[i], form->type[i], traced);
    }
    if (!described && (pvm_upkint(&did, 1, 1) < 0 || did != TEV_MARK_EVENT_RECORD_END))
        add(" and no end but %d", did);
    return (event & 0xfff) == TEV_ENDTASK &&
           (strstr(event_line, "TID(6)=itself") != NULL || strstr(event_line, "TID=itself") != NULL);
}

static void show_user_event(void)
{
    int event, when[2], type;
    char name[100] = "";
    pvm_upkint(&event, 1, 1);
    pvm_upkstr(name);
    pvm_upkint(when, 2, 1);
    add("%d %s:", event, name);
    while (pvm_upkint(&type, 1, 1) == 0 && type != TEV_MARK_USER_EVENT_RECORD_END) {
        add(" (%x)", (unsigned)type);
        show_value(TEV_DID_PC, type, 0);
    }
}

static void show_identifiers(void)
{
    int id, n = 0, wrong = 0;
    char name[100], meaning[200];
    while (pvm_upkint(&id, 1, 1) == 0 && id != TEV_MARK_DATA_ID_END) {
        pvm_upkstr(name);
        pvm_upkstr(meaning);
        wrong += id != n++ || strcmp(name, pvmtevdidlist[id].did) != 0 || strcmp(meaning, pvmtevdidlist[id].desc) != 0;
    }
    add("%d identifiers, %d not as in pvmtevdidlist", n, wrong);
}

int events_show(int traced)
{
    int mark, ended = 0;
    int loud = pvm_setopt(PvmAutoErr, 0);
    while (pvm_upkint(&mark, 1, 1) == 0) {
        event_line[0] = 0;
        if (mark == TEV_MARK_DATA_ID)
            show_identifiers();
        else if (mark == TEV_MARK_EVENT_DESC || mark == TEV_MARK_EVENT_RECORD)
            ended |= show_event(mark == TEV_MARK_EVENT_DESC, traced);
        else if (mark == TEV_MARK_USER_EVENT_RECORD)
            show_user_event();
        else
            add("mark %d", mark);
        say("  %s", event_line);
    }
    pvm_setopt(PvmAutoErr, loud);
    return ended;
}
