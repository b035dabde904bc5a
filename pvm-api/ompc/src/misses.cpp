// misses.cpp - what a PE asks of others and waits for: a block that it misses, a lock.
#include <pvmsim.h>

#include "runtime.hpp"

namespace ompc
{
void runtime::settle()
{
    if (busy_)
        return;
    busy_ = true;
    engine.settle();
    flush();
    caught_pages(last_wanted_);
    busy_ = false;
    serve_inbox();
}

void runtime::miss(std::uint32_t block, bool write)
{
    if (pins > 0)
        fail("PE %d waits for block %u while it holds a pin_write or write_lock: make pin_reads first, and one "
             "pin_write at a time",
             pe, block);
    named n(write ? "ompc write miss" : "ompc read miss");
    spin_.reset();
    spend();
    std::int64_t from = now_ns();
    if (miss_ns_ > 0)
        pvmsim_charge(static_cast<std::int64_t>(miss_ns_));
    settle();
    busy_ = true;
    last_wanted_ = block;
    engine.want(block, write);
    flush();
    busy_ = false;
    wait();
    caught_pages(block);
    counted.miss_ns += now_ns() - from;
}

void runtime::lock(std::uint32_t number)
{
    if (pins > 0)
        fail("PE %d waits for a lock while it holds a pin_write or write_lock", pe);
    if (!held_.insert(number).second)
        fail("PE %d acquires lock %u, which it holds already: it would wait for itself", pe, number);
    named n("ompc lock");
    spend();
    std::int64_t from = now_ns();
    settle();
    busy_ = true;
    engine.want_lock(number);
    flush();
    busy_ = false;
    if (engine.waiting())
        wait_for_lock(number);
    serve_inbox();
    counted.locks++;
    counted.lock_ns += now_ns() - from;
}

void runtime::unlock(std::uint32_t number)
{
    if (held_.erase(number) == 0)
        fail("PE %d releases lock %u, which it does not hold", pe, number);
    named n("ompc unlock");
    spend();
    settle();
    busy_ = true;
    engine.release_lock(number);
    flush();
    busy_ = false;
    serve_inbox();
}
} // namespace ompc
