/* provenance_of.hpp - where each setting of this run has come from. */
#pragma once

#include "command/commands.hpp"
#include "observe/provenance.hpp"

namespace ap1000
{

/* program: the file of the first task; "": any may come. */
Provenance provenance_of(const Settings &s, const std::string &program);

/* The version of this ap1000, with its commit if it was built from a repository: "0.2.0 (1a2b3c4d5)". */
std::string version_and_commit();

} // namespace ap1000
