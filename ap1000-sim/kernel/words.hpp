/* words.hpp - times and names as the simulator's messages show them. */
#ifndef AP1000_WORDS_HPP
#define AP1000_WORDS_HPP

#include <string>

#include "engine/timeline.hpp"

namespace ap1000
{

std::string ms_text(Ns t); /* "1.234 ms" */

} // namespace ap1000

#endif
