/* nodes.cpp - see nodes.hpp. */
#include "kernel/nodes.hpp"

#include <algorithm>

namespace ap1000
{

Nodes::Nodes(const Parameters &p) : parameters_(p), nodes_(static_cast<std::size_t>(p.nodes()))
{
    for (int i = 0; i < count(); i++) {
        Node &node = (*this)[i];
        node.index = i;
        node.tid = tid_of_node(i);
        node.name = p.node_name(i);
        node.processors = NodeProcessors(static_cast<std::size_t>(p.processors_of(i)));
    }
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

} // namespace ap1000
