/* elf_file.hpp - a program or a library as its file (ELF, 64 bits) has it. Nothing in it is trusted: a table that does
 * not lie in the file, or points outside, is empty. */
#pragma once

#include <cstdint>
#include <elf.h>
#include <string>
#include <string_view>
#include <vector>

namespace ap1000
{

class ElfFile
{
  public:
    struct Symbol {
        std::string name;
        bool is_own; /* false: it wants it of others */
    };

    /* Reads the file; one that cannot be read, is no regular file, or finds no memory, has no bytes. */
    explicit ElfFile(const std::string &path);

    std::string_view bytes() const
    {
        return file_;
    }
    /* Of any width; false: a script, or nothing of the kind. */
    bool is_elf() const
    {
        return bytes().substr(0, SELFMAG) == ELFMAG;
    }
    /* Zero: the file is none, or too short. */
    const Elf64_Ehdr &head() const
    {
        return head_;
    }
    bool is_wide() const
    {
        return head_.e_ident[EI_CLASS] == ELFCLASS64;
    }
    bool has(std::string_view text) const; /* anywhere in it */

    std::vector<Elf64_Phdr> parts() const;
    bool has_loader() const; /* the system's loader starts it; without one it would run */
    std::vector<std::string> texts_of(std::int64_t tag) const; /* DT_NEEDED, DT_RUNPATH, ...; "": it points outside */
    std::vector<Symbol> symbols(Elf64_Word kind) const;        /* SHT_DYNSYM: for the loader; SHT_SYMTAB: of all */
    std::string build_id() const; /* what the linker wrote to tell builds apart, in hexadecimal digits; "": nothing */

  private:
    template <class T> std::vector<T> list_at(std::uint64_t at, std::uint64_t n) const;
    std::string text_at(std::uint64_t table, std::uint64_t offset) const;

    std::string file_;
    Elf64_Ehdr head_{};
};

} // namespace ap1000
