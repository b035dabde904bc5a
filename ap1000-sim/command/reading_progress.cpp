/* reading_progress.cpp - see reading_progress.hpp. */
#include "command/reading_progress.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

#include <fmt/format.h>

namespace ap1000
{
namespace
{

constexpr std::chrono::milliseconds often(500); /* the least real time between two lines */

} // namespace

ReadingProgress::ReadingProgress(const std::string &path, CompressedReader &file)
    : file_(file), name_(std::filesystem::path(path).filename().string()), terminal_(isatty(STDERR_FILENO) != 0)
{
    std::error_code unknown;
    if (std::filesystem::is_regular_file(path, unknown))
        size_ = static_cast<std::int64_t>(std::filesystem::file_size(path, unknown));
}

ReadingProgress::~ReadingProgress()
{
    if (said_)
        std::fputs("\r\x1b[K", stderr);
}

void ReadingProgress::look()
{
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < often)
        return;
    last_ = now;
    said_ = true;
    const std::int64_t at = file_.position();
    const std::string how_far = size_ > 0 ? fmt::format("{} %", std::min<std::int64_t>(100, 100 * at / size_))
                                          : fmt::format("{:.1f} MB so far", static_cast<double>(at) / 1e6);
    std::fputs(fmt::format("\rap1000: reading {}: {}\x1b[K", name_, how_far).c_str(), stderr);
    std::fflush(stderr);
}

} // namespace ap1000
