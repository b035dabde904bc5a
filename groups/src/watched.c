/* watched.c - see watched.h. */
#include "watched.h"

#include <stdbool.h>
#include <stdlib.h>

#include "protocol.h"
#include "pvm3.h"

static bool make_room(struct grp_watched *w)
{
    int room = w->room * 2 + 16;
    int *tid = w->n < w->room ? w->tid : realloc(w->tid, (size_t)room * sizeof *tid);

    if (tid == NULL)
        return false;
    if (w->n == w->room)
        w->room = room;
    w->tid = tid;
    return true;
}

void grp_watch(struct grp_watched *w, int tid)
{
    for (int i = 0; i < w->n; i++)
        if (w->tid[i] == tid)
            return;
    if (make_room(w) && pvm_notify(PvmTaskExit, GRP_TASK_ENDED, 1, &tid) >= 0)
        w->tid[w->n++] = tid;
}

void grp_watch_over(struct grp_watched *w, int tid)
{
    for (int i = 0; i < w->n; i++)
        if (w->tid[i] == tid)
            w->tid[i] = w->tid[--w->n];
}
