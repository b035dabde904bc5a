/* machine_folders.hpp - where machine files lie. */
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ap1000
{

/* Finds a machine: a path as it is, relative to `here`; a name in `here`, then in `folders`. Returns an empty path if
 * there is none. */
std::filesystem::path find_machine(const std::string &name, const std::filesystem::path &here,
                                   const std::vector<std::string> &folders);

/* Returns one line: which machine was not found, and which there are. */
std::string machine_not_found(const std::string &name, const std::vector<std::string> &folders);

} // namespace ap1000
