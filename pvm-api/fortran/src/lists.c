/* lists.c - the Fortran calls that give one item of a list at each call: pvmfconfig, pvmftasks, pvmfgetmboxinfo,
 * pvmfsiblings.
 *
 * The first call of a round reads the list, which stays as it is until its end; the call after the end begins a new
 * round, and so does an argument of -1. As in PVM 3.4.6, success is 1. */
#include <stdlib.h>
#include <string.h>

#include "fortran.h"
#include "pvmi_fortran.h"

#define GIVEN 1 /* the info after a success */
#define TEXTS 2
#define NUMBERS 4

struct item {
    char *text[TEXTS];
    int number[NUMBERS];
};

struct round {
    struct item *items;
    int n, next;
    int total; /* what the call returns about the whole list, beside n */
};

/* The rounds of a task. They are freed when the task leaves. */
struct rounds {
    struct round hosts, tasks, mailboxes;
};

static void clear(struct round *r)
{
    for (int i = 0; i < r->n; i++)
        for (int k = 0; k < TEXTS; k++)
            free(r->items[i].text[k]);
    free(r->items);
    *r = (struct round){0};
}

static void task_ends(void *state)
{
    struct rounds *all = state;
    clear(&all->hosts);
    clear(&all->tasks);
    clear(&all->mailboxes);
    free(all);
}

/* Finds those of the calling task. Returns 0, PvmSysErr (it has no machine) or PvmNoMem. */
static int rounds_of_task(struct rounds **out)
{
    int tid = pvm_mytid();
    void **slot = pvmi_fortran_slot(task_ends);
    if (tid < 0 || slot == NULL)
        return PvmSysErr;
    if (*slot == NULL)
        *slot = calloc(1, sizeof **out);
    *out = *slot;
    return *slot != NULL ? PvmOk : PvmNoMem;
}

/* Makes room for n empty items. Returns false if there is no memory. */
static bool begin(struct round *r, int n)
{
    clear(r);
    if (n <= 0)
        return true;
    r->items = calloc((size_t)n, sizeof *r->items);
    r->n = r->items != NULL ? n : 0;
    return r->items != NULL;
}

/* Returns false if there is no memory. */
static bool put(struct item *it, const char *text1, const char *text2, const int number[NUMBERS])
{
    it->text[0] = strdup(text1 != NULL ? text1 : "");
    it->text[1] = strdup(text2 != NULL ? text2 : "");
    memcpy(it->number, number, sizeof it->number);
    return it->text[0] != NULL && it->text[1] != NULL;
}

static int drop_list(struct round *r)
{
    clear(r);
    return PvmNoMem;
}

/* Returns the next item; NULL at the end of the list. */
static const struct item *take(struct round *r)
{
    return r->next < r->n ? &r->items[r->next++] : NULL;
}

/* ---- hosts ------------------------------------------------------------------------------------------------------- */

static int take_hosts(struct round *r)
{
    struct pvmhostinfo *h;
    int n, formats;
    int code = pvm_config(&n, &formats, &h);
    if (code < 0)
        return code;
    bool good = begin(r, n);
    for (int i = 0; good && i < n; i++)
        good = put(&r->items[i], h[i].hi_name, h[i].hi_arch, (int[NUMBERS]){h[i].hi_tid, h[i].hi_speed});
    r->total = formats;
    return good ? PvmOk : drop_list(r);
}

void pvmfconfig_(int *nhost, int *narch, int *dtid, char *name, char *arch, int *speed, int *info, size_t name_len,
                 size_t arch_len);
PVMFI_PUBLIC void pvmfconfig_(int *nhost, int *narch, int *dtid, char *name, char *arch, int *speed, int *info,
                              size_t name_len, size_t arch_len)
{
    struct rounds *all;
    *info = rounds_of_task(&all);
    if (*info < 0)
        return;
    struct round *r = &all->hosts;
    if (*nhost == -1 || r->next == r->n)
        *info = take_hosts(r);
    const struct item *it = *info < 0 ? NULL : take(r);
    if (it != NULL) {
        *nhost = r->n;
        *narch = r->total;
        *dtid = it->number[0];
        *speed = it->number[1];
        pvmfi_text_out(name, name_len, it->text[0]);
        pvmfi_text_out(arch, arch_len, it->text[1]);
    }
    if (*info >= 0)
        *info = GIVEN;
}

