/* expectation.hpp - how a test of a model states an expectation: the figure derived by hand, then the model's. It is no
 * test framework: CMocka runs the tests. */
#ifndef AP1000_EXPECTATION_HPP
#define AP1000_EXPECTATION_HPP

#include <cinttypes>
#include <string>
#include <vector>

#include "testing.h"

#include "ns.hpp"

/* `what` is the quantity with its derivation, all in ns: "arrival = hop 160 + 1000 byte * 40". */
inline void expectation(const char *what, std::int64_t expected, std::int64_t actual)
{
    std::printf("    Expectation: %s = %" PRId64 "\n    Actual:      %" PRId64 "\n", what, expected, actual);
    assert_true(expected == actual);
}

inline void expectation(const char *what, const std::string &expected, const std::string &actual)
{
    std::printf("    Expectation: %s: %s\n    Actual:      %s\n", what, expected.c_str(), actual.c_str());
    assert_string_equal(expected.c_str(), actual.c_str());
}

/* What an observer was told. */
struct Booking {
    int resource;
    ap1000::Ns start, end;
};

inline ap1000::Observer record(std::vector<Booking> &into)
{
    return [&into](int resource, ap1000::Ns start, ap1000::Ns end) { into.push_back({resource, start, end}); };
}

#endif
