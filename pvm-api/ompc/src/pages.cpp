// pages.cpp - memory whose accesses are caught: a page is a block, SIGSEGV is the miss. See include/ompc_pages.h.
//
// The library has a second view of the same memory that nothing protects. A fault is dealt with inside the handler of
// the signal: it makes PVM calls, which is sound because the program was in the middle of an instruction of its own,
// and not in a call.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <pvm3.h>

#include "ompc_pages.h"
#include "runtime.hpp"

namespace ompc
{
namespace
{
// At the same address in every task; far from where Linux puts anything on computers of 47 address bits.
char *const BEGIN = reinterpret_cast<char *>(0x200000000000);
constexpr std::size_t ALIGN = 64, USUAL_BYTES = std::size_t(64) << 20;

struct paging {
    settings set;
    std::vector<char *> arguments; // as main got them: getopt may move the program's own
    char **argv = nullptr;
    std::unique_ptr<runtime> pe;
    bool child = false, shared = false, waited_for_end = false, over = false;
    std::size_t bytes = 0, page = 0;
    std::size_t used = 0, own_end = 0; // offsets: the next allocation, the end of this PE's part
    char *alias = nullptr;
    int silenced = -1, created = 0, locks = 0;
    std::uint32_t first_block = 0;
    std::vector<std::uint8_t> protection; // of each page, as access_*
    std::int64_t began_ns = 0;
};
thread_local paging *here;

paging &pages()
{
    if (here == nullptr)
        fail("ompc_init (MAIN_INITENV) comes first");
    return *here;
}

// A program's own mistakes still end it as they would without us.
void die_of(int signal_number)
{
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

void on_fault(int signal_number, siginfo_t *info, void *context)
{
    char *at = static_cast<char *>(info->si_addr);
    paging *p = here;
    if (p == nullptr || !p->shared || current() == nullptr || at < BEGIN || at >= BEGIN + p->bytes) {
        die_of(signal_number);
        return;
    }
    runtime &r = *current();
    std::uint32_t block = p->first_block + static_cast<std::uint32_t>(static_cast<std::size_t>(at - BEGIN) / p->page);
    std::uint8_t access = r.engine.access()[block];
    bool write = is_write(context, access);
    if (access >= (write ? protocol::access_write : protocol::access_read)) {
        die_of(signal_number); // an execute fault, say
        return;
    }
    int error = errno;
    r.counted.checks++;
    r.miss(block, write);
    errno = error;
}

void catch_faults()
{
    struct sigaction action {
    };
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSEGV, &action, nullptr);
}

void map_memory(paging &p)
{
    int file = memfd_create("ompc", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(p.bytes)) != 0)
        fail("no shared memory of %zu bytes: %s", p.bytes, std::strerror(errno));
    void *alias = mmap(nullptr, p.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    void *at = mmap(BEGIN, p.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, file, 0);
    if (alias == MAP_FAILED || at != BEGIN)
        fail("no room for %zu bytes at the address that all tasks use: %s", p.bytes, std::strerror(errno));
    p.alias = static_cast<char *>(alias);
    close(file);
}

// A child runs main() for its variables alone: what it prints has been printed by the first task.
void silence(paging &p)
{
    std::fflush(stdout);
    p.silenced = dup(STDOUT_FILENO);
    int nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    close(nothing);
}

void speak(paging &p)
{
    std::fflush(stdout);
    dup2(p.silenced, STDOUT_FILENO);
    close(p.silenced);
}

// From here on the memory is shared: the first task has all of it, the others none. What main() has not allocated is
// divided: each PE allocates in its own part. What the first task has allocated, and its locks, count.
void share(paging &p, runtime &r)
{
    std::vector<int> first = {static_cast<int>(p.used / p.page) + 1, p.locks};
    if (r.pe > 0)
        first = r.receive_ints(0, TAG_SHARE);
    for (int to = 1; r.pe == 0 && to < r.pes; to++)
        r.send_ints(to, TAG_SHARE, first);
    std::size_t from = static_cast<std::size_t>(first[0]) * p.page, pes = static_cast<std::size_t>(r.pes),
                pe = static_cast<std::size_t>(r.pe);
    if (p.used > from)
        fail("PE %d has allocated more shared memory in main() than the first task: main() is not to depend on who "
             "runs it",
             r.pe);
    std::size_t blocks = p.bytes / p.page;
    p.protection.assign(blocks, r.pe == 0 ? protocol::access_write : protocol::access_none);
    if (r.pe > 0) {
        mprotect(BEGIN, p.bytes, PROT_NONE);
        madvise(p.alias, p.bytes, MADV_REMOVE);
    }
    p.first_block =
        r.add({"pages", p.bytes, 1, p.page, p.bytes, 0, static_cast<std::uint32_t>(blocks), p.alias, BEGIN, false}, 0);
    std::size_t part = from < p.bytes ? (p.bytes - from) / pes / p.page * p.page : 0;
    p.used = from + part * pe;
    p.own_end = p.used + part;
    p.locks = first[1] + static_cast<int>(pe);
    p.shared = true;
    catch_faults();
}

// The first task: starts the others once it knows how many there are.
void begin_sharing(paging &p)
{
    if (p.shared || p.created == 0 || p.child)
        return;
    p.set.pes = p.created + 1;
    std::fflush(stdout);
    p.pe = start_with(p.set, p.argv);
    share(p, *p.pe);
}

// At the end of every task. Children serve until the first task has ended as well: it may look at results.
void finish()
{
    paging *p = here;
    if (p == nullptr || p->over)
        return;
    begin_sharing(*p);
    p->over = true;
    if (!p->shared || current() == nullptr || current()->over)
        return;
    if (!p->waited_for_end)
        current()->barrier();
    current()->leave();
}
} // namespace

// What the PE may do with a page, the processor lets it do.
void runtime::caught_pages(std::uint32_t block)
{
    static const int allowed[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};
    paging *p = here;
    if (p == nullptr || !p->shared || block < p->first_block || block - p->first_block >= p->protection.size())
        return;
    std::uint8_t access = engine.access()[block], &now = p->protection[block - p->first_block];
    if (access == now)
        return;
    now = access;
    if (mprotect(BEGIN + (block - p->first_block) * p->page, p->page, allowed[access]) != 0)
        fail("PE %d: the computer cannot protect page %u: %s", pe, block - p->first_block, std::strerror(errno));
}

} // namespace ompc

