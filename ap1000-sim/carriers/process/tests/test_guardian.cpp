/* test_guardian.cpp - how a run ends when a signal says so, or when its master has died, and the simulator does not end
 * it itself: each row is a process of its own with a guardian, whose first thread (the simulator's place) does
 * something; all of them at the same time. By which exit code does it end, and saying what? */
#include "carriers/process/simulator/guardian.hpp"
#include "carriers/process/tests/bound_child.hpp"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "testing.h"

using namespace ap1000;

namespace
{

constexpr int own_code = 7; /* the simulator has ended in its own way */
constexpr int no_terminal = 77;
const char *const hangs =
    "ap1000: the simulator hangs and cannot end the run in order: it is ended with all its processes\n";
const char *const master_ended =
    "ap1000: the program has ended, and the simulator hangs: it is ended with all its processes\n";

const char *const filled = "only x";

double cpu_s()
{
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

void compute(double seconds)
{
    const double end = cpu_s() + seconds;
    for (volatile unsigned n = 0; cpu_s() < end;)
        n = n + 1;
}

bool rings(const Guardian &g, int wait_ms)
{
    pollfd bell{g.bell(), POLLIN, 0};
    int n;
    while ((n = poll(&bell, 1, wait_ms)) < 0 && errno == EINTR)
        ;
    return n == 1;
}

void send(int number)
{
    kill(getpid(), number);
}

pid_t start_program(int code, int signal_number = 0)
{
    const pid_t pid = fork_bound();
    if (pid != 0)
        return pid;
    usleep(50000);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    if (signal_number != 0)
        raise(signal_number);
    _exit(code);
}

/* The signals that the run hears are blocked in it, too: it lives as long as we do. */
pid_t start_long_program()
{
    const pid_t pid = fork_bound();
    if (pid == 0)
        sleep_for_ever();
    return pid;
}

/* ---- rows: what the simulator does; it returns if it ends by itself ---------------------------------------------- */

void is_asleep(Guardian &)
{
    send(SIGTERM);
    sleep_for_ever();
}

void is_in_a_loop(Guardian &)
{
    send(SIGHUP);
    compute(1e9);
}

void wakes_up_in_time(Guardian &g)
{
    send(SIGINT);
    if (!rings(g, -1) || !g.order.at_once() || g.order.signal() != SIGINT)
        _exit(1);
    usleep(250000);
}

void ends_with_much_to_do(Guardian &g)
{
    send(SIGTERM);
    g.note_ending();
    compute(0.65);
}

void ends_in_pieces(Guardian &g)
{
    send(SIGTERM);
    g.note_ending();
    for (int i = 0; i < 6; i++) {
        usleep(100000);
        compute(0.01);
    }
}

void begins_its_end_and_sleeps(Guardian &g)
{
    send(SIGTERM);
    g.note_ending();
    sleep_for_ever();
}

/* timeout(1) sends it to the process and to its group. */
void hears_it_twice_at_once(Guardian &g)
{
    send(SIGTERM);
    (void)rings(g, -1);
    send(SIGTERM);
    g.note_ending();
    compute(0.4); /* the deadline is looked at meanwhile, and is not over */
}

void hears_it_again_later(Guardian &g)
{
    send(SIGTERM);
    g.note_ending();
    compute(0.3);
    send(SIGTERM);
    compute(1e9);
}

void hears_two_in_different_order(Guardian &g)
{
    send(SIGINT);
    (void)rings(g, -1);
    g.note_ending();
    compute(0.3);
    send(SIGTERM);
    compute(1e9);
}

void is_told_by_somebody_else(Guardian &g)
{
    g.end_at_once();
    sleep_for_ever();
}

void is_told_by_a_task(Guardian &g)
{
    g.order.end_in_order();
    usleep(900000);
}

void nobody_says_anything(Guardian &g)
{
    if (rings(g, 700))
        _exit(1);
}

void loses_its_master(Guardian &g)
{
    g.watch_master(start_program(3));
    sleep_for_ever();
}

void loses_its_master_by_a_signal(Guardian &g)
{
    g.watch_master(start_program(0, SIGTERM));
    sleep_for_ever();
}

void loses_its_master_and_computes(Guardian &g)
{
    g.watch_master(start_program(3));
    compute(0.6);
}

void loses_its_master_and_ends(Guardian &g)
{
    g.watch_master(start_program(3));
    g.note_ending();
    compute(0.6);
}

void loses_its_master_and_is_told(Guardian &g)
{
    g.watch_master(start_program(3));
    usleep(300000);
    send(SIGTERM);
    sleep_for_ever();
}

void watches_nobody(Guardian &g)
{
    const pid_t pid = fork();
    if (pid == 0)
        _exit(3);
    waitpid(pid, nullptr, 0);
    g.watch_master(pid);
    usleep(1500000);
}

/* The program is ended, and its exit code says nothing of the run. */
template <int number> void hears_a_signal_beside_its_program(Guardian &g)
{
    g.watch_master(start_long_program());
    send(number);
    sleep_for_ever();
}

/* Processes that hear nothing, in groups of their own, and what they have started. */
void has_many_processes(Guardian &)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (int i = 0; i < 40; i++)
        if (fork() == 0) {
            setpgid(0, 0);
            if (i % 4 == 0 && fork() == 0 && i % 8 == 0)
                setpgid(0, 0);
            signal(SIGTERM, SIG_IGN);
            sleep_for_ever();
        }
    send(SIGTERM);
    sleep_for_ever();
}

/* More than the list of them that it reads at once has room for. */
void has_very_many_processes(Guardian &)
{
    for (int i = 0; i < 720; i++)
        if (fork() == 0)
            sleep_for_ever();
    send(SIGTERM);
    sleep_for_ever();
}

void ignores_hangups(Guardian &g)
{
    send(SIGHUP);
    if (rings(g, 800))
        _exit(1);
    send(SIGTERM);
    sleep_for_ever();
}

/* Nobody reads what it says, and there is no room for it: it says nothing, and ends all the same. */
void nobody_reads(Guardian &)
{
    fcntl(STDERR_FILENO, F_SETFL, O_NONBLOCK);
    while (write(STDERR_FILENO, "x", 1) == 1)
        ;
    fcntl(STDERR_FILENO, F_SETFL, 0);
    send(SIGTERM);
    sleep_for_ever();
}

/* ---- with a terminal: its interrupts are for the program first --------------------------------------------------- */

int keyboard = -1; /* of the terminal of this process */

/* In a session of its own. False: this system has no terminals for us. */
bool open_terminal()
{
    keyboard = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (setsid() < 0 || keyboard < 0 || grantpt(keyboard) != 0 || unlockpt(keyboard) != 0)
        return false;
    return open(ptsname(keyboard), O_RDWR | O_CLOEXEC) >= 0; /* it is ours from now on */
}

void press_interrupt()
{
    if (write(keyboard, "\3", 1) != 1)
        _exit(1);
}

void is_interrupted_beside_its_program(Guardian &g)
{
    g.watch_master(start_long_program());
    press_interrupt();
    if (rings(g, 800))
        _exit(1);
}

void is_interrupted_while_its_program_has_another_terminal(Guardian &g)
{
    g.watch_master(start_long_program());
    press_interrupt();
    sleep_for_ever();
}

void is_interrupted_alone(Guardian &)
{
    press_interrupt();
    sleep_for_ever();
}

void is_interrupted_behind_its_program(Guardian &g)
{
    g.watch_master(start_program(3));
    usleep(300000);
    press_interrupt();
    sleep_for_ever();
}

enum class With { nothing, terminal, its_program_s_terminal };

struct Row {
    const char *name;
    void (*simulator)(Guardian &);
    int code;
    const char *says;
    double least_s = 0; /* it has at least so long */
    bool ignores_hangup = false;
    With with = With::nothing;
};

#define ROW(NAME) #NAME, NAME
const Row rows[] = {
    {ROW(is_asleep), 143, hangs, 0.4},
    {ROW(is_in_a_loop), 129, hangs, 0.4},
    {ROW(wakes_up_in_time), own_code, ""},
    {ROW(ends_with_much_to_do), own_code, ""},
    {ROW(ends_in_pieces), own_code, ""},
    {ROW(begins_its_end_and_sleeps), 143, hangs, 0.2},
    {ROW(hears_it_twice_at_once), own_code, ""},
    {ROW(hears_it_again_later), 143, hangs, 0.3},
    {ROW(hears_two_in_different_order), 130, hangs, 0.3},
    {ROW(is_told_by_somebody_else), 143, hangs, 0.4},
    {ROW(is_told_by_a_task), own_code, ""},
    {ROW(nobody_says_anything), own_code, ""},
    {ROW(loses_its_master), 3, master_ended, 0.7},
    {ROW(loses_its_master_by_a_signal), 143, master_ended, 0.7},
    {ROW(loses_its_master_and_computes), own_code, ""},
    {ROW(loses_its_master_and_ends), own_code, ""},
    {ROW(loses_its_master_and_is_told), 143, hangs, 0.7},
    {ROW(hears_a_signal_beside_its_program<SIGTERM>), 143, hangs, 0.4},
    {ROW(watches_nobody), own_code, ""},
    {ROW(has_many_processes), 143, hangs, 0.4},
    {ROW(has_very_many_processes), 143, hangs, 0.4},
    {ROW(ignores_hangups), 143, hangs, 1.1, true},
    {ROW(nobody_reads), 143, filled, 0.4},
    {ROW(is_interrupted_beside_its_program), own_code, "", 0.7, false, With::its_program_s_terminal},
    {ROW(is_interrupted_while_its_program_has_another_terminal), 130, hangs, 0.4, false, With::terminal},
    {ROW(is_interrupted_alone), 130, hangs, 0.4, false, With::its_program_s_terminal},
    {ROW(is_interrupted_behind_its_program), 130, hangs, 0.7, false, With::its_program_s_terminal},
    {ROW(hears_a_signal_beside_its_program<SIGINT>), 130, hangs, 0.4, false, With::its_program_s_terminal},
    {ROW(hears_a_signal_beside_its_program<SIGTERM>), 143, hangs, 0.4, false, With::its_program_s_terminal},
};
constexpr std::size_t nrows = sizeof rows / sizeof rows[0];

/* ---- running them ------------------------------------------------------------------------------------------------ */

struct Run {
    pid_t pid;
    int said; /* what it and its processes print: at its end, when none of them is left */
};

double now_s()
{
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

/* In a group of its own, as its signals may go to that. */
[[noreturn]] void be(const Row &row)
{
    if (row.with == With::nothing)
        setpgid(0, 0);
    else if (!open_terminal())
        _exit(no_terminal);
    forget_signals();
    if (row.ignores_hangup)
        signal(SIGHUP, SIG_IGN);
    block_watched_signals();
    static Guardian guardian(row.with == With::its_program_s_terminal);
    row.simulator(guardian);
    _exit(own_code);
}

Run start(const Row &row)
{
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    const Run r{fork_bound(), ends[0]};
    if (r.pid == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        be(row);
    }
    close(ends[1]);
    return r;
}

TEST(each_state_has_its_end)
{
    std::vector<Run> runs;
    int failures = 0;
    const double began_s = now_s();
    for (const Row &row : rows)
        runs.push_back(start(row));
    for (std::size_t left = nrows; left > 0;) {
        int status = 0;
        const pid_t pid = waitpid(-1, &status, 0);
        const double took_s = now_s() - began_s;
        for (std::size_t i = 0; i < nrows; i++) {
            if (runs[i].pid != pid)
                continue;
            left--;
            const std::string said = all_of(runs[i].said);
            const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
            const bool fits =
                rows[i].says == filled ? said.find_first_not_of('x') == std::string::npos : said == rows[i].says;
            if (rows[i].with != With::nothing && code == no_terminal)
                continue;
            if (code == rows[i].code && fits && took_s >= rows[i].least_s)
                continue;
            failures++;
            print_error("%s: exit code %d after %.2f s: %s\n", rows[i].name, code, took_s, said.c_str());
        }
    }
    assert_int_equal(failures, 0); /* all have ended: nothing is left behind */
}

} // namespace

TEST_MAIN
