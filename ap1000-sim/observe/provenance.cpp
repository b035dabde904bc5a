/* provenance.cpp - see provenance.hpp. */
#include "observe/provenance.hpp"

#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ap1000
{
namespace
{

using Json = nlohmann::ordered_json;

/* FNV-1a, 64 bit. */
std::string hash_of(const std::string &text)
{
    std::uint64_t h = 0xcbf29ce484222325;
    for (const unsigned char c : text)
        h = (h ^ c) * 0x100000001b3;
    return fmt::format("{:016x}", h);
}

} // namespace

nlohmann::ordered_json made_by(const Provenance &by, const Parameters &p)
{
    Json settings = Json::array(), numbers = Json::object();
    for (const Provenance::Setting &s : by.settings)
        settings.push_back({{"option", s.option}, {"value", s.value}, {"from", s.from}});
    for (const auto &[row, origin] : given_numbers(p))
        numbers[row.section + "." + row.name] =
            row.unit == Unit::word ? Json(shown_value(row, origin.written)) : Json(origin.written);
    Json all = {{"version", by.version}, {"command", by.command}};
    if (!by.program.empty())
        all["program"] = by.program;
    if (!by.build_id.empty())
        all["build_id"] = by.build_id;
    all["settings"] = settings;
    if (!numbers.empty())
        all["numbers_hash"] = hash_of(numbers.dump());
    all["numbers"] = numbers;
    return all;
}

} // namespace ap1000
