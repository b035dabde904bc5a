/* nodes.cpp - see nodes.hpp. */
#include "kernel/nodes.hpp"

#include <algorithm>

#include <simgrid/s4u.hpp>

namespace ap1000
{

/* SimGrid's actors need a host for each node. The costs of messages are not SimGrid's (network.hpp). */
Nodes::Nodes(const Parameters &p, const Timeline &timeline)
    : parameters_(p), timeline_(timeline), engine_(make_engine()), nodes_(static_cast<std::size_t>(p.nodes()))
{
    auto *root = simgrid::s4u::create_full_zone("AP1000");
    if (p.kind->has_torus)
        torus_ = build_torus(root, {p.grid.nx, p.grid.ny, p.tnet.bandwidth, p.tnet.hop});
    for (int i = 0; i < count(); i++) {
        Node &node = (*this)[i];
        node.index = i;
        node.tid = tid_of_node(i);
        node.name = p.node_name(i);
        node.processors = NodeProcessors(static_cast<std::size_t>(p.processors));
        node.host = !torus_.empty() && i > 0 ? torus_[static_cast<std::size_t>(i) - 1] : build_host(root, node.name);
    }
    root->seal();
}

Nodes::~Nodes() = default;

void Nodes::simulate(std::function<void()> first)
{
    simgrid::s4u::Actor::create("machine", nodes_[0].host, std::move(first));
    engine_->run();
}

void Nodes::end_actors()
{
    simgrid::s4u::Actor::kill_all();
}

Node &Nodes::operator[](int index)
{
    return nodes_[static_cast<std::size_t>(index)];
}

std::vector<Node>::iterator Nodes::begin()
{
    return nodes_.begin();
}

std::vector<Node>::iterator Nodes::end()
{
    return nodes_.end();
}

int Nodes::count() const
{
    return static_cast<int>(nodes_.size());
}

Node *Nodes::find(int node_tid)
{
    const int number = tid_node_number(node_tid);
    return number >= 0 && number < count() && (*this)[number].tid == node_tid ? &(*this)[number] : nullptr;
}

Node *Nodes::find(const std::string &name)
{
    for (Node &n : nodes_)
        if (n.name == name)
            return &n;
    return nullptr;
}

Node &Nodes::next(const std::vector<Node *> &allowed)
{
    const bool beside_host = allowed.size() > 1 && allowed[0]->index == 0 && parameters_.has_host();
    const auto first = allowed.begin() + (beside_host ? 1 : 0);
    auto chosen =
        std::upper_bound(first, allowed.end(), last_cell_, [](int last, const Node *n) { return last < n->index; });
    if (chosen == allowed.end())
        chosen = first;
    if (allowed.size() > 1)
        last_cell_ = (*chosen)->index;
    return **chosen;
}

void Nodes::begin_turns_after(const Node &n)
{
    last_cell_ = n.index;
}

const std::vector<simgrid::s4u::Host *> &Nodes::torus() const
{
    return torus_;
}

} // namespace ap1000
