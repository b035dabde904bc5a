/* lists.c - see lists.h. */
#include "lists.h"

#include <stdlib.h>

#include "task.h"

void *pvmi_list_keep(void **slot, void *list)
{
    free(*slot);
    return *slot = list;
}

void pvmi_lists_free(struct pvm_task *t)
{
    void **lists[] = {&t->lists.hosts,     &t->lists.tasks,    &t->lists.siblings,
                      &t->lists.mailboxes, &t->lists.noresets, &t->lists.names};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        free(*lists[i]);
        *lists[i] = NULL;
    }
}
