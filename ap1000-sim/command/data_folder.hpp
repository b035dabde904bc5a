/* data_folder.hpp - where the files lie that the command needs beside itself: scripts of figures, the page of a trace.
 */
#ifndef AP1000_DATA_FOLDER_HPP
#define AP1000_DATA_FOLDER_HPP

#include <filesystem>

namespace ap1000
{

/* `variable` of the environment if it is set (a build tree); else share/pvm-ap1000/`name` beside the command's own
 * folder, or where it was installed. */
std::filesystem::path data_folder(const char *name, const char *variable);

} // namespace ap1000

#endif
