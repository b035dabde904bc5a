/* machine.hpp - the simulated machine as a whole: its parts, its tasks and its control program. */
#pragma once

#include <functional>
#include <memory>

#include "kernel/lifecycle.hpp"
#include "kernel/machine_parts.hpp"

namespace ap1000
{

class Machine : public MachineParts
{
  public:
    using MakeControl = std::function<std::unique_ptr<Control>(Machine &)>;

    Machine(const Parameters &p, RunOptions s, std::unique_ptr<Carrier> its_carrier, const MakeControl &make_control)
        : MachineParts(p, std::move(s), std::move(its_carrier),
                       [this](int from, int to, Ns after) { lifecycle.give_up(from, to, after); }),
          lifecycle(*this)
    {
        control = make_control(*this);
    }

    Lifecycle lifecycle;
};

} // namespace ap1000
