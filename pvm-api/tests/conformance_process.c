/* conformance_process.c - runs the suite in one of several sibling processes: `ap1000 run -n N conformance_process`. */
#include <stdio.h>

#include "conformance.h"

int main(void)
{
    const struct mach_ops *ops;
    void *m;
    if (mach_open(&ops, &m) < 0)
        return 1;
    int failures = conformance_main(ops, m);
    if (failures == 0)
        printf("conforms\n");
    return failures != 0;
}
