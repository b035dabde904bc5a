/* test_processor_time.cpp - when a user hears that processes would be faster. */

#include "carriers/inprocess/simulator/processor_time.hpp"

#include "testing.h"

using namespace ap1000;

TEST(most_of_a_long_run)
{
    assert_string_equal(
        "ap1000: of 40 s of processor time 75 % were the tasks' own computing, one after the other: with "
        "--tasks process they run on 16 processors",
        advice_on({40000000, 30000000}, 16).c_str());
    assert_string_not_equal("", advice_on({10000000, 6000000}, 2).c_str());
}

TEST(else_nothing)
{
    assert_string_equal("", advice_on({40000000, 30000000}, 1).c_str());
    assert_string_equal("", advice_on({9999999, 9999999}, 16).c_str());
    assert_string_equal("", advice_on({40000000, 23999999}, 16).c_str());
    assert_string_equal("", advice_on({0, 0}, 16).c_str());
}

TEST_MAIN
