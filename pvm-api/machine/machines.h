/* machines.h - a row of the table of machines that a library is put together from, and how one of them is chosen.
 *
 * A machine is a folder that defines one such row, `mach_row_NAME`, and whose meson.build adds {'name': NAME, 'libs':
 * [...]} to the list `machines`. pvm-api/assembly makes the table from that list; nothing else names a machine.
 */
#ifndef MACHINES_H
#define MACHINES_H

#include "machine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a machine says of the calling process. */
enum mach_claim {
    MACH_CLAIM_NONE, /* it cannot serve this process */
    MACH_CLAIM_ANY,  /* it can serve any process, and this one too */
    MACH_CLAIM_MINE  /* it has started this process, or was named for it */
};

struct mach_row {
    const char *name;
    /* Looks at the process (its environment, its descriptors) and changes nothing. Costs no time. */
    enum mach_claim (*probe)(void);
    /* As mach_open of machine.h. Called again by a task that has left; it then gives the same machine. */
    int (*open)(const struct mach_ops **ops, void **m);
};

#ifdef __cplusplus
}
#endif

#endif
