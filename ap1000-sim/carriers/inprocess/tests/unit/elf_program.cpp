/* elf_program.cpp - see elf_program.hpp. */
#include "elf_program.hpp"

namespace
{

Elf64_Phdr part_of(unsigned type, unsigned flags, std::uint64_t from, std::uint64_t bytes, std::uint64_t in_memory)
{
    Elf64_Phdr p{};
    p.p_type = type;
    p.p_flags = flags;
    p.p_offset = p.p_vaddr = p.p_paddr = from;
    p.p_filesz = bytes;
    p.p_memsz = in_memory;
    p.p_align = type == PT_LOAD ? 0x1000 : 8;
    return p;
}

Elf64_Sym symbol_of(std::uint64_t name, unsigned binding, unsigned type, std::uint64_t at, std::uint64_t bytes)
{
    Elf64_Sym s{};
    s.st_name = static_cast<Elf64_Word>(name);
    s.st_info = static_cast<unsigned char>(ELF64_ST_INFO(binding, type));
    s.st_shndx = at != 0 ? 1 : SHN_UNDEF;
    s.st_value = at;
    s.st_size = bytes;
    return s;
}

} // namespace

ElfProgram::ElfProgram() : file(zero, 0)
{
    Elf64_Ehdr &h = head();
    std::memcpy(h.e_ident, ELFMAG, SELFMAG);
    h.e_ident[EI_CLASS] = ELFCLASS64;
    h.e_ident[EI_DATA] = ELFDATA2LSB;
    h.e_type = ET_DYN;
    h.e_machine = EM_X86_64;
    h.e_entry = entry;
    h.e_phoff = headers;
    h.e_phentsize = sizeof(Elf64_Phdr);
    h.e_phnum = parts;
    part(interpreter) = part_of(PT_INTERP, PF_R, names, 1, 1);
    part(text_part) = part_of(PT_LOAD, PF_R | PF_X, 0, data, data);
    part(data_part) = part_of(PT_LOAD, PF_R | PF_W, data, zero - data, end - data);
    part(dynamic_part) = part_of(PT_DYNAMIC, PF_R | PF_W, data, 0x300, 0x300);
    part(stack_part) = part_of(PT_GNU_STACK, PF_R | PF_W, 0, 0, 0);
    part(spare_part) = part_of(PT_NULL, 0, 0, 0, 0);

    symbol(known) = symbol_of(name("known"), STB_GLOBAL, STT_FUNC, 0, 0);
    symbol(own) = symbol_of(name("own"), STB_GLOBAL, STT_OBJECT, 0, 0);
    symbol(constant) = symbol_of(name("constant"), STB_GLOBAL, STT_OBJECT, copied_constant, 8);
    symbol(weak) = symbol_of(name("weak_and_nowhere"), STB_WEAK, STT_NOTYPE, 0, 0);
    symbol(inside) = symbol_of(name("inside_of_it"), STB_GLOBAL, STT_FUNC, function, 16);
    symbol(variable) = symbol_of(name("variable"), STB_GLOBAL, STT_OBJECT, copied_variable, 4);
    at<Elf64_Word>(hash) = 1;
    at<Elf64_Word>(hash + 4) = nsymbols;

    at<Elf64_Half>(version_words + 2 * known) = 2;
    auto &wanted = at<Elf64_Verneed>(wanted_versions);
    wanted.vn_version = 1;
    wanted.vn_cnt = 1;
    wanted.vn_aux = sizeof wanted;
    auto &one = at<Elf64_Vernaux>(wanted_versions + sizeof wanted);
    one.vna_other = 2;
    one.vna_name = static_cast<Elf64_Word>(name("VERSION_1"));

    relocate(words, R_X86_64_RELATIVE, none, 0x2200);
    relocate(words + 8, R_X86_64_GLOB_DAT, own, 0);
    relocate(words + 16, R_X86_64_64, inside, 4);
    relocate(words + 24, R_X86_64_GLOB_DAT, weak, 0);
    relocate(words + 32, R_X86_64_64, known, 3);
    relocate(copied_constant, R_X86_64_COPY, constant, 0);
    relocate(copied_variable, R_X86_64_COPY, variable, 0);
    at<Elf64_Rela>(calls) = {words + 40, ELF64_R_INFO(known, R_X86_64_JUMP_SLOT), 0};
    at<std::uint64_t>(words + 24) = 77; /* what is there before */
    for (std::uint64_t i = 0; i < 70; i++)
        at<std::uint64_t>(words + 64 + 8 * i) = 0x10 + i;
    at<std::uint64_t>(packed) = words + 64;                           /* that word, */
    at<std::uint64_t>(packed + 8) = 1 | 1 << 1 | 1 << 3 | 1ull << 63; /* the first, third and last behind it, */
    at<std::uint64_t>(packed + 16) = 1 | 1 << 2;                      /* and the second behind those */

    need({"libpvm3.so.3", "libc.so.6"});
}

