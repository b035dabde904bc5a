/* data_folder.cpp - see data_folder.hpp. */
#include "command/data_folder.hpp"
#include "command/commands.hpp"
#include "command/installed.hpp"

#include <climits>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>

namespace ap1000
{

namespace fs = std::filesystem;

namespace
{

fs::path folder_of(const char *name, const char *variable)
{
    const char *given = std::getenv(variable);
    if (given != nullptr && *given != 0)
        return given;
    char self[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self);
    const fs::path beside = fs::path(std::string(self, n > 0 ? static_cast<std::size_t>(n) : 0)).parent_path() /
                            "../share/pvm-ap1000" / name;
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
