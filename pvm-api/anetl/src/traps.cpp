// traps.cpp - futures by traps: the pages, and what the handler of SIGSEGV does.
//
// The handler runs on the stack of the method that was in the middle of an instruction. It waits there as any method
// does: the manager goes on with others (SIGSEGV is not blocked meanwhile, SA_NODEFER), and once the value has been
// put into the page, the handler returns and the instruction runs again.
#include <cerrno>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "manager.hpp"
#include "traps.hpp"

namespace anetl::detail
{
namespace
{
constexpr std::size_t REPLIES_A_STRETCH = 1024;

std::size_t page_size()
{
    static const std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}
} // namespace

trap_pages::stretch *trap_pages::with_room(std::size_t pages)
{
    for (auto &[end, s] : stretches_)
        if (s.pages_each == pages && !s.unused.empty())
            return &s;
    const std::size_t n = pages > 16 ? 1 : REPLIES_A_STRETCH, bytes = n * pages * page_size();
    void *begin = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin == MAP_FAILED)
        fail("no address space for futures: %s", std::strerror(errno));
    stretch &s = stretches_[reinterpret_cast<std::uintptr_t>(begin) + bytes];
    s = {static_cast<char *>(begin), bytes, pages, std::vector<reply *>(n, nullptr), {}};
    for (std::size_t i = n; i > 0; i--)
        s.unused.push_back(static_cast<std::uint32_t>(i - 1));
    return &s;
}

void trap_pages::give(reply &r, std::size_t bytes)
{
    const std::size_t pages = (bytes + page_size() - 1) / page_size();
    stretch *s = with_room(pages);
    const std::uint32_t i = s->unused.back();
    s->unused.pop_back();
    s->owners[i] = &r;
    r.page = s->begin + i * pages * page_size();
    r.page_bytes = pages * page_size();
}

const trap_pages::stretch *trap_pages::of(const void *address) const
{
    const auto found = stretches_.upper_bound(reinterpret_cast<std::uintptr_t>(address));
    return found != stretches_.end() && address >= found->second.begin ? &found->second : nullptr;
}

void trap_pages::take_back(reply &r)
{
    auto *s = const_cast<stretch *>(of(r.page));
    if (r.open && (mprotect(r.page, r.page_bytes, PROT_NONE) != 0 || madvise(r.page, r.page_bytes, MADV_DONTNEED) != 0))
        fail("the computer cannot protect the page of a future: %s", std::strerror(errno));
    const std::size_t i = static_cast<std::size_t>(r.page - s->begin) / r.page_bytes;
    s->owners[i] = nullptr;
    s->unused.push_back(static_cast<std::uint32_t>(i));
    r.page = nullptr;
}

reply *trap_pages::at(const void *address) const
{
    const stretch *s = of(address);
    if (s == nullptr)
        return nullptr;
    return s->owners[static_cast<std::size_t>(static_cast<const char *>(address) - s->begin) /
                     (s->pages_each * page_size())];
}

bool trap_pages::open(reply &r) const
{
    r.open = r.open || mprotect(r.page, r.page_bytes, PROT_READ | PROT_WRITE) == 0;
    return r.open;
}

trap_pages &pages()
{
    static auto *all = new trap_pages; // stays until the process ends: futures may
    return *all;
}

reply::~reply()
{
    if (page != nullptr)
        pages().take_back(*this);
}

void reply::trapped()
{
}

void give_page(reply &r, std::size_t bytes)
{
    pages().give(r, bytes);
}

// ---- The handler

namespace
{
struct sigaction before;

const char *library_of(const void *code)
{
    Dl_info info;
    if (dladdr(code, &info) == 0 || info.dli_fname == nullptr)
        return "";
    const char *slash = std::strrchr(info.dli_fname, '/');
    return slash != nullptr ? slash + 1 : info.dli_fname;
}

bool starts(const char *text, const char *with)
{
    return std::strncmp(text, with, std::strlen(with)) == 0;
}

bool of_pvm(const char *library)
{
    return starts(library, "libpvm3") || starts(library, "libgpvm3");
}

// The name of the library that is in the middle of a call which others may need before it is over; nullptr: none. A
// copy that the program itself has asked libc for (one frame) holds nothing.
const char *busy_library(const void *code)
{
    const char *top = library_of(code);
    if (!starts(top, "libc.so") && !of_pvm(top))
        return nullptr;
    void *frames[24];
    int n = backtrace(frames, 24), i = 0;
    while (i < n && frames[i] != code)
        i++;
    int inside = 0;
    for (; i < n; i++) {
        const char *library = library_of(frames[i]);
        if (of_pvm(library))
            return "PVM";
        if (!starts(library, "libc.so"))
            break;
        inside++;
    }
    return inside > 1 ? "libc" : nullptr;
}

const void *code_of(void *context)
{
#if defined(__x86_64__)
    return reinterpret_cast<const void *>(static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return reinterpret_cast<const void *>(static_cast<ucontext_t *>(context)->uc_mcontext.pc);
#else
    (void)context;
    return nullptr;
#endif
}

void on_fault(int signal_number, siginfo_t *info, void *context)
{
    const int error = errno;
    reply *r = pages().at(info->si_addr);
    manager *m = manager::there();
    if (r != nullptr && m != nullptr && !m->in_method())
        fail("a constructor reads a future, which only a method can wait for");
    if (r == nullptr || m == nullptr || !m->in_method()) {
        if (m != nullptr && m->in_method())
            m->say_wrong_access(info->si_addr);
        sigaction(signal_number, &before, nullptr); // the instruction runs again, and ends the process as ever
        return;
    }
    if (const char *library = busy_library(code_of(context)))
        fail("%s uses a future inside a call of %s, which is not over: read it before the call",
             m->current_name().c_str(), library);
    m->trapped(*r);
    if (!pages().open(*r))
        fail("the computer cannot open the page of a future: %s", std::strerror(errno));
    r->trapped();
    errno = error;
}
} // namespace

void catch_faults()
{
    struct sigaction action {
    };
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSEGV, &action, &before);
    void *once[1];
    backtrace(once, 1); // it loads a library at its first call, which a handler should not
}
} // namespace anetl::detail
