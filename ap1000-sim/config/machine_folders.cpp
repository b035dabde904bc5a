/* machine_folders.cpp - see machine_folders.hpp. */
#include "config/machine_folders.hpp"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ap1000
{

namespace fs = std::filesystem;

namespace
{

/* The machines that have a name, in the order of the alphabet. */
std::set<std::string> names_in(const std::vector<std::string> &folders)
{
    std::set<std::string> names;
    std::error_code ignored;
    for (const std::string &folder : folders)
        for (const auto &entry : fs::directory_iterator(folder, ignored))
            if (entry.path().extension() == ".toml")
                names.insert(entry.path().stem().string());
    return names;
}

} // namespace

fs::path find_machine(const std::string &name, const fs::path &here, const std::vector<std::string> &folders)
{
    const fs::path as_path(name);
    std::error_code ignored;
    if (name.find('/') != std::string::npos || as_path.extension() == ".toml") {
        const fs::path path = as_path.is_absolute() || here.empty() ? as_path : here / as_path;
        return fs::is_regular_file(path, ignored) ? path : fs::path();
    }
    std::vector<fs::path> places{here};
    places.insert(places.end(), folders.begin(), folders.end());
    for (const fs::path &place : places)
        if (!place.empty() && fs::is_regular_file(place / (name + ".toml"), ignored))
            return place / (name + ".toml");
    return {};
}

std::string machine_not_found(const std::string &name, const std::vector<std::string> &folders)
{
    const std::set<std::string> names = names_in(folders);
    return fmt::format(
        "no machine file \"{}\"; accepted: the path of a file (with a / or ending in .toml), or the name of "
        "one in {}{}",
        name, folders.empty() ? "no folder at all" : fmt::format("{}", fmt::join(folders, ", ")),
        names.empty() ? "" : fmt::format(": {}", fmt::join(names, ", ")));
}

} // namespace ap1000
