/* data_folder.cpp - see data_folder.hpp. */
#include "command/data_folder.hpp"
#include "command/installed.hpp"

#include <climits>
#include <cstdlib>
#include <unistd.h>

namespace ap1000
{

namespace fs = std::filesystem;

fs::path data_folder(const char *name, const char *variable)
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

} // namespace ap1000
