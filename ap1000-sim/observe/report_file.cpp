/* report_file.cpp - see report_content.hpp. The lines are the values of the JSON, each named by its path in it. */
#include "observe/report_content.hpp"

#include "observe/computing_words.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/resource_words.hpp"

namespace ap1000
{
namespace
{

using Json = nlohmann::ordered_json;

bool ends_with(const std::string &text, const std::string &ending)
{
    return text.size() > ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

std::string task(int tid)
{
    return fmt::format("t{:x}", tid);
}

/* The last entry, if it has this key, or a new one: what is written here comes in the order of its keys, and a search
 * for each among all before it would cost the square of their number. */
Json &entry(Json &object, const std::string &key)
{
    auto &all = object.get_ref<Json::object_t &>();
    if (all.empty() || all.back().first != key)
        all.emplace_back(key, Json::object());
    return all.back().second;
}

Json calls_by_line(const LineTotals &all)
{
    Json out = Json::object();
    for (const auto &[who, c] : all)
        entry(entry(out, who.first),
              who.second) = {{"times", c.times}, {"total_ns", c.in_call}, {"waiting_ns", c.waiting}};
    return out;
}

Json traffic(const Traffic &t)
{
    return {{"messages", t.messages}, {"bytes", t.bytes}};
}

Json tasks(const std::map<int, TaskTotals> &all)
{
    Json out = Json::object();
    for (const auto &[tid, t] : all) {
        Json calls = Json::object();
        for (const auto &[name, c] : t.calls)
            calls[name.empty() ? "outside" : name] = {{"times", c.times},
                                                      {"total_ns", c.in_call},
                                                      {"waiting_ns", c.waiting},
                                                      {"sent", traffic(c.sent)},
                                                      {"received", traffic(c.received)}};
        entry(out, task(tid)) = {{"program", t.track.program},
                                 {"place", t.track.place},
                                 {"node", t.track.node},
                                 {"began_ns", t.began},
                                 {"ended_ns", t.ended},
                                 {"computing_ns", t.computing},
                                 {"sleeping_ns", t.sleeping},
                                 {"waiting_ns", t.all().waiting + t.outside},
                                 {"calls", calls}};
    }
    return out;
}

Json critical_path(const CriticalPath &c)
{
    const PathSums &path = c.path();
    Json parts = Json::object(), by_task = Json::object(), by_call = Json::object(), waits = Json::object(),
         lost = Json::object();
    for (std::size_t i = 0; i < path_parts; i++)
        parts[name_of(static_cast<PathPart>(i))] = {
            {"time_ns", path.time[i]}, {"count", path.count[i]}, {"bytes", path.bytes[i]}};
    for (const auto &[tid, t] : path.tasks)
        entry(by_task, task(tid)) = t;
    std::map<std::string, Ns> calls; /* their numbers are in the order in which this process has met them */
    for (std::size_t i = 0; i < path.calls.size(); i++)
        if (const std::string &name = CallName::text_of(i); path.in_call(CallName(name)) != 0)
            calls[name] = path.in_call(CallName(name));
    for (const auto &[name, t] : calls)
        by_call[name.empty() ? "outside" : name] = t;
    for (const auto &[who, t] : c.waits())
        entry(entry(waits, task(who.first)), task(who.second)) = t;
    for (const auto &[who, l] : c.never_received())
        entry(entry(entry(lost, task(std::get<0>(who))), task(std::get<1>(who))),
              fmt::format("tag {}", std::get<2>(who))) = {{"messages", l.messages}, {"bytes", l.bytes}};
    return {{"time_ns", path.all()},
            {"ends_with", c.last_tid() != 0 ? task(c.last_tid()) : ""},
            {"parts_ns", parts},
            {"tasks_ns", by_task},
            {"calls_ns", by_call},
            {"waits_for_ns", waits},
            {"never_received", lost},
            {"open_waits", c.choices().waits},
            {"contested_waits", c.choices().contested}};
}

Json usage(const UsageTotals &u, const Parameters &p)
{
    Json out = Json::object();
    for (const auto &[what, t] : u.busy) {
        const ResourceWords &words = words_of(what.first);
        entry(entry(out, words.key), words.unit != nullptr ? words.unit : name_of_unit(p, what.first, what.second)) = t;
    }
    for (const auto &[node, t] : u.processors)
        entry(entry(out, "processors"), p.place(node)) = t;
    return out;
}

Json computing(const VerdictInput &run)
{
    const WorkDone all = all_computing(run.tasks);
    Json operations = Json::object();
    for (std::size_t i = 0; i < all.count.size(); i++)
        if (all.count[i] > 0)
            operations[work_class_name(i)] = all.count[i];
    return {{"how", name_of(all.how)},
            {"charged_ns", all.charged},
            {"operations", operations},
            {"in_words", computing_line(run)}};
}

/* A field of a table: as it is; with commas between them, in quotes if need be. */
std::string field(std::string text, char between)
{
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
    if (between == '\t' || text.find_first_of(",\"") == std::string::npos)
        return text;
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2)
        text.insert(at, 1, '"');
    return '"' + text + '"';
}

void lines(const std::string &name, const Json &value, char between, std::string &out)
{
    if (value.is_structured() && !value.empty()) {
        std::size_t i = 0;
        for (const auto &item : value.items())
            lines((name.empty() ? "" : name + ".") + (value.is_array() ? std::to_string(i++) : item.key()),
                  item.value(), between, out);
        return;
    }
    if (value.is_structured())
        return;
    out += field(name, between) + between +
           field(value.is_string() ? value.get<std::string>() : value.dump(), between) + "\n";
}

} // namespace

bool is_for_programs(const std::string &path)
{
    return ends_with(path, ".json") || ends_with(path, ".tsv") || ends_with(path, ".csv");
}

std::string report_text(const std::string &path, const ReportContent &c)
{
    Json matrix = Json::object(), changes = Json::object();
    for (const auto &[who, t] : c.run.matrix)
        entry(entry(matrix, task(who.first)), task(who.second)) = traffic(t);
    for (const WhatIf &w : what_ifs(c.run.machine, c.run.path.path()))
        changes[w.name] = {{"time_ns", w.then}, {"at_best", w.at_best}, {"change", w.change}, {"options", w.options}};
    Json by = made_by(c.by, c.run.machine);
    const Json numbers = by["numbers"];
    by.erase("numbers");
    Json all = {{"machine", c.run.machine.name},
                {"cells", c.run.machine.grid.cells()},
                {"grid", {c.run.machine.grid.nx, c.run.machine.grid.ny}},
                {"numbers", numbers},
                {"made_by", by},
                {"computing", c.by.is_real() ? Json{{"how", "real"}} : computing(c.run)},
                {"time_ns", c.run.end},
                {"regions_ns", c.regions},
                {"tasks", tasks(c.run.tasks)},
                {"lines", calls_by_line(c.lines)},
                {"sent", matrix},
                {"critical_path", critical_path(c.run.path)},
                {"in_use_ns", usage(c.run.usage, c.run.machine)},
                {"what_if", changes},
                {"deadlock_ns", c.deadlock >= 0 ? Json(c.deadlock) : Json(nullptr)},
                {"abnormal_ends", c.ends},
                {"numbers_lacking", c.lacking},
                {"verdict", verdict(c.run)}};
    if (ends_with(path, ".json"))
        return all.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
    const char between = ends_with(path, ".csv") ? ',' : '\t';
    std::string out = std::string("quantity") + between + "value\n";
    lines("", all, between, out);
    return out;
}

} // namespace ap1000
