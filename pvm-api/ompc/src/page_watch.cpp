// page_watch.cpp - see page_watch.hpp.
#include "page_watch.hpp"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <link.h>
#include <string>
#include <ucontext.h>

namespace ompc
{
namespace
{
constexpr long TICK_NS = 10000000; // of processor time

// Where the program is, its stack, and its registers but for those two.
struct machine_state {
    std::uintptr_t code, stack;
    std::uint64_t registers;
};

// Bytes are mixed in, also those that lie on the stack, which the sanitizer knows better than to have read.
__attribute__((no_sanitize("address"))) std::uint64_t mixed(std::uint64_t h, const void *bytes, std::size_t n)
{
    const auto *at = static_cast<const unsigned char *>(bytes);
    for (std::size_t i = 0; i < n; i++)
        h = (h ^ at[i]) * 0x100000001b3U; // FNV-1a
    return h;
}

machine_state state_of(void *context)
{
    constexpr std::uint64_t begin = 0xcbf29ce484222325U;
#if defined(__x86_64__)
    const mcontext_t &m = static_cast<ucontext_t *>(context)->uc_mcontext;
    machine_state s{static_cast<std::uintptr_t>(m.gregs[REG_RIP]), static_cast<std::uintptr_t>(m.gregs[REG_RSP]),
                    mixed(begin, m.gregs, sizeof(greg_t) * (REG_RSP + 1))};
    if (m.fpregs != nullptr)
        s.registers = mixed(s.registers, m.fpregs->_xmm, sizeof m.fpregs->_xmm);
    return s;
#elif defined(__aarch64__)
    const mcontext_t &m = static_cast<ucontext_t *>(context)->uc_mcontext;
    return {static_cast<std::uintptr_t>(m.pc), static_cast<std::uintptr_t>(m.sp), mixed(begin, m.regs, sizeof m.regs)};
#else
    static std::uint64_t other; // nothing is known of it: no two are the same
    (void)context;
    return {0, 0, mixed(begin, &++other, sizeof other)};
#endif
}

bool starts_at(const std::string &path, const char *name)
{
    return path.compare(path.rfind('/') + 1, std::strlen(name), name) == 0;
}

// A page that is veiled while the kernel is to read it would make a system call fail.
int note_library(dl_phdr_info *info, std::size_t, void *to)
{
    const std::string path = info->dlpi_name;
    bool ours = false;
    for (const char *name : {"libc.so", "ld-linux", "libpvm3", "libgpvm3", "libompc", "linux-vdso", "linux-gate"})
        ours = ours || starts_at(path, name);
    for (int i = 0; ours && i < info->dlpi_phnum; i++)
        if (const auto &h = info->dlpi_phdr[i]; h.p_type == PT_LOAD && (h.p_flags & PF_X) != 0)
            static_cast<std::vector<std::pair<std::uintptr_t, std::uintptr_t>> *>(to)->emplace_back(
                info->dlpi_addr + h.p_vaddr, info->dlpi_addr + h.p_vaddr + h.p_memsz);
    return 0;
}
} // namespace

std::uintptr_t code_at(void *context)
{
    return state_of(context).code;
}

std::uintptr_t stack_at(void *context)
{
    return state_of(context).stack;
}

void page_watch::begin(pages p, void (*on_tick)(int, siginfo_t *, void *))
{
    struct sigaction action {
    };
    timer_t timer;
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = tick_signal();
    pages_ = std::move(p);
    action.sa_sigaction = on_tick;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    if (sigaction(tick_signal(), &action, nullptr) != 0 || timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) != 0)
        return;
    dl_iterate_phdr(note_library, &libraries_);
    itimerspec every{{0, TICK_NS}, {0, TICK_NS}};
    timer_settime(timer, 0, &every, nullptr);
}

bool page_watch::of_program(std::uintptr_t code) const
{
    for (const auto &[from, to] : libraries_)
        if (code >= from && code < to)
            return false;
    return true;
}

void page_watch::tick(std::uint64_t activity, void *context)
{
    if (activity != activity_) {
        activity_ = activity;
        reset();
    } else if (!veiled_ && of_program(state_of(context).code)) {
        veiled_ = pages_.veil();
    }
}

bool page_watch::unveil()
{
    if (!veiled_)
        return false;
    veiled_ = false;
    pages_.unveil();
    return true;
}

void page_watch::reset()
{
    places_count_ = looks_ = 0;
    going_ = false;
}

page_watch::seen page_watch::look(const char *at, bool write, void *context)
{
    machine_state s = state_of(context);
    place *known = nullptr;
    const auto *stack = reinterpret_cast<const char *>(s.stack);
    const auto above = static_cast<std::size_t>(pages_.own_stack + pages_.own_stack_bytes - stack);
    std::uint64_t state =
        mixed(s.registers, stack, above <= pages_.own_stack_bytes ? std::min(above, std::size_t(STACK_BYTES)) : 0);
    for (int i = 0; i < places_count_; i++)
        if (places_[i].at == at && places_[i].code == s.code)
            known = &places_[i];
    if ((known == nullptr && places_count_ == FEW) || (write && known != nullptr && known->state != state))
        reset(), known = nullptr;
    if (known == nullptr) {
        known = &places_[places_count_++];
        *known = {s.code, at, state, 0};
    }
    looks_++;
    known->times = known->state == state ? known->times + 1 : 1;
    known->state = state;
    const bool still = known->times >= (going_ ? 1 : known_ == s.code ? STILL_AGAIN : STILL);
    if (write)
        looks_ = 0;
    if (!still && looks_ < LOOKING)
        return seen::nothing;
    begins_ = !going_;
    going_ = true;
    if (still)
        known_ = s.code;
    return still ? seen::still : seen::looking;
}
} // namespace ompc
