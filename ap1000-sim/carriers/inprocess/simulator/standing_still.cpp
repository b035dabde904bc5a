/* standing_still.cpp - see faults.hpp: a program that has been in one call of the system for a second, and with it the
 * simulator. Async-signal-safe. */
#include "carriers/inprocess/simulator/faults.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <unistd.h>

#include "carriers/inprocess/simulator/inprocess_carrier.hpp"

namespace ap1000
{
namespace
{

constexpr std::int64_t still_ns = 1000000000;

std::int64_t now_ns()
{
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return std::int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
}

/* The word that lies so far behind the place from which it counts. */
const unsigned char *behind(const unsigned char *distance)
{
    std::int32_t bytes;
    std::memcpy(&bytes, distance, sizeof bytes);
    return distance + sizeof bytes + bytes;
}

/* What the instruction before this place has called, by way of the table of imports; nullptr: it is no such call. The
 * call is direct, or leads to a stub that jumps there. */
const void *called_before(InprocessExecution &e, const unsigned char *at)
{
    constexpr unsigned char call = 0xe8, indirect = 0xff, call_by_table = 0x15, jump_by_table = 0x25;
    constexpr unsigned char endbr[] = {0xf3, 0x0f, 0x1e, 0xfa}, bnd = 0xf2;
    const unsigned char *entry = nullptr;
    if (at[-6] == indirect && at[-5] == call_by_table) {
        entry = behind(at - 4);
    } else if (at[-5] == call && e.is_own_code(behind(at - 4))) {
        const unsigned char *stub = behind(at - 4);
        stub += std::memcmp(stub, endbr, sizeof endbr) == 0 ? sizeof endbr : 0;
        stub += *stub == bnd ? 1 : 0;
        entry = stub[0] == indirect && stub[1] == jump_by_table ? behind(stub + 2) : nullptr;
    }
    const void *function = nullptr;
    if (entry != nullptr)
        std::memcpy(&function, entry, sizeof function);
    return function;
}

const char *name_of(const void *function)
{
    const char *own = InprocessCarrier::library_of_tasks()->name_of(function);
    Dl_info of{};
    if (own != nullptr)
        return own;
    return dladdr(function, &of) != 0 && of.dli_sname != nullptr ? of.dli_sname : "libc";
}

/* The program's own last call, of which its stack still has the way back. */
const char *last_call(InprocessExecution &e, const void *stack)
{
    const auto *top = static_cast<void *const *>(e.stack_top());
    for (auto *p = static_cast<void *const *>(stack); p < top; p++)
        if (e.is_own_code(*p))
            if (const void *function = called_before(e, static_cast<const unsigned char *>(*p)))
                return name_of(function);
    return "libc";
}

} // namespace

void StandingStill::look(InprocessExecution &e, bool in_call, const void *stack)
{
    const std::int64_t now = now_ns();
    if (!in_call || &e != who_) {
        who_ = in_call ? &e : nullptr;
        since_ns_ = now;
        said_ = false;
    }
    if (!in_call || said_ || now - since_ns_ < still_ns)
        return;
    char line[512];
    said_ = true;
    const int n = std::snprintf(line, sizeof line,
                                "ap1000: task %d (%.300s) has been in a call of %s for a second, and the simulator "
                                "waits for it\n",
                                e.number_for_users(), e.path.c_str(), last_call(e, stack));
    if (n > 0 && write(STDERR_FILENO, line, static_cast<std::size_t>(n)) < 0)
        return;
}

} // namespace ap1000
