/* syntax_error.hpp - what is wrong with a machine file that cannot be read as TOML. */
#pragma once

#include <cstddef>
#include <string>

namespace ap1000
{

/* text: the whole file; line, column: where the reader has stopped, from 1; why: toml++'s words. The answer is one line
 * with the place, what stands in that line of the file, toml++'s reason, and what would be right. */
std::string syntax_error(const std::string &text, std::size_t line, std::size_t column, std::string why);

} // namespace ap1000
