/* installed.hpp - where the command was to be installed, for what does not lie beside it. */
#pragma once

#include <string>

namespace ap1000
{

/* PREFIX/share/pvm-ap1000, and PREFIX/lib. */
std::string installed_data_folder();
std::string installed_library_folder();

} // namespace ap1000
