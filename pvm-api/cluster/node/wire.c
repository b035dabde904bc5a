/* wire.c - how bytes come out of a link and go into it, without faults. */
#include "cluster/node/tls.h"

const struct link_wire link_wire = {seal_get, seal_put};
