/* reports.cpp - see reports.hpp. */
#include "kernel/reports.hpp"

#include <cstdio>
#include <unistd.h>

#include "kernel/nodes.hpp"
#include "kernel/task.hpp"

namespace ap1000
{
namespace
{

/* Names come from tasks, so characters that cannot be printed are shown as '?'. */
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

std::string name_of(const Task &t)
{
    return any_or(t.tid, true);
}

} // namespace

std::string ms_text(Ns t)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.3f ms", static_cast<double>(t) / 1e6);
    return text;
}

Reports::Reports(const Parameters &p, bool lines_to_stdout)
    : parameters_(p), errors_(std::make_shared<Terminal>(dup(STDERR_FILENO))),
      lines_(lines_to_stdout ? std::make_shared<Terminal>(dup(STDOUT_FILENO)) : errors_)
{
}

void Reports::print(const Task &t, const std::string &line)
{
    (t.terminal ? t.terminal : lines_)->write_line("[" + name_of(t) + "] " + line);
}

void Reports::complain(const Task &t, const std::string &what)
{
    std::string where = parameters_.place(t.node->index);
    (t.terminal ? t.terminal : errors_)->write_line("ap1000: " + name_of(t) + " on " + where + " " + what);
}

void Reports::not_found(const Task &spawner, const std::string &file, const std::string &why)
{
    const std::string what = plain("cannot spawn '" + file + "': " + why);
    if (not_found_.insert(what).second)
        complain(spawner, what);
}

void Reports::say(const std::string &line)
{
    errors_->write_line("ap1000: " + line);
}

void Reports::waiting(const TaskRegister &tasks, const char *headline, Ns now)
{
    std::fprintf(stderr, "ap1000: at %s: %s\n", ms_text(now).c_str(), headline);
    for (const auto &[tid, t] : tasks.living()) {
        if (t->origin.service)
            continue;
        std::string what = t->activity();
        if (t->state == Task::State::waiting)
            what = std::string("waits in ") + plain(t->call.name) + " for a message from " +
                   any_or(t->call.want_tid, true) + " with tag " + any_or(t->call.want_tag, false);
        complain(*t, "(" + plain(t->file.substr(t->file.rfind('/') + 1)) + ") " + what + " since " + ms_text(t->since));
    }
}

} // namespace ap1000
