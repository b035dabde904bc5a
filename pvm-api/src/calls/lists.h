/* lists.h - arrays that calls have given to the program. Each is valid until the same call gives the next one, also
 * after pvm_exit, as in PVM: programs print a summary there. */
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
    void *master;    /* pvm_reg_rm: the host */
};

/* Stores a list in place of the one given out before, which is freed. Returns the new list. */
void *pvmi_list_keep(void **slot, void *list);
/* Frees all of them, as the state goes. */
void pvmi_lists_end(struct pvm_task *t);

#endif
