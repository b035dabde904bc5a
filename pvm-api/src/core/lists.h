/* lists.h - arrays that calls have given out. Each is good until the same call gives the next one, or until
 * pvm_exit. */
#ifndef PVMI_LISTS_H
#define PVMI_LISTS_H

struct pvm_task;

struct pvmi_lists {
    void *hosts;     /* pvm_config */
    void *tasks;     /* pvm_tasks */
    void *siblings;  /* pvm_siblings */
    void *mailboxes; /* pvm_getmboxinfo */
    void *noresets;  /* pvm_getnoresets */
    void *names;     /* gethostbyname, gethostbyaddr */
    void *master;    /* pvm_reg_rm: the host. It is good after pvm_exit too, as in PVM */
};

/* Keep a list in place of the one that was given out before, which is freed; the new one again. */
void *pvmi_list_keep(void **slot, void *list);
/* At pvm_exit: free all but the last. */
void pvmi_lists_free(struct pvm_task *t);

#endif
