/* test_elf_libraries.cpp - the libraries of which each task has a copy behind that of its program: where they lie,
 * whose definition of a name is taken, in which order they begin and end, and why one cannot be copied. Expectations:
 * what the tables of files made by hand say (elf_program.cpp), and the order in which the loader takes libraries.
 */
#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

extern "C" {
#include <cmocka.h>
}

#include "carriers/inprocess/simulator/image.hpp"
#include "carriers/inprocess/simulator/libc_uses.hpp"
#include "carriers/inprocess/simulator/thread_room.hpp"
#include "carriers/process/simulator/launcher.hpp"
#include "carriers/process/simulator/other_pvm.hpp"
#include "elf_program.hpp"

using namespace ap1000;
using E = ElfProgram;

/* The loader is not asked: the test says where libraries are. */
static std::map<std::string, std::string> files;
static int asked = 0;

/* This function stands before libc's. */
static bool finds_libraries = true;
extern "C" void *dlopen(const char *file, int mode)
{
    const auto of_libc = reinterpret_cast<void *(*)(const char *, int)>(dlsym(RTLD_NEXT, "dlopen"));
    return of_libc(finds_libraries ? file : "/no/such/library", mode);
}

namespace ap1000
{
std::string list_of_loaded(const std::string &, std::vector<std::string>)
{
    asked++;
    return "a list";
}

std::string file_in_list(const std::string &list, const std::string &library)
{
    return list == "a list" && files.count(library) != 0 ? files[library] : "";
}

std::vector<std::string> environment_of(const Program &, const std::string &, const std::string &)
{
    return {};
}
} // namespace ap1000

