/* traffic_plot.cpp - `ap1000 traffic --plot`: the torus of each pattern, each link by the share of the time in which it
 * was in use, until the last message has arrived. */
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/drawing.hpp"
#include "command/plot_tables.hpp"
#include "command/traffic.hpp"

namespace ap1000
{

LinkUse::LinkUse(const Torus &torus) : torus_(torus)
{
}

void LinkUse::changes(int link, bool held, Ns now)
{
    if (held)
        since_[link] = now;
    else
        in_use_[link] += now - since_[link];
    last_ = now > last_ ? now : last_;
}

void LinkUse::draw(const std::string &pattern, const std::string &out, bool keep) const
{
    const WorkFolder work;
    const std::string file = (work.path / "report.json").string();
    nlohmann::json links = nlohmann::json::object();
    for (const auto &[link, t] : in_use_)
        links[torus_.link_name(link)] = t;
    std::ofstream(file) << nlohmann::json{
        {"grid", {torus_.nx(), torus_.ny()}}, {"time_ns", last_ > 0 ? last_ : 1}, {"in_use_ns", {{"tnet", links}}}};
    write_use(file, work.path,
              fmt::format("{}: until the last message, {:.3f} us", pattern, static_cast<double>(last_) / 1e3));
    draw_figures("traffic", {"torus"}, work.path, out + "-" + pattern, keep);
}

} // namespace ap1000
