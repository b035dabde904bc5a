// page_faults.cpp - accesses to pages, caught: SIGSEGV is the miss.
//
// A fault is dealt with inside the handler of the signal: it makes PVM calls, which is sound because the program was in
// the middle of an instruction of its own, and not in a call.
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <ucontext.h>
#include <utility>

#include "paging.hpp"

namespace ompc
{
namespace
{
paging *known; // of this task; null: nothing is caught yet

// By access_*.
const int allowed[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};

// A program's own mistakes still end it as they would without us.
void die_of(int signal_number, char *at)
{
    if (known != nullptr) {
        known->in_fault = true; // for good: this is the end
        if (known->explain != nullptr)
            known->explain(at);
    }
    struct sigaction usual {
    };
    usual.sa_handler = SIG_DFL;
    sigaction(signal_number, &usual, nullptr);
}

bool is_write(void *context, std::uint8_t access)
{
#if defined(__x86_64__)
    (void)access;
    return (static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
    (void)context;
    return access != protocol::access_none; // the first fault fetches, the second asks to write
#endif
}

// A loop that waits: others are served until the page is theirs, or for some time, after which the loop may end by
// itself.
void look_at_loop(paging &p, runtime &r, std::uint32_t block, page_watch::seen seen)
{
    if (seen == page_watch::seen::nothing)
        return;
    p.loop.begins = p.watch.begins();
    const std::size_t page = block - p.first_block;
    int most = seen == page_watch::seen::still ? 64 : 8;
    const std::uint8_t before = r.engine.access()[block];
    while (most-- > 0 && r.engine.access()[block] == before)
        r.wait_for_change(p.loop, "page " + std::to_string(page) + " of shared memory");
    p.watch.called(r.activity);
}

void on_fault(int signal_number, siginfo_t *info, void *context)
{
    char *at = static_cast<char *>(info->si_addr);
    paging *p = known;
    if (p == nullptr || !p->shared || current() == nullptr || at < p->begin || at >= p->begin + p->bytes) {
        die_of(signal_number, at);
        return;
    }
    runtime &r = *current();
    std::uint32_t block =
        p->first_block + static_cast<std::uint32_t>(static_cast<std::size_t>(at - p->begin) / p->page);
    std::uint8_t access = r.engine.access()[block];
    int error = errno;
    bool outer = std::exchange(p->in_fault, true);
    bool write = is_write(context, access), may = access >= (write ? protocol::access_write : protocol::access_read);
    if (!p->watch.unveil() && may) {
        die_of(signal_number, at); // an execute fault, say
        return;
    }
    const std::uintptr_t code = std::exchange(p->fault_code, outer ? 1 : code_at(context));
    if (may) {
        look_at_loop(*p, r, block, p->watch.look(at, write, context));
    } else {
        p->watch.reset();
        r.counted.checks++;
        r.miss(block, write);
    }
    p->fault_code = code;
    if (!outer && p->missed != nullptr)
        p->missed(context);
    p->in_fault = outer;
    errno = error;
}

// The processor's time says that the PE goes on without a call.
void on_tick(int, siginfo_t *, void *context)
{
    int error = errno;
    paging *p = known;
    if (p != nullptr && p->shared && !p->in_fault && current() != nullptr && !current()->over) {
        p->in_fault = true; // what is called here is the library's
        p->watch.tick(current()->activity, context);
        p->in_fault = false;
    }
    errno = error;
}

bool veil(const paging &p)
{
    char *behind = p.own_stack + p.own_stack_bytes, *end = p.begin + p.bytes;
    return mprotect(p.begin, static_cast<std::size_t>(p.own_stack - p.begin), PROT_NONE) == 0 &&
           (behind == end || mprotect(behind, static_cast<std::size_t>(end - behind), PROT_NONE) == 0);
}

// Each page's protection by what the PE may do with it, in stretches of the same.
void protect_all(const paging &p)
{
    std::size_t n = p.protection.size();
    for (std::size_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && p.protection[to] == p.protection[from];)
            to++;
        if (mprotect(p.begin + from * p.page, (to - from) * p.page, allowed[p.protection[from]]) != 0)
            fail("the computer cannot protect shared memory: %s", std::strerror(errno));
    }
}
} // namespace

void catch_faults(paging &p, const runtime &r)
{
    known = &p;
    const std::uint8_t *access = r.engine.access() + p.first_block;
    p.protection.assign(access, access + p.bytes / p.page);
    // The last page of the stack is never touched, so that an overflow is seen.
    p.protection[static_cast<std::size_t>(p.own_stack - p.begin) / p.page] = protocol::access_none;
    protect_all(p);
    struct sigaction action {
    };
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    sigaction(SIGSEGV, &action, nullptr);
    p.watch.begin({[&p] { return veil(p); }, [&p] { protect_all(p); }, p.own_stack, p.own_stack_bytes}, on_tick);
}

// What the PE may do with a page, the processor lets it do.
void runtime::caught_pages(std::uint32_t block)
{
    paging *p = known;
    if (p == nullptr || !p->shared || block < p->first_block || block - p->first_block >= p->protection.size())
        return;
    std::uint8_t access = engine.access()[block], &now = p->protection[block - p->first_block];
    if (access == now)
        return;
    now = access;
    if (mprotect(p->begin + (block - p->first_block) * p->page, p->page, allowed[access]) != 0)
        fail("PE %d: the computer cannot protect page %u: %s", pe, block - p->first_block, std::strerror(errno));
}
} // namespace ompc
