/* test_trace_report.cpp - the report of runs with 0 to 40 tasks: every task is shown, or counted among those that are
 * not shown. */
#include "observe/trace_report.hpp"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <unistd.h>

#include "expectation.hpp"

using namespace ap1000;

constexpr int first_tid = 0x40001, most_in_table = 20, most_side_by_side = 16;

/* What `tell` makes of a report, whose file's name ends so. */
static std::string text_of(const std::function<void(TraceReport &)> &tell, const std::string &ending = "")
{
    std::string name = "/tmp/report-XXXXXX" + ending;
    const int fd = mkstemps(name.data(), static_cast<int>(ending.size()));
    assert_true(fd >= 0);
    close(fd);
    TraceReport report(name, Parameters{});
    tell(report);
    std::ifstream in(name);
    std::string all((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    unlink(name.c_str());
    return all;
}

/* A run in which task i waits i us for its only message, which task 0 has sent. */
static void run(TraceReport &report, int tasks)
{
    for (int i = 0; i < tasks; i++)
        report.begin_track(Track{first_tid + i, i, "cell " + std::to_string(i), "program"}, 0);
    for (int i = 1; i < tasks; i++) {
        const TracedMessage m{static_cast<std::uint64_t>(i), first_tid, first_tid + i, 1, 100};
        report.sent(m, "pvm_send", 0);
        report.enter(first_tid + i, Slice{Activity::call, "pvm_recv"}, 0);
        report.enter(first_tid + i, Slice{Activity::wait_message, ""}, 0);
        report.leave(first_tid + i, Activity::wait_message, 1000 * i);
        report.accepted(m, "pvm_recv", 1000 * i);
        report.leave(first_tid + i, Activity::call, 1000 * i);
    }
    for (int i = 0; i < tasks; i++)
        report.end_track(first_tid + i, 50000);
    report.finish(50000);
}

static std::string report_of(int tasks)
{
    return text_of([tasks](TraceReport &report) { run(report, tasks); });
}

static int count(const std::string &text, const std::string &what)
{
    int n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        n++;
    return n;
}

TEST(every_task_is_shown_or_counted)
{
    for (int tasks = 0; tasks <= 40; tasks++) {
        const std::string text = report_of(tasks);
        const int in_table = std::min(tasks, most_in_table), hidden = tasks - in_table;
        const int own_tables = tasks <= most_side_by_side ? tasks : 0;
        const std::string of = " of " + std::to_string(tasks) + " tasks";
        expectation(("rows and tables that name a task," + of).c_str(), in_table + own_tables,
                    count(text, " program (cell "));
        expectation(("tasks that are only counted," + of).c_str(), hidden,
                    hidden > 0 && text.find("... and " + std::to_string(hidden) + " more\n") != std::string::npos
                        ? hidden
                        : count(text, "... and "));
        if (tasks > most_side_by_side)
            expectation(("pairs shown," + of).c_str(), std::min(tasks - 1, most_in_table),
                        count(text, " messages             100 bytes\n"));
    }
}

/* If there are many tasks, the table shows those that wait longest, the longest first. */
TEST(those_that_wait_longest_come_first)
{
    const std::string text = report_of(17);
    const std::size_t first = text.find(" program (cell ");
    expectation("the first row of 17 tasks", "t40011 program (cell 16)", text.substr(first - 6, 24));
    expectation("the head says so", 1, count(text, "\nthe tasks that wait longest           life ms "));
}

/* Tasks that did not end by themselves get only so many lines; the others are counted. */
TEST(ends_are_shown_or_counted)
{
    for (int deaths : {0, 1, 20, 21, 33}) {
        const std::string text = text_of([deaths](TraceReport &report) {
            for (int i = 0; i < deaths; i++) {
                report.begin_track(Track{first_tid + i, i, "cell " + std::to_string(i), "program"}, 0);
                report.died(first_tid + i, "signal 11", 1000 + i);
                report.end_track(first_tid + i, 1000 + i);
            }
            report.finish(50000);
        });
        const std::string of = ", of " + std::to_string(deaths), more = std::to_string(deaths - most_in_table);
        expectation(("deaths that are shown" + of).c_str(), std::min(deaths, most_in_table),
                    count(text, " died of signal 11 at "));
        expectation(("the head" + of).c_str(), deaths > 0, count(text, "Tasks that did not end by themselves:\n"));
        const std::size_t head = text.find("Tasks that did not end");
        const int said = head == std::string::npos ? 0 : count(text.substr(head), "  ... and " + more + " more\n");
        expectation(("the others are counted" + of).c_str(), deaths > most_in_table, said);
    }
}

TEST_MAIN
