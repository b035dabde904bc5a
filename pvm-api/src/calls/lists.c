/* lists.c - see calls_state.h. */
#include <stdlib.h>

#include "calls_state.h"
#include "task.h"

void *pvmi_list_keep(void **slot, void *list)
{
    free(*slot);
    return *slot = list;
}

void pvmi_lists_end(struct pvm_task *t)
{
    const struct pvmi_lists *l = &t->calls->lists;
    void *const all[] = {l->hosts, l->tasks, l->siblings, l->mailboxes, l->noresets, l->names, l->master};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}
