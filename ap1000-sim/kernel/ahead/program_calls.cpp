/* program_calls.cpp - see program_calls.hpp. Names are looked for in all bytes of a file: a name that is not there is
 * not called. Libraries are looked for where the loader does, but for its cache. */
#include "kernel/ahead/program_calls.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <vector>

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

/* "": it is none, or cannot be read. */
std::string bytes_of(const std::string &path)
{
    if (!is_file(path))
        return "";
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
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

/* What a file says to the loader. */
struct Needs {
    bool known = false; /* it is a file of this computer's kind */
    std::vector<std::string> libraries, folders;
};

/* A copy of what stands at `at`; all zero if the file ends before. */
template <typename T> T read(const std::string &bytes, std::uint64_t at)
{
    T t{};
    if (at <= bytes.size() && bytes.size() - at >= sizeof t)
        std::memcpy(&t, bytes.data() + at, sizeof t);
    return t;
}

/* The place in the file of what will be at this address. */
std::uint64_t place_of(const std::string &bytes, const Elf64_Ehdr &head, std::uint64_t address)
{
    for (int i = 0; i < head.e_phnum; i++) {
        const auto part = read<Elf64_Phdr>(bytes, head.e_phoff + static_cast<std::uint64_t>(i) * head.e_phentsize);
        if (part.p_type == PT_LOAD && address >= part.p_vaddr && address - part.p_vaddr < part.p_filesz)
            return part.p_offset + (address - part.p_vaddr);
    }
    return UINT64_MAX;
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

Needs needs_of(const std::string &bytes, const std::string &path)
{
    Needs needs;
    const auto head = read<Elf64_Ehdr>(bytes, 0);
    needs.known = std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64;
    for (int i = 0; needs.known && i < head.e_phnum; i++) {
        const auto part = read<Elf64_Phdr>(bytes, head.e_phoff + static_cast<std::uint64_t>(i) * head.e_phentsize);
        if (part.p_type != PT_DYNAMIC)
            continue;
        std::vector<Elf64_Dyn> words;
        for (std::uint64_t at = 0; at < std::min<std::uint64_t>(part.p_filesz, bytes.size()); at += sizeof(Elf64_Dyn))
            words.push_back(read<Elf64_Dyn>(bytes, part.p_offset + at));
        std::uint64_t texts = UINT64_MAX;
        for (const Elf64_Dyn &w : words)
            texts = w.d_tag == DT_STRTAB ? place_of(bytes, head, w.d_un.d_ptr) : texts;
        for (const Elf64_Dyn &w : words) {
            const std::string text =
                texts < bytes.size() && w.d_un.d_val < bytes.size() - texts ? bytes.c_str() + texts + w.d_un.d_val : "";
            if (w.d_tag == DT_NEEDED)
                needs.libraries.push_back(text);
            else if (w.d_tag == DT_RUNPATH || w.d_tag == DT_RPATH)
                for (const std::string &folder : words_of(text, ':'))
                    needs.folders.push_back(with_origin(folder, path));
        }
    }
    return needs;
}

/* "": it is not found. */
std::string find_library(const std::string &name, const Needs &of)
{
    std::vector<std::string> folders = of.folders, more = variable("LD_LIBRARY_PATH");
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
    const std::string bytes = bytes_of(path);
    const Needs needs = needs_of(bytes, path);
    auto has = [&bytes](const char *name) { return bytes.find(name) != std::string::npos; };
    if (!needs.known || (is_program && !has("libpvm3.so")) || std::any_of(std::begin(enders), std::end(enders), has))
        return can;
    for (const std::string &library : needs.libraries) {
        const std::string name = library.substr(library.rfind('/') + 1);
        if (std::any_of(std::begin(known), std::end(known), [&name](const char *k) { return begins_with(name, k); }))
            continue;
        const std::string file = find_library(library, needs);
        if (file.empty() || !why(file, false, looked).empty())
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
