/* syntax_error.cpp - see syntax_error.hpp. */
#include "config/syntax_error.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace ap1000
{
namespace
{

constexpr std::size_t longest_shown = 60; /* bytes of the line */

/* Line n of the text, from 1, as it may be shown on a terminal. */
std::string shown(const std::string &text, std::size_t n)
{
    std::istringstream in(text);
    std::string line;
    for (std::size_t i = 0; i < n && std::getline(in, line); i++)
        ;
    line =
        line.substr(0, line.find_last_not_of(" \t\r") + 1).substr(std::min(line.size(), line.find_first_not_of(" \t")));
    std::replace_if(
        line.begin(), line.end(), [](unsigned char c) { return c < 32 || c > 126; }, '?');
    return line.size() <= longest_shown ? line : line.substr(0, longest_shown) + "...";
}

} // namespace

std::string syntax_error(const std::string &text, std::size_t line, std::size_t column, std::string why)
{
    const std::string opening = "Error while parsing ";
    if (why.rfind(opening, 0) == 0)
        why.erase(0, opening.size());
    for (std::size_t at = 0; (at = why.find("'\\n'", at)) != std::string::npos;)
        why.replace(at, 4, "the end of the line");
    return fmt::format(
        "{}:{}: '{}': {}; a line is [SECTION], NAME = 0.16, NAME = \"text\" or NAME = {{ value = 5, kind "
        "= \"sourced\", source = \"where from\" }}, and # begins a comment",
        line, column, shown(text, line), why);
}

} // namespace ap1000
