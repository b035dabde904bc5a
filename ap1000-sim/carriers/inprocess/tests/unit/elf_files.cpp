/* elf_files.cpp - see elf_files.hpp. */
#include "elf_files.hpp"

#include <dlfcn.h>
#include <fstream>
#include <unistd.h>

#include "carriers/process/simulator/launcher.hpp"
#include "carriers/process/simulator/other_pvm.hpp"
#include "elf_tasks.hpp"

#include "testing.h"

using E = ElfProgram;

/* ---- the loader -------------------------------------------------------------------------------------------------- */

namespace elf_tests
{
std::map<std::string, std::string> files;
int asked = 0;
bool finds_libraries = true;
} // namespace elf_tests

/* This function stands before libc's. */
extern "C" void *dlopen(const char *file, int mode)
{
    const auto of_libc = reinterpret_cast<void *(*)(const char *, int)>(dlsym(RTLD_NEXT, "dlopen"));
    return of_libc(elf_tests::finds_libraries ? file : "/no/such/library", mode);
}

namespace ap1000
{
std::string list_of_loaded(const std::string &, std::vector<std::string>)
{
    elf_tests::asked++;
    return "a list";
}

std::string file_in_list(const std::string &list, const std::string &library)
{
    return list == "a list" && elf_tests::files.count(library) != 0 ? elf_tests::files[library] : "";
}

std::vector<std::string> environment_of(const Program &, const std::string &, const std::string &)
{
    return {};
}
} // namespace ap1000

/* ---- files ------------------------------------------------------------------------------------------------------- */

namespace elf_tests
{

std::string path_of(const std::string &name)
{
    return "/tmp/test-elf-" + std::to_string(getpid()) + "-" + name;
}

void write_file(const std::string &path, const std::vector<unsigned char> &bytes)
{
    unlink(path.c_str());
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

static std::unique_ptr<ap1000::Image> image_of_program(std::string &why)
{
    why.clear();
    try {
        return std::make_unique<ap1000::Image>(path_of("program"), tasks());
    } catch (const ap1000::Unsuitable &e) {
        why = e.what();
        return nullptr;
    }
}

Reading::Reading(const std::vector<unsigned char> &file)
{
    write_file(path_of("program"), file);
    image = image_of_program(why);
    unlink(path_of("program").c_str());
}

Files::Files(const std::vector<const char *> &needed)
{
    program.need(needed);
    program.entry_of(DT_RELASZ) = 5 * sizeof(Elf64_Rela); /* without copies */
    program.rename(E::constant, "one_of_it");
    program.rename(E::variable, "other_of_it");
}

Files::~Files()
{
    for (const auto &[name, path] : files)
        unlink(path.c_str());
    unlink(path_of("program").c_str());
    files.clear();
}

E &Files::add(const std::string &name, const std::vector<const char *> &needed)
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

std::string Files::read()
{
    for (const auto &[name, library] : libraries) {
        files[name] = path_of(name);
        write_file(files[name], library.file);
    }
    write_file(path_of("program"), program.file);
    image.reset();
    image = image_of_program(why);
    return why;
}

void Files::is_fine()
{
    assert_string_equal(read().c_str(), "");
}

} // namespace elf_tests
