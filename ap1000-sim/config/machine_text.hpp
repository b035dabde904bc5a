/* machine_text.hpp - the text of a machine file, read by toml++. */
#pragma once

#include <filesystem>

/* The parser asserts some things that only the file can know, and then has an error for each: without its assert that
 * error comes, and not the end of the program. */
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

namespace ap1000
{

/* Returns what is in the file. Throws MachineFileError with one line, `FILE:LINE: ...`, if it cannot be read or is no
 * TOML. */
toml::table parse_machine(const std::filesystem::path &path);

} // namespace ap1000
