/* table.c - the PVM that the process has loaded. */
#include "table.h"

#include <dlfcn.h>
#include <string.h>

int suci_pvm_table(struct suci_pvm *pvm)
{
    /* What is loaded already, by the program or by Java; not one more. */
    void *symbol, *library = dlopen("libpvm3.so.3", RTLD_LAZY | RTLD_NOLOAD);
    memset(pvm, 0, sizeof *pvm);
    if (library == NULL)
        return 0;
#define TAKE(RESULT, NAME, ARGUMENTS) \
    symbol = dlsym(library, #NAME);   \
    memcpy(&pvm->NAME, &symbol, sizeof symbol);
    SUCI_PVM_CALLS(TAKE)
    SUCI_SIMULATED_CALLS(TAKE)
    if (pvm->pvmsim_charge == NULL)
        pvm->clock_gettime = NULL; /* libc's, by the handle of another PVM */
#define MISSING(RESULT, NAME, ARGUMENTS) || pvm->NAME == NULL
    return !(0 SUCI_PVM_CALLS(MISSING));
}
