/* installed.cpp - see own_files.hpp. The only file whose compilation depends on the prefix. */
#include "command/own_files.hpp"

namespace ap1000
{

std::string installed_data_folder()
{
    return AP1000_DATADIR "/pvm-ap1000";
}

std::string installed_library_folder()
{
    return AP1000_LIBDIR;
}

} // namespace ap1000
