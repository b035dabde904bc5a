/* elf_program.hpp - a small position-independent program, made by hand, for tests of what reads programs: each of its
 * tables is at a known place, so that a test can change what it likes. */
#pragma once

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <vector>

struct ElfProgram {
    /* Where things are, in the file and in memory alike. Text and constants up to `data`; variables of the file up to
     * `zero`, zeros up to `end`. */
    enum : std::uint64_t {
        headers = 0x40,
        names = 0x200,
        symbols = 0x400,
        version_words = 0x600,
        wanted_versions = 0x680,
        hash = 0x800,
        relocations = 0xa00,
        calls = 0xc00,
        packed = 0xd00,
        entry = 0x2000,
        function = 0x2100,
        data = 0x3000, /* begins with the dynamic section */
        words = 0x3400,
        begin_list = 0x3900,
        thread_local_bytes = 0x3a00,
        zero = 0x4000,
        copied_constant = 0x4100,
        copied_variable = 0x4140,
        end = 0x6000
    };
    enum { interpreter, text_part, data_part, dynamic_part, stack_part, spare_part, parts };
    enum { none, known, own, constant, weak, inside, variable, nsymbols };

    ElfProgram();

    template <class T> T &at(std::uint64_t place)
    {
        return *reinterpret_cast<T *>(file.data() + place);
    }
    Elf64_Ehdr &head()
    {
        return at<Elf64_Ehdr>(0);
    }
    Elf64_Phdr &part(int i)
    {
        return at<Elf64_Phdr>(headers + static_cast<std::uint64_t>(i) * sizeof(Elf64_Phdr));
    }
    Elf64_Sym &symbol(int i)
    {
        return at<Elf64_Sym>(symbols + static_cast<std::uint64_t>(i) * sizeof(Elf64_Sym));
    }
    Elf64_Rela &relocation(int i)
    {
        return at<Elf64_Rela>(relocations + static_cast<std::uint64_t>(i) * sizeof(Elf64_Rela));
    }
    std::uint64_t &entry_of(std::int64_t tag); /* of the dynamic section; a new one if there is none */
    void rename(int which, const char *name);
    void relocate(std::uint64_t place, unsigned kind, unsigned of, std::int64_t addend);
    std::uint64_t name(const char *text); /* its place in the table of names */
    void need(std::vector<const char *> libraries);

    std::vector<unsigned char> file;

  private:
    std::uint64_t names_end_ = 1;
    int nrelocations_ = 0, nentries_ = 0;
    void add_entry(std::int64_t tag, std::uint64_t value);
};

/* Its spare part holds thread-local variables, which begin where the dynamic section is. */
void thread_part(ElfProgram &p, std::uint64_t bytes, std::uint64_t in_memory, std::uint64_t alignment);
