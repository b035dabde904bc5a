/* shuffle.cpp - `ap1000 shuffle`: one program with many orders of its messages, to find bugs that depend on order. Each
 * seed is a run with --jitter; its output and end are compared with those of the run without.
 *
 * Times that a program prints differ in each run and are no news. Two more runs without --jitter, in which the clocks
 * that programs read go faster, show which numbers in which lines are times. */
#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/commands.hpp"
#include "command/drawing.hpp"
#include "command/options.hpp"
#include "command/processors.hpp"
#include "command/run_apart.hpp"
#include "command/trace_reader.hpp"

namespace ap1000
{
namespace
{

constexpr const char *mean_by_default = "1ms";
constexpr long long most_seeds = 100000;
constexpr std::array<const char *, 2> other_clocks_percent = {"137", "9973"};

constexpr char a_number = '\1'; /* no text has it */

/* A line of output: its text with that for each number and one blank for several, and the numbers. */
struct Line {
    std::string shape;
    std::vector<std::string> numbers;
};

bool is_digit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/* Where the number ends that begins here: digits, a point with digits, an exponent; or inf, nan. `at`: none does. */
std::size_t number_end(const std::string &s, std::size_t at)
{
    for (const char *word : {"inf", "nan"})
        if (s.compare(at, 3, word) == 0 && (at == 0 || std::isalpha(static_cast<unsigned char>(s[at - 1])) == 0) &&
            (at + 3 == s.size() || std::isalpha(static_cast<unsigned char>(s[at + 3])) == 0))
            return at + 3;
    std::size_t end = at;
    while (end < s.size() && (is_digit(s[end]) || (s[end] == '.' && end > at)))
        end++;
    if (end > at && end + 2 < s.size() && (s[end] == 'e' || s[end] == 'E') &&
        (s[end + 1] == '+' || s[end + 1] == '-') && is_digit(s[end + 2]))
        for (end += 2; end < s.size() && is_digit(s[end]);)
            end++;
    return end;
}

Line line_of(const std::string &text)
{
    Line line;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = number_end(text, at);
        if (end > at) {
            line.shape += a_number;
            line.numbers.push_back(text.substr(at, end - at));
            at = end;
        } else {
            if (text[at] != ' ' || line.shape.empty() || line.shape.back() != ' ')
                line.shape += text[at];
            at++;
        }
    }
    return line;
}

struct Outcome {
    int code = -1;
    std::vector<std::string> text;
    std::vector<Line> lines;
};

/* Which numbers are times: of each shape of line, a flag for each number. */
using Times = std::map<std::string, std::vector<bool>>;

/* Learns from a run with another clock. If its lines are others, its course depends on the clock, and nothing is
 * learnt. Returns false then. */
bool learn(Times &times, const Outcome &plain, const Outcome &other)
{
    if (other.code != plain.code ||
        !std::equal(plain.lines.begin(), plain.lines.end(), other.lines.begin(), other.lines.end(),
                    [](const Line &a, const Line &b) { return a.shape == b.shape; }))
        return false;
    for (std::size_t i = 0; i < plain.lines.size(); i++) {
        std::vector<bool> &flags = times[plain.lines[i].shape];
        flags.resize(plain.lines[i].numbers.size());
        for (std::size_t n = 0; n < flags.size(); n++)
            flags[n] = flags[n] || plain.lines[i].numbers[n] != other.lines[i].numbers[n];
    }
    return true;
}

/* The lines with * for what is a time. */
std::vector<std::string> without_times(const Outcome &o, const Times &times)
{
    std::vector<std::string> all;
    for (const Line &line : o.lines) {
        const auto known = times.find(line.shape);
        std::string text;
        std::size_t n = 0;
        for (char c : line.shape)
            if (c != a_number || n == line.numbers.size())
                text += c;
            else if (known != times.end() && known->second[n])
                text += '*', n++;
            else
                text += line.numbers[n++];
        all.push_back(std::move(text));
    }
    return all;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

struct Runs {
    const Settings &s;
    std::filesystem::path folder;

    std::vector<std::string> words(const std::vector<std::string> &more) const
    {
        std::vector<std::string> all = {"ap1000", "run"};
        all.insert(all.end(), s.for_each_run.begin(), s.for_each_run.end());
        all.insert(all.end(), more.begin(), more.end());
        all.insert(all.end(), s.command.begin(), s.command.end());
        return all;
    }
    std::string file(const std::string &name) const
    {
        return (folder / name).string();
    }
    pid_t start(const std::string &name, const std::vector<std::string> &more, const char *clock_percent) const
    {
        return start_apart(words(more), file(name), file(name + ".errors"),
                           clock_percent != nullptr ? "AP1000_CLOCK_PERCENT=" + std::string(clock_percent) : "");
    }
    std::string mean() const
    {
        return s.jitter.empty() ? mean_by_default : s.jitter;
    }
    std::vector<std::string> disturbed(long long seed) const
    {
        return {"--jitter", mean(), "--seed", std::to_string(seed)};
    }
    Outcome outcome(const std::string &name, int code) const
    {
        Outcome o;
        o.code = code;
        for (const char *end : {"", ".errors"}) {
            std::ifstream in(file(name + end));
            for (std::string line; std::getline(in, line); o.text.push_back(line))
                o.lines.push_back(line_of(line));
        }
        return o;
    }
    Outcome run(const std::string &name, const std::vector<std::string> &more,
                const char *clock_percent = nullptr) const
    {
        return outcome(name, code_of(start(name, more, clock_percent)));
    }
};

/* ---- what differs ------------------------------------------------------------------------------------------------ */

enum class Change { same, order, output, end };

Change kind_of(const Outcome &plain, const std::vector<std::string> &plain_lines, const Outcome &o,
               const std::vector<std::string> &lines)
{
    if (o.code != plain.code)
        return Change::end;
    if (lines == plain_lines)
        return Change::same;
    std::vector<std::string> a = plain_lines, b = lines;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b ? Change::order : Change::output;
}

/* The text of the first line that is in one run alone. */
std::string only_in(const Outcome &one, const std::vector<std::string> &lines, std::vector<std::string> others)
{
    std::sort(others.begin(), others.end());
    for (std::size_t i = 0; i < lines.size(); i++) {
        const auto found = std::lower_bound(others.begin(), others.end(), lines[i]);
        if (found == others.end() || *found != lines[i])
            return one.text[i];
        others.erase(found);
    }
    return "";
}

/* The messages that each task took, in order. */
struct Taken {
    int from, tag;
    std::string call;
    bool operator!=(const Taken &o) const
    {
        return from != o.from || tag != o.tag;
    }
};
using Receives = std::map<int, std::vector<Taken>>;

Receives receives_of(const std::string &trace)
{
    Receives all;
    std::map<std::uint64_t, Taken> sent;
    std::map<int, std::string> in;
    for_each_event(trace, [&](const nlohmann::json &e) {
        const std::string phase = e.at("ph");
        if (phase == "B" && e.at("cat") == "call")
            in[e.at("tid")] =
                e.at("name").get<std::string>() + (e.contains("args") ? " at " + e["args"].value("line", "") : "");
        else if (phase == "s")
            sent[e.at("id")] = {e.at("args").at("from"), e.at("args").at("tag"), ""};
        else if (phase == "f" && sent.count(e.at("id")) != 0) {
            Taken t = sent[e.at("id")];
            t.call = in[e.at("tid")];
            all[e.at("tid")].push_back(std::move(t));
        }
    });
    return all;
}

std::string ordinal(std::size_t n)
{
    const std::size_t last = n % 10, two = n % 100;
    const bool teen = two >= 11 && two <= 13;
    return std::to_string(n) + (last == 1 && !teen   ? "st"
                                : last == 2 && !teen ? "nd"
                                : last == 3 && !teen ? "rd"
                                                     : "th");
}

/* The first message, in simulated time of the undisturbed run, that a task took in another order; "": none. */
std::string first_other_order(const Runs &runs, long long seed)
{
    runs.run("traced", {"--trace", runs.file("a.json")});
    std::vector<std::string> more = runs.disturbed(seed);
    more.insert(more.end(), {"--trace", runs.file("b.json")});
    runs.run("traced", more);
    Receives plain, other;
    try {
        plain = receives_of(runs.file("a.json"));
        other = receives_of(runs.file("b.json"));
    } catch (const std::exception &) { /* a run that was killed leaves none */
        return "";
    }
    for (const auto &[tid, took] : plain) {
        const std::vector<Taken> &then = other[tid];
        for (std::size_t i = 0; i < std::min(took.size(), then.size()); i++)
            if (took[i] != then[i])
                return fmt::format(
                    "the {} message that t{:x} takes (in {}) is t{:x}'s, tag {}; undisturbed it is t{:x}'s, "
                    "tag {}",
                    ordinal(i + 1), tid, then[i].call, then[i].from, then[i].tag, took[i].from, took[i].tag);
    }
    return "";
}

std::pair<long long, long long> seeds_of(const std::string &text)
{
    const std::size_t dots = text.find("..");
    const auto number = [&](const std::string &part) -> long long {
        const bool good = !part.empty() && part.size() < 10 && std::all_of(part.begin(), part.end(), is_digit);
        return good ? std::stoll(part) : -1;
    };
    const long long first = number(text.substr(0, dots)),
                    last = dots == std::string::npos ? first : number(text.substr(dots + 2));
    if (first < 0 || last < first || last - first >= most_seeds)
        throw UsageError(
            fmt::format("shuffle: '{}': seeds FIRST..LAST are wanted, as 1..200, at most {}", text, most_seeds));
    return {first, last};
}

std::string words_for(Change kind, int code, int plain_code)
{
    if (kind == Change::end)
        return fmt::format("it ends with exit code {}, undisturbed with {}{}", code, plain_code,
                           code == 86 ? " (86: deadlock)" : "");
    return kind == Change::output ? "the output differs" : "the same lines come in another order";
}

} // namespace

int shuffle(const Settings &s)
{
    const auto [first, last] = seeds_of(s.seeds);
    if (s.command.empty() || s.command[0][0] == '-')
        throw UsageError("shuffle: a program is wanted: ap1000 shuffle 1..200 [OPTIONS] PROGRAM [ARGUMENTS]");
    if (!s.seed.empty())
        throw UsageError("shuffle: --seed: the seeds come first, as in ap1000 shuffle 1..200 PROGRAM");
    for (const char *option : {"--jitter", "--seed"})
        unsetenv(variable_of(option).c_str()); /* the undisturbed run has none */
    const WorkFolder work;
    const Runs runs{s, work.path};
    const Outcome plain = runs.run("plain", {});
    if (told_to_end())
        return exit_usage;
    const bool ours = std::any_of(plain.text.begin(), plain.text.end(),
                                  [](const std::string &line) { return line.rfind("ap1000: ", 0) == 0; });
    if (ours && (plain.code == exit_usage || plain.code == exit_not_started || plain.code == exit_not_found)) {
        std::fprintf(stderr, "%s\n", fmt::format("{}", fmt::join(plain.text, "\n")).c_str());
        return plain.code;
    }
    Times times;
    bool by_clock = true;
    for (const char *percent : other_clocks_percent)
        by_clock = !learn(times, plain, runs.run("clock", {}, percent)) && by_clock;
    const std::vector<std::string> plain_lines = without_times(plain, times);

    std::array<long long, 4> count = {};
    std::map<Change, std::pair<long long, Outcome>> firsts; /* the first seed of each kind, with its outcome */
    const auto judge = [&](long long seed, int code) {
        const std::string name = std::to_string(seed);
        const Outcome o = runs.outcome(name, code);
        const Change kind = kind_of(plain, plain_lines, o, without_times(o, times));
        count[static_cast<std::size_t>(kind)]++;
        const auto known = firsts.find(kind);
        if (known == firsts.end() || seed < known->second.first)
            firsts[kind] = {seed, o};
        std::filesystem::remove(runs.file(name));
        std::filesystem::remove(runs.file(name + ".errors"));
    };
    run_side_by_side(
        first, last, usable_processors(),
        [&](long long seed) { return runs.start(std::to_string(seed), runs.disturbed(seed), nullptr); }, judge,
        "shuffle: seed");

    const auto of = [&](Change kind) { return count[static_cast<std::size_t>(kind)]; };
    std::printf(
        "%lld seeds, --jitter %s: %lld as undisturbed, %lld with the same lines in another order, %lld with another "
        "output, %lld with another end\n",
        count[0] + count[1] + count[2] + count[3], runs.mean().c_str(), of(Change::same), of(Change::order),
        of(Change::output), of(Change::end));
    if (by_clock)
        std::printf(
            "The program's course depends on the clocks that it reads: a difference may be one of time alone.\n");
    for (Change kind : {Change::end, Change::output, Change::order}) {
        if (firsts.count(kind) == 0)
            continue;
        const auto &[seed, o] = firsts[kind];
        std::printf("With seed %lld %s.\n", seed, words_for(kind, o.code, plain.code).c_str());
        const std::vector<std::string> lines = without_times(o, times);
        if (const std::string text = only_in(plain, plain_lines, lines); !text.empty())
            std::printf("  only undisturbed:  %s\n", text.c_str());
        if (const std::string text = only_in(o, lines, plain_lines); !text.empty())
            std::printf("  only then:         %s\n", text.c_str());
        if (const std::string order = told_to_end() ? "" : first_other_order(runs, seed); !order.empty())
            std::printf("  %s.\n", order.c_str());
        std::printf("  again: ap1000 run --jitter %s --seed %lld ...\n", runs.mean().c_str(), seed);
        break;
    }
    return of(Change::output) + of(Change::end) > 0 ? 1 : 0;
}

} // namespace ap1000
