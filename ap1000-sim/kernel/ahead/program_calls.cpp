/* program_calls.cpp - see program_calls.hpp. Names are looked for in all bytes of a file: a name that is not there is
 * not called. Libraries are looked for where the loader does, but for its cache. */
#include "kernel/ahead/program_calls.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>
#include <vector>

#include "kernel/elf_file.hpp"

namespace ap1000
{
namespace
{

/* Calls by which a task ends or signals others, or decides about them, in C and Fortran; and what opens libraries that
 * may make such calls. */
const char *const enders[] = {"pvm_kill",    "pvm_sendsig", "pvm_delhosts", "pvm_reg_", "pvmfkill",
                              "pvmfsendsig", "pvmfdelhost", "pvmfreg",      "dlopen"};

/* Libraries that make no such call of their own accord: ours, and those of the languages. */
const char *const known[] = {"libpvm3.so",    "libgpvm3.so",  "libfpvm3.so", "libc.so",  "libm.so",
                             "libpthread.so", "librt.so",     "libdl.so",    "ld-linux", "libgcc_s.so",
                             "libstdc++.so",  "libgfortran.", "libquadmath."};

const std::string can = "a program can end or signal tasks: ";

bool begins_with(const std::string &text, const char *with)
{
    return text.compare(0, std::strlen(with), with) == 0;
}

bool is_file(const std::string &path)
{
    std::error_code none;
    return std::filesystem::is_regular_file(path, none);
}

std::vector<std::string> words_of(const std::string &list, char separator)
{
    std::vector<std::string> words;
    std::istringstream in(list);
    for (std::string word; std::getline(in, word, separator);)
        if (!word.empty())
            words.push_back(word);
    return words;
}

std::vector<std::string> variable(const char *name)
{
    const char *value = std::getenv(name);
    return words_of(value != nullptr ? value : "", ':');
}

std::string folder_of(const std::string &path)
{
    return path.substr(0, std::min(path.rfind('/'), path.size()));
}

/* $ORIGIN is the folder of the file itself. */
std::string with_origin(std::string folder, const std::string &path)
{
    const std::string origin = folder_of(path);
    for (const char *name : {"${ORIGIN}", "$ORIGIN"})
        for (std::size_t at = 0; (at = folder.find(name, at)) != std::string::npos; at += origin.size())
            folder.replace(at, std::strlen(name), origin);
    return folder;
}

/* Where the file has the loader look for its libraries. */
std::vector<std::string> folders_of(const ElfFile &file, const std::string &path)
{
    std::vector<std::string> folders;
    for (const std::int64_t tag : {DT_RUNPATH, DT_RPATH})
        for (const std::string &text : file.texts_of(tag))
            for (const std::string &folder : words_of(text, ':'))
                folders.push_back(with_origin(folder, path));
    return folders;
}

/* "": it is not found. */
std::string find_library(const std::string &name, std::vector<std::string> folders)
{
    const std::vector<std::string> more = variable("LD_LIBRARY_PATH");
    folders.insert(folders.end(), more.begin(), more.end());
    for (const char *usual : {"/usr/local/lib", "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64",
                              "/usr/lib64", "/lib", "/usr/lib"})
        folders.emplace_back(usual);
    if (name.find('/') != std::string::npos)
        return is_file(name) ? name : "";
    for (const std::string &folder : folders)
        if (is_file(folder + "/" + name))
            return folder + "/" + name;
    return "";
}

/* looked: files that have been looked through. */
std::string why(const std::string &path, bool is_program, std::set<std::string> &looked)
{
    if (!looked.insert(path).second)
        return "";
    const ElfFile file(path);
    auto has = [&file](const char *name) { return file.has(name); };
    if (!file.is_wide() || (is_program && !has("libpvm3.so")) || std::any_of(std::begin(enders), std::end(enders), has))
        return can;
    for (const std::string &library : file.texts_of(DT_NEEDED)) {
        const std::string name = library.substr(library.rfind('/') + 1);
        if (std::any_of(std::begin(known), std::end(known), [&name](const char *k) { return begins_with(name, k); }))
            continue;
        const std::string found = find_library(library, folders_of(file, path));
        if (found.empty() || !why(found, false, looked).empty())
            return "by its library " + name + ", " + can;
    }
    return "";
}

} // namespace

std::string why_may_end_others(const std::string &path)
{
    std::set<std::string> looked;
    return why(path, true, looked);
}

} // namespace ap1000
