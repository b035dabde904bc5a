/* reports.cpp - see reports.hpp. */
#include "kernel/reports.hpp"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#include <map>
#include <utility>
#include <vector>

#include "kernel/nodes.hpp"
#include "kernel/task.hpp"
#include "kernel/waits.hpp"

namespace ap1000
{

std::string ms_text(Ns t)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.3f ms", static_cast<double>(t) / 1e6);
    return text;
}

namespace
{

/* Not for the programs that are started. */
int copy_of(int descriptor)
{
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

constexpr std::size_t most_alike = 8, first_alike = 3; /* more tasks that do the same have no line each */

/* What it does, but not for whom it waits: "(ring) waits in pvm_recv for a message from one task with tag 5". */
std::string of_kind(const Task &t)
{
    const std::string from = " from t";
    std::string what = doing(t);
    if (const std::size_t at = what.find(from); at != std::string::npos)
        what.replace(at, what.find(' ', at + from.size()) - at, " from one task");
    return "(" + program_name(t) + ") " + what;
}

} // namespace

Reports::Reports(const Parameters &p, bool lines_to_stdout, std::shared_ptr<Terminal> terminal)
    : parameters_(p), errors_(terminal ? std::move(terminal) : std::make_shared<Terminal>(copy_of(STDERR_FILENO))),
      lines_(lines_to_stdout ? std::make_shared<Terminal>(copy_of(STDOUT_FILENO)) : errors_)
{
}

void Reports::before_lines(std::function<void(const Task *)> what)
{
    before_lines_ = std::move(what);
}

void Reports::write_error(const std::string &line)
{
    before_lines_(nullptr);
    errors_->write_line(line);
}

void Reports::print(const Task &t, const std::string &line)
{
    before_lines_(&t);
    (t.terminal ? t.terminal : lines_)->write_line("[" + tid_name(t.tid) + "] " + line);
}

const Terminal &Reports::terminal_of(const Task &t) const
{
    return *(t.terminal ? t.terminal : lines_);
}

void Reports::complain(const Task &t, const std::string &what)
{
    std::string where = parameters_.place(t.node->index);
    before_lines_(&t);
    (t.terminal ? t.terminal : errors_)->write_line("ap1000: " + tid_name(t.tid) + " on " + where + " " + what);
}

void Reports::not_found(const Task &spawner, const std::string &file, const std::string &why)
{
    const std::string what = plain("cannot spawn '" + file + "': " + why);
    if (not_found_.insert(what).second)
        complain(spawner, what);
}

void Reports::say(const std::string &line)
{
    write_error("ap1000: " + line);
}

void Reports::real_time()
{
    if (!std::exchange(said_real_time_, true))
        say("with AP1000_TIME=real, simulated time follows the computer's clock: this run does not repeat exactly");
}

void Reports::naps(const Task &t)
{
    if (!std::exchange(said_naps_, true))
        complain(t,
                 "(" + program_name(t) +
                     ") sleeps between its polls without libc's calls (by a raw system call, or in Go): simulated time "
                     "does not see that; with AP1000_TIME=real it follows");
}

void Reports::waiting(const TaskRegister &tasks, const Barriers &barriers, const char *headline, Ns now)
{
    say("at " + ms_text(now) + ": " + headline);
    std::map<std::string, std::vector<const Task *>> alike;
    std::vector<std::pair<const Task *, const std::vector<const Task *> *>> each; /* with those that are like it */
    for (const auto &[tid, t] : tasks.living()) {
        if (t->origin.service)
            continue;
        auto &those = alike[of_kind(*t)];
        those.push_back(t);
        each.emplace_back(t, &those);
    }
    for (const auto &[t, those] : each) {
        if (those->size() > most_alike && t->tid > (*those)[first_alike - 1]->tid)
            continue;
        const std::string left = unread(*t);
        complain(*t, "(" + program_name(*t) + ") " + doing(*t) + " since " + ms_text(t->since) +
                         (left.empty() ? "" : "; " + left));
    }
    for (const auto &[what, those] : alike) {
        if (those.size() <= most_alike)
            continue;
        const auto [first, last] = std::minmax_element(those.begin() + first_alike, those.end(),
                                                       [](auto *a, auto *b) { return a->since < b->since; });
        say(std::to_string(those.size() - first_alike) + " more tasks alike, " + tid_name(those[first_alike]->tid) +
            " to " + tid_name(those.back()->tid) + ": " + what + " since " + ms_text((*first)->since) + " to " +
            ms_text((*last)->since));
    }
    for (const std::string &line : together(tasks, barriers))
        say(line);
}

void Reports::stuck(const TaskRegister &tasks, const Barriers &barriers, Ns now)
{
    write_error("ap1000: the machine that is up stands still:");
    write_error(table_of_tasks(tasks, barriers, now, true));
}

} // namespace ap1000
