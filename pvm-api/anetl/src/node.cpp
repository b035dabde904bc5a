// node.cpp - anetl-node: the message passing layer on one node. Started by an anetl::host or by anetl-control, never
// by hand.
#include <pvm3.h>

#include "layer.hpp"

// The call keeps libpvm3 among this program's own libraries, before libc: objects' clocks and sleeps are libpvm3's.
int main()
{
    if (pvm_mytid() < 0)
        return 1;
    return anetl::detail::run_node();
}
