/* parse.cpp - see parse.hpp. */
#include "command/parse.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "command/commands.hpp"

namespace ap1000
{
namespace
{

/* Is `name` a word of the command? If not, *words has those that a user may write. */
bool is_word(const CLI::App &app, const std::string &name, std::string *words)
{
    for (const CLI::App *word : app.get_subcommands([](const CLI::App *) { return true; })) {
        if (word->get_name() == name)
            return true;
        if (!word->get_group().empty())
            *words += (words->empty() ? "" : ", ") + word->get_name();
    }
    return false;
}

/* How many letters must be changed, added or left out to make one of the other. */
std::size_t distance(const std::string &a, const std::string &b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); i++) {
        std::size_t before = row[0]++;
        for (std::size_t j = 1; j <= b.size(); j++)
            before = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, before + (a[i - 1] != b[j - 1])}));
    }
    return row.back();
}

/* ", --cells perhaps": the option of this word that is written most alike, up to a third of its letters. */
std::string nearest_option(const CLI::App &word, const std::string &given)
{
    const std::string name = given.substr(0, given.find('='));
    std::string nearest;
    std::size_t least = name.size() / 3 + 1;
    for (const CLI::Option *o : word.get_options())
        for (const std::string &known : o->get_lnames())
            if (const std::size_t d = distance("--" + known, name); d < least) {
                least = d;
                nearest = "--" + known;
            }
    return nearest.empty() ? "" : "; " + nearest + " is";
}

/* What is wrong with the command line. The texts of our own validators, in a ValidationError, are kept. */
std::string in_our_words(const CLI::App &app, const CLI::ParseError &e, int argc, char **argv)
{
    const auto chosen = app.get_subcommands();
    const std::string word = chosen.empty() ? "" : " " + chosen.front()->get_name();
    const std::string what = e.what(), hint = " (see ap1000" + word + " --help)";
    const std::string subject = what.substr(0, what.find_first_of(": "));
    if (dynamic_cast<const CLI::ValidationError *>(&e) != nullptr) {
        const std::string where = from_where(app, what, argc, argv);
        return what + (where.empty() ? hint : where);
    }
    if (dynamic_cast<const CLI::ExtrasError *>(&e) != nullptr) {
        const std::string extra = what.substr(std::min(what.rfind(": "), what.size() - 2) + 1);
        const std::size_t option = extra.find(" -"), begin = option == std::string::npos ? 1 : option + 1;
        const std::string one = extra.substr(begin, extra.find(' ', begin) - begin);
        if (!chosen.empty() && one[0] == '-')
            return unknown_option(*chosen.front(), one);
        return "'" + one + "' is no option or argument of ap1000" + word + hint;
    }
    if (dynamic_cast<const CLI::ArgumentMismatch *>(&e) != nullptr)
        return subject + ": one value is wanted" + hint;
    if (dynamic_cast<const CLI::RequiredError *>(&e) != nullptr)
        return (word.empty() ? "a command is wanted, for example `ap1000 run ./prog`"
                             : word.substr(1) + ": " + subject + " is wanted") +
               hint;
    return "the command line cannot be understood" + hint;
}

/* The command that argv names; null: none. */
const CLI::App *command_of(const CLI::App &app, int argc, char **argv)
{
    const CLI::App *command = nullptr;
    for (const CLI::App *each : app.get_subcommands([](const CLI::App *) { return true; }))
        if (argc > 1 && each->get_name() == argv[1])
            command = each;
    return command;
}

/* Whether the word after this one is its value. */
bool takes_the_next(const CLI::App &command, const std::string &word)
{
    const CLI::Option *option = command.get_option_no_throw(word);
    return option != nullptr && option->get_items_expected_min() > 0 && option->get_expected_min() > 0;
}

/* How many words before the program are the command's own, as the seeds of shuffle. */
std::size_t own_words(const CLI::App &command)
{
    return command.get_options([](const CLI::Option *o) { return o->get_positional(); }).size();
}

/* Where `--` stands between the options of `run` or `sweep` and the program; 0: none, or it is the program's own.
 * (CLI11 would give what follows to the command as a whole.) */
int separator_of(const CLI::App &app, int argc, char **argv)
{
    const CLI::App *command = command_of(app, argc, argv);
    std::size_t words = command != nullptr ? own_words(*command) : 0;
    for (int i = 2; command != nullptr && command->get_prefix_command() && i < argc; i++) {
        const std::string at = argv[i];
        if (at == "--")
            return i;
        if ((at.size() < 2 || at[0] != '-') && words-- == 0)
            return 0;
        i += takes_the_next(*command, at);
    }
    return 0;
}

