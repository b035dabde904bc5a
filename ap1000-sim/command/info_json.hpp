/* info_json.hpp - the machine's parameters for programs: what print_info shows people. */
#pragma once

#include <cstdio>

#include "config/parameters.hpp"

namespace ap1000
{

/* {"machine", "kind", "cells", "parameters": {"tnet.link_mb_per_s": {"value", "unit", "kind", "source"}, ...}} */
void print_info_json(std::FILE *out, const Parameters &p);

} // namespace ap1000
