/* test_elf_reader.cpp - what is made of a program's file: a copy of it in memory, to the byte. Expectations: what its
 * own tables (elf_program.cpp) say. */
#include <sys/mman.h>

#include "carriers/inprocess/simulator/image.hpp"
#include "carriers/inprocess/simulator/thread_block.hpp"
#include "elf_files.hpp"
#include "elf_tasks.hpp"

#include "testing.h"

using namespace ap1000;
using namespace elf_tests;
using E = ElfProgram;

namespace
{

constexpr std::uint64_t page = 4096;

/* ---- a copy, to the byte ----------------------------------------------------------------------------------------- */

TEST(a_program_is_put_right)
{
    const E program;
    const Reading r(program.file);
    assert_string_equal(r.why.c_str(), "");
    assert_int_equal(r.image->bytes(), E::end);
    assert_int_equal(r.image->alignment(), page);
    assert_false(r.image->executable_stack());
    assert_false(r.image->handles_signals());
    assert_int_equal(r.image->mappings(), 4);
    const Copy c(*r.image);
    assert_int_equal(reinterpret_cast<std::uint64_t>(c.begins), c.at(E::entry));
    assert_int_equal(c.word(E::words), c.at(0x2200));
    assert_int_equal(c.word(E::words + 8), address(&own_value));
    assert_int_equal(c.word(E::words + 16), c.at(E::function + 4));
    assert_int_equal(c.word(E::words + 24), 0);
    assert_int_equal(c.word(E::words + 32), address(&known_function) + 3);
    assert_int_equal(c.word(E::words + 40), address(&known_function));
    assert_int_equal(c.word(E::copied_constant), constant_value);
    assert_int_equal(c.word(E::copied_variable), static_cast<std::uint64_t>(variable_value[0]));
    assert_int_equal(address(place_of_variable), c.at(E::copied_variable));
    for (std::uint64_t i = 0; i < 70; i++) {
        const bool packed = i == 0 || i == 1 || i == 3 || i == 63 || i == 65;
        assert_int_equal(c.word(E::words + 64 + 8 * i), packed ? c.at(0x10 + i) : 0x10 + i);
    }
    for (std::uint64_t i = E::copied_variable + 8; i < E::end; i += 8)
        assert_int_equal(c.word(i), 0);
    assert_memory_equal(c.base, program.file.data(), E::data);
}

/* Expectation: of a variable no more is copied than the library has, whatever the program says; and one without bytes
 * cannot be copied. */
TEST(bytes_of_a_copied_variable)
{
    E p;
    p.symbol(E::variable).st_size = 8;
    const Reading r(p.file);
    assert_string_equal(r.why.c_str(), "");
    assert_int_equal(Copy(*r.image).word(E::copied_variable), static_cast<std::uint64_t>(variable_value[0]));
    p.symbol(E::variable).st_size = 0;
    assert_string_equal(Reading(p.file).why.c_str(), "its file contradicts its own tables");
}

TEST(it_is_told_where_it_begins_and_ends)
{
    const Reading r(E().file);
    const Copy c(*r.image);
    assert_int_equal(images.size(), 1);
    const inprocess_image &i = images[0];
    assert_ptr_equal(i.base, c.base);
    assert_string_equal(i.path, "");
    assert_false(i.ends_late);
    assert_int_equal(address(i.init), c.at(E::begin_list));
    assert_int_equal(address(i.fini), c.at(E::begin_list + 16));
    assert_int_equal(i.ninit, 2);
    assert_int_equal(i.nfini, 3);
    assert_int_equal(reinterpret_cast<std::uint64_t>(i.init_function), c.at(0x2300));
    assert_int_equal(reinterpret_cast<std::uint64_t>(i.fini_function), c.at(0x2400));
    E without;
    without.entry_of(DT_INIT) = without.entry_of(DT_FINI) = without.entry_of(DT_INIT_ARRAYSZ) = 0;
    const Reading other(without.file);
    const Copy of_other(*other.image);
    assert_null(reinterpret_cast<void *>(images[0].init_function));
    assert_null(reinterpret_cast<void *>(images[0].fini_function));
    assert_int_equal(images[0].ninit, 0);
}

/* What only is read and executed can be mapped by itself, and the variables be read into what is there. */
TEST(in_two_steps)
{
    const Reading r(E().file);
    const auto text = r.image->text();
    assert_int_equal(text->size(), 1);
    assert_int_equal((*text)[0].from, 0);
    assert_int_equal((*text)[0].to, E::data);
    const auto variables = r.image->variables();
    assert_int_equal(variables.size(), 1);
    assert_int_equal(variables[0].from, E::data);
    assert_int_equal(variables[0].to, E::end);
    auto *base =
        static_cast<unsigned char *>(mmap(nullptr, E::end, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    assert_true(r.image->map_text(base));
    assert_true(r.image->read_variables(base));
    const Copy c(*r.image);
    assert_memory_equal(base, c.base, E::data);
    assert_int_equal(base[E::words + 64 + 16], 0x12);
    munmap(base, E::end);
}

TEST(many_variables_are_mapped)
{
    E p;
    p.file.resize(E::data + 0x12000, 0x5a);
    p.part(E::data_part).p_filesz = p.file.size() - E::data;
    p.part(E::data_part).p_memsz = p.file.size() - E::data + 5;
    for (int i : {E::constant, E::variable})
        p.symbol(i).st_shndx = SHN_UNDEF;
    p.entry_of(DT_RELASZ) = 5 * sizeof(Elf64_Rela);
    const Reading r(p.file);
    assert_string_equal(r.why.c_str(), "");
    assert_int_equal(r.image->mappings(), 5);
    assert_int_equal(r.image->bytes(), E::data + 0x13000);
    const Copy c(*r.image);
    assert_int_equal(c.base[E::data + 0x11fff], 0x5a);
    assert_int_equal(c.base[E::data + 0x12000], 0);
    c.base[E::data + 0x12fff] = 1;
    p.file.resize(E::data + 0x10000);
    p.part(E::data_part).p_filesz = p.file.size() - E::data;
    assert_int_equal(Reading(p.file).image->mappings(), 4);
}

TEST(thread_local_variables)
{
    E p;
    Elf64_Phdr &t = p.part(E::spare_part);
    t = p.part(E::dynamic_part);
    t.p_type = PT_TLS;
    t.p_vaddr = t.p_offset = E::thread_local_bytes;
    t.p_filesz = 20;
    t.p_memsz = 40;
    t.p_align = 32;
    p.symbol(E::weak).st_info = ELF64_ST_INFO(STB_GLOBAL, STT_TLS);
    p.symbol(E::weak).st_shndx = 1;
    p.symbol(E::weak).st_value = 12;
    p.relocation(3).r_info = ELF64_R_INFO(std::uint64_t{E::weak}, R_X86_64_TPOFF64);
    p.relocate(E::words + 48, R_X86_64_DTPOFF64, E::weak, 1);
    p.relocate(E::words + 56, R_X86_64_TPOFF64, E::none, 4);
    const Reading r(p.file);
    assert_string_equal(r.why.c_str(), "");
    const Image::ThreadLocal &all = r.image->thread_local_variables();
    assert_int_equal(all.bytes, 64);
    assert_int_equal(all.pieces.size(), 1);
    assert_int_equal(all.pieces[0].from, E::thread_local_bytes);
    assert_int_equal(all.pieces[0].bytes, 20);
    assert_int_equal(all.pieces[0].below, 64);
    const Copy c(*r.image);
    assert_int_equal(static_cast<std::int64_t>(c.word(E::words + 24)), 12 - 64);
    assert_int_equal(c.word(E::words + 48), 13);
    assert_int_equal(static_cast<std::int64_t>(c.word(E::words + 56)), 4 - 64);
}

/* Which of them is full, and which is not yet. */
TEST(bounds_of_thread_local_variables)
{
    E p;
    thread_part(p, 8, thread_room_bytes, 1);
    const Reading r(p.file);
    assert_string_equal(r.why.c_str(), "");
    assert_int_equal(r.image->thread_local_variables().bytes, thread_room_bytes);
    thread_part(p, 8, 64, 0);
    p.part(E::spare_part).p_vaddr = E::zero - 8;
    const Reading last(p.file);
    assert_string_equal(last.why.c_str(), "");
    assert_int_equal(last.image->thread_local_variables().bytes, 64);
    assert_int_equal(last.image->thread_local_variables().pieces[0].below, 64);
}

/* ---- what its tables say ----------------------------------------------------------------------------------------- */

TEST(what_is_asked_of_an_image)
{
    E p;
    p.part(E::stack_part).p_flags |= PF_X;
    p.part(E::data_part).p_align = 1 << 21;
    p.rename(E::known, "sigaction");
    const Reading r(p.file);
    assert_true(r.image->executable_stack());
    assert_int_equal(r.image->alignment(), 1 << 21);
    assert_true(r.image->handles_signals());
    p.part(E::stack_part).p_type = PT_NULL;
    assert_true(Reading(p.file).image->executable_stack());
    p.rename(E::known, "__tls_get_addr");
    const Reading other(p.file);
    const Copy c(*other.image);
    assert_int_equal(c.word(E::words + 40), address(&known_later));
    assert_false(other.image->handles_signals());
}

/* Several libraries, each with several versions; and its own. */
TEST(versions)
{
    E p;
    auto &first = p.at<Elf64_Verneed>(E::wanted_versions);
    auto &second = p.at<Elf64_Verneed>(E::wanted_versions + 0x60);
    auto &a = p.at<Elf64_Vernaux>(E::wanted_versions + sizeof first), *b = &a + 1;
    auto &c = p.at<Elf64_Vernaux>(E::wanted_versions + 0x60 + sizeof second);
    second = first;
    c = *b = a;
    first.vn_next = 0x60;
    first.vn_cnt = 2;
    a.vna_next = sizeof a;
    a.vna_other = 4;
    b->vna_other = 5;
    c.vna_other = 6;
    p.entry_of(DT_VERNEEDNUM) = 2;
    auto &own = p.at<Elf64_Verdef>(E::wanted_versions + 0xc0);
    auto &own_name = p.at<Elf64_Verdaux>(E::wanted_versions + 0xc0 + 2 * sizeof own);
    own.vd_flags = VER_FLG_BASE;
    own.vd_cnt = 1;
    own.vd_ndx = 7;
    own.vd_aux = sizeof own_name; /* no name is there */
    own.vd_next = sizeof own;
    *(&own + 1) = own;
    (&own + 1)->vd_flags = 0;
    (&own + 1)->vd_ndx = 8;
    (&own + 1)->vd_aux = sizeof own;
    (&own + 1)->vd_next = 0;
    own_name.vda_name = a.vna_name;
    p.entry_of(DT_VERDEF) = E::wanted_versions + 0xc0;
    p.entry_of(DT_VERDEFNUM) = 2;
    for (unsigned number = 1; number <= 9; number++) {
        p.at<Elf64_Half>(E::version_words + 2 * E::known) = static_cast<Elf64_Half>(number);
        const bool known = number == 4 || number == 5 || number == 6 || number == 8;
        assert_string_equal(Reading(p.file).why.c_str(), known ? "" : "it uses known");
    }
    p.entry_of(DT_VERNEEDNUM) = p.entry_of(DT_VERDEFNUM) = 1;
    for (unsigned number : {6, 8}) {
        p.at<Elf64_Half>(E::version_words + 2 * E::known) = static_cast<Elf64_Half>(number);
        assert_string_equal(Reading(p.file).why.c_str(), "it uses known");
    }
}

/* in6addr_loopback is 15 bytes of 0 and one of 1. */
TEST(a_constant_is_as_long_as_its_library_says)
{
    for (std::uint64_t said : {std::uint64_t{12}, std::uint64_t{16}, E::end - E::copied_constant}) {
        E p;
        p.rename(E::constant, "in6addr_loopback");
        p.symbol(E::constant).st_size = said;
        const Reading r(p.file);
        assert_string_equal(r.why.c_str(), "");
        const Copy c(*r.image);
        assert_int_equal(c.base[E::copied_constant + 15], said < 16 ? 0 : 1);
        for (std::uint64_t at = E::copied_constant + 16; at < E::copied_variable; at++)
            assert_int_equal(c.base[at], 0);
    }
}

} // namespace

TEST_MAIN
