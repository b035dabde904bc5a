/* machine_kind.cpp - see machine_kind.hpp. */
#include "config/machine_kind.hpp"

#include "config/machine_kinds.h"

namespace ap1000
{

#define DECLARE_KIND(NAME) extern const MachineKind NAME##_kind;
MACHINE_KINDS(DECLARE_KIND)
#undef DECLARE_KIND

const std::vector<const MachineKind *> &machine_kinds()
{
#define ADDRESS_OF_KIND(NAME) &NAME##_kind,
    static const std::vector<const MachineKind *> all = {MACHINE_KINDS(ADDRESS_OF_KIND)};
#undef ADDRESS_OF_KIND
    return all;
}

} // namespace ap1000
