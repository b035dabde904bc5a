/* test_syntax_error.cpp - machine files that are no TOML, each wrong in one place: the line that a user gets says
 * where, what stands there, and what would be right.
 *
 * argv[1] is the folder of the machine files.
 */
#include "config/parameters.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;
namespace fs = std::filesystem;

static std::vector<std::string> folders;
static fs::path scratch;

/* What is said of a file with this text behind a first line `base = "ap1000"`, without the file's name; "": nothing. */
static std::string complaint(const std::string &text)
{
    const std::string path = scratch / "own.toml";
    std::ofstream(path) << "base = \"ap1000\"\n" << text;
    try {
        load_machine(path, folders);
    } catch (const MachineFileError &e) {
        const std::string s = e.what();
        return s.rfind(path + ":", 0) == 0 ? s.substr(path.size() + 1) : s;
    }
    return "";
}

static const char braces[] = "{ value = 5, kind = \"sourced\", source = \"where from\" } is wanted, all in one line";

static const struct {
    std::string text, says;
} rows[] = {
    {"[tnet\n", "2:6: the end of the line: a section is [NAME]: letters, digits, - and _, and a ] at its end"},
    {"[]\n", "2:2: ']': the name of a section is wanted, as [tnet]"},
    {"[t net]\n", "2:4: 'net]': a section is [NAME]: letters, digits, - and _, and a ] at its end"},
    {"[tnet] hop_us = 1\n", "2:8: 'hop_us = 1': after [SECTION] only a comment (#) may stand"},
    {"[tnet.]\n", "2:2: 'tnet.]': a name stands before and after each point"},
    {"[tnet]\n[tnet]\n", "3:1: '[tnet]': [tnet] was given in line 2 already"},
    {"[tnet]\nhop_us = 1\n[cell]\n[tnet]\n", "5:1: '[tnet]': [tnet] was given in line 2 already"},
    {"[tnet]\nhop_us = 1\nhop_us = 2\n", "4:1: 'hop_us = 2': hop_us was given in line 3 already"},
    {"[tnet]\nhop_us\n",
     "3:7: the end of the line: = is wanted after the name (letters, digits, - and _), as in hop_us = 0.16"},
    {"[tnet]\nhop us = 1\n",
     "3:5: 'us = 1': = is wanted after the name (letters, digits, - and _), as in hop_us = 0.16"},
    {"[tnet]\nhop_us: 1\n", "3:7: ': 1': = is wanted after the name (letters, digits, - and _), as in hop_us = 0.16"},
    {"[tnet]\n= 1\n", "3:1: '= 1': NAME = VALUE, [SECTION] or a comment (#) is wanted"},
    {"[tnet]\n; hop_us = 1\n", "3:1: '; hop_us = 1': NAME = VALUE, [SECTION] or a comment (#) is wanted"},
    {"[tnet]\nhop_us =\n", "3:9: the end of the line: a value is wanted after the ="},
    {"[tnet]\nhop_us = # 1\n", "3:10: '# 1': a value is wanted after the ="},
    {"[tnet]\nhop_us = = 4\n", "3:10: '= 4': a number or a text in quotes is wanted"},
    {"[tnet]\nhop_us = fast\n", "3:10: 'fast': text stands in quotes, as \"fast\""},
    {"[tnet]\nhop_us = 1 us\n", "3:12: 'us': after the value only a comment (#) may stand"},
    {"[tnet]\nhop_us = 1us\n", "3:10: '1us': a number is wanted, as 12, 0.5 or 1e6; its unit is in the name"},
    {"[tnet]\nhop_us = 0,16\n", "3:11: ',16': a number has a point, no comma, and one value is given: 0.16"},
    {"[tnet]\nhop_us = .16\n", "3:10: '.16': a number is wanted, as 12, 0.5 or 1e6; its unit is in the name"},
    {"[tnet]\nhop_us = 5.\n", "3:10: '5.': a number is wanted, as 12, 0.5 or 1e6; its unit is in the name"},
    {"[tnet]\nhop_us = 016\n", "3:10: '016': a number is wanted, as 12, 0.5 or 1e6; its unit is in the name"},
    {"[tnet]\nhop_us = 1e\n", "3:10: '1e': a number is wanted, as 12, 0.5 or 1e6; its unit is in the name"},
    {"[tnet]\nhop_us = 1/6\n", "3:10: '1/6': a number is wanted, as 12, 0.5 or 1e6; its unit is in the name"},
    {"[tnet]\nhop_us = 99999999999999999999\n",
     "3:10: '99999999999999999999': a number is wanted, as 12, 0.5 or 1e6; its unit is in the name"},
    {"[tnet]\nhop_us = \"fast\n", "3:10: '\"fast': a text ends in its line, with the same \""},
    {"[tnet]\nhop_us = 'fast\"\n", "3:10: ''fast\"': a text ends in its line, with the same '"},
    {"[tnet]\nhop_us = { value = 1, kind = \"sourced\", source = \"a\\q\" }\n",
     "3:52: '\\q\" }': after a \\ one of b t n f r \" \\ u U is wanted; between '...' a \\ is itself"},
    {"[tnet]\nhop_us = { value = 1\n", std::string("3:10: '{ value = 1': ") + braces},
    {"[tnet]\nhop_us = { value = 1, }\n", std::string("3:23: '}': ") + braces},
    {"[tnet]\nhop_us = { value = 1 kind = \"sourced\" }\n",
     std::string("3:22: 'kind = \"sourced\" }': a comma or a } is wanted: ") + braces},
    {"[tnet]\nhop_us = { value = 1, kind = sourced, source = \"x\" }\n",
     "3:30: 'sourced, source = \"x\" }': text stands in quotes, as \"sourced\""},
    {"[tnet]\nhop_us = { value }\n",
     "3:18: '}': = is wanted after the name (letters, digits, - and _), as in hop_us = 0.16"},
    {"[tnet]\nhop_us = [1, 2\n", "3:10: '[1, 2': a number or a text is wanted; nothing in a machine file is a list"},
    {"[[tnet]\n", "2:1: '[[tnet]': a section has one pair of brackets: [NAME]"},
    {"[tnet]\nhop_us = \"\x01\"\n", "3:11: byte 0x01: this is no text; a machine file is written in UTF-8"},
    {"[tnet]\nhop_us = 1 # \xff\n", "3:14: byte 0xff: this is no text; a machine file is written in UTF-8"},
    {"tnet = 1\n[tnet]\nhop_us = 1\n", "3:1: '[tnet]': this does not fit with what stands before"},
    {"[tnet]\r\nhop_us = fast\r\n", "3:10: 'fast': text stands in quotes, as \"fast\""},
    {"[tnet]\nhop_us = 1\nhop_us.value = 2\n", "4:1: 'hop_us.value = 2': this does not fit with what stands before"},
};

