/* catchout.c - pvm_catchout: writes what the children print, line by line, each line marked with the tid of the
 * child. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "calls_state.h"
#include "control.h"

/* One task whose output comes here. */
struct pvmi_catch {
    int tid;
    bool ended;
    char *line; /* its last line so far, which has no end yet */
    size_t len, room;
    struct pvmi_catch *next;
};

static struct pvmi_catch *catch_of(struct pvm_task *t, int tid)
{
    struct pvmi_catch **at = &t->calls->catching.first;
    while (*at != NULL && (*at)->tid != tid)
        at = &(*at)->next;
    if (*at == NULL && (*at = calloc(1, sizeof **at)) != NULL)
        (*at)->tid = tid;
    return *at;
}

void pvmi_catch_child(struct pvm_task *t, int tid)
{
    catch_of(t, tid);
}

static void put_line(struct pvm_task *t, struct pvmi_catch *c)
{
    if (t->options.value[PvmShowTids] != 0)
        fprintf(t->calls->catching.file, "[t%x] ", (unsigned)c->tid);
    fwrite(c->line, 1, c->len, t->calls->catching.file);
    fputc('\n', t->calls->catching.file);
    c->len = 0;
}

static void put_bytes(struct pvm_task *t, struct pvmi_catch *c, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == '\n') {
            put_line(t, c);
            continue;
        }
        if (c->len == c->room) {
            char *more = realloc(c->line, c->room * 2 + 128);
            if (more == NULL)
                return;
            c->line = more;
            c->room = c->room * 2 + 128;
        }
        c->line[c->len++] = bytes[i];
    }
}

static void put_mark(struct pvm_task *t, const struct pvmi_catch *c, const char *mark)
{
    if (t->options.value[PvmShowTids] != 0)
        fprintf(t->calls->catching.file, "[t%x] %s\n", (unsigned)c->tid, mark);
}

static int32_t int_at(const struct mach_frame *f, uint32_t at)
{
    uint32_t v = 0;
    if (f->len_bytes >= 4 && at <= f->len_bytes - 4)
        memcpy(&v, f->body + at, 4);
    return (int32_t)ntohl(v);
}

/* Frames that are shorter than they claim are dropped. */
bool pvmi_catch(struct pvm_task *t, const struct mach_frame *f)
{
    if (f->context != PVMI_CATCH_CONTEXT || f->tag != PVMI_CATCH_TAG || t->calls->catching.file == NULL)
        return false;
    int32_t count = int_at(f, 4);
    struct pvmi_catch *c = f->len_bytes >= 8 ? catch_of(t, int_at(f, 0)) : NULL;
    if (c == NULL)
        return true;
    if (count == CONTROL_OUTPUT_BEGIN) {
        put_mark(t, c, "BEGIN");
    } else if (count > 0 && (uint32_t)count <= f->len_bytes - 8) {
        put_bytes(t, c, (const char *)f->body + 8, (size_t)count);
    } else if (count == CONTROL_OUTPUT_END) {
        if (c->len > 0)
            put_line(t, c);
        put_mark(t, c, "EOF");
        c->ended = true;
    }
    fflush(t->calls->catching.file);
    return true;
}

bool pvmi_catch_all_ended(const struct pvm_task *t)
{
    const struct pvmi_catch *c = t->calls->catching.first;
    while (c != NULL && c->ended)
        c = c->next;
    return c == NULL;
}

void pvmi_catch_free(struct pvm_task *t)
{
    while (t->calls->catching.first != NULL) {
        struct pvmi_catch *c = t->calls->catching.first;
        t->calls->catching.first = c->next;
        free(c->line);
        free(c);
    }
    t->calls->catching.file = NULL;
}

/* A call holds for children that are started from now on. The output of earlier ones still comes, to the same file. */
PVM_PUBLIC int pvm_catchout(FILE *file)
{
    struct pvm_task *t = pvmi_enter();
    if (t == NULL)
        return pvmi_return(NULL, "pvm_catchout", PvmSysErr);
    pvmi_charge(t, MACH_COST_CALL);
    if (file != NULL)
        t->calls->catching.file = file;
    t->options.value[PvmOutputTid] = file != NULL ? t->who.tid : 0;
    t->options.value[PvmOutputContext] = file != NULL ? PVMI_CATCH_CONTEXT : 0;
    t->options.value[PvmOutputCode] = file != NULL ? PVMI_CATCH_TAG : 0;
    return pvmi_return(t, "pvm_catchout", 0);
}
