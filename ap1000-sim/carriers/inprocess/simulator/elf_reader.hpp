/* elf_reader.hpp - reads an executable (ELF, x86-64) into an Image, or says why it cannot run in process. */
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "carriers/inprocess/simulator/elf_tables.hpp"
#include "carriers/inprocess/simulator/image.hpp"
#include "kernel/elf_file.hpp"

namespace ap1000
{

class ElfReader
{
  public:
    ElfReader(Image &into, const std::string &path, const inprocess_library &library);

    /* Throws Unsuitable. */
    void read();

  private:
    /* What an object has for others, under a name. */
    struct Definition {
        std::uint64_t at, bytes; /* at: in the image */
        std::string version;     /* "": any that is wanted */
        bool by_version_only;
    };

    /* A library of which each task has its own copy, which is to lie at `base` of the image of `root`. */
    ElfReader(ElfReader &root, const std::string &name, const std::string &path, std::uint64_t base);
    void read_tables();
    void relocate_as_library();

    /* elf_libraries.cpp */
    void gather_libraries();
    const ElfReader *add_library(const std::string &name);
    void add_shared(const std::string &name);
    const void *in_shared(const std::string &name) const;
    void note_exports();
    void forget_copies_of_others();
    const Definition *own_definition(const std::string &name, const char *version) const;
    const Definition *definition(const std::string &name, const char *version) const;
    const Definition *definition_in_libraries(const std::string &name, const char *version) const;
    bool is_found_before(const std::string &library, const std::string &name, const char *version) const;
    bool is_used_by_others(const std::string &name) const;
    std::string file_of(const std::string &library) const;
    void visit(const std::string &name, std::set<std::string> &seen, std::vector<std::string> &finished) const;
    void note_use(const std::string &name);
    void finish();
    void finish_all();

    /* elf_thread_local.cpp */
    struct ThreadVariable {
        std::uint64_t below, at; /* below: where those of its object begin; at: from there on */
    };
    void lay_out_thread_local(const Elf64_Phdr &p);
    ThreadVariable thread_variable(std::size_t symbol_index) const;
    const ThreadVariable *own_thread_variable(const std::string &name) const;
    void relocate_thread_local(const Elf64_Rela &r);

    /* elf_relocations.cpp */
    void relocate();
    void relocate(Elf64_Rela r);
    void relocate_packed(std::uint64_t entries, std::uint64_t bytes);
    void relative(std::uint64_t offset, std::uint64_t from_base, std::int64_t addend);
    void relative_to_image(std::uint64_t offset, std::uint64_t to, std::int64_t addend);
    void import(Elf64_Rela r, Elf64_Sym s, const std::string &name, const char *version);
    void copy(const Elf64_Rela &r, std::uint64_t bytes, const Definition &from);
    void put(std::uint64_t offset, std::uint64_t value);

    bool is_program() const
    {
        return this == &root_;
    }
    void check_kind() const;
    void align_to(std::uint64_t bytes);
    void lay_out();
    void check_dynamic();
    void check_own_names() const;
    void keep() const;

    Image &image_;
    ElfReader &root_; /* of the program, which has all its libraries */
    const std::string name_, path_;
    const inprocess_library &library_;
    const ElfFile file_{path_};
    const std::vector<Elf64_Phdr> headers_ = file_.parts();
    std::vector<unsigned char> memory_; /* as it is to be laid out */
    ElfTables tables_{memory_};
    const std::uint64_t base_ = 0; /* where it lies in the image */
    const bool of_system_ = false; /* a library whose ways are known: it may use more than a program */
    Image::Part part_;             /* of the image, but from its own beginning until it is finished */
    std::uint64_t bytes_ = 0;
    std::uint64_t thread_local_ = 0; /* how far below the thread's pointer its variables begin; 0: it has none */
    std::unordered_map<std::string, std::vector<Definition>> exports_;
    std::unordered_map<std::string, ThreadVariable> thread_exports_;
    std::vector<std::unique_ptr<ElfReader>> libraries_; /* in the order in which they are searched */
    std::vector<std::string> search_;                   /* the same, with those that are not copied */
    std::vector<void *> shared_;                        /* libraries that all tasks may share */
    mutable std::string loaded_;                        /* the loader's list of files; "": not yet asked */
};

} // namespace ap1000
