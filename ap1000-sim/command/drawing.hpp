/* drawing.hpp - figures by gnuplot: a folder for their data, and the scripts in plot/ run in it. */
#pragma once

#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "ns.hpp"

namespace ap1000
{

/* A folder that goes when it is out of sight. While it is there, a signal that ends us (HUP, INT, TERM) is noted and
 * ends the child that we wait for; it is raised again when the folder has gone. */
struct WorkFolder {
    std::filesystem::path path;
    WorkFolder();
    ~WorkFolder();
    WorkFolder(const WorkFolder &) = delete;
    WorkFolder &operator=(const WorkFolder &) = delete;

  private:
    std::array<struct sigaction, 3> before = {};
};

/* Has such a signal come? */
bool told_to_end();

/* Waits for a child to end, and returns its status. */
int status_of(pid_t child);

/* The unit in which a time of this length is a handy number, and its length in ns. */
std::pair<const char *, double> time_unit(Ns longest);

/* A text inside gnuplot's single quotes, on one line. It belongs into a file that gnuplot loads, never into a string
 * that gnuplot evaluates: inside double quotes it would run what stands between backquotes. */
std::string gnuplot_text(const std::string &text);

/* A mark of an axis, for `set ytics (...)`. Its text is a format there. */
std::string gnuplot_tic(std::string text, std::size_t at);

/* Draw NAME.png and NAME.svg by plot/NAME.gp from the tables in `folder`, put at PREFIX-NAME.png and .svg, which is
 * printed. keep: a PDF too, and tables and scripts in PREFIX-data. word: of the command, for errors. Throws UsageError:
 * gnuplot is not there, or a figure cannot be written. */
void draw_figures(const std::string &word, const std::vector<const char *> &names, const std::filesystem::path &folder,
                  const std::string &prefix, bool keep);

} // namespace ap1000
