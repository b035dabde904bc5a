/* check.cpp - `ap1000 check PROGRAM`: what is known of a run without running it: what computing costs the program, and
 * whether it can run in process. */
#include <cstdio>
#include <unistd.h>

#include "command/carriers.hpp"
#include "command/commands.hpp"
#include "command/computing.hpp"

namespace ap1000
{

int check(const Settings &s)
{
    const std::string &path = s.trace;
    if (access(path.c_str(), R_OK) != 0)
        throw UsageError("check: '" + path + "': cannot be read; the path of a program is wanted");
    if (is_compiled_counted(path))
        std::printf(
            "%s was compiled counted: its computing takes the time that its operations take on the node's processor "
            "(--cpu)\n",
            path.c_str());
    else
        std::printf("%s %s; without, its computing costs nothing\n", path.c_str(), how_to_count(path).c_str());
    const std::string why = why_as_process(path);
    std::printf("%s\n", why.empty() ? "its tasks run in process" : why.c_str());
    return 0;
}

} // namespace ap1000
