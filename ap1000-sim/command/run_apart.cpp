/* run_apart.cpp - see run_apart.hpp. */
#include "command/run_apart.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/process/simulator/launcher.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "command/commands.hpp"
#include "command/drawing.hpp"
#include "command/options.hpp"

namespace ap1000
{
namespace
{

/* Holds back the signals that end a wait, but in wait(): none can come between a look and the wait for it. */
class HeldSignals
{
  public:
    HeldSignals()
    {
        sigset_t held;
        sigemptyset(&held);
        for (int signal : {SIGCHLD, SIGHUP, SIGINT, SIGTERM})
            sigaddset(&held, signal);
        pthread_sigmask(SIG_BLOCK, &held, &before_);
    }
    ~HeldSignals()
    {
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    void wait() const
    {
        sigsuspend(&before_);
    }

  private:
    sigset_t before_;
};

} // namespace

pid_t start_apart(std::vector<std::string> words, const std::string &output, const std::string &complaints,
                  const std::string &variable)
{
    const std::vector<char *> argv = pointers(words);
    const std::vector<std::string> of_one_run = trace_variables();
    std::signal(SIGCHLD, [](int) {}); /* ignored: no ends are told; by default: none ends a wait */
    const pid_t child = fork();
    if (child < 0)
        throw std::runtime_error(words[0] + ": no process for a run");
    if (child > 0)
        return child;
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* a signal that ends us ends the run */
    for (const std::string &name : of_one_run)
        unsetenv(name.c_str());
    if (!variable.empty())
        putenv(const_cast<char *>(variable.c_str()));
    const int nothing = open("/dev/null", O_RDONLY), out = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600),
              said = open(complaints.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (dup2(nothing, 0) < 0 || dup2(out, 1) < 0 || dup2(said, 2) < 0)
        _exit(exit_machine);
    execv("/proc/self/exe", argv.data());
    _exit(exit_machine);
}

int code_of(pid_t child)
{
    return exit_code_of(status_of(child));
}

void run_side_by_side(long long first, long long last, int width, const std::function<pid_t(long long)> &start,
                      const std::function<void(long long, int)> &ended, const char *what)
{
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const HeldSignals held;
    std::map<pid_t, long long> running;
    for (long long next = first; (next <= last && !told_to_end()) || !running.empty();) {
        if (next <= last && !told_to_end() && running.size() < static_cast<std::size_t>(width)) {
            if (terminal)
                std::fprintf(stderr, "\r\033[K%s %lld of %lld", what, next - first + 1, last - first + 1);
            running[start(next)] = next;
            next++;
            continue;
        }
        if (told_to_end())
            for (const auto &one : running)
                kill(one.first, SIGTERM);
        int status = 0;
        const pid_t child = waitpid(-1, &status, WNOHANG);
        if (child == 0)
            held.wait();
        const auto found = running.find(child);
        if (found == running.end())
            continue;
        if (!told_to_end())
            ended(found->second, exit_code_of(status));
        running.erase(found);
    }
    if (terminal)
        std::fprintf(stderr, "\r\033[K");
}

} // namespace ap1000
