/* processors.hpp - the interface by which a network model uses the processors of a node; others own them. */
#pragma once

#include <functional>
#include <vector>

#include "ns.hpp"

namespace ap1000
{

/* Give the processor of `node` work for `cost` ns now. When that is done [ns]. */
using Processors = std::function<Ns(int node, Ns cost)>;

/* What software below the tasks does on the processors of nodes. */
struct NodeWork {
    Processors in_turn;   /* a daemon: behind what the processors have to do already */
    Processors interrupt; /* a kernel: at once; what the tasks do next begins so much later */
};

/* The processors of one node, all alike. Work is done by the one that is free first, whole, in the order of asking.
 * Simplifications: a piece of work that has begun is not made longer by an interrupt, but the next one is later. */
class NodeProcessors
{
  public:
    explicit NodeProcessors(std::size_t count = 1) : free_(count > 0 ? count : 1)
    {
    }

    /* Work that is wanted from `ready` on: from when until when it is done. */
    Span take(Ns ready, Ns cost);

    /* An interrupt at `now`: when it has been served. One at a time in a node, however many processors it has. */
    Ns interrupt(Ns now, Ns cost);

    int count() const
    {
        return static_cast<int>(free_.size());
    }

  private:
    std::vector<Ns> free_; /* when each has done what was asked of it so far [ns] */
    Ns served_ = 0;        /* the last interrupt [ns] */
};

} // namespace ap1000
