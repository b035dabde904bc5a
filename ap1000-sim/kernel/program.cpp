/* program.cpp - see program.hpp. */
#include "kernel/program.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ap1000
{
namespace
{

bool is_program(const std::string &path)
{
    struct stat s;
    return stat(path.c_str(), &s) == 0 && S_ISREG(s.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::string environment(const char *name)
{
    const char *value = std::getenv(name);
    return value != nullptr ? value : "";
}

void add_folders(std::vector<std::string> &folders, const std::string &list)
{
    for (std::size_t at = 0; at <= list.size();) {
        std::size_t end = std::min(list.find(':', at), list.size());
        if (end > at)
            folders.push_back(list.substr(at, end - at));
        at = end + 1;
    }
}

/* $PVM_PATH may use $PVM_ROOT, $PVM_ARCH and $HOME, as ep= in a hostfile may. */
std::string expanded(std::string text)
{
    const std::pair<const char *, std::string> names[] = {
        {"$PVM_ROOT", environment("PVM_ROOT")}, {"$PVM_ARCH", pvm_arch()}, {"$HOME", environment("HOME")}};
    for (const auto &[name, value] : names)
        for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += value.size())
            text.replace(at, std::strlen(name), value);
    return text;
}

/* A name without '/' is looked for in these folders, in this order. */
std::vector<std::string> folders_for(const Program &p, const std::string &own_folder)
{
    std::vector<std::string> folders{p.service ? own_folder : p.spawner_folder};
    add_folders(folders, expanded(p.pvm_path));
    folders.push_back(environment("HOME") + "/pvm3/bin/" + pvm_arch());
    if (!environment("PVM_ROOT").empty())
        folders.push_back(environment("PVM_ROOT") + "/bin/" + pvm_arch());
    folders.push_back(own_folder);
    add_folders(folders, environment("PATH"));
    return folders;
}

std::string path_of(const Program &p)
{
    return p.file[0] == '/' ? p.file : p.folder + "/" + p.file;
}

} // namespace

std::string pvm_arch()
{
    std::string arch = environment("PVM_ARCH");
    if (!arch.empty())
        return arch;
    return PVM_ARCH;
}

std::string find_program(const Program &p, const std::string &own_folder)
{
    if (p.file.empty())
        return "";
    if (p.file.find('/') != std::string::npos) {
        std::string path = path_of(p);
        return is_program(path) ? path : "";
    }
    for (const std::string &f : folders_for(p, own_folder))
        if (!f.empty() && is_program(f + "/" + p.file))
            return f + "/" + p.file;
    return "";
}

std::string why_not_found(const Program &p, const std::string &own_folder)
{
    if (p.file.empty())
        return "its name is empty";
    if (p.file.find('/') != std::string::npos)
        return path_of(p) +
               (access(path_of(p).c_str(), F_OK) == 0 ? " is not a file with execute permission" : " does not exist");
    std::vector<std::string> said;
    std::string text = "no such program in", there;
    for (const std::string &f : folders_for(p, own_folder)) {
        if (f.empty() || std::find(said.begin(), said.end(), f) != said.end())
            continue;
        text += (said.empty() ? " " : ", ") + f;
        said.push_back(f);
        if (there.empty() && access((f + "/" + p.file).c_str(), F_OK) == 0)
            there = "; " + f + "/" + p.file + " is not a file with execute permission";
    }
    return text + there;
}

} // namespace ap1000
