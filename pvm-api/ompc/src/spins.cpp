// spins.cpp - see spins.hpp.
#include "spins.hpp"

namespace ompc
{
// Remembers the element. Returns false if there are more than FEW.
bool spin_watch::is_one_of_few(int array, std::size_t index)
{
    for (int i = 0; i < elements_; i++)
        if (seen_[i].array == array && seen_[i].index == index)
            return true;
    if (elements_ == FEW)
        return false;
    seen_[elements_++] = {array, index};
    return true;
}

spins spin_watch::look(int array, std::size_t index, bool wrote)
{
    quiet_ = wrote ? 0 : quiet_ + (watching() ? 1 : EVERY);
    if (!is_one_of_few(array, index)) {
        looks_ = elements_ = 0;
        if (quiet_ < QUIET)
            return spins::no;
        quiet_ = 0;
        return spins::maybe;
    }
    if (looks_ < LOOKS)
        just_began = ++looks_ == LOOKS;
    return looks_ == LOOKS ? spins::yes : spins::no;
}
} // namespace ompc
