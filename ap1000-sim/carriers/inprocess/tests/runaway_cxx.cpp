/* runaway_cxx.cpp - a slave in process that computes for ever in a library of which each task has a copy: in the user's
 * own (`library`), or in that of C++ (`tree`: a node of a tree that is its own child). runaway.h has its master. */
#include "carriers/process/tests/runaway.h"

#include <map>

#include "cxx_part.hpp"

namespace
{

int slave(const char *does)
{
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), 1);
    pvm_recv(pvm_parent(), 2);
    if (strcmp(does, "library") == 0)
        compute_for_ever();
    std::_Rb_tree_node_base node{};
    node._M_right = node._M_left = &node;
    return std::_Rb_tree_increment(&node) == nullptr;
}

} // namespace

int main(int argc, char **argv)
{
    return run_away(argc, argv, slave, nullptr);
}
