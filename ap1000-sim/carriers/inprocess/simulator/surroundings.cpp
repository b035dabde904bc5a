/* surroundings.cpp - see surroundings.hpp. */
#include "carriers/inprocess/simulator/surroundings.hpp"

#include <climits>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ap1000
{
namespace
{

int open_folder(const char *path)
{
    return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

std::string current_folder()
{
    char path[PATH_MAX];
    return getcwd(path, sizeof path) != nullptr ? path : "/";
}

/* The mask of a process can only be asked for by setting another one. */
mode_t current_mask()
{
    const mode_t mask = umask(0);
    umask(mask);
    return mask;
}

} // namespace

Surroundings::Surroundings()
    : folder_(open_folder(".")), path_(current_folder()), mask_(current_mask()), locale_(uselocale(nullptr))
{
}

Surroundings::Surroundings(const Surroundings &others, const std::string &folder)
    : folder_(open_folder(folder.c_str())), path_(folder), mask_(others.mask_), locale_(others.locale_)
{
}

Surroundings::~Surroundings()
{
    if (folder_ >= 0)
        close(folder_);
}

/* A folder that was entered once can be entered again, but for one whose rights have been taken away meanwhile. */
void Surroundings::bring() const
{
    [[maybe_unused]] const int result = fchdir(folder_);
    umask(mask_);
    uselocale(locale_);
}

} // namespace ap1000
