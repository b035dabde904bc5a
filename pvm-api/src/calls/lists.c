/* lists.c - see lists.h. */
#include "lists.h"

#include <stdlib.h>

#include "calls_state.h"
#include "task.h"

void *pvmi_list_keep(void **slot, void *list)
{
    free(*slot);
    return *slot = list;
}

void pvmi_lists_free(struct pvm_task *t)
{
    void **lists[] = {&t->calls->lists.hosts,     &t->calls->lists.tasks,    &t->calls->lists.siblings,
                      &t->calls->lists.mailboxes, &t->calls->lists.noresets, &t->calls->lists.names};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        free(*lists[i]);
        *lists[i] = NULL;
    }
}

void pvmi_lists_end(struct pvm_task *t)
{
    free(t->calls->lists.master);
}
