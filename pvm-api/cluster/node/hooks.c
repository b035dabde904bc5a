/* hooks.c - what lower parts of the daemon call in higher ones. This file sees all of them, and only main sees it. */
#include "cluster/node/host.h"

const struct node_hooks node_hooks = {.word_came = node_serve,
                                      .link_lost = node_lost,
                                      .host_word = host_serve,
                                      .node_gone = host_node_lost,
                                      .node_arrived = place_arrived,
                                      .child_ended = host_reaped,
                                      .machine_ends = host_end,
                                      .awaits_nodes = host_awaits_nodes};
