/* test_programs.cpp - where a program is found, and what its file and those of its libraries show that it could call:
 * files that the loader would take, written here byte by byte, and such that it would not. */
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <vector>

#include "kernel/ahead/program_calls.hpp"
#include "kernel/program.hpp"

#include "testing.h"

using ap1000::find_program;
using ap1000::Program;
using ap1000::pvm_arch;
using ap1000::why_may_end_others;
using ap1000::why_not_found;

static std::string folder; /* of this test, emptied at its end */

static std::string put(const std::string &name, const std::string &bytes)
{
    const std::string path = folder + "/" + name;
    std::filesystem::create_directories(path.substr(0, path.rfind('/')));
    std::ofstream(path, std::ios::binary) << bytes;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
}

/* ---- what a program could call ----------------------------------------------------------------------------------- */

template <typename T> static std::string bytes_of(const T &value)
{
    return {reinterpret_cast<const char *>(&value), sizeof value};
}

/* A file for the loader: it needs these libraries, looks for them in `run_path`, and has `texts` in it. */
static std::string program_file(const std::vector<std::string> &libraries, const std::string &run_path,
                                const std::string &texts = "", unsigned char kind = ELFCLASS64, Elf64_Addr away = 0)
{
    std::string names(1, '\0');
    std::vector<Elf64_Dyn> words;
    auto add = [&](Elf64_Sxword what, const std::string &name) {
        words.push_back({what, {names.size()}});
        names += name + '\0';
    };
    for (const std::string &l : libraries)
        add(DT_NEEDED, l);
    if (!run_path.empty())
        add(DT_RUNPATH, run_path);
    Elf64_Ehdr head{};
    std::memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = kind;
    head.e_phoff = sizeof head;
    head.e_phnum = 3;
    head.e_phentsize = sizeof(Elf64_Phdr);
    const std::uint64_t dynamic = sizeof head + 3 * sizeof(Elf64_Phdr), base = 0x400000;
    const std::uint64_t texts_at = dynamic + (words.size() + 2) * sizeof(Elf64_Dyn), end = texts_at + names.size();
    words.push_back({DT_STRTAB, {base + texts_at + away}});
    words.push_back({DT_NULL, {0}});
    const Elf64_Phdr low{PT_LOAD, PF_R, 0, 0x1000, 0x1000, 0, 0x10, 0};
    const Elf64_Phdr load{PT_LOAD, PF_R, 0, base, base, end, end, 0};
    const Elf64_Phdr told{PT_DYNAMIC, PF_R, dynamic, base + dynamic, 0, words.size() * sizeof(Elf64_Dyn), 0, 0};
    std::string out = bytes_of(head) + bytes_of(low) + bytes_of(load) + bytes_of(told);
    for (const Elf64_Dyn &w : words)
        out += bytes_of(w);
    return out + names + texts;
}

static const char *const may = "a program can end or signal tasks: ";

static int set_up(void **);
static int tear_down(void **);

TEST_WITH(what_the_file_itself_shows, set_up, tear_down)
{
    assert_string_equal(why_may_end_others(folder + "/nothing").c_str(), may);
    assert_string_equal(why_may_end_others(put("script", "#!/bin/sh\nexec ./libpvm3.so\n")).c_str(), may);
    assert_string_equal(why_may_end_others(put("other", program_file({"libc.so.6"}, ""))).c_str(), may);
    assert_string_equal(why_may_end_others(put("good", program_file({"libpvm3.so.3", "libc.so.6"}, ""))).c_str(), "");
    for (const char *call : {"pvm_kill", "pvm_sendsig", "pvm_reg_tasker", "pvmfkill_", "dlopen"})
        assert_string_equal(why_may_end_others(put("bad", program_file({"libpvm3.so.3"}, "", call))).c_str(), may);
    const std::string narrow = program_file({"libpvm3.so.3"}, "", "", ELFCLASS32);
    assert_string_equal(why_may_end_others(put("narrow", narrow)).c_str(), may);
}

TEST_WITH(what_its_libraries_show, set_up, tear_down)
{
    const std::string by = "by its library libmine.so, " + std::string(may);
    const std::string harmless = program_file({"libc.so.6"}, ""), kills = program_file({"libc.so.6"}, "", "pvm_kill");
    auto with = [](const std::string &run_path, const std::string &library = "libmine.so") {
        return why_may_end_others(put("prog", program_file({"libpvm3.so.3", library, "libm.so.6"}, run_path)));
    };
    unsetenv("LD_LIBRARY_PATH");
    assert_string_equal(with("").c_str(), by.c_str());
    put("lib/libmine.so", harmless);
    assert_string_equal(with("/nowhere::$ORIGIN/lib").c_str(), "");
    assert_string_equal(with("${ORIGIN}/lib").c_str(), "");
    assert_string_equal(with("", folder + "/lib/libmine.so").c_str(), "");
    assert_string_equal(with("", folder + "/nowhere/libmine.so").c_str(), by.c_str());
    setenv("LD_LIBRARY_PATH", (folder + "/none:" + folder + "/lib").c_str(), 1);
    assert_string_equal(with("").c_str(), "");
    put("lib/libmine.so", kills);
    assert_string_equal(with("").c_str(), by.c_str());
    std::filesystem::remove(folder + "/lib/libmine.so");
    put("lib/libmine.so/file", "in a folder of that name");
    assert_string_equal(with("").c_str(), by.c_str());
    std::filesystem::remove_all(folder + "/lib/libmine.so");
    put("lib/libmine.so", program_file({"libyours.so"}, "$ORIGIN")); /* each needs the other */
    put("lib/libyours.so", program_file({"libmine.so"}, "$ORIGIN"));
    assert_string_equal(with("").c_str(), "");
    unsetenv("LD_LIBRARY_PATH");
}

