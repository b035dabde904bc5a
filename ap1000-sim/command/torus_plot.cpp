/* torus_plot.cpp - `ap1000 plot REPORT`: the torus of a run, each link by how long it was in use, each cell by how
 * long its processor was; or the links of another network. */
#include "command/plot_tables.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

#include "command/drawing.hpp"
#include "command/report_reader.hpp"
#include "networks/ap1000/torus.hpp"
#include "observe/resource_words.hpp"

namespace ap1000
{
namespace
{

using nlohmann::json;

/* A link from the middle of its cell's side, a little to the right of the way it goes: both ways are seen. */
struct DrawnLink {
    double x, y, dx, dy;
};

DrawnLink line_of(const Torus &torus, int cell, Torus::Port port)
{
    constexpr double aside = 0.09, edge = 0.3, length = 0.4;
    const double x = torus.x(cell), y = torus.y(cell);
    switch (port) {
    case Torus::x_plus:
        return {x + edge, y + aside, length, 0};
    case Torus::x_minus:
        return {x - edge, y - aside, -length, 0};
    case Torus::y_plus:
        return {x - aside, y + edge, 0, length};
    default:
        return {x + aside, y - edge, 0, -length};
    }
}

constexpr std::size_t most_bars = 40;

/* The units of a network that has no T-Net, the most used first. */
void write_bars_of(const json &report, const std::string &path, const std::filesystem::path &folder,
                   const std::string &caption)
{
    std::vector<std::pair<double, std::string>> units;
    for (const auto &[network, of] : report.at("in_use_ns").items())
        for (const auto &[unit, ns] : of.items())
            if (network != "processors" && network != "host_interface" && network != "bnet")
                units.emplace_back(-100 * ns.get<double>() / report.at("time_ns").get<double>(),
                                   of.size() > 1 || network == "links" ? unit : network);
    if (units.empty())
        throw std::runtime_error("'" + path + "': no link of a T-Net was in use in this run");
    std::sort(units.begin(), units.end());
    const std::size_t n = std::min(units.size(), most_bars);
    std::ofstream set(folder / "set.gp"), bars(folder / "units.tsv");
    fmt::print(bars, "percent\n");
    std::size_t letters = 0;
    std::string tics;
    for (std::size_t i = 0; i < n; i++) {
        letters = std::max(letters, units[i].second.size());
        fmt::print(bars, "{:.6f}\n", -units[i].first);
        tics += (i == 0 ? "" : ", ") + gnuplot_tic(units[i].second, i);
    }
    std::ofstream(folder / "units.gp") << "set ytics noenhanced (" << tics << ")\n";
    fmt::print(set, "n = {}\nall = {}\nletters = {}\ncaption = {}\n", n, units.size(), letters, gnuplot_text(caption));
}

void write_torus_of(const json &report, const std::filesystem::path &folder, const std::string &caption)
{
    const json &use = report.at("in_use_ns");
    const Torus torus(report.at("grid").at(0), report.at("grid").at(1));
    const double whole = report.at("time_ns").get<double>();
    std::ofstream set(folder / "set.gp"), links(folder / "links.tsv"), cells(folder / "cells.tsv");
    fmt::print(links, "x\ty\tdx\tdy\tpercent\n");
    for (int link = 0; link < torus.nlinks(); link++) {
        const Torus::Port port = Torus::link_port(link);
        if (port == Torus::inject || port == Torus::eject)
            continue;
        const DrawnLink l = line_of(torus, Torus::link_cell(link), port);
        fmt::print(links, "{}\t{}\t{}\t{}\t{:.6f}\n", l.x, l.y, l.dx, l.dy,
                   100 * use.at("tnet").value(torus.link_name(link), 0.0) / whole);
    }
    fmt::print(cells, "x\ty\tpercent\tcell\n");
    const json none = json::object();
    const json &processors = use.contains("processors") ? use.at("processors") : none;
    for (int cell = 0; cell < torus.ncells(); cell++)
        fmt::print(cells, "{}\t{}\t{:.6f}\t{}\n", torus.x(cell), torus.y(cell),
                   100 * processors.value(fmt::format("cell {}", cell), 0.0) / whole, cell);
    std::string buses;
    for (const Resource what : {Resource::host_interface, Resource::bnet}) {
        const ResourceWords &words = words_of(what);
        double held = 0;
        for (const auto &unit : use.value(words.key, none))
            held = std::max(held, unit.get<double>());
        if (held > 0)
            buses += fmt::format("{}{}: {:.1f} %", buses.empty() ? "in use, of the run's time: " : ", ", words.words,
                                 100 * held / whole);
    }
    fmt::print(set, "nx = {}\nny = {}\nn = ny\ncaption = {}\nbuses = {}\nworked = {:d}\n", torus.nx(), torus.ny(),
               gnuplot_text(caption), gnuplot_text(buses), use.contains("processors"));
}

} // namespace

const char *write_use(const std::string &path, const std::filesystem::path &folder, const std::string &caption)
{
    try {
        const json report = read_report(path);
        if (!report.at("in_use_ns").contains("tnet")) {
            write_bars_of(report, path, folder, caption);
            return "links";
        }
        write_torus_of(report, folder, caption);
        return "torus";
    } catch (const json::exception &) {
        throw std::runtime_error("'" + path + "': not a whole report of ap1000 run --report=FILE.json, .tsv or .csv");
    } catch (const std::invalid_argument &e) { /* a grid that no torus has */
        throw std::runtime_error("'" + path + "': " + e.what());
    }
}

} // namespace ap1000
