// node.cpp - anetl-node: the message passing layer on one node. Started by an anetl::host or by anetl-control, never
// by hand.
#include "layer.hpp"

int main()
{
    return anetl::detail::run_node();
}
