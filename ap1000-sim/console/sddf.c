/* sddf.c - see sddf.h. */
#include "sddf.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "pvm3.h"
#include "pvmtev.h"
#include "sddf_layout.h"
#include "sddf_value.h"

struct sddf {
    int *described, ndescribed; /* the events that stand in this text already; malloc'ed */
    int time[2];                /* of the last event: seconds, microseconds */
    FILE *to;                   /* the text that is being made */
};

struct sddf *sddf_new(void)
{
    return calloc(1, sizeof(struct sddf));
}

void sddf_free(struct sddf *s)
{
    if (s != NULL)
        free(s->described);
    free(s);
}

/* Before the first of its kind. */
static void describe_once(struct sddf *s, const struct sddf_layout *l)
{
    for (int i = 0; i < s->ndescribed; i++)
        if (s->described[i] == l->event)
            return;
    s->described = realloc(s->described, ((size_t)s->ndescribed + 1) * sizeof *s->described);
    if (s->described == NULL)
        abort();
    s->described[s->ndescribed++] = l->event;
    sddf_describe(s->to, l);
}

/* ---- records ---------------------------------------------------------------------------------------------------------- */

static void begin_record(const struct sddf *s, int event)
{
    sddf_put_name(s->to, event);
    fprintf(s->to, " { ");
}

/* The i-th value. The first two are the time, and remembered. */
static void put_nth(struct sddf *s, int i, int type)
{
    fprintf(s->to, "%s", i > 0 ? ", " : "");
    if (i < 2)
        fprintf(s->to, "%d", s->time[i] = sddf_next_int());
    else
        sddf_put_value(s->to, type);
}

/* From here on what is written is kept, until it may follow its description. */
struct kept {
    FILE *whole;
    char *text;
    size_t len;
};

static void keep(struct sddf *s, struct kept *k)
{
    k->whole = s->to;
    s->to = open_memstream(&k->text, &k->len);
    if (s->to == NULL)
        abort();
}

static void put_kept(struct sddf *s, struct kept *k, const struct sddf_layout *l, bool again)
{
    fprintf(s->to, " };;\n");
    fclose(s->to);
    s->to = k->whole;
    if (again)
        sddf_describe(s->to, l);
    else
        describe_once(s, l);
    fputs(k->text, s->to);
    free(k->text);
}

/* Event, name, and each value with what it is. The event. */
static int take_described(struct sddf *s)
{
    struct sddf_layout l = {0, 0, {{0, 0}}, NULL};
    struct kept record;
    char name[256];
    keep(s, &record);
    l.event = sddf_next_int();
    pvm_upkstr(name);
    begin_record(s, l.event);
    for (int did; l.n < SDDF_VALUES && (did = sddf_next_int()) >= 0; l.n++) {
        l.value[l.n].did = did;
        l.value[l.n].type = sddf_next_int();
        put_nth(s, l.n, l.value[l.n].type);
    }
    sddf_learn(&l);
    put_kept(s, &record, &l, false);
    return l.event;
}

/* The event, and its values as they were described. */
static int take_record(struct sddf *s)
{
    int event = sddf_next_int();
    const struct sddf_layout *l = sddf_known(event);
    if (l == NULL)
        return event;
    describe_once(s, l);
    begin_record(s, event);
    for (int i = 0; i < l->n; i++)
        put_nth(s, i, l->value[i].type);
    fprintf(s->to, " };;\n");
    sddf_next_int(); /* the mark of its end */
    return event;
}

/* The program's own event: described anew each time, as any two may differ. */
static int take_own(struct sddf *s, int tid)
{
    struct sddf_layout l = {sddf_next_int(), 3, {{TEV_DID_TID, TEV_DATA_INT}, {TEV_DID_TS, TEV_DATA_INT}, {TEV_DID_TU, TEV_DATA_INT}}, NULL};
    struct kept record;
    char name[256];
    pvm_upkstr(name);
    keep(s, &record);
    begin_record(s, l.event);
    s->time[0] = sddf_next_int();
    s->time[1] = sddf_next_int();
    fprintf(s->to, "%d, %d, %d", tid, s->time[0], s->time[1]);
    for (int type; l.n < SDDF_VALUES && (type = sddf_next_int()) >= 0; l.n++) {
        l.value[l.n].did = 2 - l.n; /* -1 for the first of them */
        l.value[l.n].type = type;
        put_nth(s, l.n, type);
    }
    put_kept(s, &record, &l, true);
    return l.event;
}

