/* traffic_patterns.cpp - see traffic_patterns.hpp. */
#include "command/traffic_patterns.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <sstream>

#include "command/commands.hpp"

namespace ap1000
{
namespace
{

/* Where the message of each cell goes; its own cell: it sends none. */
using Targets = std::vector<int>;

template <int (*target)(const Torus &, int)> Targets of_each(const Torus &t)
{
    Targets to;
    for (int c = 0; c < t.ncells(); c++)
        to.push_back(target(t, c));
    return to;
}

int shift(const Torus &t, int c)
{
    return t.cell(t.x(c) + 1, t.y(c));
}

int transpose(const Torus &t, int c)
{
    return t.x(c) < t.ny() && t.y(c) < t.nx() ? t.cell(t.y(c), t.x(c)) : c;
}

/* Fisher and Yates, with the generator of Park and Miller from seed 1. */
Targets permutation(const Torus &t)
{
    Targets to(static_cast<std::size_t>(t.ncells()));
    std::iota(to.begin(), to.end(), 0);
    std::uint64_t state = 1;
    for (std::size_t i = to.size() - 1; i > 0; i--) {
        state = state * 48271 % 2147483647;
        std::swap(to[i], to[state % (i + 1)]);
    }
    return to;
}

int hot_spot(const Torus &, int)
{
    return 0;
}

int tornado(const Torus &t, int c)
{
    return t.cell(t.x(c) + (t.nx() + 1) / 2 - 1, t.y(c) + (t.ny() + 1) / 2 - 1);
}

int bit_reversal(const Torus &t, int c)
{
    int reversed = 0;
    for (int bit = 1, rest = c; bit < t.ncells(); bit *= 2, rest /= 2)
        reversed = 2 * reversed + rest % 2;
    return reversed < t.ncells() ? reversed : c;
}

int complement(const Torus &t, int c)
{
    return t.ncells() - 1 - c;
}

int shuffle(const Torus &t, int c)
{
    return c < t.ncells() - 1 ? 2 * c % (t.ncells() - 1) : c;
}

const struct Pattern {
    const char *name;
    Targets (*targets)(const Torus &);
} patterns[] = {{"shift", of_each<shift>},           {"transpose", of_each<transpose>},
                {"permutation", permutation},        {"hotspot", of_each<hot_spot>},
                {"tornado", of_each<tornado>},       {"bitreversal", of_each<bit_reversal>},
                {"complement", of_each<complement>}, {"shuffle", of_each<shuffle>}};

Pairs read(const std::string &name, const Torus &t)
{
    std::ifstream file(name);
    if (!file || (file.peek(), file.bad()))
        throw UsageError("--pattern '" + name + "': " + (file.is_open() ? "is a folder" : "cannot be read"));
    Pairs pairs;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        number++;
        std::istringstream words(line.substr(0, line.find('#')));
        int from = -1, to = -1;
        std::string more;
        if (!(words >> std::ws) || words.eof())
            continue;
        if (!(words >> from >> to) || (words >> more) || std::min(from, to) < 0 || std::max(from, to) >= t.ncells() ||
            from == to)
            throw UsageError("--pattern '" + name + "', line " + std::to_string(number) +
                             ": two different cells from 0 to " + std::to_string(t.ncells() - 1) + " are wanted");
        pairs.emplace_back(from, to);
    }
    if (pairs.empty())
        throw UsageError("--pattern '" + name + "': no pair of cells in it; a line for each is wanted, as 0 1");
    return pairs;
}

} // namespace

const std::vector<std::string> &fixed_patterns()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Pattern &one : patterns)
            all.emplace_back(one.name);
        return all;
    }();
    return names;
}

Pairs pairs_of(const std::string &name, const Torus &t, const std::string &others)
{
    if (name.find('/') != std::string::npos)
        return read(name, t);
    std::string names;
    for (const Pattern &one : patterns) {
        names += std::string(one.name) + ", ";
        if (name != one.name)
            continue;
        Pairs pairs;
        const Targets to = one.targets(t);
        for (int c = 0; c < t.ncells(); c++)
            if (to[static_cast<std::size_t>(c)] != c)
                pairs.emplace_back(c, to[static_cast<std::size_t>(c)]);
        return pairs;
    }
    throw UsageError("--pattern '" + name + "': " + names + others +
                     "all, or a file with a slash in its name is wanted");
}

} // namespace ap1000
