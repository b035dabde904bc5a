/* test_lines.cpp - whole lines out of pieces of output, also of lines that are longer than what is kept (lines.hpp). */
#include "kernel/lines.hpp"

#include <vector>

#include "testing.h"

using namespace ap1000;

namespace
{

std::vector<std::string> all_of(Lines &lines, bool rest)
{
    std::vector<std::string> found;
    for (std::string line; lines.next(line, rest);)
        found.push_back(line);
    return found;
}

TEST(pieces)
{
    Lines lines;
    assert_int_equal(all_of(lines, true).size(), 0);
    lines.add("a\n\nb");
    assert_true(all_of(lines, false) == (std::vector<std::string>{"a", ""}));
    lines.add("c\nd");
    assert_true(all_of(lines, false) == std::vector<std::string>{"bc"});
    assert_true(all_of(lines, true) == std::vector<std::string>{"d"});
    lines.add("\n");
    assert_true(all_of(lines, true) == std::vector<std::string>{""});
}

/* Nothing is lost where a line is split: one byte less than a whole part, as many, one more; with or without an end. */
TEST(long_lines)
{
    constexpr std::size_t whole = Lines::longest_bytes;
    for (const std::size_t bytes : {whole - 1, whole, whole + 1, 2 * whole, 2 * whole + 1})
        for (const bool has_end : {true, false}) {
            Lines lines;
            std::string text;
            for (std::size_t i = 0; i < bytes; i++)
                text += static_cast<char>('a' + i % 23);
            lines.add(text);
            std::vector<std::string> found = all_of(lines, false), more;
            lines.add(has_end ? "\nnext" : ""); /* the end comes in a piece of its own */
            more = all_of(lines, true);
            found.insert(found.end(), more.begin(), more.end());
            std::string joined;
            for (const std::string &line : found) {
                assert_true(line.size() <= whole);
                joined += line;
            }
            assert_true(joined == text + (has_end ? "next" : ""));
            assert_int_equal(found.size(), (bytes + whole - 1) / whole + (has_end ? 1 : 0));
        }
}

} // namespace

TEST_MAIN
