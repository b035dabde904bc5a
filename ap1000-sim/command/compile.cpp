/* compile.cpp - `ap1000 cc`, `c++` and `fortran`: the compiler with the plugin that counts, and libpvm3. */
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/process/simulator/launcher.hpp"
#include "command/commands.hpp"
#include "command/own_files.hpp"

namespace ap1000
{
namespace
{

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

struct CompilerOf {
    const char *variable, *compiler, *source;
    Words libraries;
};

const std::map<std::string, CompilerOf> languages = {
    {"cc", {"CC", "gcc", "c", {"-lpvm3"}}},
    {"c++", {"CXX", "g++", "c++", {"-lpvm3"}}},
    {"fortran",
     {"FC", "gfortran", "f95", {"-lfpvm3", "-lgpvm3", "-Wl,--push-state,--no-as-needed,-lpvm3,--pop-state"}}},
};

struct Place {
    fs::path plugins;
    Words headers, libraries;
};

/* Of an installed tree, wherever it is now, or of the build tree that this command lies in. */
Place place()
{
    const fs::path own = own_folder(), built = own.parent_path().parent_path() / "pvm-api" / "counted";
    if (fs::exists(built / "counted.so"))
        return {built,
                {built / "include", built / "fortran"},
                {built.parent_path() / "assembly", built.parent_path() / "fortran",
                 built.parent_path().parent_path() / "groups"}};
    fs::path lib = own.parent_path() / "lib";
    if (!fs::exists(lib / "ap1000" / "counted.so"))
        lib = installed_library_folder();
    return {lib / "ap1000", {lib.parent_path() / "include"}, {lib}};
}

/* Does the compiler load the plugin? It is asked to compile nothing. */
bool can(Words compiler, const std::string &plugin, const char *source)
{
    for (const std::string &w : {plugin, std::string("-fsyntax-only"), std::string("-x"), std::string(source)})
        compiler.push_back(w);
    compiler.emplace_back("/dev/null");
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    for (int fd : {STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&quiet, fd, "/dev/null", O_WRONLY, 0);
    pid_t pid = 0;
    int status = -1;
    if (posix_spawnp(&pid, compiler[0].c_str(), &quiet, nullptr, pointers(compiler).data(), environ) == 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
    posix_spawn_file_actions_destroy(&quiet);
    return status == 0;
}

/* The versions of GCC that there is a plugin for, the newest first. */
std::set<int, std::greater<int>> versions_in(const fs::path &folder)
{
    std::set<int, std::greater<int>> versions;
    std::error_code none;
    for (const fs::directory_entry &e : fs::directory_iterator(folder, none))
        if (int n = 0; std::sscanf(e.path().filename().c_str(), "counted-%d.so", &n) == 1)
            versions.insert(n);
    return versions;
}

/* What the variable names; nothing, if that is this command itself (make CC="ap1000 cc" exports it). */
Words named_by(const char *variable)
{
    const char *value = std::getenv(variable);
    std::istringstream in(value != nullptr ? value : "");
    unsetenv(variable); /* a script may be named that runs `ap1000 cc`: that one takes another */
    Words words;
    for (std::string w; in >> w;)
        words.push_back(w);
    return !words.empty() && fs::path(words[0]).filename() == "ap1000" ? Words{} : words;
}

Words compiler_for(const std::string &word, const CompilerOf &l, const Place &at)
{
    const std::string plugin = "-fplugin=" + (at.plugins / "counted.so").string();
    const auto versions = versions_in(at.plugins);
    const Words named = named_by(l.variable);
    if (!named.empty() && can(named, plugin, l.source))
        return named;
    Words fit{l.compiler};
    for (int v : versions)
        fit.push_back(l.compiler + ("-" + std::to_string(v)));
    fit.erase(std::remove_if(fit.begin(), fit.end(), [&](auto &c) { return !can({c}, plugin, l.source); }), fit.end());
    if (named.empty() && !fit.empty())
        return {fit[0]};
    std::string built, here;
    for (int v : versions)
        built += (built.empty() ? "" : ", ") + std::to_string(v);
    for (const std::string &c : fit)
        here += (here.empty() ? "" : ", ") + c;
    throw UsageError(word + ": " + (named.empty() ? "no compiler here" : l.variable + ("=" + named[0] + " does not")) +
                     (named.empty() ? " loads" : " load") + " the plugin that counts; " +
                     (!here.empty()    ? "of those here " + here + " can"
                      : !built.empty() ? std::string(l.compiler) + " of GCC " + built + " can"
                                       : "this ap1000 was built without (GCC's plugin headers were missing)"));
}

} // namespace

int compile(const Settings &s)
{
    const std::string word = s.words.at(1);
    const CompilerOf &l = languages.at(word);
    const Place at = place();
    Words line = compiler_for(word, l, at);
    line.push_back("-fplugin=" + (at.plugins / "counted.so").string());
    line.emplace_back("-DPVM_COUNTED");
    line.insert(line.end(), s.command.begin(), s.command.end());
    for (const std::string &folder : at.headers)
        line.push_back("-I" + folder);
    const auto is_file = [](const std::string &w) { return w == "-" || w[0] != '-'; };
    if (std::any_of(s.command.begin(), s.command.end(), is_file)) { /* else there is nothing to link, as with -v */
        for (const std::string &folder : at.libraries)
            line.insert(line.end(), {"-L" + folder, "-Wl,-rpath," + folder});
        line.insert(line.end(), l.libraries.begin(), l.libraries.end());
    }
    execvp(line[0].c_str(), pointers(line).data());
    throw std::runtime_error(line[0] + " cannot be started");
}

} // namespace ap1000
