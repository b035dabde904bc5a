/* programs.c - what has been started on the cells: tasks by cell and number, as the host tells it to the cells; and
 * how a program ends that cannot go on. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native.h"

void nat_die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("libap1000: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

struct nat_program *nat_program(const struct nat_task *t, int tid)
{
    struct nat_program *p = t->programs;
    while (p != NULL && p->tid != tid)
        p = p->next;
    return p;
}

int32_t nat_address(const struct nat_task *t, int cid, int tid)
{
    const struct nat_program *p = nat_program(t, tid);
    if (cid == nat_ncel(t))
        return t->host_tid; /* it has one task, whatever its number */
    return p != NULL && cid >= 0 && cid < nat_ncel(t) ? p->tids[cid] : 0;
}

struct nat_program *nat_add_program(struct nat_task *t, int tid)
{
    struct nat_program *p = calloc(1, sizeof *p);
    if (p == NULL || (p->tids = calloc((size_t)nat_ncel(t), sizeof *p->tids)) == NULL)
        nat_die("no memory for the list of tasks");
    p->tid = tid;
    struct nat_program **end = &t->programs;
    while (*end != NULL)
        end = &(*end)->next;
    *end = p;
    return p;
}

void nat_learn(struct nat_task *t, const struct mach_frame *f)
{
    struct nat_boot boot;
    memcpy(&boot, f->body, sizeof boot);
    t->nx = boot.nx;
    t->ny = boot.ny;
    t->host_tid = boot.host_tid;
    if (nat_program(t, boot.tid) != NULL)
        return;
    struct nat_program *p = nat_add_program(t, boot.tid);
    memcpy(p->tids, f->body + sizeof boot, (size_t)nat_ncel(t) * sizeof *p->tids);
    for (int cid = 0; cid < nat_ncel(t); cid++)
        if (p->tids[cid] == t->who.tid) {
            t->cid = cid;
            t->tid = boot.tid;
            t->booted = true;
        }
}
