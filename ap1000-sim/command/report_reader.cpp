/* report_reader.cpp - see report_reader.hpp. */
#include "command/report_reader.hpp"

#include <fstream>
#include <map>

namespace ap1000
{
namespace
{

using nlohmann::json;

/* What is read of a table, and of how many parts its names are: what is behind the last point may have points. */
const std::map<std::string, int> parts_of_names = {
    {"machine", 1}, {"cells", 1},   {"grid", 2},       {"numbers", 2}, {"made_by", 4},   {"computing", 2},
    {"tasks", 6},   {"time_ns", 1}, {"regions_ns", 2}, {"sent", 4},    {"in_use_ns", 3}, {"verdict", 2}};

/* The field that begins there; *at: behind the mark that ends it. */
std::string next_field(const std::string &line, char between, std::size_t *at)
{
    std::string field;
    bool quoted = between == ',' && line.compare(*at, 1, "\"") == 0;
    for (*at += quoted; *at < line.size() && (quoted || line[*at] != between); ++*at)
        if (quoted && line[*at] == '"' && line.compare(*at + 1, 1, "\"") != 0)
            quoted = false;
        else
            *at += quoted && line[*at] == '"', field += line[*at];
    ++*at;
    return field;
}

void put(json &report, const std::string &name, const std::string &text)
{
    const std::string first = name.substr(0, name.find('.'));
    const auto known = parts_of_names.find(first);
    if (known == parts_of_names.end())
        return;
    const bool is_text = first == "machine" || first == "made_by";
    json *to = &report;
    std::size_t begin = 0;
    for (int part = 1; begin <= name.size(); part++) {
        const std::size_t end = part < known->second ? std::min(name.find('.', begin), name.size()) : name.size();
        const std::string key = name.substr(begin, end - begin);
        const bool is_place = (first == "made_by" || first == "grid") && !key.empty() && key.size() < 6 &&
                              key.find_first_not_of("0123456789") == std::string::npos;
        to = is_place ? &(*to)[std::stoul(key)] : &(*to)[key];
        begin = end + 1;
    }
    const json value = json::parse(text, nullptr, false);
    *to = !is_text && value.is_number() ? value : json(text);
}

} // namespace

bool is_report(const std::string &path)
{
    std::string first(13, 0);
    std::ifstream in(path, std::ios::binary);
    in.read(first.data(), static_cast<std::streamsize>(first.size()));
    return first == "{\n \"machine\":" || first.compare(0, 8, "quantity") == 0;
}

json read_report(const std::string &path)
{
    std::ifstream in(path);
    if (in.peek() == '{')
        return json::parse(in);
    json report = {{"sent", json::object()}, {"in_use_ns", json::object()}};
    std::string line;
    std::getline(in, line);
    const char between = line.find(',') != std::string::npos ? ',' : '\t';
    while (std::getline(in, line)) {
        std::size_t at = 0;
        const std::string name = next_field(line, between, &at);
        put(report, name, at <= line.size() ? next_field(line, between, &at) : "");
    }
    report.at("verdict"); /* the last part: the table is whole */
    return report;
}

} // namespace ap1000
