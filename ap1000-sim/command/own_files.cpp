/* own_files.cpp - see own_files.hpp. */
#include "command/own_files.hpp"

#include <climits>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

#include "command/commands.hpp"

namespace ap1000
{

namespace fs = std::filesystem;

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

namespace
{

fs::path folder_of(const char *name, const char *variable)
{
    const char *given = std::getenv(variable);
    if (given != nullptr && *given != 0)
        return given;
    const fs::path beside = fs::path(own_folder()) / "../share/pvm-ap1000" / name;
    return fs::exists(beside) ? beside : fs::path(installed_data_folder()) / name;
}

/* Which version the file says it is of, in one of its first lines: "of ap1000 VERSION"; "": none. */
std::string version_in(std::ifstream &in)
{
    const std::string mark = " of ap1000 ";
    std::string line;
    for (int lines = 0; lines < 5 && std::getline(in, line); lines++)
        if (const std::size_t at = line.find(mark); at != std::string::npos)
            return line.substr(at + mark.size(), line.find_first_of(" :", at + mark.size()) - at - mark.size());
    return "";
}

} // namespace

fs::path data_folder(const char *name, const char *variable, const char *marked)
{
    const fs::path folder = folder_of(name, variable);
    std::ifstream in(folder / marked);
    const std::string version =
        in ? version_in(in) : AP1000_VERSION; /* one that is not there is named where it is read */
    if (version != AP1000_VERSION)
        throw UsageError((folder / marked).string() + ": it is of " + (version.empty() ? "no known version" : version) +
                         ", and this ap1000 of " + AP1000_VERSION + ": install both together, or let " + variable +
                         " name the folder that belongs to it");
    return folder;
}

} // namespace ap1000
