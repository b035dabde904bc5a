/* both_ways.hpp - the same scene with one processor and with two: whoever runs ahead of simulated time, or falls behind
 * it, nothing that people and observers are told may differ (ahead/run_ahead.hpp). */
#pragma once

#include <functional>
#include <sstream>
#include <string>

#include "kernel/tests/stage.hpp"

#include "expectation.hpp" /* last: CMocka's macros have common names */

namespace ap1000
{

/* Two texts, line by line: the first line that differs is said. */
inline void same_lines(const std::string &with_one, const std::string &with_two)
{
    std::istringstream one(with_one), two(with_two);
    std::string a, b, before;
    for (bool more = true; more; before = a) {
        const bool first = static_cast<bool>(std::getline(one, a)), second = static_cast<bool>(std::getline(two, b));
        more = first && second;
        if (first != second || a != b)
            fail_msg("behind: %s\nwith one processor: %s\nwith two: %s", before.c_str(), a.c_str(), b.c_str());
    }
}

struct BothWays {
    int turns_ahead = 0, turns_behind = 0; /* with two processors */
    int code = 0;
    std::string said;
};

inline BothWays both_ways(const std::function<void(Stage &)> &scene, StageSettings settings = {}, bool watched = true)
{
    BothWays found;
    std::string notes;
    for (int processors : {1, 2}) {
        settings.options.processors = processors;
        settings.watched = watched;
        Stage s(settings);
        scene(s);
        const int code = s.run();
        const std::string noted = watched ? s.notes->all() : "";
        if (processors == 1) {
            notes = noted;
            found.said = s.said();
            found.code = code;
            continue;
        }
        found.turns_ahead = s.carrier->turns_ahead;
        found.turns_behind = s.carrier->turns_behind;
        same_lines(notes, noted);
        same_lines(found.said, s.said());
        assert_int_equal(found.code, code);
    }
    return found;
}

} // namespace ap1000
