/* program.hpp - a program that a task is to run, and where PVM finds it. Carriers decide how it runs. */
#pragma once

#include <string>
#include <vector>

namespace ap1000
{

struct Program {
    std::string file;   /* the name that was given */
    std::string called; /* argv[0]. Empty: `file`, as a shell has it. For a spawned task, the path of the file that was
                           found, as PVM 3.4.6 has it: programs look for data beside it */
    std::vector<std::string> args;    /* without the program's own name */
    std::vector<std::string> exports; /* "NAME=value", added to the machine's environment */
    std::string folder;               /* where it starts: the spawner's folder */
    std::string spawner_folder;       /* the folder of the spawner's program */
    std::string pvm_path;             /* the spawner's $PVM_PATH */
    const std::string &argv0() const
    {
        return called.empty() ? file : called;
    }
    bool service = false; /* a server of our own library: another PVM's program of the same name must not
                                         be taken */
};

/* Finds a program as PVM does: a path; else the spawner's folder, $PVM_PATH, $HOME/pvm3/bin/$PVM_ARCH,
 * $PVM_ROOT/bin/$PVM_ARCH, the machine's own folder of servers (pvmgs), $PATH. Returns "" if it is nowhere. */
std::string find_program(const Program &p, const std::string &own_folder);

/* Says why find_program did not find it: "no such program in FOLDER, FOLDER" or, for a path, what is wrong with it. */
std::string why_not_found(const Program &p, const std::string &own_folder);

/* PVM's name for this kind of computer, such as LINUX64, used in $PVM_ROOT/bin/$PVM_ARCH. */
std::string pvm_arch();

} // namespace ap1000
