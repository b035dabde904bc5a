/* elf_tables.hpp - the tables of an object (ELF, x86-64) in memory: the loader's table, names, symbols and their
 * versions. Nothing in them is trusted: if an entry points outside, the object is unsuitable. */
#pragma once

#include <elf.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "carriers/inprocess/simulator/image.hpp"

namespace ap1000
{

constexpr std::uint64_t elf_page = 4096;

constexpr std::uint64_t page_up(std::uint64_t n)
{
    return (n + elf_page - 1) / elf_page * elf_page;
}

[[noreturn]] inline void refuse_as_spoilt()
{
    throw Unsuitable("its file contradicts its own tables");
}

class ElfTables
{
  public:
    /* memory: the object's parts as they are laid out; it must outlive this, and may grow. */
    explicit ElfTables(const std::vector<unsigned char> &memory) : memory_(memory)
    {
    }

    /* These come first, and in this order. Throw Unsuitable, as all below. */
    void read_dynamic(const std::vector<Elf64_Phdr> &headers);
    void read_versions();

    /* So many bytes at an address of the object's own, until memory grows. */
    template <class T> const T *part(std::uint64_t address, std::uint64_t bytes = sizeof(T)) const
    {
        if (address % alignof(T) != 0 || address > memory_.size() || bytes > memory_.size() - address)
            refuse_as_spoilt();
        return reinterpret_cast<const T *>(memory_.data() + address);
    }

    /* DT_*; 0: it has none. */
    std::uint64_t value_of(std::int64_t tag) const;
    bool has(std::int64_t tag) const;
    const std::vector<std::string> &needed() const; /* the libraries that it names, in its order */
    std::string text(std::uint64_t offset) const;   /* of its table of texts */

    std::size_t number_of_symbols() const;
    const Elf64_Sym &symbol(std::size_t index) const;
    /* The number of a symbol's version, and whether only who wants that version has it; 1: it has none. */
    Elf64_Half version_word(std::size_t symbol_index) const;
    const char *version_of(std::size_t symbol_index) const; /* nullptr: none */

    /* Where copy relocations put variables of libraries: those are in a program's table of names, but not its own. */
    std::set<std::uint64_t> places_of_copies() const;

  private:
    void read_wanted_versions();
    void read_defined_versions();

    const std::vector<unsigned char> &memory_;
    std::map<std::int64_t, std::uint64_t> dynamic_;
    std::vector<std::string> needed_;
    std::map<unsigned, std::string> versions_; /* that it wants, or has itself */
};

} // namespace ap1000
