/* provenance_of.hpp - where each setting of this run has come from. */
#ifndef AP1000_PROVENANCE_OF_HPP
#define AP1000_PROVENANCE_OF_HPP

#include "command/commands.hpp"
#include "observe/provenance.hpp"

namespace ap1000
{

Provenance provenance_of(const Settings &s);

} // namespace ap1000

#endif
