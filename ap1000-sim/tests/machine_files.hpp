/* machine_files.hpp - for tests of machine files: written in a folder of their own, and what is said of them. */
#pragma once
#include "config/parameters.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace ap1000;
namespace fs = std::filesystem;

static std::vector<std::string> folders;
static fs::path scratch;

static std::string write(const std::string &name, const std::string &text)
{
    const fs::path path = scratch / name;
    std::ofstream(path) << text;
    return path.string();
}

/* Returns what load_machine says about a file with this text, without the folder's name; "" if it finds no fault. */
static std::string complaint(const std::string &text)
{
    try {
        load_machine(write("own.toml", text), folders);
    } catch (const MachineFileError &e) {
        std::string s = e.what();
        const std::string folder = scratch.string() + "/";
        for (std::size_t at; (at = s.find(folder)) != std::string::npos;)
            s.erase(at, folder.size());
        return s;
    }
    return "";
}

/* argv[1] is the folder of the machine files. */
static int test_machine_files(int argc, char **argv, int (*run)())
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER_OF_MACHINE_FILES\n", argv[0]);
        return 2;
    }
    folders = {argv[1]};
    char name[] = "/tmp/test_machine_files.XXXXXX";
    if (!mkdtemp(name)) {
        std::perror(name);
        return 1;
    }
    scratch = name;
    const int failed = run();
    fs::remove_all(scratch);
    return failed;
}
