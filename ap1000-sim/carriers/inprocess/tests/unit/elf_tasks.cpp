/* elf_tasks.cpp - see elf_tasks.hpp. */
#include "elf_tasks.hpp"

#include <dlfcn.h>
#include <string>
#include <sys/mman.h>

#include "testing.h"

namespace elf_tests
{

char known_function, known_later, for_libraries;
std::uint64_t known_constant[ElfProgram::end / 8] = {constant_value};
int variable_value[2] = {4711, -1}, own_value; /* the second is another one */
void *place_of_variable = variable_value, *place_of_own = &own_value;
std::vector<inprocess_image> images;

namespace
{

enum { which_variable = 1, which_own = 3 };

inprocess_import import(const char *name, const char *version)
{
    const std::string what = name, of = version != nullptr ? version : "none";
    if (what == "known" && of == "VERSION_1")
        return {INPROCESS_FUNCTION, &known_function, 0, 0};
    if (what == "own" && of == "none")
        return {INPROCESS_VARIABLE, nullptr, which_own, sizeof(int)};
    if (what == "variable")
        return {INPROCESS_VARIABLE, nullptr, which_variable, sizeof(int)};
    if (what == "constant")
        return {INPROCESS_CONSTANT, known_constant, 0, 0};
    if (what == "in6addr_loopback")
        return {INPROCESS_CONSTANT, dlsym(RTLD_DEFAULT, name), 0, 0};
    if (what == "signal" || what == "sigaction" || what == "function" || what == "localtime_r")
        return {INPROCESS_FUNCTION, &known_function, 0, 0};
    return {INPROCESS_REFUSED, nullptr, 0, 0};
}

inprocess_import import_of_library(const char *name, const char *version)
{
    if (std::string(name) == "for_libraries")
        return {INPROCESS_FUNCTION, &for_libraries, 0, 0};
    if (std::string(name) == "__tls_get_addr")
        return {INPROCESS_FUNCTION, &known_later, 0, 0};
    return import(name, version);
}

void **variable(inprocess_task *, int which)
{
    static void *nobodys;
    return which == which_variable ? &place_of_variable : which == which_own ? &place_of_own : &nobodys;
}

void add_image(inprocess_task *, const inprocess_image *image)
{
    images.push_back(*image);
}

} // namespace

const inprocess_library &tasks()
{
    static inprocess_library l{};
    l.import = import;
    l.import_of_library = import_of_library;
    l.variable = variable;
    l.add_image = add_image;
    return l;
}

Copy::Copy(const ap1000::Image &image) : bytes(image.bytes())
{
    base = static_cast<unsigned char *>(mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    assert_ptr_not_equal(base, MAP_FAILED);
    assert_true(image.map(base));
    images.clear();
    place_of_variable = variable_value;
    place_of_own = &own_value;
    begins = image.bind(base, nullptr);
}

Copy::~Copy()
{
    munmap(base, bytes);
}

} // namespace elf_tests
