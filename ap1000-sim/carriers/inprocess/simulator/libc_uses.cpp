/* libc_uses.cpp - see libc_uses.hpp. libc and libm are those of this process: their relocations name what they look up.
 */
#include "carriers/inprocess/simulator/libc_uses.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <link.h>
#include <set>

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

/* The file's table of symbols is looked through; a file whose tables do not fit has every name. */
bool has_name(const std::string &library_file, const std::string &name)
{
    std::ifstream in(library_file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    auto fits = [&](std::uint64_t at, std::uint64_t n) { return at <= bytes.size() && n <= bytes.size() - at; };
    auto get = [&](auto &to, std::uint64_t at) {
        if (fits(at, sizeof to))
            std::memcpy(&to, bytes.data() + at, sizeof to);
        return fits(at, sizeof to);
    };
    Elf64_Ehdr header{};
    Elf64_Shdr symbols{}, strings{};
    bool found = get(header, 0);
    for (int i = 0; i < header.e_shnum && symbols.sh_type != SHT_DYNSYM; i++)
        found = get(symbols, header.e_shoff + static_cast<std::uint64_t>(i) * sizeof symbols);
    if (!found || symbols.sh_type != SHT_DYNSYM || !fits(symbols.sh_offset, symbols.sh_size) ||
        !get(strings, header.e_shoff + std::uint64_t{symbols.sh_link} * sizeof strings))
        return true;
    for (std::uint64_t i = 0; i < symbols.sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym s{};
        get(s, symbols.sh_offset + i * sizeof s);
        const std::uint64_t at = strings.sh_offset + s.st_name;
        if (!fits(at, name.size() + 1) || bytes.compare(at, name.size() + 1, name.c_str(), name.size() + 1) == 0)
            return true;
    }
    return false;
}

} // namespace ap1000