static void each_mistake(void **)
{
    for (const auto &row : rows)
        expectation(row.text.c_str(), row.says, complaint(row.text));
}

static void what_is_right(void **)
{
    for (const char *text :
         {"[tnet]\nhop_us = 0.16 # us\n", "[ tnet ]\r\n\thop_us=1e-2\r\n", "[tnet]\nhop_us = +1_000.5E+1\n",
          "[tnet]\n\"hop_us\" = {value=1,kind='sourced',source=\"a \\\"b\\\" # c\"}\n", "[tnet]\nhop_us = 0x10\n",
          "tnet.hop_us = 1\n", "# only a comment\n", "", "[tnet]\nhop_us = 1"})
        expectation(text, "", complaint(text));
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s FOLDER_OF_MACHINE_FILES\n", argv[0]);
        return 2;
    }
    folders = {argv[1]};
    char name[] = "/tmp/test_syntax_error.XXXXXX";
    if (!mkdtemp(name)) {
        std::perror(name);
        return 1;
    }
    scratch = name;
    const CMUnitTest tests[] = {
        cmocka_unit_test(each_mistake),
        cmocka_unit_test(what_is_right),
    };
    const int failed = cmocka_run_group_tests_name("syntax_error", tests, nullptr, nullptr);
    fs::remove_all(scratch);
    return failed;
}
