/* call_name.cpp - see call_name.hpp. */
#include "kernel/call_name.hpp"

#include <deque>
#include <unordered_map>

namespace ap1000
{
namespace
{

struct Names {
    std::deque<std::string> texts{""}; /* by number; a text keeps its place */
    std::unordered_map<std::string_view, std::uint32_t> numbers{{texts.front(), 0}};
};

Names &names()
{
    static Names all;
    return all;
}

} // namespace

CallName::CallName(std::string_view text)
{
    Names &all = names();
    const auto known = all.numbers.find(text);
    if (known != all.numbers.end()) {
        number_ = known->second;
        return;
    }
    number_ = static_cast<std::uint32_t>(all.texts.size());
    all.texts.emplace_back(text);
    all.numbers.emplace(all.texts.back(), number_);
}

const std::string &CallName::text() const
{
    return text_of(number_);
}

const std::string &CallName::text_of(std::size_t number)
{
    return names().texts[number];
}

} // namespace ap1000