/* ---- tasks ------------------------------------------------------------------------------------------------------- */

static int take_tasks(struct round *r, int where)
{
    struct pvmtaskinfo *t;
    int n;
    int code = pvm_tasks(where, &n, &t);
    if (code < 0)
        return code;
    bool good = begin(r, n);
    for (int i = 0; good && i < n; i++)
        good = put(&r->items[i], t[i].ti_a_out, NULL,
                   (int[NUMBERS]){t[i].ti_tid, t[i].ti_ptid, t[i].ti_host, t[i].ti_flag});
    return good ? PvmOk : drop_list(r);
}

void pvmftasks_(const int *where, int *ntask, int *tid, int *ptid, int *dtid, int *flag, char *aout, int *info,
                size_t aout_len);
PVMFI_PUBLIC void pvmftasks_(const int *where, int *ntask, int *tid, int *ptid, int *dtid, int *flag, char *aout,
                             int *info, size_t aout_len)
{
    struct rounds *all;
    *info = rounds_of_task(&all);
    if (*info < 0)
        return;
    struct round *r = &all->tasks;
    if (*ntask == -1 || r->next == r->n)
        *info = take_tasks(r, *where);
    const struct item *it = *info < 0 ? NULL : take(r);
    if (it != NULL) {
        *ntask = r->n;
        *tid = it->number[0];
        *ptid = it->number[1];
        *dtid = it->number[2];
        *flag = it->number[3];
        pvmfi_text_out(aout, aout_len, it->text[0]);
    }
    if (*info >= 0)
        *info = GIVEN;
}

void pvmfsiblings_(int *ntids, const int *index, int *tid);
PVMFI_PUBLIC void pvmfsiblings_(int *ntids, const int *index, int *tid)
{
    int *tids;
    *ntids = pvm_siblings(&tids);
    if (*ntids >= 0)
        *tid = *index >= 0 && *index < *ntids ? tids[*index] : PvmNoTask;
}

/* ---- mailboxes --------------------------------------------------------------------------------------------------- */

/* There is one item for each entry. Its first number is how many entries its class has. */
static int take_mailboxes(struct round *r, char *pattern)
{
    struct pvmmboxinfo *c;
    int nclasses, n = 0, k = 0;
    int code = pvm_getmboxinfo(pattern, &nclasses, &c);
    if (code < 0)
        return code;
    for (int i = 0; i < nclasses; i++)
        n += c[i].mi_nentries;
    bool good = begin(r, n);
    for (int i = 0; i < nclasses; i++)
        for (int e = 0; good && e < c[i].mi_nentries; e++)
            good = put(&r->items[k++], c[i].mi_name, NULL,
                       (int[NUMBERS]){c[i].mi_nentries, c[i].mi_indices[e], c[i].mi_owners[e], c[i].mi_flags[e]});
    r->total = nclasses;
    return good ? PvmOk : drop_list(r);
}

/* pvmfgetmboxinfo gives one entry at each call, then PvmNotFound, as pvm_getmboxinfo(3PVM) says; an info of -1 begins
 * again. (PVM 3.4.6 gives the first entry at every call.) */
void pvmfgetmboxinfo_(const char *pattern, char *name, int *nclasses, int *nentries, int *index, int *owner, int *flags,
                      int *info, size_t pattern_len, size_t name_len);
PVMFI_PUBLIC void pvmfgetmboxinfo_(const char *pattern, char *name, int *nclasses, int *nentries, int *index,
                                   int *owner, int *flags, int *info, size_t pattern_len, size_t name_len)
{
    struct rounds *all;
    char pattern_c[PVMFI_TEXT_MAX + 1];
    bool anew = *info == -1;
    *info = pvmfi_text_in(pattern_c, PVMFI_TEXT_MAX, pattern, pattern_len) ? rounds_of_task(&all) : PvmBadParam;
    if (*info < 0)
        return;
    struct round *r = &all->mailboxes;
    if (anew || r->n == 0)
        *info = take_mailboxes(r, pattern_c);
    if (*info < 0)
        return;
    const struct item *it = take(r);
    *info = it != NULL ? GIVEN : PvmNotFound;
    if (it == NULL) {
        clear(r);
        return;
    }
    *nclasses = r->total;
    *nentries = it->number[0];
    *index = it->number[1];
    *owner = it->number[2];
    *flags = it->number[3];
    pvmfi_text_out(name, name_len, it->text[0]);
}
