/* machine_up.hpp - the machine that `ap1000 up` has started, as other words of the command reach it. */
#pragma once

#include <string>

#include "carriers/slots/wire/carrier.h"
#include "command/commands.hpp"

namespace ap1000
{

/* Returns a socket of that machine, by its name (up_name); the caller closes it. Throws UsageError if none is up;
 * advised: the line says how to start one. */
int connect_up(const Settings &s, bool advised = true);

/* How the names of the sockets of this user's private runs begin; the number of the simulator's process follows. */
std::string private_prefix();

/* What is said to it first. */
carrier_hello hello_to_up(carrier_word word);

} // namespace ap1000
