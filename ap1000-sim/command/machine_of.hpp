/* machine_of.hpp - the numbers of the machine that the settings ask for. */
#pragma once

#include <memory>
#include <string>

#include "command/commands.hpp"
#include "config/parameters.hpp"
#include "engine/flow_engine.hpp"

namespace ap1000
{

/* Fills in the hosts of the machine's platform, and looks whether they have routes to each other: for up to 128 nodes
 * all to all, else each to the first and the next, and back. Does nothing for a machine on no platform. A file is read
 * once, by a child process, since SimGrid ends a process on some mistakes. library: that of the flows. Throws
 * MachineFileError. */
void read_platform(Parameters &p, const std::string &library);

/* Reads the machine file, and what the settings change in it: to be called once in a run. Throws MachineFileError,
 * UsageError. */
Parameters parameters_of(const Settings &s);

/* SimGrid, if its flow model is wanted: by a machine on a platform, or for the T-Net; else nullptr. */
std::unique_ptr<FlowEngine> flows_of(const Settings &s, const Parameters &p);

/* {"machine", "kind", "cells", "parameters": {"tnet.link_mb_per_s": {"value", "unit", "kind", "source"}, ...}} */
void print_info_json(std::FILE *out, const Parameters &p);

/* Of --set: "tnet.hop_us=0.3" as its name and its value. Throws UsageError. */
std::pair<std::string, std::string> split_setting(const std::string &given);

/* Give p these numbers, as its machine file would, one after the other; machine.grid=XxY too. Throws UsageError or
 * MachineFileError: one line that names the setting, the unit, and what is accepted. */
void set_parameters(Parameters &p, const std::vector<std::string> &given);

} // namespace ap1000
