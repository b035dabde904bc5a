// access.cpp - arrays, and what an access asks of the library when the table does not answer it.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <limits>
#include <sys/mman.h>

#include <pvmsim.h>

#include "runtime.hpp"

namespace ompc
{
// ---- Arrays

static int first_owner(int placement, std::uint32_t block, std::uint32_t blocks, int pes)
{
    if (placement >= 0)
        return placement;
    if (placement == -2)
        return static_cast<int>(block % static_cast<std::uint32_t>(pes));
    return static_cast<int>(std::uint64_t(block) * static_cast<std::uint64_t>(pes) / blocks);
}

std::uint32_t runtime::add(record r, int placement)
{
    std::string what = "array " + std::to_string(arrays.size()) + (r.name.empty() ? "" : " '" + r.name + "'");
    if (placement >= pes && pe == 0)
        fail("%s is to lie on PE %d; there are PEs 0 to %d", what.c_str(), placement, pes - 1);
    std::vector<int> owners;
    for (std::uint32_t b = 0; b < r.blocks; b++)
        owners.push_back(first_owner(placement, b, r.blocks, pes));
    settle();
    r.first_block = engine.add_blocks(owners);
    fast.access = engine.access();
    r.gone = false;
    arrays.push_back(r);
    agree(
        what, {"elements", "bytes an element", "bytes a block", "placement"},
        {static_cast<int>(r.elements), static_cast<int>(r.element_bytes), static_cast<int>(r.block_bytes), placement});
    return r.first_block;
}

void runtime::remove(int number)
{
    record &r = arrays[static_cast<std::size_t>(number)];
    barrier();
    r.gone = true;
    if (r.bytes > 0)
        munmap(r.memory, r.bytes);
    r.memory = nullptr;
}

namespace detail
{
fast *fast_path()
{
    return &needed().fast;
}

array add_array(const shape &s)
{
    runtime &r = needed();
    named n("ompc array");
    std::size_t bytes = s.elements * s.element_bytes, blocks = (s.elements + s.block_elements - 1) / s.block_elements;
    if (s.elements > std::numeric_limits<std::size_t>::max() / 16 / s.element_bytes ||
        blocks + r.engine.blocks() > std::numeric_limits<std::uint32_t>::max() / 2)
        fail("array '%s' of %zu elements is too large", s.name, s.elements);
    void *memory = nullptr; // zero, and taken from the computer only where it is used
    if (bytes > 0 && (memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                    -1, 0)) == MAP_FAILED)
        fail("array '%s' of %zu elements of %zu bytes: no memory for it", s.name, s.elements, s.element_bytes);
    record a{s.name,
             s.elements,
             s.element_bytes,
             s.block_elements * s.element_bytes,
             bytes,
             0,
             static_cast<std::uint32_t>(blocks),
             static_cast<char *>(memory),
             false};
    std::uint32_t first = r.add(a, s.placement);
    return {static_cast<int>(r.arrays.size()) - 1, first, memory};
}

void remove_array(int number)
{
    if (current() == nullptr)
        return;
    if (std::uncaught_exceptions() > 0) /* the others would wait for this PE */
        fail("PE %d leaves the scope of array '%s' by an exception", current()->pe,
             current()->arrays[static_cast<std::size_t>(number)].name.c_str());
    current()->remove(number);
}

void miss(std::uint32_t block, bool write)
{
    current()->miss(block, write);
}

void settle()
{
    current()->settle();
}

void tick(int array, std::size_t index)
{
    current()->checked(array, index);
}

void pin(std::uint32_t first_block, std::uint32_t blocks)
{
    runtime &r = *current();
    r.pin(first_block, blocks);
    r.pins++;
}

void unpin(std::uint32_t first_block, std::uint32_t blocks)
{
    runtime *r = current();
    if (r == nullptr)
        return;
    r->pins--;
    r->unpin(first_block, blocks);
}

void write_start(std::uint32_t block)
{
    current()->counted.write_locks++;
    current()->pin(block, 1);
}

void write_end(std::uint32_t block)
{
    current()->unpin(block, 1);
}

void outside(int array, std::size_t first, std::size_t count)
{
    const record &r = current()->arrays[static_cast<std::size_t>(array)];
    if (count == 1)
        fail("PE %d reads or writes element %zu of array %d '%s', which has %zu elements", current()->pe, first, array,
             r.name.c_str(), r.elements);
    fail("PE %d pins %zu elements from element %zu on of array %d '%s', which has %zu elements", current()->pe, count,
         first, array, r.name.c_str(), r.elements);
}
} // namespace detail

