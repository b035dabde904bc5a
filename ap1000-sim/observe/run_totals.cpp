/* run_totals.cpp - see run_totals.hpp. */
#include "observe/run_totals.hpp"

namespace ap1000
{

bool CallTotals::is_nothing() const
{
    return times == 0 && in_call == 0 && waiting == 0 && sent.messages == 0 && received.messages == 0;
}

void CallTotals::add(const CallTotals &o)
{
    times += o.times;
    in_call += o.in_call;
    waiting += o.waiting;
    sent.add(o.sent);
    received.add(o.received);
}

CallTotals TaskTotals::all() const
{
    CallTotals sum;
    for (const auto &[name, c] : calls)
        sum.add(c);
    return sum;
}

} // namespace ap1000