/* The list of what it needs comes first; all else is as it is by itself. */
void ElfProgram::need(std::vector<const char *> libraries)
{
    nentries_ = 0;
    std::memset(file.data() + data, 0, 0x300);
    for (const char *l : libraries)
        add_entry(DT_NEEDED, name(l));
    add_entry(DT_STRTAB, names);
    add_entry(DT_SYMTAB, symbols);
    add_entry(DT_HASH, hash);
    add_entry(DT_VERSYM, version_words);
    add_entry(DT_VERNEED, wanted_versions);
    add_entry(DT_VERNEEDNUM, 1);
    add_entry(DT_RELA, relocations);
    add_entry(DT_RELASZ, static_cast<std::uint64_t>(nrelocations_) * sizeof(Elf64_Rela));
    add_entry(DT_JMPREL, calls);
    add_entry(DT_PLTRELSZ, sizeof(Elf64_Rela));
    add_entry(36, packed); /* DT_RELR, DT_RELRSZ */
    add_entry(35, 24);
    add_entry(DT_INIT, 0x2300);
    add_entry(DT_FINI, 0x2400);
    add_entry(DT_INIT_ARRAY, begin_list);
    add_entry(DT_INIT_ARRAYSZ, 16);
    add_entry(DT_FINI_ARRAY, begin_list + 16);
    add_entry(DT_FINI_ARRAYSZ, 24);
}

void ElfProgram::add_entry(std::int64_t tag, std::uint64_t value)
{
    auto &d = at<Elf64_Dyn>(data + static_cast<std::uint64_t>(nentries_++) * sizeof(Elf64_Dyn));
    d.d_tag = tag;
    d.d_un.d_val = value;
}

std::uint64_t &ElfProgram::entry_of(std::int64_t tag)
{
    int i = 0;
    while (i < nentries_ && at<Elf64_Dyn>(data + static_cast<std::uint64_t>(i) * sizeof(Elf64_Dyn)).d_tag != tag)
        i++;
    if (i == nentries_)
        add_entry(tag, 0);
    return at<Elf64_Dyn>(data + static_cast<std::uint64_t>(i) * sizeof(Elf64_Dyn)).d_un.d_val;
}

std::uint64_t ElfProgram::name(const char *text)
{
    const std::uint64_t here = names_end_;
    std::memcpy(file.data() + names + here, text, std::strlen(text) + 1);
    names_end_ += std::strlen(text) + 1;
    return here;
}

void ElfProgram::rename(int which, const char *text)
{
    symbol(which).st_name = static_cast<Elf64_Word>(name(text));
}

void ElfProgram::relocate(std::uint64_t place, unsigned kind, unsigned of, std::int64_t addend)
{
    relocation(nrelocations_++) = {place, ELF64_R_INFO(static_cast<std::uint64_t>(of), kind), addend};
    if (nentries_ > 0)
        entry_of(DT_RELASZ) = static_cast<std::uint64_t>(nrelocations_) * sizeof(Elf64_Rela);
}

void thread_part(ElfProgram &p, std::uint64_t bytes, std::uint64_t in_memory, std::uint64_t alignment)
{
    p.part(ElfProgram::spare_part) = p.part(ElfProgram::dynamic_part);
    p.part(ElfProgram::spare_part).p_type = PT_TLS;
    p.part(ElfProgram::spare_part).p_filesz = bytes;
    p.part(ElfProgram::spare_part).p_memsz = in_memory;
    p.part(ElfProgram::spare_part).p_align = alignment;
}