namespace
{

/* ---- a library of tasks, which knows some names ------------------------------------------------------------------ */

char known_function, function_for_libraries;
std::uint64_t known_constant = 0x1122334455667788;
int own_value;
void *place_of_own = &own_value;
std::vector<inprocess_image> images;

inprocess_import import(const char *name, const char *version)
{
    const std::string what = name;
    if ((what == "known" && version != nullptr && std::string(version) == "VERSION_1") || what == "function" ||
        what == "signal")
        return {INPROCESS_FUNCTION, &known_function, 0};
    if (what == "own")
        return {INPROCESS_VARIABLE, nullptr, 0};
    if (what == "constant")
        return {INPROCESS_CONSTANT, &known_constant, 0};
    return {INPROCESS_REFUSED, nullptr, 0};
}

inprocess_import import_of_library(const char *name, const char *version)
{
    if (std::string(name) == "for_libraries" || std::string(name) == "__tls_get_addr")
        return {INPROCESS_FUNCTION, &function_for_libraries, 0};
    return import(name, version);
}

void **variable(inprocess_task *, int)
{
    return &place_of_own;
}

void add_image(inprocess_task *, const inprocess_image *image)
{
    images.push_back(*image);
}

const inprocess_library &tasks()
{
    static inprocess_library l{};
    l.import = import;
    l.import_of_library = import_of_library;
    l.variable = variable;
    l.add_image = add_image;
    return l;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

std::string path_of(const std::string &name)
{
    return "/tmp/test-libraries-" + std::to_string(getpid()) + "-" + name;
}

void write_file(const std::string &path, const std::vector<unsigned char> &bytes)
{
    unlink(path.c_str());
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/* A program, and the libraries that it finds. */
struct Files {
    E program;
    std::map<std::string, E> libraries;
    std::string why;
    std::unique_ptr<Image> image;

    explicit Files(const std::vector<const char *> &needed)
    {
        program.need(needed);
        program.entry_of(DT_RELASZ) = 5 * sizeof(Elf64_Rela); /* without copies */
        program.rename(E::constant, "one_of_it");
        program.rename(E::variable, "other_of_it");
    }
    ~Files()
    {
        for (const auto &[name, path] : files)
            unlink(path.c_str());
        unlink(path_of("program").c_str());
        files.clear();
    }
    Files(const Files &) = delete;
    Files &operator=(const Files &) = delete;

    /* Its names are its own; it is no program, and its stack is nobody's. */
    E &add(const std::string &name, const std::vector<const char *> &needed = {})
    {
        E &l = libraries[name];
        l.need(needed);
        l.part(E::interpreter).p_type = PT_NULL;
        l.part(E::stack_part).p_flags |= PF_X;
        l.head().e_entry = 0x7000;
        l.entry_of(DT_RELASZ) = 5 * sizeof(Elf64_Rela);
        for (int i : {E::constant, E::inside, E::variable})
            l.rename(i, ("s" + std::to_string(i) + name).c_str());
        return l;
    }

    std::string read()
    {
        for (const auto &[name, library] : libraries) {
            files[name] = path_of(name);
            write_file(files[name], library.file);
        }
        write_file(path_of("program"), program.file);
        image.reset();
        why.clear();
        try {
            image = std::make_unique<Image>(path_of("program"), tasks());
        } catch (const Unsuitable &e) {
            why = e.what();
        }
        return why;
    }

    void is_fine()
    {
        assert_string_equal(read().c_str(), "");
    }
};

/* A copy of all of it. */
struct Copy {
    explicit Copy(const Image &image) : bytes(image.bytes())
    {
        base = static_cast<unsigned char *>(mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        assert_ptr_not_equal(base, MAP_FAILED);
        assert_true(image.map(base));
        images.clear();
        place_of_own = &own_value;
        begins = image.bind(base, nullptr);
    }
    ~Copy()
    {
        munmap(base, bytes);
    }
    std::uint64_t word(std::uint64_t place) const
    {
        std::uint64_t w;
        std::memcpy(&w, base + place, sizeof w);
        return w;
    }
    std::uint64_t at(std::uint64_t place) const
    {
        return reinterpret_cast<std::uint64_t>(base) + place;
    }

    unsigned char *base;
    std::uint64_t bytes;
    void (*begins)();
};

std::uint64_t address(const void *p)
{
    return reinterpret_cast<std::uint64_t>(p);
}

constexpr std::uint64_t a = E::end, b = a + 0x5000; /* where the first and the second library lie */

/* ---- where they lie ---------------------------------------------------------------------------------------------- */

void each_lies_behind_the_one_before(void **)
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

/* Another file is there now. */
void a_library_that_is_built_anew(void **)
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
void the_order_of_beginnings(void **)
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

void names_of_others(void **)
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
void the_first_name_and_the_last(void **)
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
void names_that_are_not_for_others(void **)
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

void versions_of_names(void **)
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
void a_copied_variable(void **)
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

void a_copied_variable_that_does_not_fit(void **)
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
void a_copy_of_a_constant(void **)
{
    Files f({"libpvm3.so.3", "liba.so"});
    E &of_a = f.add("liba.so");
    f.program.relocation(0) = f.program.relocation(5);
    f.program.rename(E::constant, "constant");
    of_a.rename(E::own, "constant");
    f.is_fine();
    const Copy c(*f.image);
    assert_int_equal(c.word(E::copied_constant), known_constant);
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

void thread_local_variables(void **)
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
    if (f.read() == "it has thread-local variables, for which there is no room here")
        skip();
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
    assert_int_equal(c.word(at + E::words), address(thread_room(96)));
    assert_int_equal(c.word(at + E::words + 8), 17);
    assert_int_equal(c.word(at + E::words + 16), address(thread_room(112)));
    assert_int_equal(static_cast<std::int64_t>(c.word(at + E::words + 32)), 12 - 64);
}

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

void each_reason_is_said(void **)
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
void libraries_of_the_system(void **)
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
void the_library_of_fortran(void **)
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

void as_many_as_there_is_room_for(void **)
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

void parts_at_multiples_of_a_page(void **)
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

void a_library_that_all_share(void **)
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

void names_of_a_file(void **)
{
    const Named n;
    assert_true(n.has("pvm_send"));
    assert_true(n.has("pvm_catchouts"));
    for (const char *other : {"pvm_sen", "vm_send", "pvm_catchout", "fork", "s"})
        assert_false(n.has(other));
    assert_true(n.has("pvm_catchouts_of_all")); /* longer than the rest of the file */
    assert_true(has_name("/no/such/file", "fork"));
    const std::function<void(Named &)> damages[] = {
        [](Named &d) { d.file.clear(); },
        [](Named &d) { d.at<Elf64_Ehdr>(0).e_shnum = 2; },
        [](Named &d) { d.at<Elf64_Ehdr>(0).e_shoff = Named::end; },
        [](Named &d) { d.section(2).sh_type = SHT_SYMTAB; },
        [](Named &d) { d.section(2).sh_size = Named::end - Named::symbols + 1; },
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
void a_name_of_libpvm3(void **)
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

void names_that_libc_looks_up(void **)
{
    assert_true(libc_uses("malloc"));
    assert_true(libc_uses("free"));
    assert_false(libc_uses("printf_of_nobody"));
    assert_false(libc_uses(""));
}

} // namespace

int main()
{
    const CMUnitTest tests[] = {
        cmocka_unit_test(each_lies_behind_the_one_before),
        cmocka_unit_test(a_library_that_is_built_anew),
        cmocka_unit_test(the_order_of_beginnings),
        cmocka_unit_test(names_of_others),
        cmocka_unit_test(the_first_name_and_the_last),
        cmocka_unit_test(names_that_are_not_for_others),
        cmocka_unit_test(versions_of_names),
        cmocka_unit_test(a_copied_variable),
        cmocka_unit_test(a_copied_variable_that_does_not_fit),
        cmocka_unit_test(a_copy_of_a_constant),
        cmocka_unit_test(thread_local_variables),
        cmocka_unit_test(each_reason_is_said),
        cmocka_unit_test(libraries_of_the_system),
        cmocka_unit_test(the_library_of_fortran),
        cmocka_unit_test(as_many_as_there_is_room_for),
        cmocka_unit_test(parts_at_multiples_of_a_page),
        cmocka_unit_test(a_library_that_all_share),
        cmocka_unit_test(names_of_a_file),
        cmocka_unit_test(a_name_of_libpvm3),
        cmocka_unit_test(names_that_libc_looks_up),
    };
    return cmocka_run_group_tests_name("libraries that are read", tests, nullptr, nullptr);
}