// ---- Blocks that stay

// In ascending order, so that two PEs that want the same blocks do not wait for each other.
void runtime::pin(std::uint32_t first, std::uint32_t count)
{
    for (std::uint32_t b = first; b < first + count; b++) {
        bool missing = engine.access()[b] != protocol::access_write;
        if (missing)
            miss(b, true);
        engine.hold(b);
        if (missing)
            settle();
    }
}

void runtime::unpin(std::uint32_t first, std::uint32_t count)
{
    for (std::uint32_t b = first; b < first + count; b++)
        if (engine.release(b)) {
            busy_ = true;
            flush();
            busy_ = false;
        }
    serve_inbox();
}

// ---- Time

// Accesses are counted down from a number that is chosen so that tick() comes where something is due.
void runtime::count_checks(std::int64_t next)
{
    checks_ += counted_down_from_ - fast.checks_left;
    counted_down_from_ = fast.checks_left = next;
}

void runtime::count_on()
{
    count_checks(0);
    std::int64_t due = checks_at_once_ - checks_, sample = spin_.watching() ? 0 : spin_.EVERY;
    count_checks(due < sample ? due : sample);
}

std::uint64_t runtime::checks_done()
{
    count_checks(0);
    auto done = static_cast<std::uint64_t>(checks_);
    checks_ = 0;
    count_on();
    return done;
}

static void charge(double ns)
{
    if (ns >= 1)
        pvmsim_charge(static_cast<std::int64_t>(ns));
}

void runtime::spend()
{
    activity++;
    std::uint64_t checks = checks_done(), locks_now = counted.write_locks - write_locks_spent_;
    counted.checks += checks;
    write_locks_spent_ = counted.write_locks;
    double ns = owed_ns_ + static_cast<double>(checks) * check_ns_ + static_cast<double>(locks_now) * write_lock_ns_;
    owed_ns_ = 0;
    if (!pvmsim_here())
        return;
    while (poll_ns_ > 0 && ns > poll_ns_) {
        charge(poll_ns_);
        look();
        ns -= poll_ns_;
    }
    charge(ns);
}

void runtime::tick()
{
    spend();
    if (poll_ns_ > 0)
        look();
}

void runtime::checked(int array, std::size_t index)
{
    count_checks(0);
    if (checks_ > checks_at_once_)
        tick();
    spins seen = spin_.look(array, index, fast.wrote);
    fast.wrote = false;
    if (seen == spins::maybe)
        look();
    if (seen == spins::yes) {
        loop_.begins = spin_.just_began;
        spin_.just_began = false;
        wait_for_change(loop_, "element " + std::to_string(index) + " of array " + std::to_string(array) + " '" +
                                   arrays[static_cast<std::size_t>(array)].name + "'");
    }
    count_on();
}

// What the program looks at again and again changes only by a message. The longer it has waited, the longer it may be
// late to see it.
void runtime::wait_for_change(waiting_loop &l, const std::string &what)
{
    named n("ompc wait for change");
    spend();
    if (l.begins)
        l = {false, false, now_ns()};
    std::int64_t waited = now_ns() - l.began_ns;
    wait_at_most(std::min(std::max(waited / 64, SPIN_LEAST_NS), SPIN_MOST_NS));
    if (waited < SPIN_TELL_NS || l.told)
        return;
    l.told = true;
    std::fprintf(stderr, "ompc: PE %d has looked at %s for 60 s, and nobody has changed it\n", pe, what.c_str());
}

void runtime::work(double ns)
{
    owed_ns_ += ns;
    if (poll_ns_ > 0 && owed_ns_ >= poll_ns_)
        tick();
}

std::int64_t now_ns()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

void work(double ns)
{
    needed().work(ns);
}

double cost(const char *name)
{
    return pvmsim_number((std::string("ompc.") + name).c_str());
}

void barrier()
{
    needed().barrier();
}

lock::lock() : number_(needed().locks++)
{
}

void lock::acquire()
{
    needed().lock(number_);
}

void lock::release()
{
    needed().unlock(number_);
}
} // namespace ompc
