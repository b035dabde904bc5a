/* libc_uses.cpp - see libc_uses.hpp. libc and libm are those of this process: their relocations name what they look up.
 */
#include "carriers/inprocess/simulator/libc_uses.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <link.h>
#include <set>

#include "kernel/elf_file.hpp"

namespace ap1000
{
namespace
{

struct Tables {
    const Elf64_Sym *symbols = nullptr;
    const char *strings = nullptr;
    const Elf64_Rela *relocations = nullptr, *calls = nullptr;
    std::uint64_t relocation_bytes = 0, call_bytes = 0;
};

void note(std::set<std::string> &names, const Tables &t, const Elf64_Rela *list, std::uint64_t bytes)
{
    for (std::uint64_t i = 0; list != nullptr && i < bytes / sizeof *list; i++)
        if (const auto symbol = ELF64_R_SYM(list[i].r_info); symbol != 0)
            names.insert(t.strings + t.symbols[symbol].st_name);
}

/* In memory the loader has made addresses of where the tables are. */
Tables tables_of(const Elf64_Dyn *d)
{
    Tables t;
    for (; d->d_tag != DT_NULL; d++) {
        const std::uint64_t value = d->d_un.d_val;
        switch (d->d_tag) {
        case DT_SYMTAB:
            t.symbols = reinterpret_cast<const Elf64_Sym *>(value);
            break;
        case DT_STRTAB:
            t.strings = reinterpret_cast<const char *>(value);
            break;
        case DT_RELA:
            t.relocations = reinterpret_cast<const Elf64_Rela *>(value);
            break;
        case DT_RELASZ:
            t.relocation_bytes = value;
            break;
        case DT_JMPREL:
            t.calls = reinterpret_cast<const Elf64_Rela *>(value);
            break;
        case DT_PLTRELSZ:
            t.call_bytes = value;
            break;
        default:
            break;
        }
    }
    return t;
}

int note_library(dl_phdr_info *info, std::size_t, void *names)
{
    const char *slash = std::strrchr(info->dlpi_name, '/'), *file = slash != nullptr ? slash + 1 : info->dlpi_name;
    if (std::strcmp(file, "libc.so.6") != 0 && std::strcmp(file, "libm.so.6") != 0)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
            const Tables t =
                tables_of(reinterpret_cast<const Elf64_Dyn *>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr));
            auto &to = *static_cast<std::set<std::string> *>(names);
            note(to, t, t.relocations, t.relocation_bytes);
            note(to, t, t.calls, t.call_bytes);
        }
    return 0;
}

std::set<std::string> names_of_libc()
{
    std::set<std::string> names;
    dl_iterate_phdr(note_library, &names);
    return names;
}

} // namespace

bool libc_uses(const std::string &name)
{
    static const std::set<std::string> names = names_of_libc();
    return names.empty() || names.count(name) != 0;
}

bool has_name(const std::string &library_file, const std::string &name)
{
    const auto all = ElfFile(library_file).symbols(SHT_DYNSYM);
    return all.empty() || std::any_of(all.begin(), all.end(), [&](const auto &s) { return s.name == name; });
}

} // namespace ap1000
