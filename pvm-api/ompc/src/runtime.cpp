// runtime.cpp - the runtime that a task has, its end by an error, and the names of its calls in reports.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include <pvm3.h>
#include <pvmsim.h>

#include "runtime.hpp"

namespace ompc
{

// A task is a thread on the machine of the tests, and a process elsewhere.
static thread_local runtime *here;

runtime *current()
{
    return here;
}

void set_current(runtime *r)
{
    here = r;
}

runtime &needed()
{
    if (here == nullptr)
        fail("an ompc::world is made first, and lives longer than what uses it");
    return *here;
}

void fail(const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    std::vsnprintf(text, sizeof text, format, args);
    va_end(args);
    std::fflush(stdout);
    if (here != nullptr)
        here->end_all(text);
    else
        std::fprintf(stderr, "ompc: %s\n", text);
    if (here == nullptr || !here->in_handler())
        pvm_exit(); // PVM has what was sent before it sees this task's end
    std::_Exit(1);
}

named::named(const char *call)
{
    if (pvmsim_here())
        pvmsim_enter(call);
}

named::~named()
{
    if (pvmsim_here())
        pvmsim_leave();
}

} // namespace ompc
