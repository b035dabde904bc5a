/* elf_tables.cpp - see elf_tables.hpp. */
#include "carriers/inprocess/simulator/elf_tables.hpp"

#include <algorithm>
#include <cstring>

namespace ap1000
{

std::uint64_t ElfTables::value_of(std::int64_t tag) const
{
    auto at = dynamic_.find(tag);
    return at != dynamic_.end() ? at->second : 0;
}

bool ElfTables::has(std::int64_t tag) const
{
    return dynamic_.count(tag) != 0;
}

const std::vector<std::string> &ElfTables::needed() const
{
    return needed_;
}

std::string ElfTables::text(std::uint64_t offset) const
{
    std::uint64_t at = value_of(DT_STRTAB) + offset;
    if (at >= memory_.size())
        refuse_as_spoilt();
    const auto *from = reinterpret_cast<const char *>(memory_.data() + at);
    return std::string(from, strnlen(from, memory_.size() - at));
}

void ElfTables::read_dynamic(const std::vector<Elf64_Phdr> &headers)
{
    std::vector<std::uint64_t> needed;
    for (const Elf64_Phdr &p : headers)
        if (p.p_type == PT_DYNAMIC)
            for (std::uint64_t i = 0; i < p.p_memsz / sizeof(Elf64_Dyn); i++) {
                const Elf64_Dyn &d = *part<Elf64_Dyn>(p.p_vaddr + i * sizeof(Elf64_Dyn));
                if (d.d_tag == DT_NULL)
                    break;
                if (d.d_tag == DT_NEEDED)
                    needed.push_back(d.d_un.d_val);
                else
                    dynamic_[d.d_tag] = d.d_un.d_val;
            }
    for (std::uint64_t offset : needed)
        needed_.push_back(text(offset));
}

void ElfTables::read_versions()
{
    read_wanted_versions();
    read_defined_versions();
}

void ElfTables::read_wanted_versions()
{
    std::uint64_t at = value_of(DT_VERNEED);
    for (std::uint64_t n = value_of(DT_VERNEEDNUM), next = 1; n > 0 && next != 0; n--, at += next) {
        const auto &v = *part<Elf64_Verneed>(at);
        std::uint64_t aux = at + v.vn_aux;
        for (unsigned i = 0; i < v.vn_cnt; i++) {
            const auto &a = *part<Elf64_Vernaux>(aux);
            versions_[a.vna_other & 0x7fffu] = text(a.vna_name);
            if (a.vna_next == 0)
                break;
            aux += a.vna_next;
        }
        next = v.vn_next;
    }
}

void ElfTables::read_defined_versions()
{
    std::uint64_t at = value_of(DT_VERDEF);
    for (std::uint64_t n = value_of(DT_VERDEFNUM), next = 1; n > 0 && next != 0; n--, at += next) {
        const auto &v = *part<Elf64_Verdef>(at);
        if ((v.vd_flags & VER_FLG_BASE) == 0 && v.vd_cnt > 0)
            versions_[v.vd_ndx & 0x7fffu] = text(part<Elf64_Verdaux>(at + v.vd_aux)->vda_name);
        next = v.vd_next;
    }
}

Elf64_Half ElfTables::version_word(std::size_t symbol_index) const
{
    const std::uint64_t versions = value_of(DT_VERSYM);
    return versions != 0 ? *part<Elf64_Half>(versions + symbol_index * sizeof(Elf64_Half), sizeof(Elf64_Half)) : 1;
}

const char *ElfTables::version_of(std::size_t symbol_index) const
{
    auto at = versions_.find(version_word(symbol_index) & 0x7fffu);
    return at != versions_.end() ? at->second.c_str() : nullptr;
}

const Elf64_Sym &ElfTables::symbol(std::size_t index) const
{
    return *part<Elf64_Sym>(value_of(DT_SYMTAB) + index * sizeof(Elf64_Sym));
}

/* Nothing says it directly: the hash tables do. */
std::size_t ElfTables::number_of_symbols() const
{
    if (std::uint64_t hash = value_of(DT_HASH); hash != 0)
        return part<Elf64_Word>(hash, 2 * sizeof(Elf64_Word))[1];
    std::uint64_t gnu = value_of(DT_GNU_HASH);
    if (gnu == 0)
        return 0;
    const auto *h = part<Elf64_Word>(gnu, 4 * sizeof(Elf64_Word));
    std::uint64_t buckets = gnu + 16 + std::uint64_t{h[2]} * 8, chains = buckets + std::uint64_t{h[0]} * 4;
    std::size_t last = 0;
    for (std::uint64_t b = 0; b < h[0]; b++)
        last = std::max<std::size_t>(last, *part<Elf64_Word>(buckets + b * 4, 4));
    if (last < h[1])
        return h[1];
    while ((*part<Elf64_Word>(chains + (last - h[1]) * 4, 4) & 1) == 0)
        last++;
    return last + 1;
}

std::set<std::uint64_t> ElfTables::places_of_copies() const
{
    std::set<std::uint64_t> places;
    for (std::uint64_t i = 0; i < value_of(DT_RELASZ) / sizeof(Elf64_Rela); i++) {
        const auto &r = *part<Elf64_Rela>(value_of(DT_RELA) + i * sizeof(Elf64_Rela));
        if (ELF64_R_TYPE(r.r_info) == R_X86_64_COPY)
            places.insert(r.r_offset);
    }
    return places;
}

} // namespace ap1000
