/* test_syntax_error.cpp - machine files that are no TOML, each wrong in one place: the line that a user gets says
 * where, what stands there, and what would be right. */
#include "machine_files.hpp"

#include "expectation.hpp" /* last: CMocka's macros have common names */

static const std::string base = "base = \"ap1000\"\n";

/* What each of them ends with. */
static const char right[] = "; a line is [SECTION], NAME = 0.16, NAME = \"text\" or NAME = { value = 5, kind = "
                            "\"sourced\", source = \"where from\" }, and # begins a comment";

static const struct {
    std::string text, says;
} rows[] = {
    {"[tnet\n", "2:6: '[tnet': table header: expected ']', saw the end of the line"},
    {"[]\n", "2:2: '[]': table header: tables with blank bare keys are explicitly prohibited"},
    {"[tnet] hop_us = 1\n", "2:8: '[tnet] hop_us = 1': table header: expected a comment or whitespace, saw 'h'"},
    {"[tnet]\n[tnet]\n", "3:1: '[tnet]': table header: cannot redefine existing table 'tnet'"},
    {"[tnet]\nhop_us = 1\nhop_us = 2\n",
     "4:10: 'hop_us = 2': key-value pair: cannot redefine existing integer 'hop_us'"},
    {"[tnet]\nhop_us\n", "3:7: 'hop_us': key-value pair: expected '=', saw the end of the line"},
    {"[tnet]\nhop us = 1\n", "3:5: 'hop us = 1': key-value pair: expected '=', saw 'u'"},
    {"[tnet]\n; hop_us = 1\n",
     "3:1: '; hop_us = 1': root table: expected keys, tables, whitespace or comments, saw ';'"},
    {"[tnet]\nhop_us = # 1\n", "3:10: 'hop_us = # 1': key-value pair: expected value, saw '#'"},
    {"[tnet]\nhop_us = slow\n", "3:10: 'hop_us = slow': value: could not determine value type"},
    {"[tnet]\nhop_us = 1us\n", "3:11: 'hop_us = 1us': decimal integer: expected digit, saw 'u'"},
    {"[tnet]\nhop_us = 0,16\n", "3:11: 'hop_us = 0,16': key-value pair: expected a comment or whitespace, saw ','"},
    {"[tnet]\nhop_us = .16\n", "3:10: 'hop_us = .16': floating-point: expected decimal digit, saw '.'"},
    {"[tnet]\n  hop_us = { value = 1\n",
     "3:23: 'hop_us = { value = 1': inline table: expected key or closing '}', saw the end of the line"},
    {"[tnet]\nhop_us = 1 # \xff\n", "3:13: 'hop_us = 1 # ?': Encountered invalid utf-8 sequence"},
    {"[tnet]\r\nhop_us = slow\r\n", "3:10: 'hop_us = slow': value: could not determine value type"},
    {"[tnet]\nhop_us = \"" + std::string(80, 'x') + "\" 1\n",
     "3:93: 'hop_us = \"" + std::string(50, 'x') + "...': key-value pair: expected a comment or whitespace, saw '1'"},
};

TEST(each_mistake)
{
    for (const auto &row : rows)
        expectation(row.text.c_str(), "own.toml:" + row.says + right, complaint(base + row.text));
}

TEST(what_is_right)
{
    for (const char *text :
         {"[tnet]\nhop_us = 0.16 # us\n", "[ tnet ]\r\n\thop_us=1e-2\r\n", "[tnet]\nhop_us = +1_000.5E+1\n",
          "[tnet]\n\"hop_us\" = {value=1,kind='sourced',source=\"a \\\"b\\\" # c\"}\n", "[tnet]\nhop_us = 0x10\n",
          "tnet.hop_us = 1\n", "# only a comment\n", "", "[tnet]\nhop_us = 1"})
        expectation(text, "", complaint(base + text));
}

int main(int argc, char **argv)
{
    return test_machine_files(argc, argv, [] { return run_all_tests(nullptr, nullptr); });
}
