/* words.hpp - the words of the `ap1000` command, each with its help, its options and what it does. */
#pragma once

#include <vector>

#include "command/commands.hpp"

namespace CLI
{
class App;
}

namespace ap1000
{

struct Word {
    const char *name;
    bool for_users; /* else for libpvm3 and pvmrun alone: --help does not list it */
    const char *help;
    void (*add_options)(CLI::App &word, Settings &s);
    int (*act)(const Settings &s); /* returns the exit code; throws UsageError, MachineFileError, std::exception */
};

/* In the order in which --help lists them. */
const std::vector<Word> &words();

} // namespace ap1000
