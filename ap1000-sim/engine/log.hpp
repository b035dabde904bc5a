/* log.hpp - what the simulator does, in lines by category, for whoever looks for the reason of a time: AP1000_LOG=tnet
 * or AP1000_LOG=messages,clock in the environment, all for everything. It is for people, and changes nothing. Where a
 * category is off, its place costs one look at a word. */
#pragma once

#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "ns.hpp"

namespace ap1000
{

/* LOG_CATEGORY(name, what its lines say) */
#define LOG_CATEGORIES(LOG_CATEGORY)                                        \
    LOG_CATEGORY(turns, "who gets the turn, and what it asks for")          \
    LOG_CATEGORY(clock, "who waits for a processor, or for what, how long") \
    LOG_CATEGORY(messages, "each message, as it is sent and as it comes")   \
    LOG_CATEGORY(control, "requests to the host")                           \
    LOG_CATEGORY(ahead, "who runs ahead of simulated time, and catches up") \
    LOG_CATEGORY(tnet, "worms that wait for a link, and those that have arrived")

enum class LogCategory : unsigned {
#define LOG_NAME(NAME, WHAT) NAME,
    LOG_CATEGORIES(LOG_NAME)
#undef LOG_NAME
};

extern unsigned log_categories_on; /* a bit each; set once, at the start */

/* Turns these on: names with commas between them, or all. Throws std::invalid_argument with a text for the user. */
void choose_log(const std::string &names);

/* Writes "[tnet 12.345678 ms] line" to stderr. */
void log_line(LogCategory c, Ns now, const std::string &line);

#define AP1000_LOG(CATEGORY, NOW, ...)                                                                    \
    do {                                                                                                  \
        if (__builtin_expect(log_categories_on >> static_cast<unsigned>(LogCategory::CATEGORY) & 1u, 0u)) \
            log_line(LogCategory::CATEGORY, NOW, fmt::format(__VA_ARGS__));                               \
    } while (false)

} // namespace ap1000
