/* machine_file.cpp - machine files of any content: each is read, or refused with one line. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>

#include "config/parameters.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t n);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t n)
{
    static const std::string path = "/tmp/fuzz-machine-" + std::to_string(getpid()) + ".toml";
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char *>(data), static_cast<std::streamsize>(n));
    try {
        ap1000::load_machine(path, {});
    } catch (const ap1000::MachineFileError &e) {
        if (std::string(e.what()).empty() || std::string(e.what()).find('\n') != std::string::npos) {
            std::fprintf(stderr, "not one line: '%s'\n", e.what());
            std::abort();
        }
    }
    unlink(path.c_str());
    return 0;
}