/* An option that ends with `=`, without the `=`; "": none. CLI11 would take the next word for its value, and so
 * `run --trace=$unset ./a ./b` would write the trace over the program ./a. */
std::string without_value(const CLI::App &app, int argc, char **argv)
{
    const CLI::App *command = command_of(app, argc, argv);
    std::size_t words = command != nullptr ? own_words(*command) : 0;
    for (int i = 2; command != nullptr && i < argc; i++) {
        const std::string at = argv[i], name = at.substr(0, at.find('='));
        if (name.size() + 1 == at.size() && command->get_option_no_throw(name) != nullptr)
            return name;
        if (command->get_prefix_command() && (at.size() < 2 || at[0] != '-') && words-- == 0)
            break; /* the program; what follows is its own */
        i += takes_the_next(*command, at);
    }
    return "";
}

/* CLI11 2.4 and later pass over what the environment has if it is wrong; earlier ones refuse it, as is done here. */
void refuse_what_was_passed_over(const CLI::App &app)
{
    for (CLI::App *word : app.get_subcommands())
        for (CLI::Option *o : word->get_options()) {
            const char *value = o->count() == 0 ? std::getenv(o->get_envname().c_str()) : nullptr;
            if (value != nullptr && *value != 0) {
                o->add_result(std::string(value));
                o->run_callback();
            }
        }
}

int parse_words(CLI::App &app, int argc, char **argv)
{
    std::string words; /* `help run` is `run --help` */
    const char *help[] = {argv[0], argc > 2 ? argv[2] : "--help", "--help"};
    if (argc > 1 && std::string(argv[1]) == "help")
        return parse_words(app, argc > 2 ? 3 : 2, const_cast<char **>(help));
    if (argc > 1 && argv[1][0] != '-' && !is_word(app, argv[1], &words)) {
        std::fprintf(stderr, "ap1000: '%s' is not a command: one of %s is wanted\n", argv[1], words.c_str());
        return exit_usage;
    }
    if (argc > 1 && argv[1][0] == '-' && app.get_option_no_throw(std::string(argv[1])) == nullptr) {
        std::fprintf(stderr, "ap1000: '%s': a command comes before its options, as in `ap1000 run --cells 4 ./prog`\n",
                     argv[1]);
        return exit_usage;
    }
    if (const std::string name = without_value(app, argc, argv); !name.empty()) {
        std::fprintf(stderr, "ap1000: %s: one value is wanted (see ap1000 %s --help)\n", name.c_str(), argv[1]);
        return exit_usage;
    }
    try {
        app.parse(argc, argv);
        refuse_what_was_passed_over(app);
        return -1;
    } catch (const CLI::Success &e) { /* help, or the version */
        return app.exit(e);
    } catch (const CLI::ConversionError &e) { /* "Could not convert: --flag = value": of a yes or no */
        std::string what = e.what(), given = what.substr(what.find(": ") + 2);
        std::fprintf(stderr, "ap1000: %s: 1 (yes) or 0 (no) is wanted%s\n", given.c_str(),
                     from_where(app, given, argc, argv).c_str());
        return exit_usage;
    } catch (const CLI::ParseError &e) {
        std::fprintf(stderr, "ap1000: %s\n", in_our_words(app, e, argc, argv).c_str());
        return exit_usage;
    }
}

} // namespace

std::string from_where(const CLI::App &app, const std::string &message, int argc, char **argv)
{
    const std::string option = message.substr(0, message.find_first_of(" :,="));
    const bool named = option.rfind("--", 0) == 0;
    for (int i = 1; i < argc && named; i++)
        if (argv[i] == option || std::string(argv[i]).rfind(option + "=", 0) == 0)
            return "";
    if (!named)
        return "";
    if (app.get_subcommands().empty())
        return "";
    const CLI::Option *o = app.get_subcommands().front()->get_option_no_throw(option);
    const char *value = o == nullptr ? nullptr : std::getenv(o->get_envname().c_str());
    return value == nullptr || *value == 0 ? "" : " (" + o->get_envname() + " in the environment)";
}

std::string unknown_option(const CLI::App &word, const std::string &given)
{
    return "'" + given + "' is no option of ap1000 " + word.get_name() + nearest_option(word, given) + " (see ap1000 " +
           word.get_name() + " --help)";
}

int parse(CLI::App &app, int &argc, char **argv)
{
    if (const int at = separator_of(app, argc, argv)) {
        std::copy(argv + at + 1, argv + argc + 1, argv + at); /* with the NULL at its end */
        argc--;
    }
    return parse_words(app, argc, argv);
}

} // namespace ap1000
