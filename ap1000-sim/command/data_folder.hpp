/* data_folder.hpp - where the files lie that the command needs beside itself: scripts of figures, the page of a trace.
 */
#ifndef AP1000_DATA_FOLDER_HPP
#define AP1000_DATA_FOLDER_HPP

#include <filesystem>

namespace ap1000
{

/* `variable` of the environment if it is set (a build tree); else share/pvm-ap1000/`name` beside the command's own
 * folder, or where it was installed. `marked`: the file of the folder that says which version it is of. Throws
 * UsageError, with one line, if that is another version than the command's. */
std::filesystem::path data_folder(const char *name, const char *variable, const char *marked);

} // namespace ap1000

#endif
