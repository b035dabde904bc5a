// pages.cpp - memory whose accesses are caught: a page is a block. Where it lies, how it grows, and how it comes to be
// shared. See include/ompc_pages.h.
//
// The library has a second view of the same memory that nothing protects.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

#include <pvm3.h>

#include "paging.hpp"

namespace ompc
{
// At the same address in every task. Programs of the time when these macros were new keep addresses in unsigned ints:
// up to LOW_BYTES lie below 4 GiB, where no executable of today is. More is far from where Linux puts anything on
// computers of 47 address bits.
static char *const LOW = reinterpret_cast<char *>(0x40000000), *const HIGH = reinterpret_cast<char *>(0x200000000000);
static constexpr std::size_t USUAL_BYTES = std::size_t(64) << 20, LOW_BYTES = std::size_t(1) << 30;

static thread_local paging *pages_here;

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

static void map_alias(paging &p)
{
    void *alias = mmap(nullptr, p.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, p.file, 0);
    if (alias == MAP_FAILED)
        fail("no room for %zu bytes of shared memory: %s", p.bytes, std::strerror(errno));
    p.alias = static_cast<char *>(alias);
    close(p.file);
}

// A child runs main() for its variables alone: what it prints has been printed by the first task.
static void silence(paging &p)
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
    if (r.pe > 0)
        madvise(p.alias, p.bytes, MADV_REMOVE);
    p.first_block = r.add(
        {"pages", p.bytes, 1, p.page, p.bytes, 0, static_cast<std::uint32_t>(blocks), p.alias, p.begin, false}, 0);
    std::size_t part = from < p.bytes ? (p.bytes - from) / pes / p.page * p.page : 0;
    p.used = from + part * pe;
    p.own_end = p.used + part;
    p.locks = first[1] + static_cast<int>(pe);
    p.shared = true;
    catch_faults(p, r);
}

// The first task: starts the others once it knows how many there are.
void begin_sharing(paging &p)
{
    if (p.shared || p.created == 0 || p.child)
        return;
    p.set.pes = p.created + 1;
    std::fflush(stdout);
    p.pe = start_with(p.set, p.arguments.data());
    for (int lock : p.held) // the others wait for share() until then
        p.pe->lock(static_cast<std::uint32_t>(lock));
    share(p, *p.pe);
}

// At the end of every task. Children serve until the first task has ended as well: it may look at results.
static void finish()
{
    paging *p = pages_here;
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
void set_pages(paging *p)
{
    pages_here = p;
}

paging *known_pages()
{
    return pages_here;
}

paging &pages()
{
    if (pages_here != nullptr)
        return *pages_here;
    auto *p = new paging; // stays until the process ends
    pages_here = p;
    p->begin = LOW;
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

} // namespace ompc
