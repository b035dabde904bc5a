/* launcher.cpp - see launcher.hpp. */
#include "carriers/process/simulator/launcher.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/slots/wire/carrier.h"

extern char **environ;

namespace ap1000
{
namespace
{

/* PVM's tasks find their own pid here: programs look whether it is set to know that they were spawned. */
constexpr char own_pid_entry[] = "PVMEPID=0000000000";

/* In the new process, before it has its program; we do not read the strings any more. */
void write_own_pid(char *const *envp)
{
    constexpr std::size_t name = sizeof "PVMEPID=" - 1;
    for (; *envp != nullptr; envp++)
        if (std::strncmp(*envp, own_pid_entry, name) == 0) {
            char *digits = *envp + name;
            unsigned pid = static_cast<unsigned>(getpid());
            int n = 0;
            for (unsigned rest = pid; rest > 0; rest /= 10)
                n++;
            digits[n] = 0;
            for (; n > 0; pid /= 10)
                digits[--n] = static_cast<char>('0' + pid % 10);
        }
}

/* What the new process is to become. */
struct Become {
    const char *path;
    char *const *argv, *const *envp;
    const char *folder;
    int output; /* -1: the simulator's own */
    rlimit open_files;
    volatile int error; /* why it has not become that (errno); written by the new process, which still has our memory */
};

/* In the new process, which still has our memory: only async-signal-safe calls, and nothing is written that we read but
 * `error`. */
[[noreturn]] void become(Become &b, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    if (b.output >= 0) {
        setpgid(0, 0);
        int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (nothing >= 0)
            dup2(nothing, 0);
        dup2(b.output, 1);
        dup2(b.output, 2);
    }
    if (chdir(b.folder) != 0 && chdir("/") != 0)
        _exit(127);
    sigset_t none; /* and what is ignored is what our own parent has left so */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    setrlimit(RLIMIT_NOFILE, &b.open_files);
    write_own_pid(b.envp);
    execve(b.path, b.argv, b.envp);
    b.error = errno;
    _exit(127);
}

/* As fork, but it does not copy our memory, which has a stack for every task: starting the thousandth took as long as
 * the first hundred. We wait here until it runs the program. No handler of ours may run in it meanwhile. */
pid_t start_in_our_memory(Become &b)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t pid = vfork();
    if (pid == 0)
        become(b, parent);
    int why = errno;
    if (pid > 0 && b.error != 0) {
        waitpid(pid, nullptr, 0);
        why = b.error;
        pid = -1;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = why;
    return pid;
}

} // namespace

std::vector<char *> pointers(std::vector<std::string> &strings)
{
    std::vector<char *> p;
    for (std::string &s : strings)
        p.push_back(s.data());
    p.push_back(nullptr);
    return p;
}

std::vector<std::string> environment_of(const Program &p, const std::string &socket, const std::string &ticket)
{
    std::vector<std::string> all;
    auto set = [&all](const std::string &entry) {
        std::size_t name = entry.find('=') + 1;
        for (std::string &old : all)
            if (old.compare(0, name, entry, 0, name) == 0) {
                old = entry;
                return;
            }
        all.push_back(entry);
    };
    for (char **e = environ; *e != nullptr; e++)
        all.push_back(*e);
    for (const std::string &e : p.exports)
        if (e.find('=') != std::string::npos)
            set(e);
    set(CARRIER_ENV_SOCKET "=" + socket);
    if (!ticket.empty())
        set(CARRIER_ENV_TICKET "=" + ticket);
    set(own_pid_entry);
    return all;
}

Started start_program_process(const std::string &path, const Program &p, const std::string &socket,
                              const std::string &ticket, bool own_terminal, const rlimit &open_files)
{
    std::vector<std::string> args = p.args, env = environment_of(p, socket, ticket);
    args.insert(args.begin(), p.argv0());
    std::vector<char *> argv = pointers(args), envp = pointers(env);
    int ends[2] = {-1, -1};
    if (!own_terminal && pipe2(ends, O_CLOEXEC) != 0)
        return {0, -1, errno};
    Become b{path.c_str(), argv.data(), envp.data(), p.folder.c_str(), ends[1], open_files, 0};
    pid_t pid = start_in_our_memory(b);
    int why = errno;
    if (!own_terminal) {
        close(ends[1]);
        if (pid < 0)
            close(ends[0]);
    }
    if (pid < 0)
        return {0, -1, why};
    if (!own_terminal)
        setpgid(pid, pid);
    return {pid, ends[0], 0};
}

} // namespace ap1000