/* What the values are called, once from each node: the tables of pvmtev.h have it. */
static void skip_names(void)
{
    char text[256];
    while (sddf_next_int() >= 0 && pvm_upkstr(text) >= 0 && pvm_upkstr(text) >= 0)
        continue;
}

/* One part of a message; the event, or -1. */
static int take_part(struct sddf *s, int mark, int tid)
{
    switch (mark) {
    case TEV_MARK_EVENT_DESC:
        return take_described(s);
    case TEV_MARK_EVENT_RECORD:
        return take_record(s);
    case TEV_MARK_USER_EVENT_RECORD:
        return take_own(s, tid);
    case TEV_MARK_DATA_ID:
        skip_names();
        return -1;
    default:
        return -1;
    }
}

char *sddf_events(struct sddf *s, int *begun, int *ended)
{
    struct kept all;
    int tid = 0, mark, loud = pvm_setopt(PvmAutoErr, 0); /* the message's end is no error */
    pvm_bufinfo(pvm_getrbuf(), NULL, NULL, &tid);
    keep(s, &all);
    while (pvm_upkint(&mark, 1, 1) >= 0) {
        int event = take_part(s, mark, tid);
        *begun += event == TEV_NEWTASK;
        *ended += event == TEV_ENDTASK;
    }
    fclose(s->to);
    s->to = NULL;
    pvm_setopt(PvmAutoErr, loud);
    return all.text;
}

/* ---- what the console knows itself ------------------------------------------------------------------------------------- */

static void begin_own(struct sddf *s, const struct sddf_layout *l)
{
    describe_once(s, l);
    begin_record(s, l->event);
    fprintf(s->to, "%d, %d, ", s->time[0], s->time[1]);
}

static void put_hosts(struct sddf *s)
{
    static const struct sddf_layout host_add = {SDDF_HOST_ADD, 7,
        {{TEV_DID_TS, TEV_DATA_INT}, {TEV_DID_TU, TEV_DATA_INT}, {TEV_DID_TID, TEV_DATA_INT}, {TEV_DID_HN, TEV_DATA_STRING},
         {TEV_DID_HNA, TEV_DATA_STRING}, {TEV_DID_HA, TEV_DATA_STRING}, {TEV_DID_HSP, TEV_DATA_INT}}, NULL};
    struct pvmhostinfo *h;
    int n = 0;
    pvm_config(&n, NULL, &h);
    for (int i = 0; i < n; i++) {
        begin_own(s, &host_add);
        fprintf(s->to, "%d, ", h[i].hi_tid);
        sddf_put_text(s->to, h[i].hi_name);
        fprintf(s->to, ", ");
        sddf_put_text(s->to, h[i].hi_name);
        fprintf(s->to, ", ");
        sddf_put_text(s->to, h[i].hi_arch);
        fprintf(s->to, ", %d };;\n", h[i].hi_speed);
    }
}

char *sddf_begin(struct sddf *s)
{
    struct kept all;
    struct timeval now;
    char date[64];
    gettimeofday(&now, NULL);
    s->time[0] = (int)now.tv_sec;
    s->time[1] = (int)now.tv_usec;
    strftime(date, sizeof date, "%a %b %e %T %Y", gmtime(&now.tv_sec));
    keep(s, &all);
    fprintf(s->to, "/*\n * \"Creation Date\" \"%s\"\n * \"Machine\" \"Console %s (PVM %s)\"\n */ ;;\n\n", date, pvm_version(),
            pvm_version());
    put_hosts(s);
    fclose(s->to);
    s->to = NULL;
    return all.text;
}

char *sddf_output(struct sddf *s, int tid, const char *text)
{
    static const struct sddf_layout output = {SDDF_OUTPUT, 4,
        {{TEV_DID_TS, TEV_DATA_INT}, {TEV_DID_TU, TEV_DATA_INT}, {TEV_DID_TID, TEV_DATA_INT}, {TEV_DID_OS, TEV_DATA_STRING}}, NULL};
    struct kept all;
    keep(s, &all);
    begin_own(s, &output);
    fprintf(s->to, "%d, ", tid);
    sddf_put_text(s->to, text);
    fprintf(s->to, " };;\n");
    fclose(s->to);
    s->to = NULL;
    return all.text;
}
