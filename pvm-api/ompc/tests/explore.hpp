// explore.hpp - tries every order in which the messages of a small system can arrive: depth first, each state once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol.hpp"

namespace explore
{
enum class what { read, write, hold, release, lock, unlock };
struct operation {
    what it;
    std::uint32_t where; // block, or lock
};
using program = std::vector<operation>;

// "r0 w1 h1 u1 l0 f0": read, write a block; get one to write and hold it, let go of it (u); take and free (f) a lock.
program parse(const std::string &text);

struct system_case {
    std::string name;
    std::vector<std::string> programs; // one a PE
    std::vector<int> owners;           // of the blocks at first
    ompc::protocol::tell policy;
};

struct result {
    std::uint64_t states, ends;
    std::string wrong; // the first rule that is broken, and the steps that lead there; empty: none
};

// Every state: at most one PE may write a block, and then no other has it; a lock has one holder. Every read gives a
// value that was the last one written at some moment between its begin and its end; a write finds the last one written.
// Every end: all programs are through, no message is under way, nobody waits, each block has one owner, whom some PE
// knows. max_states 0: no limit.
result run(const system_case &c, std::uint64_t max_states);
} // namespace explore
