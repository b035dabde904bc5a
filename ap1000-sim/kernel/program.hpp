/* program.hpp - a program that a task is to run, and where PVM finds it. How it is run is a carrier's affair. */
#ifndef AP1000_PROGRAM_HPP
#define AP1000_PROGRAM_HPP

#include <string>
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

/* "no such program in FOLDER, FOLDER", or of a path what is wrong with it: for one that find_program did not find. */
std::string why_not_found(const Program &p, const std::string &own_folder);

/* PVM's name for this kind of computer, LINUX64 and the like: the second half of $PVM_ROOT/bin/$PVM_ARCH. */
std::string pvm_arch();

} // namespace ap1000

#endif
