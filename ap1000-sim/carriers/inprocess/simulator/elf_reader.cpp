/* elf_reader.cpp - see elf_reader.hpp. Of the file nothing is believed: whatever points outside it makes it unsuitable.
 */
#include "carriers/inprocess/simulator/elf_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace ap1000
{
namespace
{

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t largest_image = std::uint64_t{1} << 36; /* address space of one copy */
constexpr std::uint64_t largest_alignment = 1 << 21;

std::uint64_t page_up(std::uint64_t n)
{
    return (n + page - 1) / page * page;
}

/* Code of the program that would run before there is a task. */
[[noreturn]] void refuse_resolvers()
{
    throw Unsuitable("it chooses functions while it is loaded (IFUNC)");
}

[[noreturn]] void spoilt()
{
    throw Unsuitable("its file is not as its own tables say");
}

} // namespace

ElfReader::ElfReader(Image &into, const std::string &path, const inprocess_library &library)
    : image_(into), root_(*this), path_(path), library_(library)
{
}

void ElfReader::read_tables()
{
    read_file();
    check_kind();
    lay_out();
    read_dynamic();
    read_versions();
    read_defined_versions();
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

void ElfReader::read_file()
{
    std::ifstream in(path_, std::ios::binary);
    char magic[SELFMAG] = {};
    in.read(magic, sizeof magic);
    if (!in || std::memcmp(magic, ELFMAG, SELFMAG) != 0)
        throw Unsuitable("it is a script, or no program that may be read");
    in.seekg(0);
    file_.assign(std::istreambuf_iterator<char>(in), {});
    if (file_.size() < sizeof(Elf64_Ehdr))
        spoilt();
}

void ElfReader::check_kind() const
{
    const auto &h = *reinterpret_cast<const Elf64_Ehdr *>(file_.data());
    if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_machine != EM_X86_64)
        throw Unsuitable("it is made for another kind of processor");
    if (h.e_type != ET_DYN)
        throw Unsuitable("it is linked to lie at a fixed address (-no-pie, or -static)");
}

void ElfReader::align_to(std::uint64_t bytes)
{
    if ((bytes & (bytes - 1)) != 0 || bytes > largest_alignment)
        throw Unsuitable("its parts are to lie at multiples of " + std::to_string(bytes) + " bytes");
    image_.alignment_ = std::max(image_.alignment_, bytes);
}

/* The parts of the file at the places where they are to be in memory. */
void ElfReader::lay_out()
{
    const auto &h = *reinterpret_cast<const Elf64_Ehdr *>(file_.data());
    if (h.e_phoff > file_.size() || h.e_phentsize != sizeof(Elf64_Phdr) ||
        h.e_phnum > (file_.size() - h.e_phoff) / sizeof(Elf64_Phdr))
        spoilt();
    headers_.resize(h.e_phnum);
    std::memcpy(headers_.data(), file_.data() + h.e_phoff, h.e_phnum * sizeof(Elf64_Phdr));
    std::uint64_t end = 0, filled = 0, writable = largest_image;
    bool interpreter = false;
    for (const Elf64_Phdr &p : headers_) {
        interpreter = interpreter || p.p_type == PT_INTERP;
        if (p.p_type == PT_GNU_STACK && is_program())
            image_.executable_stack_ = (p.p_flags & PF_X) != 0;
        if (p.p_type != PT_LOAD)
            continue;
        if (p.p_offset > file_.size() || p.p_filesz > file_.size() - p.p_offset || p.p_filesz > p.p_memsz ||
            p.p_vaddr > largest_image || p.p_memsz > largest_image - p.p_vaddr)
            spoilt();
        align_to(p.p_align);
        end = std::max(end, p.p_vaddr + p.p_memsz);
        filled = std::max(filled, p.p_vaddr + p.p_filesz);
        if ((p.p_flags & PF_W) != 0)
            writable = std::min(writable, p.p_vaddr / page * page);
    }
    if (!interpreter && is_program())
        throw Unsuitable("it is linked statically");
    if (filled > file_.size() + headers_.size() * largest_alignment) /* more holes than alignments make */
        spoilt();
    bytes_ = page_up(end);
    part_.zero = page_up(filled);
    part_.writable = std::min(writable, part_.zero);
    memory_.assign(part_.zero, 0);
    for (const Elf64_Phdr &p : headers_)
        if (p.p_type == PT_LOAD)
            std::memcpy(memory_.data() + p.p_vaddr, file_.data() + p.p_offset, p.p_filesz);
    for (const Elf64_Phdr &p : headers_)
        if (p.p_type == PT_TLS)
            lay_out_thread_local(p);
    if (is_program())
        image_.entry_ = h.e_entry;
    if (image_.entry_ >= memory_.size() && is_program())
        spoilt();
}

/* ---- its tables -------------------------------------------------------------------------------------------------- */

template <class T> const T *ElfReader::table(std::uint64_t address, std::uint64_t bytes) const
{
    if (address % alignof(T) != 0 || address > memory_.size() || bytes > memory_.size() - address)
        spoilt();
    return reinterpret_cast<const T *>(memory_.data() + address);
}

std::uint64_t ElfReader::value_of(std::int64_t tag) const
{
    auto at = dynamic_.find(tag);
    return at != dynamic_.end() ? at->second : 0;
}

std::string ElfReader::text(std::uint64_t offset) const
{
    std::uint64_t at = value_of(DT_STRTAB) + offset;
    if (at >= memory_.size())
        spoilt();
    const auto *from = reinterpret_cast<const char *>(memory_.data() + at);
    return std::string(from, strnlen(from, memory_.size() - at));
}

void ElfReader::read_dynamic()
{
    std::vector<std::uint64_t> needed;
    for (const Elf64_Phdr &p : headers_)
        if (p.p_type == PT_DYNAMIC)
            for (std::uint64_t i = 0; i < p.p_memsz / sizeof(Elf64_Dyn); i++) {
                const Elf64_Dyn &d = *table<Elf64_Dyn>(p.p_vaddr + i * sizeof(Elf64_Dyn), sizeof(Elf64_Dyn));
                if (d.d_tag == DT_NULL)
                    break;
                if (d.d_tag == DT_NEEDED)
                    needed.push_back(d.d_un.d_val);
                else
                    dynamic_[d.d_tag] = d.d_un.d_val;
            }
    for (std::uint64_t offset : needed)
        needed_.push_back(text(offset));
    if (dynamic_.count(DT_TEXTREL) != 0 || (value_of(DT_FLAGS) & DF_TEXTREL) != 0)
        throw Unsuitable("its text is written when it is loaded (DT_TEXTREL)");
    part_.init = value_of(DT_INIT);
    part_.fini = value_of(DT_FINI);
    part_.init_list = value_of(DT_INIT_ARRAY);
    part_.fini_list = value_of(DT_FINI_ARRAY);
    part_.ninit = value_of(DT_INIT_ARRAYSZ) / sizeof(void *);
    part_.nfini = value_of(DT_FINI_ARRAYSZ) / sizeof(void *);
    if (value_of(DT_PREINIT_ARRAYSZ) > 0)
        throw Unsuitable("it has functions that are called before its libraries are ready (DT_PREINIT_ARRAY)");
}

void ElfReader::read_versions()
{
    std::uint64_t at = value_of(DT_VERNEED);
    for (std::uint64_t n = value_of(DT_VERNEEDNUM), next = 1; n > 0 && next != 0; n--, at += next) {
        const auto &v = *table<Elf64_Verneed>(at, sizeof(Elf64_Verneed));
        std::uint64_t aux = at + v.vn_aux;
        for (unsigned i = 0; i < v.vn_cnt; i++) {
            const auto &a = *table<Elf64_Vernaux>(aux, sizeof(Elf64_Vernaux));
            versions_[a.vna_other & 0x7fffu] = text(a.vna_name);
            if (a.vna_next == 0)
                break;
            aux += a.vna_next;
        }
        next = v.vn_next;
    }
}

void ElfReader::read_defined_versions()
{
    std::uint64_t at = value_of(DT_VERDEF);
    for (std::uint64_t n = value_of(DT_VERDEFNUM), next = 1; n > 0 && next != 0; n--, at += next) {
        const auto &v = *table<Elf64_Verdef>(at, sizeof(Elf64_Verdef));
        if ((v.vd_flags & VER_FLG_BASE) == 0 && v.vd_cnt > 0)
            versions_[v.vd_ndx & 0x7fffu] = text(table<Elf64_Verdaux>(at + v.vd_aux, sizeof(Elf64_Verdaux))->vda_name);
        next = v.vd_next;
    }
}

/* The number of a symbol's version, and whether only who wants that version has it; 1: it has none. */
Elf64_Half ElfReader::version_word(std::size_t symbol_index) const
{
    const std::uint64_t versions = value_of(DT_VERSYM);
    return versions != 0 ? *table<Elf64_Half>(versions + symbol_index * sizeof(Elf64_Half), sizeof(Elf64_Half)) : 1;
}

const char *ElfReader::version_of(std::size_t symbol_index) const
{
    auto at = versions_.find(version_word(symbol_index) & 0x7fffu);
    return at != versions_.end() ? at->second.c_str() : nullptr;
}

const Elf64_Sym &ElfReader::symbol(std::size_t index) const
{
    return *table<Elf64_Sym>(value_of(DT_SYMTAB) + index * sizeof(Elf64_Sym), sizeof(Elf64_Sym));
}

/* Nothing says it directly: the hash tables do. */
std::size_t ElfReader::number_of_symbols() const
{
    if (std::uint64_t hash = value_of(DT_HASH); hash != 0)
        return table<Elf64_Word>(hash, 2 * sizeof(Elf64_Word))[1];
    std::uint64_t gnu = value_of(DT_GNU_HASH);
    if (gnu == 0)
        return 0;
    const auto *h = table<Elf64_Word>(gnu, 4 * sizeof(Elf64_Word));
    std::uint64_t buckets = gnu + 16 + std::uint64_t{h[2]} * 8, chains = buckets + std::uint64_t{h[0]} * 4;
    std::size_t last = 0;
    for (std::uint64_t b = 0; b < h[0]; b++)
        last = std::max<std::size_t>(last, *table<Elf64_Word>(buckets + b * 4, 4));
    if (last < h[1])
        return h[1];
    while ((*table<Elf64_Word>(chains + (last - h[1]) * 4, 4) & 1) == 0)
        last++;
    return last + 1;
}

/* Where copy relocations put variables of libraries: those are in the program's table of names, but not its own. */
std::set<std::uint64_t> ElfReader::places_of_copies() const
{
    std::set<std::uint64_t> places;
    for (std::uint64_t i = 0; i < value_of(DT_RELASZ) / sizeof(Elf64_Rela); i++) {
        const auto &r = *table<Elf64_Rela>(value_of(DT_RELA) + i * sizeof(Elf64_Rela), sizeof(Elf64_Rela));
        if (ELF64_R_TYPE(r.r_info) == R_X86_64_COPY)
            places.insert(r.r_offset);
    }
    return places;
}

/* A program may bring a function or a variable of a library's name along (a `malloc`, an `optind`), which the library
 * itself would use in a process. What every program has for libc (_IO_stdin_used) does not count. */
void ElfReader::check_own_names() const
{
    const std::set<std::uint64_t> copies = places_of_copies();
    for (std::size_t i = 1, n = number_of_symbols(); i < n; i++) {
        const Elf64_Sym &s = symbol(i);
        const auto type = ELF64_ST_TYPE(s.st_info);
        const bool function = type == STT_FUNC || type == STT_GNU_IFUNC;
        if (s.st_shndx == SHN_UNDEF || (!function && (type != STT_OBJECT || copies.count(s.st_value) != 0)))
            continue;
        std::string name = text(s.st_name);
        if (name != "_IO_stdin_used" && root_.is_used_by_others(name))
            throw Unsuitable("it defines " + name + " itself");
    }
}

/* ---- relocations ------------------------------------------------------------------------------------------------- */

void ElfReader::put(std::uint64_t offset, std::uint64_t value)
{
    if (offset < part_.writable || offset > memory_.size() || memory_.size() - offset < sizeof value)
        spoilt();
    std::memcpy(memory_.data() + offset, &value, sizeof value);
}

void ElfReader::relative_to_image(std::uint64_t offset, std::uint64_t to, std::int64_t addend)
{
    put(offset, 0);
    image_.relative_.push_back({base_ + offset, static_cast<std::int64_t>(to) + addend});
}

/* What lies `from_base` beyond the beginning of this object, and the addend. */
void ElfReader::relative(std::uint64_t offset, std::uint64_t from_base, std::int64_t addend)
{
    relative_to_image(offset, base_ + from_base, addend);
}

void ElfReader::relocate()
{
    for (auto [tag, size] : {std::pair{DT_RELA, DT_RELASZ}, std::pair{DT_JMPREL, DT_PLTRELSZ}})
        for (std::uint64_t i = 0; i < value_of(size) / sizeof(Elf64_Rela); i++)
            relocate(*table<Elf64_Rela>(value_of(tag) + i * sizeof(Elf64_Rela), sizeof(Elf64_Rela)));
    constexpr std::int64_t relr = 36, relr_bytes = 35; /* DT_RELR, DT_RELRSZ, which older elf.h do not have */
    relocate_packed(value_of(relr), value_of(relr_bytes));
}

/* An address, then bit masks of the 63 words behind it; what is there already is the addend. */
void ElfReader::relocate_packed(std::uint64_t entries, std::uint64_t bytes)
{
    std::uint64_t next = 0;
    auto packed = [this](std::uint64_t offset) {
        std::int64_t addend = *table<std::int64_t>(offset, sizeof(std::int64_t));
        relative(offset, 0, addend);
    };
    for (std::uint64_t i = 0; i < bytes / 8; i++) {
        std::uint64_t word = *table<std::uint64_t>(entries + i * 8, 8);
        if ((word & 1) == 0) {
            packed(word);
            next = word + 8;
            continue;
        }
        for (int b = 1; b < 64; b++)
            if ((word >> b & 1) != 0)
                packed(next + static_cast<std::uint64_t>(b - 1) * 8);
        next += 63 * 8;
    }
}

/* They are passed by value: they lie in memory_, which may grow here. */
void ElfReader::relocate(Elf64_Rela r)
{
    const auto kind = ELF64_R_TYPE(r.r_info);
    const std::size_t index = ELF64_R_SYM(r.r_info);
    if (kind == R_X86_64_NONE)
        return;
    if (kind == R_X86_64_IRELATIVE)
        refuse_resolvers();
    if (kind == R_X86_64_RELATIVE) {
        relative(r.r_offset, 0, r.r_addend);
        return;
    }
    if (kind == R_X86_64_DTPMOD64 || kind == R_X86_64_DTPOFF64 || kind == R_X86_64_TPOFF64) {
        relocate_thread_local(r);
        return;
    }
    const Elf64_Sym s = symbol(index);
    const std::string name = text(s.st_name);
    bool pointer = kind == R_X86_64_64 || kind == R_X86_64_GLOB_DAT || kind == R_X86_64_JUMP_SLOT;
    if (!pointer && kind != R_X86_64_COPY)
        throw Unsuitable("it has a relocation of kind " + std::to_string(kind) + " for " + name);
    if (s.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(s.st_info) == STT_GNU_IFUNC)
        refuse_resolvers();
    const char *version = version_of(index);
    if (!of_system_)
        check_use(name);
    const Definition *d = pointer ? root_.definition(name, version) : root_.definition_in_libraries(name, version);
    if (d != nullptr && pointer)
        relative_to_image(r.r_offset, d->at, r.r_addend);
    else if (d != nullptr)
        copy(r, std::min(s.st_size, d->bytes), *d);
    else if (pointer && s.st_shndx != SHN_UNDEF)
        relative(r.r_offset, s.st_value, r.r_addend);
    else
        import(r, s, name, version);
}

/* What the relocation's own library has for it, when that has been put right for the task. */
void ElfReader::copy(const Elf64_Rela &r, std::uint64_t bytes, const Definition &from)
{
    if (r.r_offset < part_.writable || r.r_offset > bytes_ || bytes > bytes_ - r.r_offset)
        spoilt();
    image_.copied_.push_back({from.at, base_ + r.r_offset, bytes});
}

void ElfReader::import(Elf64_Rela r, Elf64_Sym s, const std::string &name, const char *version)
{
    const bool may_use_more = of_system_ || name == "__tls_get_addr";
    inprocess_import what = (may_use_more ? library_.import_of_library : library_.import)(name.c_str(), version);
    if (const void *shared = root_.in_shared(name); what.kind == INPROCESS_REFUSED && shared != nullptr)
        what = {INPROCESS_FUNCTION, shared, 0};
    for (const char *handler : {"signal", "bsd_signal", "sigaction", "sigprocmask"})
        image_.handles_signals_ = image_.handles_signals_ || (!of_system_ && name == handler);
    const bool copied = ELF64_R_TYPE(r.r_info) == R_X86_64_COPY;
    const bool function = what.kind == INPROCESS_FUNCTION, variable = what.kind == INPROCESS_VARIABLE;
    if (what.kind == INPROCESS_REFUSED && ELF64_ST_BIND(s.st_info) == STB_WEAK && !copied &&
        dlsym(RTLD_DEFAULT, name.c_str()) == nullptr) {
        put(r.r_offset, 0); /* it looks itself whether there is such a thing: no library has it */
        return;
    }
    if (what.kind == INPROCESS_REFUSED || (function && copied))
        throw Unsuitable("it uses " + name);
    if (copied && (r.r_offset < part_.writable || r.r_offset > bytes_ || s.st_size > bytes_ - r.r_offset))
        spoilt();
    if (variable) {
        if (!copied)
            put(r.r_offset, 0);
        image_.variables_.push_back({base_ + r.r_offset, r.r_addend, what.variable, copied ? s.st_size : 0});
    } else if (copied) {
        const std::uint64_t end = page_up(r.r_offset + s.st_size);
        if (end > memory_.size())
            memory_.resize(part_.zero = end);
        std::memcpy(memory_.data() + r.r_offset, what.address, s.st_size);
    } else {
        put(r.r_offset, reinterpret_cast<std::uint64_t>(what.address) + static_cast<std::uint64_t>(r.r_addend));
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
