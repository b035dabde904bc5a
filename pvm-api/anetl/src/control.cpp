// control.cpp - anetl-control: starts and stops a layer that stays, loads and unloads object modules there, says what
// it has.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

#include <pvm3.h>

#include "layer.hpp"

namespace anetl::detail
{
namespace
{
[[noreturn]] void refuse(const std::string &what, int code)
{
    std::fflush(stdout);
    std::fprintf(stderr, "anetl-control: %s\n", what.c_str());
    std::exit(code);
}

[[noreturn]] void usage(const std::string &wrong)
{
    refuse(wrong + "; there is: start [NODES], stop, load MODULE [NODE], unload MODULE [NODE], list, where "
                   "NODE:NUMBER, end NODE:NUMBER",
           2);
}

// A number that fills the whole word, least to most.
int number_of(const char *text, int least, int most, const std::string &what)
{
    char *end = nullptr;
    const long n = std::strtol(text, &end, 10);
    if (*text == 0 || *end != 0 || n < least || n > most)
        usage("'" + std::string(text) + "': " + what + " is wanted, " + std::to_string(least) + " to " +
              std::to_string(most));
    return static_cast<int>(n);
}

bool there_is_a_layer()
{
    std::vector<int> tids;
    return find_layer(tids) != 0;
}

int start(int n)
{
    if (there_is_a_layer())
        refuse("there is a layer on this machine already", 1);
    settings s;
    int argc = 1;
    char name[] = "anetl-control", *argv[] = {name, nullptr};
    s = read_settings(argc, argv);
    s.nodes = n;
    const std::vector<int> tids = start_nodes(s, pvm_newcontext(), true);
    std::printf("%zu nodes\n", tids.size());
    return 0;
}

void each(const std::string &place, const std::function<void(int)> &f)
{
    const int nodes = anetl::nodes();
    if (place.empty())
        for (int i = 0; i < nodes; i++)
            f(i);
    else
        f(std::all_of(place.begin(), place.end(), [](char c) { return c >= '0' && c <= '9'; })
              ? resolve(on(number_of(place.c_str(), 0, nodes - 1, "a node")))
              : resolve(on(place)));
}

// end: the object ends when the methods that run or wait there have ended.
void object(const std::string &id, bool end)
{
    const std::size_t colon = id.find(':');
    if (colon == std::string::npos)
        usage("'" + id + "': an object's name is wanted, as 3:17");
    const int node = number_of(id.substr(0, colon).c_str(), 0, anetl::nodes() - 1, "a node");
    const int serial = number_of(id.c_str() + colon + 1, 1, static_cast<int>(MOST_OBJECTS), "an object's number");
    const std::string is = ask_node(node, kind::where, std::to_string(serial));
    if (end)
        destroy(static_cast<std::uint32_t>(node << 20 | serial));
    else
        std::printf("%s\n", is.c_str());
}

int told(int argc, char **argv)
{
    const std::string command = argv[1], module = argc > 2 ? argv[2] : "", place = argc > 3 ? argv[3] : "";
    if (command == "list")
        each("", [](int i) { std::fputs(ask_node(i, kind::list, "").c_str(), stdout); });
    else if (command == "where" || command == "end")
        object(module, command == "end");
    else if (command == "stop")
        for (manager::needed().end_layer(); there_is_a_layer();)
            usleep(1000);
    else
        each(place, [&](int i) { ask_node(i, command == "load" ? kind::load : kind::unload, whole_path(module)); });
    return 0;
}
} // namespace

int run_control(int argc, char **argv)
{
    static const struct {
        const char *name;
        int least, most; // arguments
    } commands[] = {{"start", 0, 1}, {"stop", 0, 0},  {"load", 1, 2}, {"unload", 1, 2},
                    {"list", 0, 0},  {"where", 1, 1}, {"end", 1, 1}};
    if (argc < 2)
        usage("a command is wanted");
    const auto *c = std::find_if(std::begin(commands), std::end(commands),
                                 [&](const auto &k) { return std::strcmp(k.name, argv[1]) == 0; });
    if (c == std::end(commands))
        usage("no command '" + std::string(argv[1]) + "'");
    if (argc - 2 < c->least || argc - 2 > c->most)
        usage("'" + std::string(argv[1]) + "' with " + std::to_string(argc - 2) + (argc == 3 ? " word" : " words"));
    const int n = c == commands && argc > 2 ? number_of(argv[2], 1, 4000, "a number of nodes") : 0;
    if (pvm_mytid() < 0)
        refuse("PVM does not answer: is it running?", 1);
    int code = 1;
    if (c == commands) {
        code = start(n);
    } else if (!there_is_a_layer()) {
        refuse("no layer stays on this machine: `anetl-control start` starts one", 1);
    } else {
        int one = 1;
        host h(one, argv);
        try {
            code = told(argc, argv);
        } catch (const error &e) {
            std::fflush(stdout);
            std::fprintf(stderr, "anetl-control: %s\n", e.what());
        }
    }
    std::fflush(nullptr);
    pvm_exit();
    return code;
}
} // namespace anetl::detail
