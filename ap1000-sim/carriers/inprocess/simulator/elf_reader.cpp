/* elf_reader.cpp - see elf_reader.hpp: the file and its parts. Of the file nothing is believed: whatever points outside
 * it makes it unsuitable. */
#include "carriers/inprocess/simulator/elf_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace ap1000
{
namespace
{

constexpr std::uint64_t largest_image = std::uint64_t{1} << 36; /* address space of one copy */
constexpr std::uint64_t largest_alignment = 1 << 21;

} // namespace

ElfReader::ElfReader(Image &into, const std::string &path, const inprocess_library &library)
    : image_(into), root_(*this), path_(path), library_(library)
{
}

void ElfReader::read_tables()
{
    check_kind();
    lay_out();
    tables_.read_dynamic(headers_);
    check_dynamic();
    tables_.read_versions();
    note_exports();
}

void ElfReader::read()
{
    read_tables();
    gather_libraries();
    check_own_names();
    for (const auto &l : libraries_)
        l->relocate_as_library();
    relocate();
    finish_all();
    image_.file_ = memfd_create("ap1000 program", MFD_CLOEXEC);
    if (image_.file_ < 0)
        throw Unsuitable("this computer gives no memory file: " + std::string(std::strerror(errno)));
    keep();
    for (const auto &l : libraries_)
        l->keep();
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

void ElfReader::check_kind() const
{
    const Elf64_Ehdr &h = file_.head();
    if (!file_.is_elf())
        throw Unsuitable("it is a script, or a program that cannot be read");
    if (file_.bytes().size() < sizeof h)
        refuse_as_spoilt();
    if (!file_.is_wide() || h.e_machine != EM_X86_64)
        throw Unsuitable("it is made for another kind of processor");
    if (h.e_type != ET_DYN)
        throw Unsuitable("it is linked to lie at a fixed address (-no-pie, or -static)");
}

void ElfReader::align_to(std::uint64_t bytes)
{
    if ((bytes & (bytes - 1)) != 0 || bytes > largest_alignment)
        throw Unsuitable("its parts must lie at multiples of " + std::to_string(bytes) + " bytes");
    image_.alignment_ = std::max(image_.alignment_, bytes);
}

/* The parts of the file at the places where they are to be in memory. */
void ElfReader::lay_out()
{
    const std::string_view bytes = file_.bytes();
    if (headers_.size() != file_.head().e_phnum || file_.head().e_phentsize != sizeof(Elf64_Phdr))
        refuse_as_spoilt();
    std::uint64_t end = 0, filled = 0, writable = largest_image, executable = 0; /* executable: the last such part */
    bool interpreter = false;
    for (const Elf64_Phdr &p : headers_) {
        interpreter = interpreter || p.p_type == PT_INTERP;
        if (p.p_type == PT_GNU_STACK && is_program())
            image_.executable_stack_ = (p.p_flags & PF_X) != 0;
        if (p.p_type != PT_LOAD)
            continue;
        if (p.p_offset > bytes.size() || p.p_filesz > bytes.size() - p.p_offset || p.p_filesz > p.p_memsz ||
            p.p_vaddr > largest_image || p.p_memsz > largest_image - p.p_vaddr)
            refuse_as_spoilt();
        align_to(p.p_align);
        end = std::max(end, p.p_vaddr + p.p_memsz);
        filled = std::max(filled, p.p_vaddr + p.p_filesz);
        if ((p.p_flags & PF_W) != 0)
            writable = std::min(writable, p.p_vaddr / elf_page * elf_page);
        if ((p.p_flags & PF_X) != 0)
            executable = std::max(executable, p.p_vaddr);
    }
    if (executable >= writable)
        throw Unsuitable("its text lies behind its variables");
    if (!interpreter && is_program())
        throw Unsuitable("it is linked statically");
    if (filled > bytes.size() + headers_.size() * largest_alignment) /* more holes than alignments make */
        refuse_as_spoilt();
    bytes_ = page_up(end);
    part_.zero = page_up(filled);
    part_.writable = std::min(writable, part_.zero);
    memory_.assign(part_.zero, 0);
    for (const Elf64_Phdr &p : headers_)
        if (p.p_type == PT_LOAD)
            std::memcpy(memory_.data() + p.p_vaddr, bytes.data() + p.p_offset, p.p_filesz);
    for (const Elf64_Phdr &p : headers_)
        if (p.p_type == PT_TLS)
            lay_out_thread_local(p);
    if (is_program())
        image_.entry_ = file_.head().e_entry;
    if (image_.entry_ >= memory_.size() && is_program())
        refuse_as_spoilt();
}

/* ---- what its tables say ----------------------------------------------------------------------------------------- */

/* What its own table of the loader says that concerns us. */
void ElfReader::check_dynamic()
{
    if (tables_.has(DT_TEXTREL) || (tables_.value_of(DT_FLAGS) & DF_TEXTREL) != 0)
        throw Unsuitable("its text is written when it is loaded (DT_TEXTREL)");
    part_.init = tables_.value_of(DT_INIT);
    part_.fini = tables_.value_of(DT_FINI);
    part_.init_list = tables_.value_of(DT_INIT_ARRAY);
    part_.fini_list = tables_.value_of(DT_FINI_ARRAY);
    part_.ninit = tables_.value_of(DT_INIT_ARRAYSZ) / sizeof(void *);
    part_.nfini = tables_.value_of(DT_FINI_ARRAYSZ) / sizeof(void *);
    if (tables_.value_of(DT_PREINIT_ARRAYSZ) > 0)
        throw Unsuitable("it has functions that are called before its libraries are ready (DT_PREINIT_ARRAY)");
}

/* A program may bring a function or a variable of a library's name along (a `malloc`, an `optind`), which the library
 * itself would use in a process. What every program has for libc (_IO_stdin_used) does not count. */
void ElfReader::check_own_names() const
{
    const std::set<std::uint64_t> copies = tables_.places_of_copies();
    for (std::size_t i = 1, n = tables_.number_of_symbols(); i < n; i++) {
        const Elf64_Sym &s = tables_.symbol(i);
        const auto type = ELF64_ST_TYPE(s.st_info);
        const bool function = type == STT_FUNC || type == STT_GNU_IFUNC;
        if (s.st_shndx == SHN_UNDEF || (!function && (type != STT_OBJECT || copies.count(s.st_value) != 0)))
            continue;
        std::string name = tables_.text(s.st_name);
        if (name != "_IO_stdin_used" && root_.is_used_by_others(name))
            throw Unsuitable("it defines " + name + " itself");
    }
}

/* ---- the file that copies are mapped from ------------------------------------------------------------------------ */

void ElfReader::keep() const
{
    for (std::size_t at = 0; at < memory_.size();) {
        ssize_t n = pwrite(image_.file_, memory_.data() + at, memory_.size() - at, static_cast<off_t>(base_ + at));
        if (n <= 0) {
            std::string why = std::strerror(errno);
            close(std::exchange(image_.file_, -1));
            throw Unsuitable("no memory for its image: " + why);
        }
        at += static_cast<std::size_t>(n);
    }
}

} // namespace ap1000
