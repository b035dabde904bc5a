// region.cpp - the memory of a program of threads: where it lies, the stacks, and how a task begins. See cc.hpp.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ext/stdio_sync_filebuf.h>
#include <iostream>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include <ucontext.h>
#include <unistd.h>

#include <pvm3.h>

#include "cc.hpp"

// By ompc-cc.ld: the program's data; what is not the program's begins far behind.
extern "C" char ompc_shared_begin[], ompc_shared_end[];

namespace ompc::cc
{
alignas(paging) static char memory_place[sizeof(paging)]; // before all constructors
paging &memory = *reinterpret_cast<paging *>(memory_place);
shared_state *state;
bool &inside = reinterpret_cast<paging *>(memory_place)->in_fault;
int self;
std::size_t heap_bytes = std::size_t(512) << 20, stack_bytes = std::size_t(1) << 20;

static constexpr std::uintptr_t REGION_END = 0x70000000;
static constexpr std::size_t LIBRARY_STACK = std::size_t(1) << 20;
static ucontext_t program_context, library_context;
static char *library_stack, **environment_at_first;

static std::size_t rounded(std::size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

bool is_shared(std::uintptr_t at)
{
    return at - reinterpret_cast<std::uintptr_t>(memory.begin) < memory.bytes;
}

void *stack_top(int k)
{
    char *end = memory.begin + memory.bytes;
    return k == 0 ? end : end - MAIN_STACK - static_cast<std::size_t>(k - 1) * stack_bytes;
}

static std::size_t stack_size(int k)
{
    return k == 0 ? MAIN_STACK : stack_bytes;
}

// Whose stack this page belongs to; 0 for all other memory.
static int first_owner(std::size_t page)
{
    const char *at = memory.begin + page * PAGE;
    std::size_t below = static_cast<std::size_t>(static_cast<char *>(stack_top(1)) - at);
    return at >= stack_top(1) || below > stack_bytes * (THREADS - 1) ? 0
                                                                     : static_cast<int>((below - 1) / stack_bytes) + 1;
}

static void map_memory()
{
    const std::size_t data = rounded(static_cast<std::size_t>(ompc_shared_end - ompc_shared_begin));
    memory.begin = ompc_shared_begin;
    memory.page = PAGE;
    memory.bytes = data + rounded(sizeof(shared_state)) + heap_bytes + stack_bytes * (THREADS - 1) + MAIN_STACK;
    if (memory.bytes > REGION_END - reinterpret_cast<std::uintptr_t>(ompc_shared_begin))
        fail("%zu MiB of shared memory are wanted; there is room for %zu", memory.bytes >> 20,
             (REGION_END - reinterpret_cast<std::uintptr_t>(ompc_shared_begin)) >> 20);
    state = reinterpret_cast<shared_state *>(memory.begin + data);
    int file = memfd_create("ompc", MFD_CLOEXEC);
    void *alias = MAP_FAILED, *here = MAP_FAILED;
    if (file >= 0 && ftruncate(file, static_cast<off_t>(memory.bytes)) == 0)
        alias = mmap(nullptr, memory.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (alias != MAP_FAILED) {
        std::memcpy(alias, ompc_shared_begin, data); // other tasks than the first get it from there
        here =
            mmap(memory.begin, memory.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, file, 0);
    }
    if (here == MAP_FAILED)
        fail("no shared memory of %zu bytes: %s", memory.bytes, std::strerror(errno));
    close(file);
    memory.alias = static_cast<char *>(alias);
}

static void *private_pages(std::size_t bytes)
{
    void *p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        fail("no memory of %zu bytes: %s", bytes, std::strerror(errno));
    return p;
}

// From here on accesses are caught.
static void share(runtime &r)
{
    const std::size_t blocks = memory.bytes / PAGE;
    std::vector<int> owners(blocks);
    for (std::size_t b = 0; b < blocks; b++)
        owners[b] = first_owner(b);
    memory.first_block = r.engine.add_blocks(owners);
    r.fast.access = r.engine.access();
    r.arrays.push_back({"memory", memory.bytes, 1, PAGE, memory.bytes, memory.first_block,
                        static_cast<std::uint32_t>(blocks), memory.alias, false});
    r.grows = true;
    set_current(&r);
    add_stream_handlers(r);
    const stack_t other = {private_pages(LIBRARY_STACK), 0, LIBRARY_STACK};
    sigaltstack(&other, nullptr);
    memory.own_stack = static_cast<char *>(stack_top(self)) - stack_size(self);
    memory.own_stack_bytes = stack_size(self);
    memory.explain = [](char *at) {
        const std::uintptr_t down = static_cast<std::uintptr_t>(static_cast<char *>(stack_top(self)) - at);
        if (down > stack_size(self) - PAGE && down <= stack_size(self))
            fail("thread %d has used up its stack of %zu KiB (OMPC_STACK=KiB gives more)", self,
                 stack_size(self) >> 10);
        const auto where = reinterpret_cast<std::uintptr_t>(at);
        if (where >> 44 == 1 || where >> 41 == 0x3f) // the private heap; the stack, and within 2 TiB the libraries
            fail("thread %d uses memory that the C library has given to another thread (a FILE or a thread_local "
                 "variable of its own, say): only what a program allocates itself is shared",
                 self);
    };
    memory.missed = [](void *context) { has_late ? fetch_stack(stack_at(context), stack_at(context)) : void(); };
    catch_faults(memory, r);
    memory.shared = true;
}

// ---- The first task

runtime &machine()
{
    if (memory.pe != nullptr)
        return *memory.pe;
    if (pvm_mytid() < 0)
        fail("PVM does not answer: is it running?");
    memory.pe = std::make_unique<runtime>(memory.set, 0, std::vector<int>{pvm_mytid()}, two_contexts());
    state->threads[0].tid = pvm_mytid();
    share(*memory.pe);
    return *memory.pe;
}

// A further task, for thread k.
void begin_task(int k)
{
    runtime &r = machine();
    char word[] = "--ompc-cell", *words[] = {word, nullptr};
    std::string file = own_file("/");
    int tid = 0, program = pvm_setcontext(r.context()),
        n = pvm_spawn(&file[0], words, PvmTaskDefault, nullptr, 1, &tid);
    if (n != 1)
        fail("PVM does not start a task for thread %d of %s (code %d)", k, file.c_str(), n < 0 ? n : tid);
    const int tell = static_cast<int>(r.set.tell), heap = static_cast<int>(heap_bytes >> 20),
              stack = static_cast<int>(stack_bytes >> 10);
    int begin[] = {k, r.context(), r.set.barrier, tell, r.set.multicast, r.pe, r.tids[0], heap, stack};
    int mine = pvm_mkbuf(PvmDataRaw), old = pvm_setsbuf(mine);
    pvm_pkint(begin, 9, 1);
    pvm_send(tid, TAG_BEGIN);
    pvm_setsbuf(old);
    pvm_freebuf(mine);
    pvm_setcontext(program);
    r.learn(k, tid);
    pvm_notify(PvmTaskExit, TAG_DIED, 1, &tid);
    state->threads[k].tid = tid;
}

void start_thread(int k, void *(*first)(void *), void *argument)
{
    const auto f = reinterpret_cast<std::uintptr_t>(first), a = reinterpret_cast<std::uintptr_t>(argument);
    const format said = format_now();
    machine().send_ints(k, TAG_START,
                        {static_cast<int>(f >> 32), static_cast<int>(f), static_cast<int>(a >> 32), static_cast<int>(a),
                         said.flags, said.precision, said.fill});
}

// ---- Stacks

void run_inside(long (*call)(void *), void *what, long *result)
{
    static long (*now)(void *);
    static void *with;
    static long *to;
    static int failure;
    if (library_stack == nullptr)
        library_stack = static_cast<char *>(private_pages(LIBRARY_STACK));
    now = call, with = what, to = result;
    getcontext(&library_context);
    library_context.uc_stack.ss_sp = library_stack;
    library_context.uc_stack.ss_size = LIBRARY_STACK;
    library_context.uc_link = &program_context;
    makecontext(
        &library_context,
        +[]() {
            if (runtime *r = current()) {
                print_what_waited();
                r->spend();
                r->settle();
                r->look();
            }
            errno = 0;
            *to = now(with);
            failure = errno;
            if (runtime *r = current())
                r->settle();
        },
        0);
    const int error = errno;
    swapcontext(&program_context, &library_context);
    errno = *result == -1 && failure != 0 ? failure : error;
}

void leave_wait()
{
    library_stack = nullptr; // that one is still used
    inside = handles_inside = false;
}

static ucontext_t outer, thread_context;

static void on_stack_of(int k, void (*run)())
{
    getcontext(&thread_context);
    thread_context.uc_stack.ss_sp = static_cast<char *>(stack_top(k)) - stack_size(k);
    thread_context.uc_stack.ss_size = stack_size(k);
    thread_context.uc_link = &outer;
    makecontext(&thread_context, run, 0);
    inside = false;
    swapcontext(&outer, &thread_context);
    inside = true;
}

void leave_stack()
{
    setcontext(&outer);
    std::abort();
}

static std::uintptr_t joined(int high, int low)
{
    return std::uintptr_t(static_cast<unsigned>(high)) << 32 | static_cast<unsigned>(low);
}

// A task that the program has started for a thread, and for others after it.
[[noreturn]] static void serve_as_cell()
{
    int begin[9] = {}, parent = pvm_parent(), mid = pvm_recv(parent, TAG_BEGIN);
    if (mid < 0)
        fail("a task is not told which thread it is to run: pvm_recv gives %d", mid);
    pvm_upkint(begin, 9, 1);
    pvm_freebuf(mid);
    pvm_setcontext(0);
    self = begin[0];
    heap_bytes = static_cast<std::size_t>(begin[7]) << 20;
    stack_bytes = static_cast<std::size_t>(begin[8]) << 10;
    map_memory();
    settings s;
    s.barrier = begin[2];
    s.tell = static_cast<protocol::tell>(begin[3]);
    s.multicast = begin[4] != 0;
    std::vector<int> tids(static_cast<std::size_t>(self) + 1);
    tids[static_cast<std::size_t>(self)] = pvm_mytid();
    tids[0] = begin[6];
    memory.set = s;
    memory.pe = std::make_unique<runtime>(s, self, tids, begin[1]);
    memory.pe->learn(begin[5], parent);
    share(*memory.pe);
    pvm_notify(PvmTaskExit, TAG_DIED, 1, &tids[0]);
    note_open_files();
    static void *(*first)(void *), *argument;
    for (;;) {
        std::vector<int> start;
        const auto step = [&start](std::int64_t ns) {
            const named n("ompc idle");
            return !(start = memory.pe->receive_ints(-1, TAG_START, ns)).empty();
        };
        wait_in_steps(-1, step, nullptr);
        first = reinterpret_cast<void *(*)(void *)>(joined(start[0], start[1]));
        argument = reinterpret_cast<void *>(joined(start[2], start[3]));
        set_format({start[4], static_cast<short>(start[5]), static_cast<char>(start[6])});
        join_process();
        errno = 0;
        on_stack_of(self, [] { end_thread(first(argument)); });
        forget_thread();
    }
}

// ---- The beginning

static char **copied(char **words, int n)
{
    auto **copy = static_cast<char **>(shared_malloc(sizeof(char *) * static_cast<std::size_t>(n + 1)));
    for (int i = 0; i < n; i++)
        copy[i] = std::strcpy(static_cast<char *>(shared_malloc(std::strlen(words[i]) + 1)), words[i]);
    copy[n] = nullptr;
    return copy;
}

static std::size_t setting(const char *variable, std::size_t usual, std::size_t unit)
{
    const char *text = std::getenv(variable);
    char *end = nullptr;
    const unsigned long n = text == nullptr ? usual / unit : std::strtoul(text, &end, 10);
    if (text != nullptr && (*text == 0 || *end != 0 || n < 64 || n > 1500 * 1024))
        fail("%s '%s': a number is wanted, at least 64", variable, text);
    return n * unit;
}

// The last of all: the program's destructors still use its memory.
[[gnu::destructor(101)]] static void end_all_tasks()
{
    if (self != 0 || memory.pe == nullptr)
        return;
    std::fflush(nullptr);
    on_library([] {
        memory.pe->over = true;
        std::vector<int> tids; // all before the first kill: a page may be with who is killed
        for (int k = 1; k < state->count; k++)
            tids.push_back(state->threads[k].tid);
        for (const int tid : tids)
            if (tid != 0)
                pvm_kill(tid);
        pvm_exit();
        set_current(nullptr);
        return 0;
    });
    inside = true; // the ends of libraries get no page any more
    environ = environment_at_first;
}

// libstdc++ of GCC 13 and later has made its streams before, on the C library's first ones. The end flushes them.
static void put_cxx_streams_on_ours()
{
    using stream = __gnu_cxx::stdio_sync_filebuf<char>;
    static std::ios_base::Init made;
    std::cin.rdbuf(new stream(stdin));
    std::cout.rdbuf(new stream(stdout));
    for (std::ostream *err : {&std::cerr, &std::clog})
        err->rdbuf(new stream(stderr));
}

// Before the program's own constructors.
[[gnu::constructor(101)]] static void begin(int argc, char **argv)
{
    const bool child = argc > 1 && std::strcmp(argv[1], "--ompc-cell") == 0;
    new (&memory) paging;
    inside = true;
    __libc_single_threaded = 0; // or libstdc++ counts the users of a shared_ptr without atomic operations
    make_streams(child);
    put_cxx_streams_on_ours();
    if (child)
        serve_as_cell();
    heap_bytes = setting("OMPC_MEMORY", heap_bytes, std::size_t(1) << 20);
    stack_bytes = rounded(setting("OMPC_STACK", stack_bytes, 1024));
    map_memory();
    state->environment = environment_at_first = environ;
    state->count = state->live = 1;
    state->threads[0].state = THREAD_RUNS;
    inside = false;
}

static int argc_of_main, code_of_main;
static char **argv_of_main;
} // namespace ompc::cc

extern "C" {
int __real_main(int argc, char **argv, char **environment);

int __wrap_main(int argc, char **argv, char **)
{
    using namespace ompc::cc;
    inside = true;
    memory.set = ompc::read_settings(argc, argv);
    argc_of_main = argc;
    argv_of_main = copied(argv, argc);
    int n = 0;
    while (environ[n] != nullptr)
        n++;
    state->environment = copied(environ, n);
    environ = copied(environ, n); // what is called here may change the words of this one
    on_stack_of(0, [] {
        code_of_main = __real_main(argc_of_main, argv_of_main, environ);
        std::exit(code_of_main);
    });
    return 0;
}
}
