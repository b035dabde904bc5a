/* provenance_of.cpp - see provenance_of.hpp. */
#include "command/provenance_of.hpp"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "command/commit.hpp"
#include "command/options.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t most_note_bytes = 65536;

bool is_written(const Settings &s, const std::string &option)
{
    return std::any_of(s.words.begin(), s.words.end(), [&](const std::string &word) {
        return word == option || word.compare(0, option.size() + 1, option + "=") == 0;
    });
}

/* What the linker has written into the file to tell builds apart, in hexadecimal digits; "": nothing. */
std::string build_id_of(const std::string &program)
{
    std::ifstream in(program, std::ios::binary);
    Elf64_Ehdr head{};
    in.read(reinterpret_cast<char *>(&head), sizeof head);
    std::string id;
    for (int i = 0; in && std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && i < head.e_phnum; i++) {
        Elf64_Phdr part{};
        in.seekg(static_cast<std::streamoff>(head.e_phoff + static_cast<std::size_t>(i) * sizeof part));
        in.read(reinterpret_cast<char *>(&part), sizeof part);
        if (!in || part.p_type != PT_NOTE || part.p_filesz > most_note_bytes)
            continue;
        std::string notes(part.p_filesz, 0);
        in.seekg(static_cast<std::streamoff>(part.p_offset));
        in.read(notes.data(), static_cast<std::streamsize>(notes.size()));
        Elf64_Nhdr note{};
        for (std::size_t at = 0; at + sizeof note <= notes.size();) {
            std::memcpy(&note, notes.data() + at, sizeof note);
            const std::size_t name = at + sizeof note, what = name + (note.n_namesz + 3) / 4 * 4;
            if (note.n_type == NT_GNU_BUILD_ID && notes.compare(name, 4, std::string("GNU\0", 4)) == 0)
                for (std::size_t b = what; b < std::min(what + note.n_descsz, notes.size()); b++)
                    id += fmt::format("{:02x}", static_cast<unsigned char>(notes[b]));
            at = what + (note.n_descsz + 3) / 4 * 4;
        }
    }
    return id;
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
        by.build_id = build_id_of(program);
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
