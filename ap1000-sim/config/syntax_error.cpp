/* syntax_error.cpp - see syntax_error.hpp. The line where the reader stopped is looked at once more, by a reader that
 * knows only what a machine file needs: sections, names, numbers, texts, and { } in one line. */
#include "config/syntax_error.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace ap1000
{
namespace
{

constexpr std::size_t longest_shown = 30; /* letters of what stands there */
constexpr std::size_t most_digits = 18;   /* of a whole number: more do not fit into 64 bits */

struct Mistake {
    std::size_t at; /* in the line, from 0 */
    std::string right;
};
using Found = std::optional<Mistake>;

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool is_name_letter(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

std::vector<std::string> lines_of(const std::string &text)
{
    std::vector<std::string> lines(1);
    for (char c : text)
        if (c == '\n')
            lines.emplace_back();
        else if (c != '\r')
            lines.back() += c;
    return lines;
}

/* TOML's numbers: 12, -0.5, 1e6, 1_000; no 007, .5 or 5. */
bool is_number(const std::string &word)
{
    std::size_t at = !word.empty() && (word[0] == '+' || word[0] == '-');
    auto digits = [&] {
        const std::size_t begin = at;
        while (at < word.size() && (is_digit(word[at]) || (word[at] == '_' && at > begin && is_digit(word[at - 1]))))
            at++;
        return at > begin && word[at - 1] != '_' ? at - begin : 0;
    };
    const std::size_t begin = at, whole = digits();
    if (whole == 0 || (whole > 1 && word[begin] == '0'))
        return false;
    if (at == word.size())
        return whole <= most_digits;
    if (word[at] == '.') {
        at++;
        if (digits() == 0)
            return false;
    }
    if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
        at++;
        at += at < word.size() && (word[at] == '+' || word[at] == '-');
        if (digits() == 0)
            return false;
    }
    return at == word.size();
}

/* Reads one line from left to right. Each function leaves at_ behind what it has read, or says what is wrong. */
class Line
{
  public:
    explicit Line(const std::string &line) : line_(line)
    {
    }

    Found mistake()
    {
        skip();
        if (at_end())
            return {};
        if (line_[at_] == '[')
            return section();
        Found found = setting("NAME = VALUE, [SECTION] or a comment (#) is wanted");
        const bool comma = !found && at_ < line_.size() && line_[at_] == ',';
        return found   ? found
               : comma ? rest("a number has a point, no comma, and one value is given: 0.16")
                       : rest("after the value only a comment (#) may stand");
    }

    const std::string &name() const
    {
        return name_;
    }

  private:
    void skip()
    {
        while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t'))
            at_++;
    }

    bool at_end() const
    {
        return at_ >= line_.size() || line_[at_] == '#';
    }

    Found here(const std::string &right) const
    {
        return Mistake{at_, right};
    }

    Found rest(const std::string &right)
    {
        skip();
        return at_end() ? Found() : here(right);
    }

    /* letters, digits, - and _, with points between parts */
    Found read_name(const std::string &if_none)
    {
        skip();
        const std::size_t begin = at_;
        if (at_ < line_.size() && (line_[at_] == '"' || line_[at_] == '\''))
            return text();
        while (at_ < line_.size() && (is_name_letter(line_[at_]) || line_[at_] == '.'))
            at_++;
        name_ = line_.substr(begin, at_ - begin);
        if (name_.empty())
            return here(if_none);
        if (name_.front() == '.' || name_.back() == '.' || name_.find("..") != std::string::npos) {
            at_ = begin;
            return here("a name stands before and after each point");
        }
        return {};
    }

    Found section()
    {
        const std::size_t begin = at_++;
        if (at_ < line_.size() && line_[at_] == '[') {
            at_ = begin;
            return here("a section has one pair of brackets: [NAME]");
        }
        if (Found found = read_name("the name of a section is wanted, as [tnet]"))
            return found;
        skip();
        if (at_ >= line_.size() || line_[at_] != ']')
            return here("a section is [NAME]: letters, digits, - and _, and a ] at its end");
        at_++;
        name_ = "[" + name_ + "]";
        return rest("after [SECTION] only a comment (#) may stand");
    }

    Found setting(const std::string &if_none)
    {
        if (Found found = read_name(if_none))
            return found;
        skip();
        if (at_end() || line_[at_] != '=')
            return here("= is wanted after the name (letters, digits, - and _), as in hop_us = 0.16");
        at_++;
        const std::string mine = name_;
        Found found = value();
        name_ = mine;
        return found;
    }

    Found value()
    {
        skip();
        if (at_end())
            return here("a value is wanted after the =");
        switch (line_[at_]) {
        case '"':
        case '\'':
            return text();
        case '{':
            return braces();
        case '[':
            return here("a number or a text is wanted; nothing in a machine file is a list");
        default:
            return word();
        }
    }

    Found text()
    {
        const std::size_t begin = at_;
        const char quote = line_[at_++];
        for (; at_ < line_.size() && line_[at_] != quote; at_++) {
            if (quote == '"' && line_[at_] == '\\') {
                if (std::string("btnfr\"\\uU").find(line_.substr(at_ + 1, 1)) == std::string::npos)
                    return here("after a \\ one of b t n f r \" \\ u U is wanted; between '...' a \\ is itself");
                at_++;
            }
        }
        if (at_ >= line_.size()) {
            at_ = begin;
            return here(fmt::format("a text ends in its line, with the same {}", quote));
        }
        at_++;
        return {};
    }

    Found braces()
    {
        const std::string right =
            "{ value = 5, kind = \"sourced\", source = \"where from\" } is wanted, all in one line";
        const std::size_t begin = at_++;
        for (;;) {
            skip();
            if (at_end()) {
                at_ = begin;
                return here(right);
            }
            if (Found found = setting(right))
                return found;
            skip();
            if (at_ < line_.size() && line_[at_] == '}') {
                at_++;
                return {};
            }
            if (at_end()) {
                at_ = begin;
                return here(right);
            }
            if (line_[at_] != ',')
                return here("a comma or a } is wanted: " + right);
            at_++;
        }
    }

    Found word()
    {
        const std::size_t begin = at_;
        while (at_ < line_.size() && std::string(" \t,}#").find(line_[at_]) == std::string::npos)
            at_++;
        const std::string word = line_.substr(begin, at_ - begin);
        if (is_number(word) || word == "true" || word == "false")
            return {};
        at_ = begin;
        const bool like_number = !word.empty() && std::string("0123456789+-.").find(word[0]) != std::string::npos;
        if (like_number)
            return here("a number is wanted, as 12, 0.5 or 1e6; its unit is in the name");
        if (word.empty() || !is_name_letter(word[0]))
            return here("a number or a text in quotes is wanted");
        return here(fmt::format("text stands in quotes, as \"{}\"", word));
    }

    const std::string &line_;
    std::size_t at_ = 0;
    std::string name_;
};

/* The line (from 1) in which the same section, or the same name of the same section, stands before line `at` (from 0);
 * 0: none. */
std::size_t first_of(const std::vector<std::string> &lines, std::size_t at, const std::string &name)
{
    std::size_t first = 0;
    for (std::size_t i = 0; i < at; i++) {
        Line line(lines[i]);
        if (line.mistake())
            continue;
        if (line.name().rfind('[', 0) == 0 && name.rfind('[', 0) != 0)
            first = 0; /* another section */
        if (line.name() == name && first == 0)
            first = i + 1;
    }
    return first;
}

/* Where a byte is that belongs to no text; npos: nowhere. */
std::size_t no_text(const std::string &line)
{
    for (std::size_t i = 0; i < line.size(); i++) {
        const auto c = static_cast<unsigned char>(line[i]);
        if ((c < 32 && c != '\t') || c == 127)
            return i;
        if (c < 128)
            continue;
        const std::size_t more = c >= 0xf0 && c < 0xf5 ? 3 : c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xc2 && c < 0xe0 ? 1 : 0;
        for (std::size_t k = 1; k <= more; k++)
            if (i + k >= line.size() || (static_cast<unsigned char>(line[i + k]) & 0xc0) != 0x80)
                return i;
        if (more == 0)
            return i;
        i += more;
    }
    return std::string::npos;
}

} // namespace

std::string syntax_error(const std::string &text, std::size_t line, std::size_t column)
{
    const std::vector<std::string> lines = lines_of(text);
    const std::size_t n = std::min(std::max<std::size_t>(line, 1), lines.size()) - 1;
    const std::string &wrong = lines[n];
    if (const std::size_t byte = no_text(wrong); byte != std::string::npos)
        return fmt::format("{}:{}: byte {:#04x}: this is no text; a machine file is written in UTF-8", n + 1, byte + 1,
                           static_cast<unsigned char>(wrong[byte]));
    Line reader(wrong);
    Found found = reader.mistake();
    if (!found) {
        const std::size_t begin = wrong.find_first_not_of(" \t"), first = first_of(lines, n, reader.name());
        found = first != 0 ? Mistake{begin, fmt::format("{} was given in line {} already", reader.name(), first)}
                           : Mistake{std::max<std::size_t>(column, 1) - 1, "this does not fit with what stands before"};
    }
    const std::string there = found->at < wrong.size() ? wrong.substr(found->at) : "";
    return fmt::format("{}:{}: {}: {}", n + 1, found->at + 1,
                       there.empty()                   ? "the end of the line"
                       : there.size() <= longest_shown ? "'" + there + "'"
                                                       : "'" + there.substr(0, longest_shown) + "...'",
                       found->right);
}

} // namespace ap1000
