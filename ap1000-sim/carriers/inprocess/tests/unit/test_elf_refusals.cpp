/* test_elf_refusals.cpp - why a program's file is not read: for each thing that can be wrong with it, and for each that
 * just is not; and that nothing else is touched, whatever is in it. Expectations: what its own tables (elf_program.cpp)
 * say. */
#include <functional>

#include "elf_files.hpp"

#include "testing.h"

using namespace elf_tests;
using E = ElfProgram;

namespace
{

/* ---- what is wrong with it --------------------------------------------------------------------------------------- */

const char *const spoilt = "its file contradicts its own tables";
const char *const another = "it is made for another kind of processor";
const char *const no_program = "it is a script, or a program that cannot be read";
const char *const resolvers = "it chooses functions while it is loaded (IFUNC)";
const char *const fine = "";

struct Row {
    const char *name;
    std::function<void(E &)> change;
    const char *why;
};

void use_gnu_hash(E &p, unsigned first, unsigned last)
{
    p.entry_of(DT_HASH) = 0;
    p.entry_of(DT_GNU_HASH) = E::hash;
    const Elf64_Word table[] = {2, first, 1, 0, 0, 0, first, last > first ? last - 1 : 0};
    std::memcpy(p.file.data() + E::hash, table, sizeof table);
    for (unsigned i = first; i < last; i++)
        p.at<Elf64_Word>(E::hash + sizeof table + (i - first) * 4) = i + 1 >= last ? 1 : 2;
}

void own_version(E &p, unsigned names, std::uint64_t first_name)
{
    auto &v = p.at<Elf64_Verdef>(E::wanted_versions + 0x60);
    v.vd_cnt = static_cast<Elf64_Half>(names);
    v.vd_ndx = 3;
    v.vd_aux = static_cast<Elf64_Word>(first_name);
    p.entry_of(DT_VERDEF) = E::wanted_versions + 0x60;
    p.entry_of(DT_VERDEFNUM) = 1;
}

void symbols_at_the_end(E &p)
{
    const std::uint64_t bytes = E::nsymbols * sizeof(Elf64_Sym), there = E::zero - bytes;
    std::memcpy(&p.file[there], &p.file[E::symbols], bytes);
    p.entry_of(DT_SYMTAB) = there;
}

/* Of no names, so many bytes before the end. */
void short_gnu_hash(E &p, std::uint64_t bytes)
{
    p.entry_of(DT_HASH) = 0;
    p.entry_of(DT_GNU_HASH) = E::zero - bytes;
    p.at<Elf64_Word>(E::zero - bytes + 4) = 1;
}

const Row rows[] = {
    {"text that is written", [](E &p) { p.part(E::text_part).p_flags |= PF_W; }, "its text lies behind its variables"},
    {"text behind variables", [](E &p) { p.part(E::data_part).p_flags |= PF_X; }, "its text lies behind its variables"},
    {"magic", [](E &p) { p.file[1] = 'e'; }, no_program},
    {"a short file", [](E &p) { p.file.resize(3); }, no_program},
    {"a head that ends early", [](E &p) { p.file.resize(sizeof(Elf64_Ehdr) - 1); }, spoilt},
    {"nothing but a head", [](E &p) { p.file.resize(sizeof(Elf64_Ehdr)); }, spoilt},
    {"32 bits", [](E &p) { p.file[EI_CLASS] = ELFCLASS32; }, another},
    {"another processor", [](E &p) { p.head().e_machine = EM_AARCH64; }, another},
    {"fixed", [](E &p) { p.head().e_type = ET_EXEC; }, "it is linked to lie at a fixed address (-no-pie, or -static)"},
    {"static", [](E &p) { p.part(E::interpreter).p_type = PT_NULL; }, "it is linked statically"},
    {"headers behind the file", [](E &p) { p.head().e_phoff = p.file.size() + 1; }, spoilt},
    {"headers at the end", [](E &p) { p.head().e_phoff = p.file.size(); }, spoilt},
    {"headers that do not fit",
     [](E &p) { p.head().e_phoff = p.file.size() - E::parts * sizeof(Elf64_Phdr) + 1; }, spoilt},
    {"headers that just fit",
     [](E &p) {
         const std::uint64_t at = p.file.size();
         p.file.resize(at + E::parts * sizeof(Elf64_Phdr));
         std::memcpy(&p.file[at], &p.file[E::headers], E::parts * sizeof(Elf64_Phdr));
         p.head().e_phoff = at;
     },
     fine},
    {"length of headers", [](E &p) { p.head().e_phentsize++; }, spoilt},
    {"too many headers", [](E &p) { p.head().e_phnum = 0x4000 / sizeof(Elf64_Phdr); }, spoilt},
    {"a part behind the file", [](E &p) { p.part(E::data_part).p_offset = p.file.size() + 1; }, spoilt},
    {"a part that does not fit", [](E &p) { p.part(E::data_part).p_filesz++; }, spoilt},
    {"a part longer than its memory", [](E &p) { p.part(E::text_part).p_memsz = E::data - 1; }, spoilt},
    {"a part far away", [](E &p) { p.part(E::data_part).p_vaddr = (1ull << 36) + 1; }, spoilt},
    {"a part behind a large hole", [](E &p) { p.part(E::data_part).p_vaddr = 0x40000000; }, spoilt},
    {"a part too large", [](E &p) { p.part(E::data_part).p_memsz = (1ull << 36) - E::data + 1; }, spoilt},
    {"alignment 3", [](E &p) { p.part(E::data_part).p_align = 3; }, "its parts must lie at multiples of 3 bytes"},
    {"alignment of 4 MiB",
     [](E &p) { p.part(E::data_part).p_align = 1 << 22; }, "its parts must lie at multiples of 4194304 bytes"},
    {"alignment of 2 MiB", [](E &p) { p.part(E::data_part).p_align = 1 << 21; }, fine},
    {"begins behind itself", [](E &p) { p.head().e_entry = 0x5000; }, spoilt},
    {"begins at its end", [](E &p) { p.head().e_entry = E::zero; }, spoilt},
    {"begins with its last byte", [](E &p) { p.head().e_entry = E::zero - 1; }, fine},
    {"text that is written",
     [](E &p) { p.entry_of(DT_TEXTREL) = 0; }, "its text is written when it is loaded (DT_TEXTREL)"},
    {"text that is written, by a flag",
     [](E &p) { p.entry_of(DT_FLAGS) = DF_TEXTREL; }, "its text is written when it is loaded (DT_TEXTREL)"},
    {"another flag", [](E &p) { p.entry_of(DT_FLAGS) = DF_BIND_NOW; }, fine},
    {"begins early",
     [](E &p) { p.entry_of(DT_PREINIT_ARRAYSZ) = 8; },
     "it has functions that are called before its libraries are ready (DT_PREINIT_ARRAY)"},
    {"no function begins early", [](E &p) { p.entry_of(DT_PREINIT_ARRAYSZ) = 0; }, fine},
    {"a dynamic section elsewhere", [](E &p) { p.part(E::dynamic_part).p_vaddr = 0x7000; }, spoilt},
    {"a dynamic section at an odd place", [](E &p) { p.part(E::dynamic_part).p_vaddr += 4; }, spoilt},
    {"names elsewhere", [](E &p) { p.entry_of(DT_STRTAB) = E::zero; }, spoilt},
    {"nothing needed", [](E &p) { p.need({}); }, "it is not linked with libpvm3.so.3"},
    {"without libpvm3", [](E &p) { p.need({"libc.so.6", "libm.so.6"}); }, "it is not linked with libpvm3.so.3"},
    {"libc first", [](E &p) { p.need({"libc.so.6", "libpvm3.so.3"}); }, "it is linked with libc before libpvm3.so.3"},
    {"libc before libgpvm3",
     [](E &p) { p.need({"libpvm3.so.3", "libc.so.6", "libgpvm3.so.3"}); },
     "it is linked with libc before libgpvm3.so.3"},
    {"libpvm3 alone", [](E &p) { p.need({"libpvm3.so.3"}); }, fine},
    {"libgpvm3 first",
     [](E &p) { p.need({"libgpvm3.so.3", "libpvm3.so.3", "libm.so.6", "libc.so.6", "ld-linux-x86-64.so.2"}); }, fine},
    {"a library that is not there",
     [](E &p) { p.need({"libpvm3.so.3", "libown.so.1"}); }, "its libown.so.1 was not found"},
    {"a library that is not anywhere",
     [](E &p) { p.need({"libpvm3.so.3", "./own.so"}); }, "its ./own.so is looked for where the program is started"},
    {"a relocation of no symbol",
     [](E &p) { p.relocation(1).r_info = ELF64_R_INFO(0x100000ull, R_X86_64_GLOB_DAT); }, spoilt},
    {"a relocation that does nothing",
     [](E &p) { p.relocation(1).r_info = ELF64_R_INFO(0x100000ull, R_X86_64_NONE); }, fine},
    {"relocations elsewhere", [](E &p) { p.entry_of(DT_RELA) = 0x7000; }, spoilt},
    {"more relocations than there is room", [](E &p) { p.entry_of(DT_RELASZ) = 0x10000; }, spoilt},
    {"calls elsewhere", [](E &p) { p.entry_of(DT_JMPREL) = 0x7000; }, spoilt},
    {"packed relocations elsewhere", [](E &p) { p.entry_of(36) = 0x7000; }, spoilt},
    {"a packed relocation of text", [](E &p) { p.at<std::uint64_t>(E::packed) = 0x2000; }, spoilt},
    {"packed relocations at the end of its file",
     [](E &p) {
         p.entry_of(36) = E::zero - 8;
         p.entry_of(35) = 8;
         p.at<std::uint64_t>(E::zero - 8) = E::words + 64;
     },
     fine},
    {"packed relocations with no address before", /* 63 words for each mask */
     [](E &p) {
         p.entry_of(35) = 27 * 8;
         for (std::uint64_t i = 0; i < 26; i++)
             p.at<std::uint64_t>(E::packed + i * 8) = 1;
         p.at<std::uint64_t>(E::packed + 26 * 8) = 1 | 1 << ((E::words - 26 * 63 * 8) / 8 + 1);
     },
     fine},
    {"an unknown kind",
     [](E &p) { p.relocation(4).r_info = ELF64_R_INFO(std::uint64_t{E::known}, R_X86_64_PC32); },
     "it has a relocation of kind 2 for known"},
    {"a resolver", [](E &p) { p.relocation(0).r_info = ELF64_R_INFO(0ull, R_X86_64_IRELATIVE); }, resolvers},
    {"a function that is chosen",
     [](E &p) { p.symbol(E::inside).st_info = ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC); }, resolvers},
    {"writes into text", [](E &p) { p.relocation(0).r_offset = E::data - 1; }, spoilt},
    {"writes at the beginning of its variables", [](E &p) { p.relocation(0).r_offset = E::data; }, fine},
    {"writes a variable's place into text", [](E &p) { p.relocation(1).r_offset = E::data - 8; }, spoilt},
    {"writes what nobody has into text", [](E &p) { p.relocation(3).r_offset = E::data - 8; }, spoilt},
    {"writes a function's place into text", [](E &p) { p.relocation(4).r_offset = E::data - 8; }, spoilt},
    {"writes behind its variables", [](E &p) { p.relocation(0).r_offset = 0x7000; }, spoilt},
    {"writes over their end", [](E &p) { p.relocation(0).r_offset = E::zero - 7; }, spoilt},
    {"writes just before their end", [](E &p) { p.relocation(0).r_offset = E::zero - 8; }, fine},
    {"an unknown name", [](E &p) { p.rename(E::known, "unknown_name"); }, "it uses unknown_name"},
    {"a weak name that libc has", [](E &p) { p.rename(E::weak, "fork"); }, "it uses fork"},
    {"another version", [](E &p) { p.at<Elf64_Half>(E::version_words + 2 * E::known) = 1; }, "it uses known"},
    {"a version for it alone", [](E &p) { p.at<Elf64_Half>(E::version_words + 2 * E::known) |= 0x8000; }, fine},
    {"no versions", [](E &p) { p.entry_of(DT_VERSYM) = 0; }, "it uses known"},
    {"wanted versions elsewhere", [](E &p) { p.entry_of(DT_VERNEED) = 0x7000; }, spoilt},
    {"more wanted versions than there are", [](E &p) { p.entry_of(DT_VERNEEDNUM) = 1000000; }, fine},
    {"no wanted versions", [](E &p) { p.entry_of(DT_VERNEEDNUM) = 0; }, "it uses known"},
    {"a version without a name",
     [](E &p) { p.at<Elf64_Vernaux>(E::wanted_versions + sizeof(Elf64_Verneed)).vna_name = 0x7000; }, spoilt},
    {"a version of its own without names", [](E &p) { own_version(p, 0, 0x7000); }, fine},
    {"a version of its own with a name elsewhere", [](E &p) { own_version(p, 1, 0x7000); }, spoilt},
    {"own versions elsewhere", [](E &p) {
         own_version(p, 1, sizeof(Elf64_Verdef));
         p.entry_of(DT_VERDEF) = 0x7000;
     }, spoilt},
    {"a function that is copied", [](E &p) { p.rename(E::constant, "function"); }, "it uses function"},
    {"an unknown name that is copied", [](E &p) { p.rename(E::constant, "unknown_name"); }, "it uses unknown_name"},
    {"a copy that does not fit", [](E &p) { p.symbol(E::constant).st_size = E::end - E::copied_constant + 1; }, spoilt},
    {"a copy that just fits", [](E &p) { p.symbol(E::constant).st_size = E::end - E::copied_constant; }, fine},
    {"a copy at the beginning of its variables", [](E &p) {
         p.relocation(5).r_offset = E::data;
         p.symbol(E::constant).st_shndx = SHN_UNDEF;
     }, fine},
    {"a copy of nothing at its end",
     [](E &p) {
         p.relocation(5).r_offset = E::end;
         p.symbol(E::constant).st_size = 0;
         p.symbol(E::constant).st_shndx = SHN_UNDEF;
     },
     spoilt},
    {"a variable that does not fit",
     [](E &p) { p.symbol(E::variable).st_size = E::end - E::copied_variable + 1; }, spoilt},
    {"a copy into text", [](E &p) { p.relocation(5).r_offset = E::data - 8;
 p.symbol(E::constant).st_shndx = SHN_UNDEF; }, spoilt},
    {"a copy behind the end", [](E &p) { p.relocation(5).r_offset = E::end + 8;
 p.symbol(E::constant).st_shndx = SHN_UNDEF; }, spoilt},
    {"a function of libc's name", [](E &p) { p.rename(E::inside, "malloc"); }, "it defines malloc itself"},
    {"an object of libc's name", [](E &p) {
         p.rename(E::inside, "malloc");
         p.symbol(E::inside).st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
     }, "it defines malloc itself"},
    {"a section of libc's name", [](E &p) {
         p.rename(E::inside, "malloc");
         p.symbol(E::inside).st_info = ELF64_ST_INFO(STB_GLOBAL, STT_SECTION);
     }, fine},
    {"what every program has", [](E &p) { p.rename(E::inside, "_IO_stdin_used"); }, fine},
    {"a name of C++", [](E &p) { p.rename(E::inside, "_Znwm"); }, fine},
    {"names by the other table", [](E &p) { use_gnu_hash(p, 1, E::nsymbols); }, fine},
    {"libc's name by the other table", [](E &p) {
         use_gnu_hash(p, 1, E::nsymbols);
         p.rename(E::inside, "malloc");
     }, "it defines malloc itself"},
    {"libc's name as the last of the other table", [](E &p) {
         use_gnu_hash(p, 3, E::inside + 1);
         p.rename(E::inside, "malloc");
     }, "it defines malloc itself"},
    {"libc's name behind those of the other table", [](E &p) { /* which has no bucket in use */
         use_gnu_hash(p, 1, E::nsymbols);
         p.at<Elf64_Word>(E::hash + 24) = p.at<Elf64_Word>(E::hash + 28) = 0;
         p.rename(E::inside, "malloc");
     }, fine},
    {"the other table with a bucket before its first name", [](E &p) {
         use_gnu_hash(p, 3, E::nsymbols);
         p.at<Elf64_Word>(E::hash + 24) = 2;
         p.at<Elf64_Word>(E::hash + 28) = 0;
         p.rename(E::inside, "malloc");
     }, fine},
    {"a name before the first of the other table", [](E &p) {
         use_gnu_hash(p, 3, E::nsymbols);
         p.at<Elf64_Word>(E::hash + 24) = p.at<Elf64_Word>(E::hash + 28) = 0;
         p.symbol(E::own) = p.symbol(E::inside);
         p.rename(E::own, "malloc");
     }, "it defines malloc itself"},
    {"symbols at the end of the file", symbols_at_the_end, fine},
    {"symbols at the end of the file, by the other table", [](E &p) {
         use_gnu_hash(p, 1, E::nsymbols);
         symbols_at_the_end(p);
     }, fine},
    {"the table of names at the end of the file", [](E &p) { p.entry_of(DT_HASH) = E::zero - 8; }, fine},
    {"the table of names over the end of the file", [](E &p) { p.entry_of(DT_HASH) = E::zero - 4; }, spoilt},
    {"the other table at the end of the file", [](E &p) { short_gnu_hash(p, 16); }, fine},
    {"the other table over the end of the file", [](E &p) { short_gnu_hash(p, 12); }, spoilt},
    {"buckets at the end of the file", [](E &p) {
         short_gnu_hash(p, 24);
         p.at<Elf64_Word>(E::zero - 24) = 2;
     }, fine},
    {"a chain at the end of the file", [](E &p) {
         short_gnu_hash(p, 24);
         p.at<Elf64_Word>(E::zero - 24) = p.at<Elf64_Word>(E::zero - 8) = p.at<Elf64_Word>(E::zero - 4) = 1;
     }, fine},
    {"a name that ends with the file", [](E &p) {
         std::memcpy(&p.file[E::zero - 5], "known", 5);
         p.symbol(E::known).st_name = E::zero - 5 - E::names;
     }, fine},
    {"no names at all", [](E &p) {
         p.entry_of(DT_HASH) = 0;
         p.rename(E::inside, "malloc");
     }, fine},
    {"what only a process can",
     [](E &p) { p.rename(E::weak, "_gfortran_kill_i4_sub"); }, "it uses _gfortran_kill_i4_sub"},
    {"thread-local variables at odd places",
     [](E &p) { thread_part(p, 8, 8, 24); }, "its thread-local variables must lie at multiples of 24 bytes"},
    {"thread-local variables at few places",
     [](E &p) { thread_part(p, 8, 8, 128); }, "its thread-local variables must lie at multiples of 128 bytes"},
    {"many thread-local variables",
     [](E &p) { thread_part(p, 8, 4097, 1); }, "it has more than 4096 bytes of thread-local variables"},
    {"thread-local variables that do not fit", [](E &p) { thread_part(p, 9, 8, 1); }, spoilt},
    {"thread-local variables elsewhere", [](E &p) {
         thread_part(p, 8, 8, 1);
         p.part(E::spare_part).p_vaddr = E::zero - 7;
     }, spoilt},
    {"thread-local variables that it has not",
     [](E &p) { p.relocation(0).r_info = ELF64_R_INFO(0ull, R_X86_64_TPOFF64); },
     "it uses thread-local variables that it has not"},
    {"a thread-local variable that is a function",
     [](E &p) { p.relocation(1).r_info = ELF64_R_INFO(std::uint64_t{E::inside}, R_X86_64_TPOFF64); },
     "it uses inside_of_it"},
    {"a thread-local variable that nobody has",
     [](E &p) { p.relocation(1).r_info = ELF64_R_INFO(std::uint64_t{E::own}, R_X86_64_TPOFF64); }, "it uses own"},
};

TEST(each_reason_is_said)
{
    for (const Row &row : rows) {
        E p;
        row.change(p);
        const Reading r(p.file);
        if (r.why != row.why)
            fail_msg("%s: '%s' instead of '%s'", row.name, r.why.c_str(), row.why);
    }
}

/* Whatever is in its place, of each byte of its tables: it is read, or refused, and nothing else is touched. */
TEST(each_byte_is_doubted)
{
    const unsigned char values[] = {1, 0xff};
    int read = 0, refused = 0;
    for (std::uint64_t at = 4; at < E::data + 0x180; at = at == E::packed + 24 ? std::uint64_t{E::data} : at + 1) {
        E p;
        const unsigned char was = p.file[at];
        for (unsigned char v : values) {
            if (v == was || (was == 0 && at % 3 != 0))
                continue;
            p.file[at] = v;
            const Reading r(p.file);
            (r.image != nullptr ? read : refused)++;
        }
    }
    assert_true(read > 100 && refused > 100);
}

TEST(a_file_that_ends_anywhere)
{
    for (std::size_t bytes = 0; bytes < E::zero; bytes += 61) {
        E p;
        p.file.resize(bytes);
        assert_null(Reading(p.file).image.get());
    }
}

} // namespace

TEST_MAIN
