/* unsuitable.c - a program that cannot run in process, for a reason that is chosen when it is built; it says who it is
 * all the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

#ifdef OWN_THREAD_LOCAL
static __thread int calls = 1;
#else
static int calls = 1;
#endif

#ifdef OWN_NAME
/* Names a library's function: all of this process would take it. */
__attribute__((visibility("default"))) char *strerror(int number)
{
    (void)number;
    return (char *)(size_t) "own";
}
#endif

#ifdef OWN_OBJECT
/* Names a library's variable. */
__attribute__((visibility("default"))) int optind = 1;
#endif

#ifdef OWN_RESOLVER
static int one(void)
{
    return 1;
}

static int two(void)
{
    return 2;
}

static int (*choose(void))(void)
{
    return getenv("NEVER_SET") != NULL ? two : one;
}

int chosen(void) __attribute__((ifunc("choose")));
#endif

#ifdef OWN_WEAK
extern int pthread_create(void) __attribute__((weak));
#endif

int main(void)
{
#ifdef OWN_FORK
    if (getenv("NEVER_SET") != NULL && fork() == 0)
        return 1;
#endif
#ifdef OWN_WEAK
    if (pthread_create == NULL)
        return 1;
#endif
#ifdef OWN_RESOLVER
    if (getenv("NEVER_SET") != NULL)
        return chosen();
#endif
    calls += pvm_mytid() > 0;
    printf("%d calls %s\n", calls, strerror(0) != NULL ? "well" : "");
    pvm_exit();
    return 0;
}
