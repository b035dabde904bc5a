/* test_elf_library_refusals.cpp - why a program's library cannot be copied for each task, which ones may do more than
 * others, and which names of a program its libraries would find. Expectations: what the tables of files made by hand
 * say (elf_program.cpp). */
#include <dlfcn.h>
#include <functional>
#include <unistd.h>
#include <vector>

#include "carriers/inprocess/simulator/image.hpp"
#include "carriers/inprocess/simulator/libc_uses.hpp"
#include "elf_files.hpp"
#include "elf_tasks.hpp"

#include "testing.h"

using namespace ap1000;
using namespace elf_tests;
using E = ElfProgram;

namespace
{

/* ---- why not ----------------------------------------------------------------------------------------------------- */

struct Row {
    const char *name;
    std::function<void(E &program, E &library)> change;
    const char *why; /* behind "its liba.so cannot be copied: "; "": it is fine */
};

const Row rows[] = {
    {"as it is", [](E &, E &) {}, ""},
    {"a script", [](E &, E &l) { l.file[1] = 'e'; }, "it is a script, or a program that cannot be read"},
    {"fixed", [](E &, E &l) { l.head().e_type = ET_EXEC; },
     "it is linked to lie at a fixed address (-no-pie, or -static)"},
    {"spoilt", [](E &, E &l) { l.entry_of(DT_RELA) = 0x7000; }, "its file contradicts its own tables"},
    {"spoilt tables", [](E &, E &l) { l.entry_of(DT_STRTAB) = 0x7000; }, "its file contradicts its own tables"},
    {"an unknown name", [](E &, E &l) { l.rename(E::known, "unknown_name"); }, "it uses unknown_name"},
    {"what only libraries of the system may use", [](E &, E &l) { l.rename(E::known, "for_libraries"); },
     "it uses for_libraries"},
    {"what every library may use", [](E &, E &l) { l.rename(E::known, "__tls_get_addr"); }, ""},
    {"what only a process can", [](E &, E &l) { l.rename(E::weak, "_ZSt4wcin"); }, "it uses _ZSt4wcin"},
    {"libc's name", [](E &, E &l) { l.rename(E::inside, "malloc"); }, "it defines malloc itself"},
    {"alignment of 4 MiB", [](E &, E &l) { l.part(E::data_part).p_align = 1 << 22; },
     "its parts must lie at multiples of 4194304 bytes"},
    {"it chooses functions",
     [](E &p, E &l) {
         p.rename(E::weak, "in_a");
         l.rename(E::inside, "in_a");
         l.symbol(E::inside).st_info = ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC);
     },
     "it chooses functions while it is loaded (IFUNC)"},
};

TEST(each_reason_is_said)
{
    const std::string before = "its liba.so cannot be copied: ";
    for (const Row &row : rows) {
        Files f({"libpvm3.so.3", "liba.so"});
        row.change(f.program, f.add("liba.so"));
        const std::string wanted = *row.why != 0 ? before + row.why : "";
        if (f.read() != wanted)
            fail_msg("%s: '%s' instead of '%s'", row.name, f.why.c_str(), wanted.c_str());
    }
}

/* Those of the compilers, and Fortran's of PVM, may do more; what they handle, no user does. */
TEST(libraries_of_the_system)
{
    for (const char *name : {"libgfortran.so.5", "libfpvm3.so.3", "libstdc++.so.6", "libgcc_s.so.1", "libown.so.1"}) {
        Files f({"libpvm3.so.3", name});
        E &l = f.add(name);
        const bool own = std::string(name) == "libown.so.1";
        l.rename(E::own, "signal");
        f.is_fine();
        assert_int_equal(f.image->handles_signals(), own);
        l.rename(E::inside, "malloc");
        l.rename(E::known, "for_libraries");
        l.rename(E::weak, "_gfortran_kill_i4_sub");
        f.read();
        assert_true(own != f.why.empty());
    }
}

