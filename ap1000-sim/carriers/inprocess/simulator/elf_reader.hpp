/* elf_reader.hpp - reads an executable (ELF, x86-64) into an Image, or says why it cannot run in process. */
#ifndef AP1000_ELF_READER_HPP
#define AP1000_ELF_READER_HPP

#include <elf.h>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "carriers/inprocess/simulator/image.hpp"

namespace ap1000
{

constexpr const char *of_fortran = "libgfortran.so.5", *of_fortran_calls = "libfpvm3.so.3";

/* Do all copies use one library of this name, whose functions keep nothing? */
bool is_shared(const std::string &library);

class ElfReader
{
  public:
    ElfReader(Image &into, const std::string &path, const inprocess_library &library);

    /* Throws Unsuitable. */
    void read();

  private:
    /* A library of which each task has its own copy, which is to lie at `base` of the image. */
    ElfReader(Image &into, const std::string &path, const inprocess_library &library, std::uint64_t base);
    void read_as_library();
    void add_library(const std::string &name, bool behind_pvm);
    void check_library_needs();
    void add_shared(const std::string &name);
    const void *in_shared(const std::string &name) const;
    void note_exports();
    bool import_from_libraries(const Elf64_Rela &r, const std::string &name);
    void relative(std::uint64_t offset, std::uint64_t from_base, std::int64_t addend);
    void relocate_thread_local(const Elf64_Rela &r);
    void finish();
    void read_file();
    void check_kind() const;
    void align_to(std::uint64_t bytes);
    void lay_out();
    void read_dynamic();
    void check_needed();
    void read_versions();
    std::set<std::uint64_t> places_of_copies() const;
    void check_own_names() const;
    void relocate();
    void relocate(Elf64_Rela r);
    void relocate_packed(std::uint64_t table, std::uint64_t bytes);
    void import(Elf64_Rela r, Elf64_Sym s, const std::string &name, const char *version);
    void keep() const;

    template <class T> const T *table(std::uint64_t address, std::uint64_t bytes) const;
    std::string text(std::uint64_t offset) const;
    std::uint64_t value_of(std::int64_t tag) const;
    std::size_t number_of_symbols() const;
    const Elf64_Sym &symbol(std::size_t index) const;
    const char *version_of(std::size_t symbol_index) const;
    void put(std::uint64_t offset, std::uint64_t value);

    Image &image_;
    const std::string path_;
    const inprocess_library &library_;
    std::vector<unsigned char> file_, memory_; /* memory_: as it is to be laid out */
    const std::uint64_t base_ = 0;             /* where it lies in the image */
    Image::Part part_;                         /* of the image, but from its own beginning until it is finished */
    std::uint64_t bytes_ = 0, thread_local_ = 0, thread_local_bytes_ = 0;
    std::map<std::string, std::uint64_t> exports_; /* of a library: where in the image */
    std::vector<std::unique_ptr<ElfReader>> libraries_;
    std::vector<void *> shared_; /* libraries that all tasks may share */
    std::vector<Elf64_Phdr> headers_;
    std::map<std::int64_t, std::uint64_t> dynamic_;
    std::vector<std::string> needed_;
    std::map<unsigned, std::string> versions_;
};

} // namespace ap1000

#endif
