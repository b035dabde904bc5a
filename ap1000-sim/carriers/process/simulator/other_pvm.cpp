/* other_pvm.cpp - see other_pvm.hpp. Each libpvm3 is known by a text that stands in it alone. */
#include "carriers/process/simulator/other_pvm.hpp"

#include <cstdio>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "carriers/process/simulator/launcher.hpp"
#include "kernel/elf_file.hpp"

namespace ap1000
{
namespace
{

constexpr const char *of_original = "mksocs() ", *of_ours = "AP1000_SOCKET"; /* a word of its errors; a variable */

/* file: of the program. */
std::string list_of_loaded(const ElfFile &file, const std::string &program, std::vector<std::string> environment)
{
    int pipe_ends[2];
    if (!file.has_loader() || pipe2(pipe_ends, O_CLOEXEC) != 0)
        return "";
    environment.push_back("LD_TRACE_LOADED_OBJECTS=1"); /* it only lists what it would load, as ldd does */
    std::vector<std::string> words{program};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
    pid_t child = 0;
    if (posix_spawn(&child, program.c_str(), &actions, nullptr, pointers(words).data(), pointers(environment).data()) !=
        0)
        child = 0;
    posix_spawn_file_actions_destroy(&actions);
    close(pipe_ends[1]);
    std::string list;
    char piece[1024];
    for (ssize_t n; (n = read(pipe_ends[0], piece, sizeof piece)) > 0;)
        list.append(piece, static_cast<std::size_t>(n));
    close(pipe_ends[0]);
    if (child > 0)
        waitpid(child, nullptr, 0);
    return list;
}

/* In one line, what is wrong and what to do; "": nothing is. */
std::string wrong_library(const std::string &program, const std::vector<std::string> &environment)
{
    const ElfFile file(program);
    const std::string anew = "; link it anew with the flags of `pkg-config --libs pvm3`";
    if (!file.is_elf())
        return "";
    if (file.has(of_original) && !file.has(of_ours))
        return program + " is linked statically with another libpvm3, which knows nothing of this machine" + anew;
    if (!file.has("libpvm3.so.3"))
        return "";
    const std::string library = file_in_list(list_of_loaded(file, program, environment), "libpvm3.so.3");
    if (const ElfFile its(library); !its.has(of_original) || its.has(of_ours))
        return "";
    return program + " takes its libpvm3 from " + library +
           ", which is another PVM's and knows nothing of this machine (a run path in the program, or LD_PRELOAD?)" +
           anew;
}

} // namespace

std::string list_of_loaded(const std::string &program, std::vector<std::string> environment)
{
    return list_of_loaded(ElfFile(program), program, std::move(environment));
}

std::string file_in_list(const std::string &list, const std::string &library)
{
    const std::string before = library + " => ";
    const std::size_t at = list.find(before);
    if (at == std::string::npos)
        return "";
    const std::size_t from = at + before.size();
    if (list.compare(from, 1, "/") != 0)
        return ""; /* "not found" */
    return list.substr(from, list.find_first_of(" \n", from) - from);
}

std::string other_pvm_of(const std::string &program)
{
    return wrong_library(program, environment_of({}, "", ""));
}

std::string loaded_by_runs(const std::string &program)
{
    return list_of_loaded(program, environment_of({}, "", ""));
}

void say_if_other_pvm(const std::string &program, const std::vector<std::string> &exports)
{
    Program in_our_environment;
    in_our_environment.exports = exports;
    const std::string wrong = wrong_library(program, environment_of(in_our_environment, "", ""));
    if (!wrong.empty())
        std::fprintf(stderr, "ap1000: %s\n", wrong.c_str());
}

} // namespace ap1000
