/* machines.c - the table of machines of this library, mach_open, which chooses one of them, and whose time a process
 * sees before it is a task.
 *
 * meson.build makes MACHINE_ROWS, a ROW(name) for each machine, from the list that the machines' folders have filled.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machines.h"
#include "pvm3.h"

#define ROW(NAME) extern const struct mach_row mach_row_##NAME;
MACHINE_ROWS
#undef ROW

#define ROW(NAME) &mach_row_##NAME,
static const struct mach_row *const rows[] = {MACHINE_ROWS};
#undef ROW

/* The strongest claim wins; of two equal ones, that of the machine which stands first in the table. Returns NULL if no
 * machine claims the process. */
static const struct mach_row *claimant(void)
{
    const struct mach_row *best = NULL;
    enum mach_claim strongest = MACH_CLAIM_NONE;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum mach_claim claim = rows[i]->probe();
        if (claim > strongest) {
            strongest = claim;
            best = rows[i];
        }
    }
    return best;
}

/* AP1000_TIME=real is the only setting that counts before there is a machine. */
int mach_early_real(void)
{
    const char *mode = getenv("AP1000_TIME");
    if (mode != NULL && strcmp(mode, "real") == 0)
        return 1;
    const struct mach_row *row = claimant();
    return row != NULL && row->real_time;
}

static const struct mach_row *chosen;

int mach_open(const struct mach_ops **ops, void **m)
{
    const struct mach_row *row = claimant();
    chosen = row;
    if (row != NULL)
        return row->open(ops, m);
    fprintf(stderr, "libpvm: no machine that this library knows takes this process\n");
    return PvmSysErr;
}

bool mach_began(void *m)
{
    return chosen->began != NULL && chosen->began(m);
}

bool mach_beside(void *m, struct mach_beside *b)
{
    return chosen->beside != NULL && chosen->beside(m, b);
}