/* A folder of that name: the name is replaced once, and not for ever. */
TEST_WITH(a_folder_called_origin, set_up, tear_down)
{
    put("$ORIGIN/libmine.so", program_file({"libc.so.6"}, ""));
    const std::string program = put("$ORIGIN/prog", program_file({"libpvm3.so.3", "libmine.so"}, "$ORIGIN"));
    assert_string_equal(why_may_end_others(program).c_str(), "");
}

/* Cut off anywhere, and with names where nothing is. */
TEST_WITH(files_that_are_broken, set_up, tear_down)
{
    const std::string whole = program_file({"libpvm3.so.3", "libc.so.6"}, "/lib");
    for (std::size_t n = 0; n < whole.size(); n++)
        (void)why_may_end_others(put("cut", whole.substr(0, n)));
    for (const Elf64_Addr away : {Elf64_Addr{0x10000}, Elf64_Addr{0} - 0x400000, Elf64_Addr{40}})
        (void)why_may_end_others(put("away", program_file({"libpvm3.so.3"}, "", "libpvm3.so", ELFCLASS64, away)));
}

/* ---- where a program is found ------------------------------------------------------------------------------------ */

static Program program(const std::string &file, const std::string &pvm_path = "")
{
    Program p;
    p.file = file;
    p.folder = folder;
    p.spawner_folder = folder + "/spawner";
    p.pvm_path = pvm_path;
    return p;
}

TEST_WITH(in_the_folders_of_pvm, set_up, tear_down)
{
    setenv("HOME", (folder + "/home").c_str(), 1);
    setenv("PVM_ROOT", (folder + "/root").c_str(), 1);
    setenv("PVM_ARCH", "ARCH", 1);
    assert_string_equal(pvm_arch().c_str(), "ARCH");
    for (const char *place : {"servers", "root/bin/ARCH", "home/pvm3/bin/ARCH", "home/mine", "spawner"}) {
        put(std::string(place) + "/prog", "");
        assert_string_equal(
            find_program(program("prog", "::$PVM_ROOT/$PVM_ARCH:$HOME/mine"), folder + "/servers").c_str(),
            (folder + "/" + place + "/prog").c_str());
    }
    unsetenv("PVM_ARCH");
    assert_string_not_equal(pvm_arch().c_str(), "ARCH");
    assert_string_equal(find_program(program(""), folder).c_str(), "");
    assert_string_equal(why_not_found(program(""), folder).c_str(), "its name is empty");
    assert_string_equal(find_program(program("spawner/prog"), "").c_str(), (folder + "/spawner/prog").c_str());
    assert_string_equal(find_program(program("spawner/none"), "").c_str(), "");
    assert_string_equal(why_not_found(program("spawner/none"), "").c_str(),
                        (folder + "/spawner/none does not exist").c_str());
    assert_string_equal(why_not_found(program("spawner"), "").c_str(),
                        ("no such program in " + folder + "/spawner, " + folder + "/home/pvm3/bin/" + pvm_arch() +
                         ", " + folder + "/root/bin/" + pvm_arch() + ", /usr/bin")
                            .c_str());
    const std::string script = put("spawner/script", "");
    std::filesystem::permissions(script, std::filesystem::perms::owner_read);
    assert_true(why_not_found(program("script"), "").find(", /usr/bin; " + script + " is not a file with execute") !=
                std::string::npos);
}

/* What stands in the place of a name is not looked through once more. */
TEST_WITH(a_name_that_stands_for_itself, set_up, tear_down)
{
    setenv("HOME", "$HOME", 1);
    setenv("PVM_ROOT", (folder + "/$PVM_ROOT").c_str(), 1);
    put("$PVM_ROOT/mine/prog", "");
    assert_string_equal(find_program(program("prog", "$HOME/x:$PVM_ROOT/mine"), folder).c_str(),
                        (folder + "/$PVM_ROOT/mine/prog").c_str());
}

/* Each name as often as it stands there, in any folder of the list, and names beside each other. */
TEST_WITH(a_name_that_stands_there_again, set_up, tear_down)
{
    setenv("HOME", (folder + "/home").c_str(), 1);
    setenv("PVM_ROOT", (folder + "/root").c_str(), 1);
    setenv("PVM_ARCH", "ARCH", 1);
    put("root/ARCH/ARCH/prog", "");
    for (const char *list :
         {"$PVM_ROOT/$PVM_ARCH/$PVM_ARCH", "$HOME/none:$HOME/x:$PVM_ROOT/none:$PVM_ROOT/ARCH/$PVM_ARCH",
          "$HOME$HOME:$PVM_ROOT/$PVM_ARCH$PVM_ARCH:$PVM_ROOT/$PVM_ARCH/ARCH"})
        assert_string_equal(find_program(program("prog", list), folder).c_str(),
                            (folder + "/root/ARCH/ARCH/prog").c_str());
    unsetenv("PVM_ARCH");
}

static int set_up(void **)
{
    char name[] = "/tmp/test-programs-XXXXXX";
    folder = mkdtemp(name);
    setenv("PATH", "/usr/bin:/usr/bin:", 1);
    return 0;
}

static int tear_down(void **)
{
    std::filesystem::remove_all(folder);
    return 0;
}

TEST_MAIN
