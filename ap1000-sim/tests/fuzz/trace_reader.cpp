/* trace_reader.cpp - files that are to be traces, of any content: each is read, or refused with one line. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include "command/trace_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t n);

namespace
{

/* One file for all inputs, which goes with the process. */
struct File {
    File()
    {
        fd = mkstemp(path);
    }
    ~File()
    {
        unlink(path);
    }
    int fd;
    char path[32] = "/tmp/fuzz-trace-XXXXXX";
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t n)
{
    static const File file;
    if (file.fd < 0 || ftruncate(file.fd, 0) != 0 || pwrite(file.fd, data, n, 0) != static_cast<ssize_t>(n))
        std::exit(2);
    try {
        ap1000::for_each_event(file.path, [](const nlohmann::json &e) {
            if (ap1000::is_task_event(e))
                ap1000::time_of(e);
        });
    } catch (const nlohmann::json::exception &) { /* of an event: its reader may throw that */
    } catch (const std::runtime_error &e) {
        if (std::string(e.what()).empty() || std::string(e.what()).find('\n') != std::string::npos) {
            std::fprintf(stderr, "not one line: '%s'\n", e.what());
            std::abort();
        }
    }
    return 0;
}
