// barriers.cpp - the barriers of OMPC++ for distributed memory, and the machine's. All serve requests while they wait.
#include <string>

#include <pvm3.h>

#include "runtime.hpp"

namespace ompc
{
namespace
{
enum { ARRIVE = 910, GO = 911, ROUND = 920 }; // tags; ROUND + r

// One hears from all, then tells all: 2 (n - 1) messages, all at PE 0.
void master_worker(runtime &r)
{
    if (r.pe > 0) {
        r.send_ints(0, ARRIVE, {});
        r.receive_ints(0, GO);
        return;
    }
    for (int pe = 1; pe < r.pes; pe++)
        r.receive_ints(-1, ARRIVE);
    for (int pe = 1; pe < r.pes; pe++)
        r.send_ints(pe, GO, {});
}

// Up a binomial tree, and down again: at most log2 n messages each way at any PE.
void cascade(runtime &r)
{
    int mine = 1; // the lowest bit of its number, where it hangs on its parent
    while (mine < r.pes && (r.pe & mine) == 0) {
        if (r.pe + mine < r.pes)
            r.receive_ints(r.pe + mine, ARRIVE);
        mine *= 2;
    }
    if (r.pe > 0) {
        r.send_ints(r.pe - mine, ARRIVE, {});
        r.receive_ints(r.pe - mine, GO);
    }
    for (int child = mine / 2; child > 0; child /= 2)
        if (r.pe + child < r.pes)
            r.send_ints(r.pe + child, GO, {});
}

// In round r a PE and the one whose number differs in bit r tell each other; where the PEs are not 2^n, it tells the
// one 2^r further on and hears from the one 2^r before it.
void shuffle_exchange(runtime &r)
{
    bool pairs = (r.pes & (r.pes - 1)) == 0;
    for (int bit = 1, round = 0; bit < r.pes; bit *= 2, round++) {
        r.send_ints(pairs ? r.pe ^ bit : (r.pe + bit) % r.pes, ROUND + round, {});
        r.receive_ints(pairs ? r.pe ^ bit : (r.pe - bit + r.pes) % r.pes, ROUND + round);
    }
}

// pvm_barrier of a group of all PEs. If it is frozen, a machine with --hardware-collectives has it on the S-Net.
void group_barrier(runtime &r, bool frozen)
{
    static const char name[] = "ompc";
    char *n = const_cast<char *>(name);
    int program = pvm_setcontext(r.tids[0]); // a number that all agree on, and no other program has
    if (!r.in_group) {
        r.in_group = true;
        if (pvm_joingroup(n) < 0)
            fail("PE %d cannot join the group of all PEs: is PVM's group server (pvmgs) installed?", r.pe);
        shuffle_exchange(r); // before any asks for the group, all are in it
        if (frozen)
            pvm_freezegroup(n, r.pes);
    }
    pvm_barrier(n, r.pes);
    pvm_setcontext(program);
}

void group(runtime &r)
{
    group_barrier(r, false);
}

// Who waits in the S-Net answers nobody: only for programs that need nothing of a PE that has come to the barrier.
void snet(runtime &r)
{
    group_barrier(r, true);
}

const struct {
    const char *name;
    void (*meet)(runtime &r);
} table[] = {{"master_worker", master_worker},
             {"cascade", cascade},
             {"shuffle_exchange", shuffle_exchange},
             {"group", group},
             {"snet", snet}};
} // namespace

int barrier_named(const std::string &name)
{
    int row = 0;
    for (const auto &b : table) {
        if (name == b.name)
            return row;
        row++;
    }
    return -1;
}

std::string barrier_names()
{
    std::string all;
    for (const auto &b : table)
        all += (all.empty() ? "" : ", ") + std::string(b.name);
    return all;
}

void runtime::barrier()
{
    if (pins > 0)
        fail("PE %d comes to a barrier while it holds a pin_write or write_lock", pe);
    named n("ompc barrier");
    spend();
    settle();
    std::int64_t from = now_ns();
    table[set.barrier].meet(*this);
    counted.barriers++;
    counted.barrier_ns += now_ns() - from;
}
} // namespace ompc
