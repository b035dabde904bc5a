/* pvm.h - what the library asks of the PVM of this process. */
#pragma once

#include "table.h"

/* They do nothing where pvm is NULL. */
void suci_pvm_charge(const struct suci_pvm *pvm, int64_t ns);
void suci_pvm_enter(const struct suci_pvm *pvm, const char *call);
void suci_pvm_leave(const struct suci_pvm *pvm);
/* [layer.suci] packet_us of the machine file. */
void suci_pvm_costs(const struct suci_pvm *pvm, int64_t *packet_ns);
