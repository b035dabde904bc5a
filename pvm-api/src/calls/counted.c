/* counted.c - programs that were compiled with counters (counted/counted.h) tell of them. A machine that charges for
 * computing reads them at its doors (machine/work.h); the others never look. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "call.h"
#include "due.h"
#include "process.h"
#include "work.h"

/* dlclose must not take the counters away: the object stays. Of the program itself, and of a copy in process, the
 * loader knows no file that it could open again, and none of them goes. */
static void keep_loaded(int64_t *(*work)(void))
{
    Dl_info of;
    union {
        int64_t *(*work)(void);
        void *address;
    } at = {work};
    if (dladdr(at.address, &of) != 0 && of.dli_fname != NULL)
        (void)dlopen(of.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    (void)dlerror(); /* the program's own */
}

PVM_PUBLIC void pvmsim_counted(int version, int64_t *(*work)(void))
{
    if (version != PVMSIM_COUNTED_VERSION) {
        fprintf(process_stderr(),
                "libpvm: a part of this program was compiled counted by version %d, and this library knows version %d: "
                "its computing costs nothing; compile it again\n",
                version, PVMSIM_COUNTED_VERSION);
        return;
    }
    if (mach_work_add(mach_work(), work))
        keep_loaded(work);
}

/* A loop whose rounds may take long looks in each, and this one was short. An alarm must find all. */
static bool can_wait(const struct pvm_task *t, const struct mach_work *w)
{
    const struct mach_work_seen *s = w->seen;
    if (t->signals.alarm_at != 0 || w->threads != 0 || s == NULL || s->counters != w->objects[0]())
        return false;
    uint64_t gained = 0;
    for (int i = 0; i < PVMSIM_WORK_CLASSES; i++)
        gained += (uint64_t)s->counters[i] - (uint64_t)s->count[i];
    return gained < 256;
}

PVM_PUBLIC void pvmsim_counted_look(void)
{
    struct pvm_task *t = pvmi_self();
    const struct mach_work *w = mach_work();
    if (t == NULL || can_wait(t, w) || (w->threads != 0 && !pthread_equal(pthread_self(), w->first)))
        return; /* another thread than the task's waits */
    t->ops->charge(t->m, 0);
    if (t->depth > 0)
        return;
    pvmi_signals_of_work(t);
    if (t->joined && pvmi_signals_may_be_due(t) && pvmi_signals_due(t))
        (void)pvmi_signals(t);
}

PVM_PUBLIC void pvmsim_counted_stream(int64_t last, int64_t step, int64_t rounds)
{
    mach_work_stream(mach_work(), (uint64_t)last, step, rounds);
}