/* libpvm3 comes with Fortran's library, if that is before libc. */
TEST(the_library_of_fortran)
{
    const struct {
        std::vector<const char *> needed;
        const char *why;
    } rows_of_needs[] = {
        {{"libfpvm3.so.3", "libc.so.6"}, ""},
        {{"libc.so.6", "libfpvm3.so.3"}, "it is linked with libc before libpvm3.so.3"},
        {{"libfpvm3.so.3", "libc.so.6", "libgpvm3.so.3"}, ""},
        {{"libpvm3.so.3", "libc.so.6", "libfpvm3.so.3"}, ""},
        {{"libpvm3.so.3", "libc.so.6", "libgpvm3.so.3", "libfpvm3.so.3"},
         "it is linked with libc before libgpvm3.so.3"},
    };
    for (const auto &row : rows_of_needs) {
        Files f(row.needed);
        f.add("libfpvm3.so.3", {"libpvm3.so.3", "libc.so.6"});
        assert_string_equal(f.read().c_str(), row.why);
    }
}

TEST(as_many_as_there_is_room_for)
{
    std::vector<std::string> names;
    for (int i = 0; i < INPROCESS_IMAGES; i++)
        names.push_back("lib" + std::to_string(i));
    for (int n : {INPROCESS_IMAGES - 1, int{INPROCESS_IMAGES}}) {
        std::vector<const char *> needed{"libpvm3.so.3"};
        for (int i = 0; i < n; i++)
            needed.push_back(names[static_cast<std::size_t>(i)].c_str());
        Files f(needed);
        for (int i = 0; i < n; i++)
            f.add(names[static_cast<std::size_t>(i)]);
        assert_string_equal(f.read().c_str(), n < INPROCESS_IMAGES ? "" : "it needs more than 7 libraries of its own");
        if (f.image != nullptr) /* one behind the other */
            assert_int_equal(f.image->bytes(), INPROCESS_IMAGES * E::end);
    }
}

TEST(parts_at_multiples_of_a_page)
{
    const char *const why = "parts of it or of its liba.so must lie at multiples of more than a page";
    for (std::uint64_t alignment : {0x1000, 0x2000}) {
        Files f({"libpvm3.so.3", "liba.so"});
        f.add("liba.so").part(E::data_part).p_align = alignment;
        assert_string_equal(f.read().c_str(), alignment == 0x1000 ? "" : why);
        f.libraries["liba.so"].part(E::data_part).p_align = 0x1000;
        f.program.part(E::data_part).p_align = alignment;
        assert_string_equal(f.read().c_str(), alignment == 0x1000 ? "" : why);
    }
}

/* ---- libraries that all share ------------------------------------------------------------------------------------ */

