/* program_calls.hpp - what a program could call, as far as its file and those of its libraries show before it runs. */
#pragma once

#include <string>

namespace ap1000
{

/* Returns why tasks of this program may end or signal others, or decide about them, as words that go before its name;
 * "": they cannot. What nobody can tell counts: a script, a library that is not found, one that is opened later. */
std::string why_may_end_others(const std::string &path);

} // namespace ap1000
