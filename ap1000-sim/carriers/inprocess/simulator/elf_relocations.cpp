/* elf_relocations.cpp - see elf_reader.hpp: what is written into a copy before it runs, and what only each copy knows:
 * its own addresses, and where its task's variables are. */
#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

#include "carriers/inprocess/simulator/elf_reader.hpp"

namespace ap1000
{
namespace
{

/* Code of the program that would run before there is a task. */
[[noreturn]] void refuse_resolvers()
{
    throw Unsuitable("it chooses functions while it is loaded (IFUNC)");
}

/* How many bytes a program gets of a library's constant. As the loader does, no more than the library has, whatever the
 * program says. */
std::size_t copied_bytes(const void *constant, std::uint64_t said)
{
    Dl_info where{};
    void *found = nullptr;
    dladdr1(constant, &where, &found, RTLD_DL_SYMENT);
    if (where.dli_saddr != constant) /* the library has no symbol there */
        return said;
    return std::min(said, static_cast<const ElfW(Sym) *>(found)->st_size);
}

} // namespace

void ElfReader::put(std::uint64_t offset, std::uint64_t value)
{
    if (offset < part_.writable || offset > memory_.size() || memory_.size() - offset < sizeof value)
        refuse_as_spoilt();
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
        for (std::uint64_t i = 0; i < tables_.value_of(size) / sizeof(Elf64_Rela); i++)
            relocate(*tables_.part<Elf64_Rela>(tables_.value_of(tag) + i * sizeof(Elf64_Rela), sizeof(Elf64_Rela)));
    constexpr std::int64_t relr = 36, relr_bytes = 35; /* DT_RELR, DT_RELRSZ, which older elf.h do not have */
    relocate_packed(tables_.value_of(relr), tables_.value_of(relr_bytes));
}

/* An address, then bit masks of the 63 words behind it; what is there already is the addend. */
void ElfReader::relocate_packed(std::uint64_t entries, std::uint64_t bytes)
{
    std::uint64_t next = 0;
    auto packed = [this](std::uint64_t offset) {
        std::int64_t addend = *tables_.part<std::int64_t>(offset, sizeof(std::int64_t));
        relative(offset, 0, addend);
    };
    for (std::uint64_t i = 0; i < bytes / 8; i++) {
        std::uint64_t word = *tables_.part<std::uint64_t>(entries + i * 8, 8);
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

/* Relocations are passed by value: they lie in memory_, which may grow here. */
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
    const Elf64_Sym s = tables_.symbol(index);
    const std::string name = tables_.text(s.st_name);
    bool pointer = kind == R_X86_64_64 || kind == R_X86_64_GLOB_DAT || kind == R_X86_64_JUMP_SLOT;
    if (!pointer && kind != R_X86_64_COPY)
        throw Unsuitable("it has a relocation of kind " + std::to_string(kind) + " for " + name);
    if (s.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(s.st_info) == STT_GNU_IFUNC)
        refuse_resolvers();
    const char *version = tables_.version_of(index);
    if (!of_system_)
        note_use(name);
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
        refuse_as_spoilt();
    image_.copied_.push_back({from.at, base_ + r.r_offset, bytes});
}

void ElfReader::import(Elf64_Rela r, Elf64_Sym s, const std::string &name, const char *version)
{
    const bool may_use_more = of_system_ || name == "__tls_get_addr";
    inprocess_import what = (may_use_more ? library_.import_of_library : library_.import)(name.c_str(), version);
    if (const void *shared = root_.in_shared(name); what.kind == INPROCESS_REFUSED && shared != nullptr)
        what = {INPROCESS_FUNCTION, shared, 0, 0};
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
    if (copied &&
        (r.r_offset < part_.writable || r.r_offset > bytes_ || s.st_size > bytes_ - r.r_offset || s.st_size == 0))
        refuse_as_spoilt();
    if (variable) {
        if (!copied)
            put(r.r_offset, 0);
        image_.variables_.push_back(
            {base_ + r.r_offset, r.r_addend, what.variable, copied ? std::min(s.st_size, what.bytes) : 0});
    } else if (copied) {
        const std::uint64_t end = page_up(r.r_offset + s.st_size);
        if (end > memory_.size())
            memory_.resize(part_.zero = end);
        std::memcpy(memory_.data() + r.r_offset, what.address, copied_bytes(what.address, s.st_size));
    } else {
        put(r.r_offset, reinterpret_cast<std::uint64_t>(what.address) + static_cast<std::uint64_t>(r.r_addend));
    }
}

} // namespace ap1000
