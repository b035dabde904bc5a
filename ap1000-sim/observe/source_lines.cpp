/* source_lines.cpp - see trace_recorder.hpp. */
#include "observe/trace_recorder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <elfutils/libdw.h>

namespace ap1000
{

SourceLines::SourceLines(const std::string &file)
    : file_(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)),
      debug_(file_ >= 0 ? dwarf_begin(file_, DWARF_C_READ) : nullptr)
{
}

SourceLines::~SourceLines()
{
    if (debug_ != nullptr)
        dwarf_end(debug_);
    if (file_ >= 0)
        close(file_);
}

CallName SourceLines::of(std::uint64_t place)
{
    if (debug_ == nullptr || place == 0)
        return {};
    const auto [known, is_new] = known_.try_emplace(place);
    if (is_new)
        known->second = look_up(place - 1);
    return known->second;
}

/* Units are asked one by one, as not every compiler writes a table of their addresses. */
CallName SourceLines::look_up(std::uint64_t address) const
{
    Dwarf_Off next = 0;
    std::size_t header_bytes = 0;
    for (Dwarf_Off at = 0; dwarf_nextcu(debug_, at, &next, &header_bytes, nullptr, nullptr, nullptr) == 0; at = next) {
        Dwarf_Die unit;
        if (dwarf_offdie(debug_, at + header_bytes, &unit) == nullptr || dwarf_haspc(&unit, address) <= 0)
            continue;
        Dwarf_Line *line = dwarf_getsrc_die(&unit, address);
        const char *source = line != nullptr ? dwarf_linesrc(line, nullptr, nullptr) : nullptr;
        int number = 0;
        if (source == nullptr || dwarf_lineno(line, &number) != 0 || number == 0)
            return {};
        const std::string path = source;
        return CallName(path.substr(path.rfind('/') + 1) + ":" + std::to_string(number));
    }
    return {};
}

} // namespace ap1000
