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
#include <fstream>
#include <memory>
#include <set>
#include <sys/mman.h>
#include <ucontext.h>
#include <utility>
#include <unistd.h>

#include <pvm3.h>

#include "ompc_pages.h"
#include "page_watch.hpp"
#include "runtime.hpp"

namespace ompc
{
namespace
{
// At the same address in every task. Programs of the time when these macros were new keep addresses in unsigned ints:
// up to LOW_BYTES lie below 4 GiB, where no executable of today is. More is far from where Linux puts anything on
// computers of 47 address bits.
char *const LOW = reinterpret_cast<char *>(0x40000000), *const HIGH = reinterpret_cast<char *>(0x200000000000);
constexpr std::size_t ALIGN = 64, USUAL_BYTES = std::size_t(64) << 20, LOW_BYTES = std::size_t(1) << 30;

struct paging {
    settings set;
    std::vector<std::string> words; // of the command line, as main got them: getopt may move the program's own
    std::vector<char *> arguments;
    std::unique_ptr<runtime> pe;
    bool asked = false; // ompc_init has been called
    bool child = false, shared = false, waited_for_end = false, over = false;
    std::size_t bytes = 0, page = 0;
    std::size_t used = 0, own_end = 0; // offsets: the next allocation, the end of this PE's part
    char *begin = LOW, *alias = nullptr;
    int file = -1, silenced = -1, created = 0, locks = 0;
    std::uint32_t first_block = 0;
    std::set<int> held;                   // locks, while there is no other task
    std::vector<std::uint8_t> protection; // of each page, as access_*
    page_watch watch;
    waiting_loop loop;
    bool in_fault = false;
    std::int64_t began_ns = 0;
};
thread_local paging *here;

// By access_*.
const int allowed[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};

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
    paging *p = here;
    if (p == nullptr || !p->shared || current() == nullptr || at < p->begin || at >= p->begin + p->bytes) {
        die_of(signal_number);
        return;
    }
    runtime &r = *current();
    std::uint32_t block =
        p->first_block + static_cast<std::uint32_t>(static_cast<std::size_t>(at - p->begin) / p->page);
    std::uint8_t access = r.engine.access()[block];
    bool write = is_write(context, access), may = access >= (write ? protocol::access_write : protocol::access_read),
         veiled = p->watch.unveil();
    if (may && !veiled) {
        die_of(signal_number); // an execute fault, say
        return;
    }
    int error = errno;
    bool outer = std::exchange(p->in_fault, true);
    if (may) {
        look_at_loop(*p, r, block, p->watch.look(at, write, context));
    } else {
        p->watch.reset();
        r.counted.checks++;
        r.miss(block, write);
    }
    p->in_fault = outer;
    errno = error;
}

// The processor's time says that the PE goes on without a call.
void on_tick(int, siginfo_t *, void *context)
{
    int error = errno;
    paging *p = here;
    if (p != nullptr && p->shared && !p->in_fault && current() != nullptr && !current()->over)
        p->watch.tick(current()->activity, context);
    errno = error;
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

void catch_faults()
{
    struct sigaction action {
    };
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSEGV, &action, nullptr);
}

// Main() may use more than it has asked for: how many pages there are is settled when the others begin.
void grow(paging &p, std::size_t bytes)
{
    bytes = (bytes + p.page - 1) / p.page * p.page;
    if (bytes <= p.bytes)
        return;
    if (bytes > LOW_BYTES && p.begin == LOW && p.used == 0) {
        munmap(LOW, p.bytes);
        p.begin = HIGH;
        p.bytes = 0;
    }
    if (bytes > LOW_BYTES && p.begin == LOW)
        fail("%zu bytes of shared memory are wanted: more than %zu are asked for by ompc_init (MAIN_INITENV), before "
             "the "
             "first is allocated",
             bytes, LOW_BYTES);
    if (p.file < 0)
        p.file = memfd_create("ompc", MFD_CLOEXEC);
    if (p.file < 0 || ftruncate(p.file, static_cast<off_t>(bytes)) != 0)
        fail("no shared memory of %zu bytes: %s", bytes, std::strerror(errno));
    if (mmap(p.begin + p.bytes, bytes - p.bytes, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, p.file,
             static_cast<off_t>(p.bytes)) != p.begin + p.bytes)
        fail("no room for %zu bytes at the address that all tasks use: %s", bytes, std::strerror(errno));
    p.bytes = bytes;
}

void map_alias(paging &p)
{
    void *alias = mmap(nullptr, p.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, p.file, 0);
    if (alias == MAP_FAILED)
        fail("no room for %zu bytes of shared memory: %s", p.bytes, std::strerror(errno));
    p.alias = static_cast<char *>(alias);
    close(p.file);
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
    std::vector<int> first = {static_cast<int>(p.used / p.page) + 1, p.locks, static_cast<int>(p.bytes / p.page)};
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
    grow(p, static_cast<std::size_t>(first[2]) * p.page);
    map_alias(p);
    std::size_t blocks = p.bytes / p.page;
    p.protection.assign(blocks, r.pe == 0 ? protocol::access_write : protocol::access_none);
    if (r.pe > 0) {
        mprotect(p.begin, p.bytes, PROT_NONE);
        madvise(p.alias, p.bytes, MADV_REMOVE);
    }
    p.first_block = r.add(
        {"pages", p.bytes, 1, p.page, p.bytes, 0, static_cast<std::uint32_t>(blocks), p.alias, p.begin, false}, 0);
    std::size_t part = from < p.bytes ? (p.bytes - from) / pes / p.page * p.page : 0;
    p.used = from + part * pe;
    p.own_end = p.used + part;
    p.locks = first[1] + static_cast<int>(pe);
    p.shared = true;
    catch_faults();
    p.watch.begin({p.begin, p.bytes, [&p] { protect_all(p); }}, on_tick);
}

// The first task: starts the others once it knows how many there are.
void begin_sharing(paging &p)
{
    if (p.shared || p.created == 0 || p.child)
        return;
    p.set.pes = p.created + 1;
    std::fflush(stdout);
    p.pe = start_with(p.set, p.arguments.data());
    share(p, *p.pe);
    for (int lock : p.held)
        p.pe->lock(static_cast<std::uint32_t>(lock));
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

// The words that this process was started with.
static std::vector<std::string> command_line()
{
    std::ifstream in("/proc/self/cmdline");
    std::vector<std::string> words;
    for (std::string word; std::getline(in, word, '\0');)
        words.push_back(word);
    return words;
}

// The state of this face, made by whatever is called first: programs allocate shared memory and read the clock before
// MAIN_INITENV.
static paging &pages()
{
    if (here != nullptr)
        return *here;
    auto *p = new paging; // stays until the process ends
    here = p;
    p->words = command_line();
    for (std::string &word : p->words)
        p->arguments.push_back(&word[0]);
    int n = static_cast<int>(p->arguments.size());
    p->arguments.push_back(nullptr);
    std::vector<char *> options = p->arguments;
    p->set = read_settings(n, options.data());
    p->page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    grow(*p, USUAL_BYTES + 16 * p->page);
    if (pvm_mytid() < 0)
        fail("PVM does not answer: is it running?");
    p->pe = join_parent(p->set);
    p->child = p->pe != nullptr;
    if (p->child)
        silence(*p);
    std::atexit(finish);
    p->began_ns = now_ns();
    return *p;
}

// What the PE may do with a page, the processor lets it do.
void runtime::caught_pages(std::uint32_t block)
{
    paging *p = here;
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

// ---- What C programs call

using ompc::fail;
using ompc::needed;
using ompc::pages;

void ompc_init(int argc, char **argv, size_t bytes)
{
    ompc::paging &p = pages();
    if (p.asked)
        fail("ompc_init (MAIN_INITENV) is called twice");
    (void)argc, (void)argv; // pages() has read them from the system, since a program may call it where it has none
    p.asked = true;
    ompc::grow(p, bytes > 0 ? bytes + 16 * p.page : p.bytes);
}

void *ompc_malloc(size_t bytes)
{
    ompc::paging &p = pages();
    std::size_t size = (bytes + ompc::ALIGN - 1) / ompc::ALIGN * ompc::ALIGN;
    if (!p.shared)
        ompc::grow(p, p.used + size + p.page);
    std::size_t end = p.shared ? p.own_end : p.bytes;
    if (size > end - p.used)
        fail("ompc_malloc (G_MALLOC) of %zu bytes: %zu of %zu are left; tell ompc_init (MAIN_INITENV) of more", bytes,
             end - p.used, p.bytes);
    p.used += size;
    return p.begin + p.used - size;
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
    else
        pages().held.insert(lock);
}

void ompc_unlock(int lock)
{
    if (pages().shared)
        needed().unlock(static_cast<std::uint32_t>(lock));
    else
        pages().held.erase(lock);
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
        needed().wait_at_most(100000);
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
