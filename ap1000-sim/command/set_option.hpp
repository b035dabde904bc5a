/* set_option.hpp - --set SECTION.NAME=VALUE: a number of the machine file, given for one run. */
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "config/parameters.hpp"

namespace ap1000
{

/* "tnet.hop_us=0.3" as its name and its value. Throws UsageError. */
std::pair<std::string, std::string> split_setting(const std::string &given);

/* Give p these numbers, as its machine file would, one after the other; machine.grid=XxY too. Throws UsageError or
 * MachineFileError: one line that names the setting, the unit, and what is accepted. */
void set_parameters(Parameters &p, const std::vector<std::string> &given);

} // namespace ap1000
