/* carriers.cpp - see carriers.hpp. */
#include "command/carriers.hpp"

#include <cstdio>
#include <cstdlib>

#include "carriers/inprocess/simulator/inprocess_carrier.hpp"
#include "command/computing.hpp"
#include "command/own_files.hpp"
#include "command/processors.hpp"

namespace ap1000
{
namespace
{

std::string variable(const char *name)
{
    const char *value = std::getenv(name);
    return value != nullptr ? value : "";
}

std::string task_library()
{
    return own_library("AP1000_TASK_LIBRARY", "libap1000tasks.so");
}

/* That tasks in process may have for themselves. Tests ask for fewer. */
std::int64_t most_mappings()
{
    const std::string wanted = variable("AP1000_MAPPINGS");
    return wanted.empty() ? mappings_for_rooms() : std::atoll(wanted.c_str());
}

/* Tests ask for all turns there. */
TurnsElsewhere turns_elsewhere(const Settings &s)
{
    return {processors_of(s.processors), variable("AP1000_TURNS") == "elsewhere"};
}

/* Has the user asked for something that only processes do? Their own processor time, the real clock, a library before
 * the others. */
bool wants_processes(const Settings &s)
{
    const std::string time = variable("AP1000_TIME");
    return s.carrier == "process" || is_measured(s.cpu) || (!time.empty() && time != "simulated") ||
           !(variable("LD_PRELOAD") + variable("AP1000_PRELOAD")).empty();
}

std::string text_of(const std::string &program, const std::string &why)
{
    return program + " runs as a process: " + why;
}

} // namespace

std::string why_as_process(const std::string &program)
{
    const std::string why = why_not_in_process(program, task_library(), false, false);
    return why.empty() ? why : text_of(program, why);
}

void check_tasks(const Settings &s)
{
    if (!s.carrier.empty() && s.carrier != "auto" && s.carrier != "process" && s.carrier != "inprocess")
        throw UsageError("--tasks '" + s.carrier + "': auto, process or inprocess is wanted");
}

bool in_process(const Settings &s, const std::shared_ptr<RunObserver> &observer, const std::string &first_program,
                bool at_terminal)
{
    if (s.carrier == "inprocess")
        return true;
    if (wants_processes(s))
        return false;
    const bool several = !s.processors.empty() && s.processors != "1";
    const std::string why = why_not_in_process(first_program, task_library(), at_terminal, several);
    if (!why.empty() && observer != nullptr)
        observer->remark(text_of(first_program, why));
    return why.empty();
}

std::unique_ptr<Carrier> make_carrier(const Settings &s, bool in_process, ProcessSettings settings,
                                      const std::shared_ptr<RunObserver> &observer)
{
    if (!in_process)
        return std::make_unique<ProcessCarrier>(std::move(settings));
    return std::make_unique<InprocessCarrier>(
        std::move(settings), task_library(), most_mappings(), turns_elsewhere(s),
        [observer, aloud = s.carrier == "inprocess"](const std::string &program, const std::string &why) {
            if (observer != nullptr)
                observer->remark(text_of(program, why));
            if (aloud)
                std::fprintf(stderr, "ap1000: %s\n", text_of(program, why).c_str());
        });
}

} // namespace ap1000