TEST(a_library_that_all_share)
{
    Files f({"libpvm3.so.3", "libquadmath.so.0"});
    f.program.rename(E::weak, "sqrtq");
    finds_libraries = false;
    f.read();
    finds_libraries = true;
    assert_string_equal(f.why.substr(0, f.why.find('/')).c_str(), "its libquadmath.so.0 cannot be loaded: ");
    void *handle = dlopen("libquadmath.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (handle == nullptr) /* this computer has none */
        return;
    f.is_fine();
    assert_int_equal(f.image->bytes(), E::end);
    {
        const Copy c(*f.image);
        assert_int_equal(c.word(E::words + 24), address(dlsym(handle, "sqrtq")));
    }
    f.program.rename(E::known, "fork"); /* it needs libc, but has nothing of that */
    assert_string_equal(f.read().c_str(), "it uses fork");
    dlclose(handle);
}

/* ---- which names a library's file has ---------------------------------------------------------------------------- */

/* A file of a table of sections, symbols, and their names: the last one ends with the file. */
struct Named {
    enum : std::uint64_t { sections = 0x40, symbols = 0x140, names = 0x200, end = 0x218 };
    std::vector<unsigned char> file = std::vector<unsigned char>(end, 0);

    template <class T> T &at(std::uint64_t place)
    {
        return *reinterpret_cast<T *>(file.data() + place);
    }
    Elf64_Shdr &section(std::uint64_t i)
    {
        return at<Elf64_Shdr>(sections + i * sizeof(Elf64_Shdr));
    }
    Elf64_Sym &symbol(std::uint64_t i)
    {
        return at<Elf64_Sym>(symbols + i * sizeof(Elf64_Sym));
    }
    Named()
    {
        std::memcpy(file.data(), ELFMAG, SELFMAG);
        at<Elf64_Ehdr>(0).e_ident[EI_CLASS] = ELFCLASS64;
        at<Elf64_Ehdr>(0).e_shoff = sections;
        at<Elf64_Ehdr>(0).e_shnum = 3;
        section(1).sh_type = SHT_STRTAB;
        section(1).sh_offset = names;
        section(2).sh_type = SHT_DYNSYM;
        section(2).sh_offset = symbols;
        section(2).sh_size = 3 * sizeof(Elf64_Sym);
        section(2).sh_link = 1;
        std::memcpy(&file[names + 1], "pvm_send", 9);
        std::memcpy(&file[names + 10], "pvm_catchouts", 14);
        symbol(1).st_name = 1;
        symbol(2).st_name = 10;
    }
    bool has(const char *name) const
    {
        write_file(path_of("named"), file);
        const bool is = has_name(path_of("named"), name);
        unlink(path_of("named").c_str());
        return is;
    }
};

TEST(names_of_a_file)
{
    const Named n;
    assert_true(n.has("pvm_send"));
    assert_true(n.has("pvm_catchouts"));
    for (const char *other : {"pvm_sen", "vm_send", "pvm_catchout", "pvm_catchouts_of_all", "fork", "s"})
        assert_false(n.has(other));
    assert_true(has_name("/no/such/file", "fork"));
    const std::function<void(Named &)> damages[] = {
        [](Named &d) { d.file.clear(); },
        [](Named &d) { d.at<Elf64_Ehdr>(0).e_shnum = 2; },
        [](Named &d) { d.at<Elf64_Ehdr>(0).e_shoff = Named::end; },
        [](Named &d) { d.section(2).sh_type = SHT_SYMTAB; },
        [](Named &d) { d.section(2).sh_size = Named::end - Named::symbols + sizeof(Elf64_Sym); },
        [](Named &d) { d.section(2).sh_offset = Named::end; },
        [](Named &d) { d.section(2).sh_link = 100; },
        [](Named &d) { d.symbol(2).st_name = Named::end; },
    };
    for (const auto &damage : damages) {
        Named d;
        damage(d);
        assert_true(d.has("fork"));
    }
    Named fewer;
    fewer.section(2).sh_size = 2 * sizeof(Elf64_Sym);
    assert_true(fewer.has("pvm_send"));
    assert_false(fewer.has("pvm_catchouts"));
}

/* A name of libpvm3's that the program has, too: libpvm3 would take the program's, if it is not its own alone. */
TEST(a_name_of_libpvm3)
{
    const struct {
        const char *name;
        bool is_known; /* to libc, or to tasks in process */
    } rows_of_names[] = {{"function", true}, {"fork", true}, {"nobodys", false}};
    const Named without;
    for (const auto &row : rows_of_names)
        for (const std::string library : {"libpvm3.so.3", "libgpvm3.so.3"})
            for (const bool needed : {true, false})
                for (const bool has : {true, false}) {
                    Files f(needed ? std::vector<const char *>{"libgpvm3.so.3", "libpvm3.so.3"}
                                   : std::vector<const char *>{"libpvm3.so.3"});
                    Named with;
                    std::memcpy(&with.file[Named::names + 1], row.name, std::strlen(row.name) + 1);
                    for (const std::string l : {"libpvm3.so.3", "libgpvm3.so.3"}) {
                        files[l] = path_of(l);
                        write_file(files[l], (has && l == library ? with : without).file);
                    }
                    f.program.rename(E::inside, row.name);
                    const bool is_used = row.is_known && has && (needed || library == "libpvm3.so.3");
                    assert_string_equal(
                        f.read().c_str(),
                        (is_used ? "it defines " + std::string(row.name) + " itself" : std::string()).c_str());
                }
}

TEST(names_that_libc_looks_up)
{
    assert_true(libc_uses("malloc"));
    assert_true(libc_uses("free"));
    assert_false(libc_uses("printf_of_nobody"));
    assert_false(libc_uses(""));
}

} // namespace

TEST_MAIN
