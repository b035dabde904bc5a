/* elf_file.cpp - see elf_file.hpp. */
#include "kernel/elf_file.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

namespace ap1000
{

/* It is copied, not mapped: whoever builds the program anew while it is read would end the simulator by a SIGBUS. */
ElfFile::ElfFile(const std::string &path)
{
    std::error_code none;
    std::ifstream in;
    if (!std::filesystem::is_regular_file(path, none) || (in.open(path, std::ios::binary), !in))
        return;
    try {
        file_.resize(std::filesystem::file_size(path));
    } catch (const std::exception &) { /* it is gone, or there is no memory for it */
        return;
    }
    in.read(file_.data(), static_cast<std::streamsize>(file_.size()));
    file_.resize(static_cast<std::size_t>(in.gcount()));
    if (is_elf() && file_.size() >= sizeof head_)
        std::memcpy(&head_, file_.data(), sizeof head_);
}

bool ElfFile::has(std::string_view text) const
{
    return memmem(file_.data(), file_.size(), text.data(), text.size()) != nullptr;
}

template <class T> std::vector<T> ElfFile::list_at(std::uint64_t at, std::uint64_t n) const
{
    std::vector<T> list;
    if (is_wide() && at <= file_.size() && n <= (file_.size() - at) / sizeof(T)) {
        list.resize(n);
        std::copy_n(file_.data() + at, n * sizeof(T), reinterpret_cast<char *>(list.data()));
    }
    return list;
}

std::string ElfFile::text_at(std::uint64_t table, std::uint64_t offset) const
{
    if (table > file_.size() || offset > file_.size() - table)
        return "";
    const std::string_view from = bytes().substr(table + offset);
    return std::string(from.substr(0, from.find('\0')));
}

std::vector<Elf64_Phdr> ElfFile::parts() const
{
    return list_at<Elf64_Phdr>(head_.e_phoff, head_.e_phnum);
}

bool ElfFile::has_loader() const
{
    const auto all = parts();
    return std::any_of(all.begin(), all.end(), [](const Elf64_Phdr &p) { return p.p_type == PT_INTERP; });
}

std::vector<std::string> ElfFile::texts_of(std::int64_t tag) const
{
    const auto all = parts();
    std::vector<Elf64_Dyn> entries;
    for (const Elf64_Phdr &p : all)
        if (p.p_type == PT_DYNAMIC)
            entries = list_at<Elf64_Dyn>(p.p_offset, p.p_filesz / sizeof(Elf64_Dyn));
    std::uint64_t table = UINT64_MAX; /* the entry has where it will lie in memory */
    for (const Elf64_Dyn &d : entries)
        for (const Elf64_Phdr &p : all)
            if (d.d_tag == DT_STRTAB && p.p_type == PT_LOAD && d.d_un.d_ptr - p.p_vaddr < p.p_filesz)
                table = p.p_offset + (d.d_un.d_ptr - p.p_vaddr);
    std::vector<std::string> texts;
    for (const Elf64_Dyn &d : entries)
        if (d.d_tag == tag)
            texts.push_back(text_at(table, d.d_un.d_val));
    return texts;
}

std::vector<ElfFile::Symbol> ElfFile::symbols(Elf64_Word kind) const
{
    std::vector<Symbol> all;
    const auto sections = list_at<Elf64_Shdr>(head_.e_shoff, head_.e_shnum);
    for (const Elf64_Shdr &t : sections) {
        const std::uint64_t table = t.sh_link < sections.size() ? sections[t.sh_link].sh_offset : UINT64_MAX;
        for (const Elf64_Sym &s :
             list_at<Elf64_Sym>(t.sh_offset, t.sh_type == kind ? t.sh_size / sizeof(Elf64_Sym) : 0)) {
            if (table > file_.size() || s.st_name >= file_.size() - table)
                return {};
            all.push_back({text_at(table, s.st_name), s.st_shndx != SHN_UNDEF});
        }
    }
    return all;
}

std::string ElfFile::build_id() const
{
    std::string id;
    for (const Elf64_Phdr &p : parts())
        for (std::uint64_t at = 0; p.p_type == PT_NOTE && at < p.p_filesz;) {
            const auto note = list_at<Elf64_Nhdr>(p.p_offset + at, 1);
            if (note.empty())
                break;
            const std::uint64_t name = p.p_offset + at + sizeof(Elf64_Nhdr),
                                what = name + (note[0].n_namesz + 3ull) / 4 * 4;
            if (note[0].n_type == NT_GNU_BUILD_ID && text_at(name, 0) == ELF_NOTE_GNU)
                for (const unsigned char byte : list_at<unsigned char>(what, note[0].n_descsz))
                    id += fmt::format("{:02x}", byte);
            at = what + (note[0].n_descsz + 3ull) / 4 * 4 - p.p_offset;
        }
    return id;
}

} // namespace ap1000
