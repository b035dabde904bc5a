/* words.cpp - what the simulator says to people: lines of tasks, complaints about them, who waits for what. */
#include "kernel/words.hpp"

#include <cstdio>

#include "kernel/machine.hpp"

namespace ap1000
{
namespace
{

/* Names come from tasks: what is no plain character is shown as '?'. */
std::string plain(std::string text)
{
    for (char &c : text)
        if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126)
            c = '?';
    return text;
}

std::string any_or(int value, bool hex)
{
    char text[24];
    std::snprintf(text, sizeof text, hex ? "t%x" : "%d", static_cast<unsigned>(value));
    return value < 0 ? "any" : text;
}

} // namespace

std::string ms_text(Ns t)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.3f ms", static_cast<double>(t) / 1e6);
    return text;
}

void Machine::report_waiting(const char *headline)
{
    std::fprintf(stderr, "ap1000: at %s: %s\n", ms_text(timeline.now()).c_str(), headline);
    for (const Task *t : tasks()) {
        if (t->origin.service)
            continue;
        std::string what = t->activity();
        if (t->state == Task::State::waiting)
            what = std::string("waits in ") + plain(t->call.name) + " for a message from " + any_or(t->call.want_tid, true) +
                   " with tag " + any_or(t->call.want_tag, false);
        complain(*t, "(" + plain(t->file.substr(t->file.rfind('/') + 1)) + ") " + what + " since " + ms_text(t->since));
    }
}

void Machine::print(const Task &t, const std::string &line)
{
    char mark[24];
    std::snprintf(mark, sizeof mark, "[t%x] ", static_cast<unsigned>(t.tid));
    (t.terminal ? t.terminal : terminal_)->write_line(mark + line);
}

void Machine::complain(const Task &t, const std::string &what)
{
    std::string where = parameters.place(t.node->index);
    char mark[24];
    std::snprintf(mark, sizeof mark, "ap1000: t%x", static_cast<unsigned>(t.tid));
    (t.terminal ? t.terminal : errors_)->write_line(mark + (" on " + where + " ") + what);
}

} // namespace ap1000
