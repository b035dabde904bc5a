/* nodes.hpp - the nodes of the machine and their processors, and which node the next task goes to. */
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "config/parameters.hpp"
#include "networks/processors.hpp"

namespace ap1000
{

/* The values that pvm_config returns for every node. The signature is the data format of PvmDataRaw messages. */
constexpr int node_speed = 1000, node_data_signature = 0x408c41;

struct Node {
    int index = 0, tid = 0; /* index as in machine.h */
    std::string name;
    bool in_machine = true;
    int tasks = 0; /* processes on it, also those that are no tasks yet or any more */
    NodeProcessors processors;
};

class Nodes
{
  public:
    /* The parameters must outlive it. */
    explicit Nodes(const Parameters &p);

    Node &operator[](int index);
    std::vector<Node>::iterator begin();
    std::vector<Node>::iterator end();
    int count() const;

    /* nullptr if there is none. */
    Node *find(int node_tid);
    Node *find(const std::string &name);

    /* For the next of many tasks: the cells take turns, the host is chosen only if nothing else is allowed; or all
     * nodes take turns. `allowed` must not be empty, and be in the order of their numbers. */
    Node &next(const std::vector<Node *> &allowed);

    /* The cell after this one is next. */
    void begin_turns_after(const Node &n);

  private:
    const Parameters &parameters_;
    std::vector<Node> nodes_;
    int last_cell_ = 0; /* the cell that got the last task */
};

} // namespace ap1000
