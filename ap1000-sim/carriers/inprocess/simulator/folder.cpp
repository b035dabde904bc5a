/* folder.cpp - see folder.hpp. */
#include "carriers/inprocess/simulator/folder.hpp"

#include <climits>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace ap1000
{
namespace
{

std::string current_folder()
{
    char path[PATH_MAX];
    return getcwd(path, sizeof path) != nullptr ? path : "/";
}

} // namespace

Folder::Folder() : path_(current_folder()), number_(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC))
{
}

Folder::Folder(std::string path)
    : path_(std::move(path)), number_(open(path_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC))
{
}

Folder::~Folder()
{
    if (number_ >= 0)
        close(number_);
}

/* A folder that was entered once can be entered again, but for one whose rights have been taken away meanwhile. */
void Folder::enter() const
{
    [[maybe_unused]] const int result = fchdir(number_);
}

} // namespace ap1000
