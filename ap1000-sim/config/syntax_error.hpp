/* syntax_error.hpp - what is wrong with a machine file that cannot be read as TOML, in words of ours. */
#ifndef AP1000_SYNTAX_ERROR_HPP
#define AP1000_SYNTAX_ERROR_HPP

#include <cstddef>
#include <string>

namespace ap1000
{

/* text: the whole file; line, column: where the reader has stopped, from 1. The answer has the place where the mistake
 * is, what stands there, and what would be right: "3:8: 'fast': text stands in quotes, as \"fast\"". */
std::string syntax_error(const std::string &text, std::size_t line, std::size_t column);

} // namespace ap1000

#endif
