/* source_lines.hpp - which line of a program's source makes a call, by the program's debug information (DWARF).
 *
 * What reads that is libdw of the elfutils. Nothing is fetched from elsewhere: a program without it has no lines.
 */
#ifndef AP1000_SOURCE_LINES_HPP
#define AP1000_SOURCE_LINES_HPP

#include <cstdint>
#include <string>
#include <unordered_map>

#include "kernel/call_name.hpp"

struct Dwarf;

namespace ap1000
{

class SourceLines
{
  public:
    explicit SourceLines(const std::string &file);
    ~SourceLines();
    SourceLines(const SourceLines &) = delete;
    SourceLines &operator=(const SourceLines &) = delete;

    /* "ring.c:40", for the place behind the call, by the addresses of the program's file; "": not known. */
    CallName of(std::uint64_t place);

  private:
    CallName look_up(std::uint64_t address) const;

    int file_;
    Dwarf *debug_; /* nullptr: it has none */
    std::unordered_map<std::uint64_t, CallName> known_;
};

} // namespace ap1000

#endif
