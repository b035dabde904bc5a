/* test_elf_libraries.cpp - the libraries of which each task has a copy behind that of its program: where they lie,
 * whose definition of a name is taken, in which order they begin and end. Expectations: what the tables of files made
 * by hand say (elf_program.cpp), and the order in which the loader takes libraries. */
#include <algorithm>
#include <vector>

#include "carriers/inprocess/simulator/image.hpp"
#include "elf_files.hpp"
#include "elf_tasks.hpp"

#include "testing.h"

using namespace ap1000;
using namespace elf_tests;
using E = ElfProgram;

namespace
{

constexpr std::uint64_t a = E::end, b = a + 0x5000; /* where the first and the second library lie */

/* ---- where they lie ---------------------------------------------------------------------------------------------- */

TEST(each_lies_behind_the_one_before)
{
    Files f({"libpvm3.so.3", "liba.so", "libb.so", "libc.so.6"});
    f.add("liba.so").part(E::data_part).p_memsz -= 0x1000;
    f.libraries["liba.so"].entry_of(DT_INIT) = 0;
    f.add("libb.so").entry_of(DT_FINI) = 0;
    asked = 0;
    f.is_fine();
    assert_int_equal(asked, 1);
    assert_int_equal(f.image->bytes(), b + E::end);
    assert_int_equal(f.image->mappings(), 8);
    assert_false(f.image->executable_stack());
    assert_false(f.image->libraries_have_changed());
    const std::uint64_t places[] = {0, a, b}, ends[] = {a, b, b + E::end};
    const auto variables = f.image->variables();
    const auto text = f.image->text();
    assert_int_equal(variables.size(), 3);
    assert_int_equal(text->size(), 3);
    const Copy c(*f.image);
    assert_int_equal(reinterpret_cast<std::uint64_t>(c.begins), c.at(E::entry));
    assert_int_equal(images.size(), 3);
    for (std::size_t i = 0; i < 3; i++) {
        const std::uint64_t at = places[i];
        assert_int_equal((*text)[i].from, at);
        assert_int_equal((*text)[i].to, at + E::data);
        assert_int_equal(variables[i].from, at + E::data);
        assert_int_equal(variables[i].to, ends[i]);
        assert_memory_equal(c.base + at,
                            (i == 0   ? f.program
                             : i == 1 ? f.libraries["liba.so"]
                                      : f.libraries["libb.so"])
                                .file.data(),
                            E::data);
        assert_int_equal(c.word(at + E::words), c.at(at + 0x2200));
        assert_int_equal(c.word(at + E::words + 8), address(&own_value));
        assert_int_equal(c.word(at + E::words + 16), c.at(at + E::function + 4));
        assert_int_equal(c.word(at + E::words + 32), address(&known_function) + 3);
        assert_int_equal(c.word(at + E::words + 64), c.at(at + 0x10)); /* a packed one */
        for (std::uint64_t zero = at + E::zero; zero < ends[i]; zero += 8)
            assert_int_equal(c.word(zero), 0);
        const inprocess_image &image = images[i];
        assert_ptr_equal(image.base, c.base + at);
        assert_int_equal(address(image.init), c.at(at + E::begin_list));
        assert_int_equal(address(image.fini), c.at(at + E::begin_list + 16));
        assert_int_equal(image.ninit, 2);
        assert_int_equal(image.nfini, 3);
        assert_int_equal(reinterpret_cast<std::uint64_t>(image.init_function), i == 1 ? 0 : c.at(at + 0x2300));
        assert_int_equal(reinterpret_cast<std::uint64_t>(image.fini_function), i == 2 ? 0 : c.at(at + 0x2400));
    }
    assert_string_equal(images[0].path, "");
    assert_string_equal(images[1].path, path_of("liba.so").c_str());
    assert_string_equal(images[2].path, path_of("libb.so").c_str());
}

/* Which uses what libc has for all threads: not a library of the system's by itself, but whoever asks it for that. */
TEST(who_keeps_to_a_thread)
{
    const struct {
        const char *of_program, *library, *of_library;
        bool keeps;
    } rows[] = {{"signal", "libgfortran.so.5", "localtime_r", false},
                {"localtime_r", "libgfortran.so.5", "signal", true},
                {"signal", "liba.so", "localtime_r", true},
                {"_gfortran_date_and_time", "libgfortran.so.5", "localtime_r", true},
                {"_gfortran_secnds", "libgfortran.so.5", "localtime_r", true}};
    for (const auto &row : rows) {
        Files f({"libpvm3.so.3", row.library});
        E &of = f.add(row.library);
        of.rename(E::own, row.of_library);
        of.rename(E::inside, row.of_program[0] == '_' ? row.of_program : "_gfortran_secnds");
        f.program.rename(E::own, row.of_program);
        f.is_fine();
        assert_int_equal(f.image->runs_in_any_thread(), !row.keeps);
    }
}

/* What libc or libm has, of that version, is theirs if they are searched before the library. */
TEST(a_library_behind_libc)
{
    const char *libc = "libc.so.6", *libm = "libm.so.6";
    const struct {
        const char *before, *behind, *name;
        int which;
        bool is_its;
    } rows[] = {{libc, libm, "basename", E::own, false}, {libm, libc, "basename", E::own, true},
                {libm, libc, "j0", E::own, false},       {libc, libm, "j0", E::own, true},
                {libc, libm, "function", E::own, true},  {libc, libm, "basename", E::known, true}};
    for (const auto &row : rows) {
        Files f({"libpvm3.so.3", row.before, "libgcc_s.so.1", row.behind});
        f.add("libgcc_s.so.1").rename(E::inside, row.name);
        f.program.rename(row.which, row.name);
        assert_string_equal(f.read().c_str(), row.is_its ? "" : ("it uses " + std::string(row.name)).c_str());
        if (row.is_its)
            assert_int_equal(Copy(*f.image).word(E::words + (row.which == E::own ? 8 : 40)) % 0x1000,
                             E::function % 0x1000);
    }
}

TEST(a_library_by_its_path)
{
    const std::string path = path_of("liba.so");
    for (const char *other : {"libc.so.6", "liba.so"}) {
        Files f({"libpvm3.so.3", other, path.c_str()});
        f.add("liba.so");
        assert_string_equal(f.read().c_str(), other[3] == 'c' ? "" : ("it needs " + path + " by two names").c_str());
    }
}

/* Another file is there now. */
TEST(a_library_that_is_built_anew)
{
    for (const char *name : {"liba.so", "libb.so"}) {
        Files f({"libpvm3.so.3", "liba.so", "libb.so"});
        f.add("liba.so");
        f.add("libb.so");
        f.is_fine();
        write_file(path_of("program"), {});
        assert_false(f.image->libraries_have_changed());
        write_file(path_of(name), {});
        assert_true(f.image->libraries_have_changed());
    }
}

/* ---- their order ------------------------------------------------------------------------------------------------- */

struct Order {
    std::vector<const char *> of_program, of_a, of_b;
    const char *order; /* the last letters of those that begin, from the last to the first; upper case: it ends late */
};

/* Each begins behind those that it needs, else the last of the search first. */
TEST(the_order_of_beginnings)
{
    const Order rows[] = {
        {{"libpvm3.so.3", "liba", "libb"}, {}, {}, "AB"},
        {{"libpvm3.so.3", "libb", "liba"}, {}, {}, "BA"},
        {{"libpvm3.so.3", "liba", "libb"}, {"libb"}, {}, "AB"},
        {{"libpvm3.so.3", "liba", "libb"}, {}, {"liba"}, "BA"},
        {{"libpvm3.so.3", "liba"}, {"libb"}, {"liba"}, "BA"}, /* in a circle */
        {{"libpvm3.so.3", "liba"}, {"libc.so.6", "libb"}, {}, "AB"},
        {{"liba", "libpvm3.so.3", "libb"}, {}, {}, "aB"},
        {{"liba", "libb", "libpvm3.so.3"}, {}, {}, "ab"},
        {{"liba", "libb", "libpvm3.so.3"}, {}, {"liba"}, "ba"},
    };
    for (const Order &row : rows) {
        Files f(row.of_program);
        f.add("liba", row.of_a);
        f.add("libb", row.of_b);
        f.is_fine();
        const Copy c(*f.image);
        std::string order;
        for (std::size_t i = 1; i < images.size(); i++)
            order +=
                static_cast<char>(images[i].path[std::strlen(images[i].path) - 1] - (images[i].ends_late ? 32 : 0));
        assert_string_equal(order.c_str(), row.order);
        assert_string_equal(images[0].path, "");
        assert_false(images[0].ends_late);
    }
}

/* ---- whose definition of a name ---------------------------------------------------------------------------------- */

TEST(names_of_others)
{
    Files f({"libpvm3.so.3", "liba.so", "libb.so"});
    E &of_a = f.add("liba.so"), &of_b = f.add("libb.so");
    f.program.rename(E::own, "in_both"); /* words + 8: the first library's */
    f.program.rename(E::weak, "in_b");   /* words + 24: a function of the second */
    of_a.rename(E::inside, "in_both");
    of_b.rename(E::inside, "in_both"); /* words + 16 there: of the first, too */
    of_b.rename(E::variable, "in_b");
    of_a.rename(E::own, "in_b");
    of_a.rename(E::weak, "inside_of_it"); /* of the program */
    of_b.rename(E::weak, "nowhere_at_all");
    of_b.rename(E::own, "other_of_it"); /* an object of the program */
    f.is_fine();
    const Copy c(*f.image);
    assert_int_equal(c.word(E::words + 8), c.at(a + E::function));
    assert_int_equal(c.word(E::words + 16), c.at(E::function + 4));
    assert_int_equal(c.word(E::words + 24), c.at(a + E::end + E::copied_variable));
    assert_int_equal(c.word(a + E::words + 8), c.at(a + E::end + E::copied_variable));
    assert_int_equal(c.word(a + E::words + 16), c.at(a + E::function + 4));
    assert_int_equal(c.word(a + E::words + 24), c.at(E::function));
    assert_int_equal(c.word(a + E::end + E::words + 8), c.at(E::copied_variable));
    assert_int_equal(c.word(a + E::end + E::words + 16), c.at(a + E::function + 4));
    assert_int_equal(c.word(a + E::end + E::words + 24), 0);
}

/* The first of its symbols, and the last, which is all that its file has. */
TEST(the_first_name_and_the_last)
{
    Files f({"libpvm3.so.3", "liba.so"});
    E &of_a = f.add("liba.so");
    for (E *one : {&f.program, &of_a}) {
        const std::uint64_t there = E::zero - E::nsymbols * sizeof(Elf64_Sym);
        one->entry_of(DT_SYMTAB) = there;
        if (one == &of_a) {
            one->symbol(E::known) = one->symbol(E::inside);
            one->rename(E::known, "the_first");
            one->rename(E::variable, "the_last");
        } else {
            one->rename(E::own, "the_first");
            one->rename(E::weak, "the_last");
        }
        std::memcpy(&one->file[there], &one->file[E::symbols], E::nsymbols * sizeof(Elf64_Sym));
    }
    f.is_fine();
    const Copy c(*f.image);
    assert_int_equal(c.word(E::words + 8), c.at(a + E::function));
    assert_int_equal(c.word(E::words + 24), c.at(a + E::copied_variable));
}

/* What has neither a function's nor a variable's type is nothing for others. */
TEST(names_that_are_not_for_others)
{
    Files f({"libpvm3.so.3", "liba.so"});
    E &of_a = f.add("liba.so");
    of_a.rename(E::inside, "in_a");
    f.program.rename(E::weak, "in_a");
    for (unsigned type : {STT_FUNC, STT_OBJECT, STT_SECTION, STT_NOTYPE}) {
        of_a.symbol(E::inside).st_info = static_cast<unsigned char>(ELF64_ST_INFO(STB_GLOBAL, type));
        f.is_fine();
        const Copy c(*f.image);
        assert_int_equal(c.word(E::words + 24), type == STT_FUNC || type == STT_OBJECT ? c.at(a + E::function) : 0);
    }
}

struct Version {
    bool wanted;    /* does the program want VERSION_1? */
    const char *of; /* the version of the library's definition; nullptr: none */
    bool hidden;    /* only for those who want it */
    bool is_taken;  /* if not, it is libpvm3's, which is none without a version */
};

TEST(versions_of_names)
{
    const Version rows[] = {
        {true, "VERSION_1", false, true},  {true, "VERSION_1", true, true}, {true, "VERSION_2", false, false},
        {true, "VERSION_2", true, false},  {true, nullptr, false, true},    {false, "VERSION_1", false, true},
        {false, "VERSION_1", true, false}, {false, nullptr, false, true},   {false, nullptr, true, false}};
    for (const Version &row : rows) {
        Files f({"libpvm3.so.3", "liba.so"});
        E &of_a = f.add("liba.so");
        of_a.rename(E::inside, "known");
        of_a.rename(E::known, "function");
        of_a.at<Elf64_Half>(E::version_words + 2 * E::inside) =
            static_cast<Elf64_Half>((row.of != nullptr ? 2 : 1) | (row.hidden ? 0x8000 : 0));
        if (row.of != nullptr)
            of_a.at<Elf64_Vernaux>(E::wanted_versions + sizeof(Elf64_Verneed)).vna_name =
                static_cast<Elf64_Word>(of_a.name(row.of));
        if (!row.wanted)
            f.program.at<Elf64_Half>(E::version_words + 2 * E::known) = 1;
        assert_string_equal(f.read().c_str(), row.is_taken || row.wanted ? "" : "it uses known");
        if (f.image == nullptr)
            continue;
        const Copy c(*f.image);
        assert_int_equal(c.word(E::words + 40), row.is_taken ? c.at(a + E::function) : address(&known_function));
    }
}

/* ---- variables that a program has in place of a library's -------------------------------------------------------- */

/* As many bytes as both say, of what the library has when that has been put right; all use the program's then. */
TEST(a_copied_variable)
{
    for (std::uint64_t of_program : {4, 8, 16})
        for (std::uint64_t of_library : {4, 8}) {
            Files f({"libpvm3.so.3", "liba.so"});
            E &of_a = f.add("liba.so");
            f.program.relocation(0) = f.program.relocation(6); /* the copy */
            f.program.rename(E::variable, "in_a");
            f.program.symbol(E::variable).st_size = of_program;
            of_a.rename(E::variable, "in_a");
            of_a.symbol(E::variable).st_value = E::words + 64; /* a packed relocation: base + 0x10 */
            of_a.symbol(E::variable).st_size = of_library;
            of_a.rename(E::own, "in_a");
            f.is_fine();
            const Copy c(*f.image);
            const std::uint64_t there = c.at(a + 0x10), half = 0xffffffff;
            assert_int_equal(c.word(a + E::words + 64), there);
            assert_int_equal(c.word(E::copied_variable), std::min(of_program, of_library) == 4 ? there & half : there);
            assert_int_equal(c.word(E::copied_variable + 8), 0);
            assert_int_equal(c.word(a + E::words + 8), c.at(E::copied_variable));
        }
}

TEST(a_copied_variable_that_does_not_fit)
{
    const struct {
        std::uint64_t at, bytes;
        bool fits;
    } rows[] = {{E::data - 1, 1, false}, {E::data, 4, true}, {E::end - 4, 4, true}, {E::end - 3, 4, false},
                {E::end + 8, 4, false},  {E::end, 1, false}, {E::end, 0, true}};
    for (const auto &row : rows) {
        Files f({"libpvm3.so.3", "liba.so"});
        E &of_a = f.add("liba.so");
        f.program.relocation(0) = f.program.relocation(6);
        f.program.relocation(0).r_offset = row.at;
        f.program.rename(E::variable, "in_a");
        f.program.symbol(E::variable).st_size = row.bytes;
        of_a.rename(E::variable, "in_a");
        of_a.symbol(E::variable).st_size = row.bytes;
        assert_string_equal(f.read().c_str(), row.fits ? "" : "its file contradicts its own tables");
    }
}

/* A copy of what libpvm3 or libc has is no definition for others: they ask for it by its name. */
TEST(a_copy_of_a_constant)
{
    Files f({"libpvm3.so.3", "liba.so"});
    E &of_a = f.add("liba.so");
    f.program.relocation(0) = f.program.relocation(5);
    f.program.rename(E::constant, "constant");
    of_a.rename(E::own, "constant");
    f.is_fine();
    const Copy c(*f.image);
    assert_int_equal(c.word(E::copied_constant), constant_value);
    assert_int_equal(c.word(a + E::words + 8), address(&known_constant));
}

/* ---- thread-local variables -------------------------------------------------------------------------------------- */

void have_thread_local(E &of, std::uint64_t bytes, std::uint64_t alignment, const char *name)
{
    Elf64_Phdr &t = of.part(E::spare_part);
    t = of.part(E::dynamic_part);
    t.p_type = PT_TLS;
    t.p_vaddr = t.p_offset = E::thread_local_bytes;
    t.p_filesz = 4;
    t.p_memsz = bytes;
    t.p_align = alignment;
    of.rename(E::weak, name);
    of.symbol(E::weak).st_info = ELF64_ST_INFO(STB_GLOBAL, STT_TLS);
    of.symbol(E::weak).st_shndx = 1;
    of.symbol(E::weak).st_value = 12;
    of.relocation(3).r_info = ELF64_R_INFO(std::uint64_t{E::weak}, R_X86_64_TPOFF64);
}

TEST(thread_local_variables)
{
    Files f({"libpvm3.so.3", "liba.so", "libb.so"});
    E &of_a = f.add("liba.so"), &of_b = f.add("libb.so");
    have_thread_local(f.program, 40, 32, "of_program");
    have_thread_local(of_a, 24, 16, "of_a");
    have_thread_local(of_b, 16, 8, "of_a"); /* the first one's is taken */
    of_b.relocation(0) = {E::words, ELF64_R_INFO(std::uint64_t{E::weak}, R_X86_64_DTPMOD64), 0};
    of_b.relocation(1) = {E::words + 8, ELF64_R_INFO(std::uint64_t{E::weak}, R_X86_64_DTPOFF64), 5};
    of_b.relocation(2) = {E::words + 16, ELF64_R_INFO(0ull, R_X86_64_DTPMOD64), 0};
    of_b.relocation(4) = {E::words + 32, ELF64_R_INFO(std::uint64_t{E::own}, R_X86_64_TPOFF64), 0};
    of_b.rename(E::own, "of_program");
    of_a.rename(E::own, "of_b"); /* of the second library, and in the first a name that it has not itself */
    of_a.symbol(E::own).st_info = ELF64_ST_INFO(STB_GLOBAL, STT_TLS);
    of_a.relocation(1).r_info = ELF64_R_INFO(std::uint64_t{E::own}, R_X86_64_TPOFF64);
    of_b.rename(E::inside, "of_b");
    of_b.symbol(E::inside).st_info = ELF64_ST_INFO(STB_GLOBAL, STT_TLS);
    of_b.symbol(E::inside).st_value = 8;
    assert_string_equal(f.read().c_str(), "");
    f.is_fine();
    const Image::ThreadLocal &all = f.image->thread_local_variables();
    assert_int_equal(all.bytes, 112);
    assert_int_equal(all.pieces.size(), 3);
    assert_int_equal(all.pieces[1].from, a + E::thread_local_bytes);
    assert_int_equal(all.pieces[1].below, 96);
    assert_int_equal(all.pieces[2].below, 112);
    const Copy c(*f.image);
    const std::uint64_t at = a + E::end;
    assert_int_equal(static_cast<std::int64_t>(c.word(E::words + 24)), 12 - 64);
    assert_int_equal(static_cast<std::int64_t>(c.word(a + E::words + 8)), 8 - 112);
    assert_int_equal(static_cast<std::int64_t>(c.word(a + E::words + 24)), 12 - 96);
    assert_int_equal(static_cast<std::int64_t>(c.word(at + E::words + 24)), 12 - 96);
    assert_int_equal(static_cast<std::int64_t>(c.word(at + E::words)), -96);
    assert_int_equal(c.word(at + E::words + 8), 17);
    assert_int_equal(static_cast<std::int64_t>(c.word(at + E::words + 16)), -112);
    assert_int_equal(static_cast<std::int64_t>(c.word(at + E::words + 32)), 12 - 64);
}

} // namespace

TEST_MAIN