// ---- What C programs call

using ompc::fail;
using ompc::needed;
using ompc::pages;

void ompc_init(int argc, char **argv, size_t bytes)
{
    if (ompc::here != nullptr)
        fail("ompc_init is called twice");
    auto *p = new ompc::paging; // stays until the process ends
    int n = argc;
    ompc::here = p;
    p->arguments.assign(argv, argv + argc + 1);
    p->argv = p->arguments.data();
    std::vector<char *> words = p->arguments;
    p->set = ompc::read_settings(n, words.data());
    p->page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    p->bytes = ((bytes > 0 ? bytes : ompc::USUAL_BYTES) / p->page + 16) * p->page;
    ompc::map_memory(*p);
    if (pvm_mytid() < 0)
        fail("PVM does not answer: is it running?");
    p->pe = ompc::join_parent(p->set);
    p->child = p->pe != nullptr;
    if (p->child)
        ompc::silence(*p);
    std::atexit(ompc::finish);
    p->began_ns = ompc::now_ns();
}

void *ompc_malloc(size_t bytes)
{
    ompc::paging &p = pages();
    std::size_t end = p.shared ? p.own_end : p.bytes, size = (bytes + ompc::ALIGN - 1) / ompc::ALIGN * ompc::ALIGN;
    if (size > end - p.used)
        fail("ompc_malloc (G_MALLOC) of %zu bytes: %zu of %zu are left; tell ompc_init (MAIN_INITENV) of more", bytes,
             end - p.used, p.bytes);
    p.used += size;
    return ompc::BEGIN + p.used - size;
}

void ompc_create(void (*function)(void))
{
    ompc::paging &p = pages();
    if (p.shared)
        fail("ompc_create (CREATE) after the tasks have begun: all are created before the first barrier, lock or wait");
    p.created++;
    if (!p.child || p.created < p.pe->pe)
        return;
    ompc::speak(p);
    ompc::share(p, *p.pe);
    function();
    std::exit(0); // finish() does the rest
}

void ompc_wait_for_end(void)
{
    ompc::paging &p = pages();
    ompc::begin_sharing(p);
    if (!p.shared || p.waited_for_end)
        return;
    p.waited_for_end = true;
    needed().barrier();
}

int ompc_new_lock(void)
{
    ompc::paging &p = pages();
    int number = p.locks;
    p.locks += p.shared ? needed().pes : 1;
    return number;
}

void ompc_lock(int lock)
{
    ompc::begin_sharing(pages());
    if (pages().shared)
        needed().lock(static_cast<std::uint32_t>(lock));
}

void ompc_unlock(int lock)
{
    if (pages().shared)
        needed().unlock(static_cast<std::uint32_t>(lock));
}

void ompc_barrier(int pes)
{
    ompc::paging &p = pages();
    ompc::begin_sharing(p);
    int there = p.shared ? needed().pes : 1;
    if (pes != there)
        fail("a barrier of %d, but there %s %d task%s: all take part", pes, there == 1 ? "is" : "are", there,
             there == 1 ? "" : "s");
    if (p.shared)
        needed().barrier();
}

void ompc_await(const volatile int *flag)
{
    ompc::begin_sharing(pages());
    while (*flag == 0) {
        if (!pages().shared)
            fail("a program waits for a flag, and no other task is there to set it");
        needed().look();
        usleep(100);
    }
}

int ompc_pe(void)
{
    return pages().pe != nullptr ? pages().pe->pe : 0;
}

unsigned long ompc_clock_us(void)
{
    return static_cast<unsigned long>((ompc::now_ns() - pages().began_ns) / 1000);
}

void ompc_work_ns(double ns)
{
    if (pages().shared)
        needed().work(ns);
}

double ompc_cost(const char *name)
{
    return ompc::cost(name);
}
