/* elf_files.hpp - files of programs and libraries that are read, and what the loader says of them, for tests of what
 * reads programs: what is made of one program, or of a program and the libraries that it finds. */
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "carriers/inprocess/simulator/image.hpp"
#include "elf_program.hpp"

namespace elf_tests
{

/* The loader is not asked: the test says where libraries are, by their names. */
extern std::map<std::string, std::string> files;
extern int asked;            /* so often a list of libraries was wanted */
extern bool finds_libraries; /* dlopen() does */

std::string path_of(const std::string &name); /* of this process alone */
void write_file(const std::string &path, const std::vector<unsigned char> &bytes);

/* What is made of one program's file, or why not. */
struct Reading {
    explicit Reading(const std::vector<unsigned char> &file);

    std::unique_ptr<ap1000::Image> image;
    std::string why;
};

/* A program, and the libraries that it finds. */
struct Files {
    ElfProgram program;
    std::map<std::string, ElfProgram> libraries;
    std::string why;
    std::unique_ptr<ap1000::Image> image;

    explicit Files(const std::vector<const char *> &needed);
    ~Files();
    Files(const Files &) = delete;
    Files &operator=(const Files &) = delete;

    /* Its names are its own; it is no program, and its stack is nobody's. */
    ElfProgram &add(const std::string &name, const std::vector<const char *> &needed = {});

    /* Reads all of it; returns why it cannot be copied, or "". */
    std::string read();
    void is_fine();
};

} // namespace elf_tests
