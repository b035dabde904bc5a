/* launcher.hpp - real processes for simulated tasks: finding the program, starting it, ending it. */
#ifndef AP1000_LAUNCHER_HPP
#define AP1000_LAUNCHER_HPP

#include <string>
#include <sys/types.h>
#include <vector>

namespace ap1000
{

struct Program {
    std::string file;                 /* as it was named */
    std::vector<std::string> args;    /* without the program's own name */
    std::vector<std::string> exports; /* "NAME=value", over the machine's environment */
    std::string folder;               /* to start in: the spawner's */
    std::string spawner_folder;       /* where the spawner's program lies */
    std::string pvm_path;             /* the spawner's $PVM_PATH */
    bool service = false;             /* a server of our own library: never another PVM's of the same name */
};

/* Where PVM finds a program: a path; else the spawner's folder, $PVM_PATH, $HOME/pvm3/bin/$PVM_ARCH,
 * $PVM_ROOT/bin/$PVM_ARCH, the machine's own folder of servers (pvmgs), $PATH. "" if nowhere. */
std::string find_program(const Program &p, const std::string &own_folder);

/* PVM's name for this kind of computer, LINUX64 and the like: the second half of $PVM_ROOT/bin/$PVM_ARCH. */
std::string pvm_arch();

struct Started {
    pid_t pid;    /* 0: could not, and `error` says why (errno) */
    int output;   /* what it prints: stdout and stderr; -1 if they are the simulator's own */
    int error;
};

/* Start it in a process group of its own, with empty stdin and with its output in a pipe; or (own_terminal) in the
 * simulator's group with the simulator's stdin, stdout and stderr. It dies with the simulator. */
Started start_program_process(const std::string &path, const Program &p, const std::string &socket,
                              const std::string &ticket, bool own_terminal);

} // namespace ap1000

#endif
