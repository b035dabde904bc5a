/* view_data.cpp - see plot_data.hpp. */
#include "command/plot_data.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "command/task_slices.hpp"
#include "group_names.h"

namespace ap1000
{
namespace
{

using nlohmann::json;

std::string base64(const std::string &bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; k++)
            three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; k++)
            out += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63];
    }
    return out;
}

/* The machines that this runs on are little-endian, as the page wants it. */
template <typename T> std::string column(const std::vector<T> &values)
{
    return base64(std::string(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)));
}

struct TaskRow {
    std::string name;
    bool server = false;
    TaskSlices slices;
    std::vector<double> begin, end;
    std::vector<std::uint8_t> kind;
    std::vector<std::int32_t> call, line;
};

struct Arrow {
    Ns sent, taken; /* taken -1: never */
    int from, to;   /* tids */
    std::int32_t tag;
    double bytes;
};

/* How much of a network is in use, from each time on. */
struct Level {
    std::vector<double> at;
    std::vector<std::int32_t> value;
};

class Collector
{
  public:
    explicit Collector(const PlotWanted &wanted) : wanted_(wanted)
    {
    }

    void event(const json &e)
    {
        if (e.contains("ts")) {
            const Ns t = time_of(e);
            first_ = std::min(first_, t);
            last_ = std::max(last_, t);
        }
        if (e.value("ph", "") == "C")
            level(e);
        if (!is_task_event(e))
            return;
        finder_.event(e);
        const int tid = e.at("tid");
        const std::string phase = e.at("ph");
        if (phase == "M" && e.at("name") == "thread_name")
            name(tid, e.at("args").at("name"));
        if (phase == "M" && e.at("name") == "computing")
            computing_ = "is " + e.at("args").at("how").get<std::string>();
        const auto row = rows_.find(tid);
        if (row == rows_.end())
            return;
        if (phase == "i" && e.at("name") == "begins")
            row->second.server = e.at("args").at("program") == GROUP_SERVER;
        else if (phase == "B" || phase == "E")
            row->second.slices.take(e, phase == "B", [this, &row](const OpenSlice &s, Ns from, Ns to) {
                piece(row->second, s, std::max(from, wanted_.window.from), std::min(to, wanted_.window.to));
            });
        else if (phase == "s")
            sent(e);
        else if (phase == "f")
            taken(e);
    }

    json result(const std::string &path, const std::string &title, bool is_real)
    {
        if (is_real)
            computing_.clear();
        const Ns from = std::max(beginning(first_, last_), wanted_.window.from),
                 to = std::min(last_, wanted_.window.to);
        if (rows_.empty())
            throw std::runtime_error(
                "'" + path + "': no task in it that is wanted; a trace that ap1000 run --trace wrote is wanted");
        refuse_nothing(path, from, to, first_, last_);
        json out = {{"title", title},  {"computing", computing_}, {"from", from},          {"to", to},
                    {"calls", calls_}, {"lines", lines_},         {"tasks", json::array()}};
        std::map<int, std::int32_t> place;
        for (const auto &[tid, r] : rows_) {
            if (r.server && !wanted_.servers)
                continue;
            place[tid] = static_cast<std::int32_t>(place.size());
            out["tasks"].push_back({{"tid", tid},
                                    {"name", r.name},
                                    {"server", r.server},
                                    {"begin", column(r.begin)},
                                    {"end", column(r.end)},
                                    {"kind", column(r.kind)},
                                    {"call", column(r.call)},
                                    {"line", lines_.empty() ? "" : column(r.line)}});
        }
        out["messages"] = messages(place);
        out["path"] = critical_path(place);
        out["regions"] = finder_.regions();
        out["networks"] = json::array();
        for (const auto &[name, l] : levels_)
            out["networks"].push_back({{"name", name}, {"at", column(l.at)}, {"value", column(l.value)}});
        return out;
    }

  private:
    void name(int tid, const std::string &text)
    {
        if (wanted_.window.tasks.has(tid, place_in(text)))
            rows_[tid].name = text;
    }

    void piece(TaskRow &r, const OpenSlice &s, Ns from, Ns to)
    {
        if (from >= to)
            return;
        r.begin.push_back(static_cast<double>(from));
        r.end.push_back(static_cast<double>(to));
        r.kind.push_back(static_cast<std::uint8_t>(s.state));
        r.call.push_back(s.call.empty() ? -1 : number_of(s.call, calls_, numbers_));
        r.line.push_back(s.line.empty() ? -1 : number_of(s.line, lines_, line_numbers_));
    }

