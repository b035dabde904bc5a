/* threads.c - what libpvm3 adds to libc's pthread_create: what a thread of a program computes is counted (work.h), at
 * the latest when it ends. Only in the shared library: an archive has no libc behind it to ask. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT */
#endif
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "public.h"
#include "work.h"

typedef void *routine(void *);
typedef int creator(pthread_t *, const pthread_attr_t *, routine *, void *);

struct beginning {
    routine *first;
    void *argument;
};

static void thread_ends(void *unused)
{
    (void)unused;
    mach_work_look(mach_work());
}

static void *thread_begins(void *beginning)
{
    struct beginning b = *(struct beginning *)beginning;
    void *result;
    free(beginning);
    mach_work_thread_begins(mach_work());
    pthread_cleanup_push(thread_ends, NULL);
    result = b.first(b.argument);
    pthread_cleanup_pop(1);
    return result;
}

PVM_PUBLIC int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                              void *(*first)(void *), void *restrict argument)
{
    union {
        void *address;
        creator *create;
    } next = {dlsym(RTLD_NEXT, "pthread_create")};
    if (next.address == NULL)
        return ENOSYS;
    if (!mach_work_is_counted(mach_work()))
        return next.create(thread, attributes, first, argument);
    struct beginning *b = malloc(sizeof *b);
    if (b == NULL)
        return EAGAIN;
    *b = (struct beginning){first, argument};
    if (mach_work()->threads == 0)
        mach_work()->first = pthread_self();
    mach_work()->threads = 1;
    int code = next.create(thread, attributes, thread_begins, b);
    if (code != 0)
        free(b);
    return code;
}
