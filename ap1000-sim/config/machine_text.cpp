/* machine_text.cpp - see machine_text.hpp. */
#include "config/machine_text.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "config/parameters.hpp"
#include "config/syntax_error.hpp"

namespace ap1000
{
namespace
{

/* The parser calls itself for each part of a name, and so does the end of what it has read: the stack has an end.
 * Returns the number of the first line with more points than any line of a machine file needs, or 0. */
int line_too_deep(const std::string &text)
{
    constexpr int most_points = 1000;
    int line = 1, points = 0;
    for (const char c : text) {
        points = c == '\n' ? 0 : points + (c == '.');
        if (points > most_points)
            return line;
        line += c == '\n';
    }
    return 0;
}

/* The parser has no case for U+FB26 to U+FEFE in names (Arabic forms), and does anything then. Returns the number of
 * the first line with one, or 0. */
int line_beyond_parser(const std::string &text)
{
    int line = 1;
    for (std::size_t i = 0; i < text.size(); i++) {
        const auto byte = [&](std::size_t n) {
            return i + n < text.size() ? static_cast<unsigned char>(text[i + n]) : 0;
        };
        const int c = (byte(0) & 0xf) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
        if (byte(0) == 0xef && c >= 0xfb26 && c <= 0xfefe)
            return line;
        line += text[i] == '\n';
    }
    return 0;
}

} // namespace

toml::table parse_machine(const std::filesystem::path &path)
{
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in.is_open() || in.bad())
        throw MachineFileError(fmt::format("{}: cannot be read: {}", path.string(), std::strerror(errno)));
    if (int line = line_beyond_parser(text))
        throw MachineFileError(
            fmt::format("{}:{}: U+FB26 to U+FEFE are no characters of a machine file", path.string(), line));
    if (int line = line_too_deep(text))
        throw MachineFileError(fmt::format(
            "{}:{}: more than 1000 points in a line: [SECTION] and NAME = VALUE are wanted", path.string(), line));
    try {
        return toml::parse(text, path.string());
    } catch (const toml::parse_error &e) {
        const toml::source_position at = e.source().begin;
        throw MachineFileError(
            fmt::format("{}:{}", path.string(), syntax_error(text, at.line, at.column, std::string(e.description()))));
    }
}

} // namespace ap1000