    /* Those before the part that is wanted leave the last of them. */
    void level(const json &e)
    {
        const Ns t = time_of(e);
        if (t > wanted_.window.to)
            return;
        Level &l = levels_[e.at("name")];
        if (t <= wanted_.window.from && !l.at.empty()) {
            l.at.pop_back();
            l.value.pop_back();
        }
        l.at.push_back(static_cast<double>(t));
        l.value.push_back(e.at("args").at("in use"));
    }

    static std::int32_t number_of(const std::string &text, std::vector<std::string> &all,
                                  std::map<std::string, std::int32_t> &numbers)
    {
        const auto [at, is_new] = numbers.emplace(text, static_cast<std::int32_t>(all.size()));
        if (is_new)
            all.push_back(text);
        return at->second;
    }

    void sent(const json &e)
    {
        const json &a = e.at("args");
        under_way_[e.at("id")] = arrows_.size();
        arrows_.push_back({time_of(e), -1, a.at("from"), a.at("to"), a.at("tag"), a.at("bytes")});
    }

    void taken(const json &e)
    {
        const auto m = under_way_.find(e.at("id"));
        if (m == under_way_.end())
            return;
        arrows_[m->second].taken = time_of(e);
        under_way_.erase(m);
    }

    json critical_path(const std::map<int, std::int32_t> &place) const
    {
        std::vector<double> from, to;
        std::vector<std::int32_t> at, next;
        for (const PathLeg &leg : finder_.find()) {
            from.push_back(static_cast<double>(leg.from));
            to.push_back(static_cast<double>(leg.to));
            const auto a = place.find(leg.from_tid), b = place.find(leg.to_tid);
            at.push_back(a != place.end() ? a->second : -1);
            next.push_back(b != place.end() ? b->second : -1);
        }
        return {
            {"n", from.size()}, {"from", column(from)}, {"to", column(to)}, {"at", column(at)}, {"next", column(next)}};
    }

    json messages(const std::map<int, std::int32_t> &place)
    {
        std::stable_sort(arrows_.begin(), arrows_.end(),
                         [](const Arrow &a, const Arrow &b) { return a.sent < b.sent; });
        std::vector<double> begun, ended, bytes;
        std::vector<std::int32_t> from, to, tag;
        for (const Arrow &a : arrows_) {
            const auto f = place.find(a.from), t = place.find(a.to);
            const Ns end = a.taken >= 0 ? a.taken : a.sent;
            if (f == place.end() || t == place.end() || a.sent > wanted_.window.to || end < wanted_.window.from)
                continue;
            begun.push_back(static_cast<double>(a.sent));
            ended.push_back(static_cast<double>(a.taken));
            bytes.push_back(a.bytes);
            from.push_back(f->second);
            to.push_back(t->second);
            tag.push_back(a.tag);
        }
        return {{"n", begun.size()}, {"sent", column(begun)}, {"taken", column(ended)}, {"from", column(from)},
                {"to", column(to)},  {"tag", column(tag)},    {"bytes", column(bytes)}};
    }

    PlotWanted wanted_;
    std::map<int, TaskRow> rows_; /* by tid */
    PathFinder finder_;
    std::map<std::string, Level> levels_;
    std::vector<std::string> calls_;
    std::vector<std::string> lines_;
    std::map<std::string, std::int32_t> numbers_, line_numbers_;
    std::vector<Arrow> arrows_;
    std::map<std::uint64_t, std::size_t> under_way_;
    std::string computing_ = "costs nothing"; /* as the trace says; "": the run was on real computers */
    Ns first_ = std::numeric_limits<Ns>::max(), last_ = 0;
};

} // namespace

json read_view(const std::string &path, const PlotWanted &wanted, const std::string &title, bool *grows)
{
    Collector c(wanted);
    try {
        const json about = for_each_event(
            path, [&](const json &e) { c.event(e); }, grows);
        std::string called = title;
        for (const json &word : about.value("command", json::array()))
            called += (called == title ? ": " : " ") + word.get<std::string>();
        json page = c.result(path, called, has_real_time(about));
        page["live"] = grows != nullptr && *grows;
        return page;
    } catch (const json::exception &e) {
        throw std::runtime_error("'" + path + "': not a trace of ap1000 run --trace: " + e.what());
    }
}

} // namespace ap1000
