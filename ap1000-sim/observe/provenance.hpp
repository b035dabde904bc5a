/* provenance.hpp - what a run was made by, for whoever finds its trace or report later: the program, and every
 * setting that is not the default and may change the result. What only this computer's time depends on (--tasks,
 * --processors) is left out: files of such runs are the same to the byte. */
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "config/parameters.hpp"

namespace ap1000
{

struct Provenance {
    struct Setting {
        std::string option, value, from; /* from: "command line", or the variable */
    };
    std::string version;              /* of the simulator */
    std::vector<std::string> command; /* the program with its arguments; empty: one that has joined by itself */
    std::vector<Setting> settings;
    std::string program{}, build_id{}; /* its file, and what the linker called it; "": not known */

    /* The times are those of real computers: pvmrun has set `time`. */
    bool is_real() const
    {
        return std::any_of(settings.begin(), settings.end(), [](const Setting &s) { return s.option == "time"; });
    }
};

/* {"version": .., "command": [..], "settings": [..], "numbers": {..}}: numbers are all that the machine had, whichever
 * file or option gave them, with a hash of them. */
nlohmann::ordered_json made_by(const Provenance &by, const Parameters &p);

} // namespace ap1000
