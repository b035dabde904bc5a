/* own_files.hpp - where the command's own files lie: beside it, in a tree that may have been moved, or where they were
 * installed. */
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ap1000
{

/* The folder of this executable, without a slash at its end. */
std::string own_folder();

/* Where machine files are looked for, in this order. */
std::vector<std::string> machine_folders();

/* The path of a library of ours that is opened at run time. variable: the environment's word for it (tests), which
 * comes before all. */
std::string own_library(const char *variable, const std::string &name);

/* The folder `name` of scripts of figures, or of the page of a trace. `variable` of the environment if it is set (a
 * build tree); else share/pvm-ap1000/`name` beside the command's own folder, or where it was installed. `marked`: the
 * file of the folder that says which version it is of. Throws UsageError, with one line, if that is another version
 * than the command's. */
std::filesystem::path data_folder(const char *name, const char *variable, const char *marked);

/* PREFIX/share/pvm-ap1000, and PREFIX/lib. */
std::string installed_data_folder();
std::string installed_library_folder();

} // namespace ap1000
