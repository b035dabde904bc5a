/* file_version.hpp - which file has a name now, and as it was last written. Not what is in it. */
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <sys/stat.h>

namespace ap1000
{

using FileVersion = std::array<std::int64_t, 7>;

/* Which file this is, and what cannot stay the same if it is written: nobody can set the time of a file's last change
 * as one can that of the last writing. */
inline FileVersion version_of(const std::string &path)
{
    struct stat s {
    };
    if (stat(path.c_str(), &s) != 0)
        return {-1};
    return {static_cast<std::int64_t>(s.st_dev),
            static_cast<std::int64_t>(s.st_ino),
            s.st_size,
            s.st_mtim.tv_sec,
            s.st_mtim.tv_nsec,
            s.st_ctim.tv_sec,
            s.st_ctim.tv_nsec};
}

} // namespace ap1000
