/* own_files.cpp - see own_files.hpp. */
#include "command/own_files.hpp"

#include <climits>
#include <cstdlib>
#include <unistd.h>

#include "command/installed.hpp"

namespace ap1000
{

std::string own_folder()
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path);
    std::string whole(path, n > 0 ? static_cast<std::size_t>(n) : 0);
    return whole.substr(0, whole.rfind('/'));
}

std::vector<std::string> machine_folders()
{
    std::vector<std::string> folders;
    const char *more = std::getenv("AP1000_MACHINE_PATH");
    if (more != nullptr)
        folders.push_back(more);
    const std::string bin = own_folder(), installed = installed_data_folder() + "/machines";
    const std::string beside = bin.substr(0, bin.rfind('/')) + "/share/pvm-ap1000/machines"; /* a tree that was moved */
    folders.push_back(beside);
    if (installed != beside)
        folders.push_back(installed);
    return folders;
}

std::string own_library(const char *variable, const std::string &name)
{
    const char *wanted = std::getenv(variable);
    const std::string beside = own_folder() + "/../lib/" + name;
    return wanted != nullptr && *wanted != 0   ? wanted
           : access(beside.c_str(), R_OK) == 0 ? beside
                                               : installed_library_folder() + "/" + name;
}

} // namespace ap1000
