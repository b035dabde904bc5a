/* machine_text.cpp - see machine_text.hpp. */
#include "config/machine_text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "config/parameters.hpp"
#include "config/syntax_error.hpp"

namespace ap1000
{
namespace
{

/* The parser calls itself for each part of a name, and so does the end of what it has read: the stack has an end. It
 * has no case for U+FB26 to U+FEFE in names (Arabic forms), and does anything then. Returns what is wrong with a line,
 * or nothing. */
const char *wrong_with(const std::string &line)
{
    if (std::count(line.begin(), line.end(), '.') > 1000)
        return "more than 1000 points in a line: [SECTION] and NAME = VALUE are wanted";
    for (std::size_t i = 0; i + 2 < line.size(); i++) {
        const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(line[i + n]); };
        const int c = (byte(0) & 0xf) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
        if (byte(0) == 0xef && c >= 0xfb26 && c <= 0xfefe)
            return "U+FB26 to U+FEFE are no characters of a machine file";
    }
    return nullptr;
}

} // namespace

toml::table parse_machine(const std::filesystem::path &path)
{
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in.is_open() || in.bad())
        throw MachineFileError(fmt::format("{}: cannot be read: {}", path.string(), std::strerror(errno)));
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; std::getline(lines, line); number++)
        if (const char *wrong = wrong_with(line))
            throw MachineFileError(fmt::format("{}:{}: {}", path.string(), number, wrong));
    try {
        return toml::parse(text, path.string());
    } catch (const toml::parse_error &e) {
        const toml::source_position at = e.source().begin;
        throw MachineFileError(
            fmt::format("{}:{}", path.string(), syntax_error(text, at.line, at.column, std::string(e.description()))));
    }
}

} // namespace ap1000
