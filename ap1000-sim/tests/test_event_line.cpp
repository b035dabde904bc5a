/* test_event_line.cpp - events that are read as lines held to the general reader of JSON: the same value and types, or
 * nothing; also where a line follows another of the same keys. */

#include "command/event_line.hpp"

#include <sstream>

#include "testing.h"

using ap1000::EventLine;
using nlohmann::json;

namespace
{

/* dump() has the types, too: 1, 1.0, and the sign of what is read as unsigned. */
void expect_as_general(EventLine &lines, const std::string &event)
{
    const json *read = lines.read(event + ",");
    const json general = json::parse(event);
    assert_non_null(read);
    assert_string_equal(read->dump().c_str(), general.dump().c_str());
    for (const auto &[key, value] : general.items())
        assert_int_equal(static_cast<int>(read->at(key).type()), static_cast<int>(value.type()));
}

TEST(reads_what_a_trace_has)
{
    EventLine lines;
    for (int twice = 0; twice < 2; twice++)
        for (const char *event :
             {R"({"ph":"B","pid":1,"tid":262145,"ts":0.000,"name":"pvm_spawn","cat":"call"})",
              R"({"ph":"B","pid":1,"tid":262146,"ts":10100.123,"name":"a longer name, of a call","cat":"call"})",
              R"({"ph":"B","pid":1,"tid":3,"ts":1.5,"name":"waits","cat":"wait","args":{"for":"host"}})",
              R"({"ph":"E","pid":1,"tid":3,"ts":9007199254740993.7})", R"({"ph":"C","args":{"in use":-1}})",
              R"({"ph":"C","args":{"in use":18446744073709551615,"b":{"c":{"d":""}}},"e":-0})"})
            expect_as_general(lines, event);
}

/* A value is of the type of its line, not of one before it. */
TEST(forgets_the_line_before)
{
    EventLine lines;
    for (const char *event : {R"({"ph":"i","id":1})", R"({"ph":"i","id":-1})", R"({"ph":"i","id":1.0})",
                              R"({"ph":"i","id":"1"})", R"({"ph":"i","id":{"a":1}})", R"({"ph":"i","id":7})"})
        expect_as_general(lines, event);
}

TEST(leaves_the_rest_to_the_general_reader)
{
    EventLine lines;
    for (const char *line : {"", "{", "]}", " {\"ph\":1},", "{\"tid\":1},"})
        assert_null(lines.read(line));
    std::istringstream values("|1}|1},,|1} ,| 1},|01},|1.},|.5},|1e3},|-},|true},|null},|[1]},|"
                              "\"\\n\"},|\"\xc3\xa4\"},|\"\xff\"},|\"a},|1,},|1}},|{\"a\":1},|{}},|1 2},|"
                              "99999999999999999999},|1,\"ph\":2},|{\"a\":1},\"ph\":2},");
    for (std::string value; std::getline(values, value, '|');)
        assert_null(lines.read("{\"ph\":" + value));
}

} // namespace

TEST_MAIN
