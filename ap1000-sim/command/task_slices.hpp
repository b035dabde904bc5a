/* task_slices.hpp - what a task of a trace does, as pieces of time: how plot, view and compare walk over its events. */
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/plot_data.hpp"
#include "command/trace_reader.hpp"

namespace ap1000
{

struct OpenSlice {
    PlotState state;
    std::string call; /* the public call that it is, or is inside of; "": none */
    std::string line; /* of the source, that makes it; "": not known */
    bool is_call;
    Ns began;
};

/* The slices that a task is in, of which the innermost is what its time goes to. */
class TaskSlices
{
  public:
    /* Takes an event of phase B or E. Calls piece(slice, from, to) with the innermost slice until this event, and
     * returns the slice that ends here. */
    template <typename Piece> std::optional<OpenSlice> take(const nlohmann::json &e, bool begins, Piece piece)
    {
        const Ns t = time_of(e);
        std::optional<OpenSlice> ended;
        if (!open_.empty())
            piece(open_.back(), since_, t);
        since_ = t;
        if (begins) {
            const std::string within = open_.empty() ? "" : open_.back().call,
                              at = open_.empty() ? "" : open_.back().line;
            const PlotState state = state_of(e, within);
            open_.push_back({state, state == plot_call ? e.at("name").get<std::string>() : within,
                             state != plot_call   ? at
                             : e.contains("args") ? e["args"].value("line", "")
                                                  : "",
                             state == plot_call, t});
        } else if (!open_.empty()) {
            ended = open_.back();
            open_.pop_back();
        }
        return ended;
    }

  private:
    std::vector<OpenSlice> open_;
    Ns since_ = 0;
};

/* The place in a task's name: "cell 3" of "t40002 ring (cell 3)"; "": it has none. */
inline std::string place_in(const std::string &name)
{
    const std::size_t at = name.rfind('(');
    return at == std::string::npos ? "" : name.substr(at + 1, name.size() - at - 2);
}

/* Where the time of a picture begins, of events from `first` to `last`: with the run, unless all are late in it. */
inline Ns beginning(Ns first, Ns last)
{
    return first > last / 100 ? first : 0;
}

/* A part of a trace, from..to, whose events are from `first` to `last`. Throws std::runtime_error: it has no time. */
inline void refuse_nothing(const std::string &path, Ns from, Ns to, Ns first, Ns last)
{
    const auto us = [](Ns t) { return static_cast<double>(t) / 1e3; };
    if (from >= to)
        throw std::runtime_error(fmt::format("'{}': nothing {} {:.3f} us: its events are from {:.3f} to {:.3f} us",
                                             path, to < last ? "before" : "at or after", us(to < last ? to : from),
                                             us(first), us(last)));
}

} // namespace ap1000
