/* provenance_of.cpp - see provenance_of.hpp. */
#include "command/provenance_of.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "command/commit.hpp"
#include "command/options.hpp"
#include "kernel/elf_file.hpp"

namespace ap1000
{
namespace
{

bool is_written(const Settings &s, const std::string &option)
{
    return std::any_of(s.words.begin(), s.words.end(), [&](const std::string &word) {
        return word == option || word.compare(0, option.size() + 1, option + "=") == 0;
    });
}

/* The words that a process was started with. */
std::vector<std::string> words_of(int process)
{
    std::ifstream in("/proc/" + std::to_string(process) + "/cmdline");
    std::vector<std::string> words;
    for (std::string word; std::getline(in, word, '\0');)
        words.push_back(word);
    return words;
}

} // namespace

std::string version_and_commit()
{
    const std::string commit = AP1000_COMMIT;
    return AP1000_VERSION + (commit == AP1000_VERSION ? "" : " (" + commit + ")");
}

Provenance provenance_of(const Settings &s, const std::string &program)
{
    Provenance by;
    by.version = version_and_commit();
    by.command = s.command.empty() && s.master > 0 ? words_of(s.master) : s.command;
    if (!program.empty()) {
        std::error_code unknown;
        by.program = std::filesystem::canonical(program, unknown).string();
        by.build_id = ElfFile(program).build_id();
    }
    std::vector<std::pair<std::string, std::string>> given = {
        {"--machine", s.machine},    {"--cells", s.cells},       {"--grid", s.grid},
        {"--tnet", s.tnet},          {"--cpu", s.cpu},           {"--barrier", s.barrier},
        {"--limits", s.limits},      {"--patience", s.patience}, {"--on", s.on},
        {"--jitter", s.jitter},      {"--seed", s.seed},         {"--report-from", s.report_from},
        {"--report-to", s.report_to}};
    for (const std::string &one : s.set)
        given.emplace_back("--set", one);
    if (s.hardware)
        given.emplace_back("--hardware-collectives", "1");
    for (const auto &[option, value] : given)
        if (!value.empty())
            by.settings.push_back({option, value, is_written(s, option) ? "command line" : variable_of(option)});
    if (!s.copies.empty())
        by.settings.push_back({"-n", s.copies, "command line"});
    return by;
}

} // namespace ap1000
