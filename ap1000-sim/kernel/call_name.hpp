/* call_name.hpp - the name of a public function as a number, so that a watched call costs no memory and no comparing of
 * text.
 *
 * Each name gets the next number when it is first seen; 0 is "", outside any call. The numbers are those of this
 * process and appear in no file: what is written is sorted by the text. Beside it may stand the line of the program
 * that makes the call, as a number of the same kind; names are equal whatever the line. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ap1000
{

class CallName
{
  public:
    CallName() = default;
    CallName(std::string_view text);
    CallName(const char *text) : CallName(std::string_view(text))
    {
    }
    const std::string &text() const;
    std::size_t number() const
    {
        return number_;
    }
    bool empty() const
    {
        return number_ == 0;
    }
    void clear()
    {
        number_ = line_ = 0;
    }
    /* The same call, made at this line: "ring.c:40". */
    CallName at(CallName line) const
    {
        CallName here = *this;
        here.line_ = line.number_;
        return here;
    }
    std::size_t line() const /* its number; 0: not known */
    {
        return line_;
    }
    bool operator==(CallName o) const
    {
        return number_ == o.number_;
    }
    /* The text of the name that has this number; one has it. */
    static const std::string &text_of(std::size_t number);

  private:
    std::uint32_t number_ = 0, line_ = 0;
};

} // namespace ap1000
