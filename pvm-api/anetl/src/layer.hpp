// layer.hpp - how the nodes come together and part, and what their messages are called by PVM.
#ifndef ANETL_LAYER_HPP
#define ANETL_LAYER_HPP

#include "manager.hpp"

namespace anetl::detail
{
enum { TAG_MESSAGE = 1, TAG_DIED = 2, TAG_BEGIN = 3, TAG_HELLO = 4 };

// The mailbox in which a layer that stays is found: context, then the tids of its nodes.
constexpr const char *MAILBOX = "anetl.layer";

struct start_words { // what a node is told when it begins
    enum { number, nodes, context, stack_kib, patience_s, stays, methods, count };
};

settings read_settings(int &argc, char **argv);

// The program anetl-node, as it is set or installed.
std::string node_program(const settings &s);

// Starts a layer of nodes: they run, each on a node of the machine. stays: it outlives the caller.
std::vector<int> start_nodes(settings &s, int context, bool stays);

// A layer that stays: its context and tids; 0: there is none.
int find_layer(std::vector<int> &tids);

// The file that other tasks find, too.
std::string whole_path(const std::string &module);

[[noreturn]] void leave_quietly();

// Asks a node of the layer for something, and waits for the text that it answers. Throws error.
ANETL_PUBLIC std::string ask_node(int node, kind what, const std::string &text);

// The program anetl-node: serves until the layer ends. Returns only what is wrong, as an exit code.
ANETL_PUBLIC int run_node();
ANETL_PUBLIC int run_control(int argc, char **argv); // the program anetl-control
} // namespace anetl::detail

#endif
