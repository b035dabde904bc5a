/* barrier.c - pvm_barrier, by the algorithm that $AP1000_BARRIER names. */
#include "barrier.h"

#include <stdlib.h>
#include <string.h>

#include "pvm3.h"

static const struct {
    const char *name;
    grp_barrier_fn *run;
} algorithms[] = {
    {"central", grp_barrier_central}, /* first: the default */
};

/* NULL: there is none of that name. */
static grp_barrier_fn *algorithm(const char *name)
{
    if (name == NULL || *name == '\0')
        return algorithms[0].run;
    for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++)
        if (strcmp(algorithms[i].name, name) == 0)
            return algorithms[i].run;
    return NULL;
}

GRP_PUBLIC int pvm_barrier(char *group, int count)
{
    grp_barrier_fn *run = algorithm(getenv("AP1000_BARRIER"));
    struct grp_call c;
    int code = run != NULL ? grp_begin(&c, group) : PvmNotImpl;

    if (code == 0) {
        code = run(&c, count);
        grp_end(&c);
    }
    return grp_return(code);
}
