/* preloaded.cpp - see preloaded.hpp. */
#include "command/preloaded.hpp"

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

namespace ap1000
{
namespace
{

constexpr char kept[] = "AP1000_PRELOAD"; /* what LD_PRELOAD was, while the command begins anew */

/* libpvm3, and those that need it: libgpvm3, libfpvm3. */
bool is_of_pvm(const std::string &library)
{
    const std::string name = library.substr(library.rfind('/') + 1);
    for (const char *with : {"libpvm3.", "libgpvm3.", "libfpvm3."})
        if (name.compare(0, std::string(with).size(), with) == 0)
            return true;
    return false;
}

std::string without_pvm(const std::string &list)
{
    constexpr char separators[] = ": \t\n";
    std::string rest;
    for (std::size_t at = 0; (at = list.find_first_not_of(separators, at)) != std::string::npos;) {
        const std::size_t end = std::min(list.find_first_of(separators, at), list.size());
        const std::string one = list.substr(at, end - at);
        if (!is_of_pvm(one))
            rest += (rest.empty() ? "" : ":") + one;
        at = end;
    }
    return rest;
}

} // namespace

void stay_without_preloaded_pvm(char **argv)
{
    const char *before = std::getenv(kept), *list = std::getenv("LD_PRELOAD");
    if (before != nullptr) {
        setenv("LD_PRELOAD", std::string(before).c_str(), 1);
        unsetenv(kept);
        return;
    }
    if (list == nullptr || dlsym(RTLD_DEFAULT, "pvm_mytid") == nullptr)
        return;
    char self[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return;
    self[n] = 0;
    const std::string all = list, rest = without_pvm(all);
    setenv(kept, all.c_str(), 1);
    if (rest.empty() || rest == all) /* one that brings libpvm3 along has another name: then none is loaded */
        unsetenv("LD_PRELOAD");
    else
        setenv("LD_PRELOAD", rest.c_str(), 1);
    execv(self, argv);
    setenv("LD_PRELOAD", all.c_str(), 1);
    unsetenv(kept);
}

} // namespace ap1000
