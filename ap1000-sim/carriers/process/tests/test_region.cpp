/* test_region.cpp - the memory that the simulator shares with the tasks: slots, which are the lowest free ones; what of
 * an arena is given back when its task has ended; what is believed of a body's place; and a computer without room. */
#include "carriers/slots/simulator/memory_file.hpp"
#include "carriers/slots/simulator/region.hpp"

#include <csignal>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "testing.h"

using namespace ap1000;

namespace
{

constexpr std::uint64_t mb = 1 << 20;
constexpr std::uint32_t nslots = 6;

/* Memory that the file takes [bytes]. */
std::uint64_t taken(const Region &r)
{
    struct stat s {
    };
    assert_int_equal(fstat(r.memory(), &s), 0);
    return static_cast<std::uint64_t>(s.st_blocks) * 512;
}

/* A task's arena, as its process would use it. */
struct Sender {
    Sender(Region &r, std::uint32_t slot) : index(slot)
    {
        arena_init(&a, r.arenas()[slot], r.header().arena_bytes);
    }
    ~Sender()
    {
        arena_end(&a);
    }

    Bodies::Place send(std::uint32_t bytes)
    {
        const std::uint64_t offset = arena_new(&a, bytes);
        assert_true(offset != 0);
        std::memset(a.base + offset, static_cast<int>(bytes % 251), bytes);
        return Region::place(index, offset);
    }

    std::uint32_t index;
    struct arena a {
    };
};

/* ---- slots ------------------------------------------------------------------------------------------------------- */

TEST(what_tasks_are_told)
{
    Region r(nslots, {ComputingPolicy::Kind::measured, 2.5}, true);
    const carrier_header &h = r.header();
    assert_int_equal(h.magic, CARRIER_MAGIC);
    assert_int_equal(h.version, CARRIER_VERSION);
    assert_int_equal(h.nslots, nslots);
    assert_int_equal(r.nslots(), nslots);
    assert_true(h.charges == CARRIER_CHARGES_MEASURED && h.cpu_factor == 2.5);
    assert_int_equal(h.traced, 1);
    assert_int_equal(h.slot_bytes % CARRIER_PAGE_BYTES, 0);
    assert_true(h.slot_bytes >= sizeof(carrier_slot) && h.slot_bytes < sizeof(carrier_slot) + CARRIER_PAGE_BYTES);
    assert_int_equal(h.arena_bytes, CARRIER_ARENA_MOST);
    assert_int_equal(h.arenas_offset % CARRIER_PAGE_BYTES, 0);
    assert_true(h.arenas_offset >= CARRIER_HEADER_BYTES + nslots * h.slot_bytes);
    struct stat s {
    };
    fstat(r.memory(), &s);
    assert_int_equal(s.st_size, h.arenas_offset + nslots * h.arena_bytes);
    assert_int_equal(fcntl(r.memory(), F_GETFD), FD_CLOEXEC);
    assert_int_equal(ftruncate(r.memory(), s.st_size - 1), -1);
    assert_int_equal(ftruncate(r.memory(), s.st_size + 1), -1);
    assert_ptr_equal(&r.slot(0), reinterpret_cast<const unsigned char *>(&h) + CARRIER_HEADER_BYTES);
    for (std::uint32_t i = 1; i < nslots; i++)
        assert_int_equal(reinterpret_cast<unsigned char *>(&r.slot(i)) -
                             reinterpret_cast<unsigned char *>(&r.slot(i - 1)),
                         h.slot_bytes);
}

/* With very many tasks each has a smaller part of the same address space. */
TEST(arenas_of_many_tasks)
{
    Region many(65536, {}, false);
    const std::uint64_t bytes = many.header().arena_bytes;
    assert_true(65536 * bytes <= std::uint64_t{20} << 40 && 2 * 65536 * bytes > std::uint64_t{20} << 40);
    assert_int_equal(many.header().traced, 0);
    bool has_room = true;
    try {
        (void)many.make(&many, CARRIER_MAX_BODY); /* nothing of it is read */
    } catch (const std::bad_alloc &) {
        has_room = false;
    }
    assert_false(has_room);
    Region few(5120, {}, false);
    assert_int_equal(few.header().arena_bytes, CARRIER_ARENA_MOST);
    Region more(5121, {}, false);
    assert_int_equal(more.header().arena_bytes, CARRIER_ARENA_MOST / 2);
}

TEST(the_lowest_slot_that_is_free)
{
    Region r(nslots, {}, false);
    for (std::uint32_t i = 1; i < nslots; i++) {
        assert_null(r.arenas()[i]);
        assert_int_equal(r.take_slot(), i);
        assert_non_null(r.arenas()[i]);
    }
    assert_int_equal(r.take_slot(), 0);
    assert_int_equal(r.take_slot(), 0);
    std::memset(static_cast<void *>(&r.slot(2)), 0x5a, sizeof(carrier_slot));
    for (std::uint32_t i : {4, 2, 3})
        r.give_slot(i);
    assert_false(r.has_left());
    assert_int_equal(r.take_slot(), 2);
    const carrier_slot &s = r.slot(2);
    assert_int_equal(s.turn, 0);
    assert_int_equal(s.nposts, 0);
    assert_int_equal(s.read[CARRIER_READ - 1].offset, 0);
    assert_int_equal(s.posts[CARRIER_POSTS - 1].offset, 0);
    assert_int_equal(r.take_slot(), 3);
    assert_int_equal(r.take_slot(), 4);
    assert_int_equal(r.take_slot(), 0);
}

/* A body that is under way keeps its arena, and the slot; what lies before it is given back. */
TEST(memory_of_ended_tasks)
{
    Region r(3, {}, false);
    assert_int_equal(r.take_slot(), 1);
    assert_int_equal(r.take_slot(), 2);
    const std::uint64_t before = taken(r);
    Sender s(r, 1);
    const Bodies::Place first = s.send(3 * mb), second = s.send(5 * mb), third = s.send(2 * mb);
    assert_true(taken(r) >= before + 10 * mb);
    r.give_slot(1);
    assert_true(r.has_left());
    assert_int_equal(r.take_slot(), 0);
    r.release(first);
    r.give_back_some();
    assert_true(r.has_left());
    assert_in_range(taken(r) - before, 5 * mb, 9 * mb);
    r.release(third);
    r.give_back_some();
    assert_in_range(taken(r) - before, 5 * mb, 9 * mb);
    assert_int_equal(r.bytes(second)[5 * mb - 1], static_cast<unsigned char>(5 * mb % 251));
    r.release(second);
    assert_int_equal(r.take_slot(), 1);
    assert_false(r.has_left());
    assert_in_range(taken(r), 0, before + 64 * 1024);
}

/* Looks at eight of them at each call. */
TEST(many_that_have_left)
{
    Region r(40, {}, false);
    std::uint32_t slots[30];
    Bodies::Place bodies[30];
    for (int i = 0; i < 30; i++) {
        slots[i] = r.take_slot();
        Sender s(r, slots[i]);
        bodies[i] = s.send(1000);
    }
    for (std::uint32_t s : slots)
        r.give_slot(s);
    for (Bodies::Place b : bodies)
        r.release(b);
    int calls = 0;
    for (; r.has_left(); calls++)
        r.give_back_some();
    assert_int_equal(calls, 4);
    assert_int_equal(r.take_slot(), 1);
}

/* An owner that dies has bodies that it would have given back: they keep nothing. What others have of them does. */
TEST(bodies_of_a_dead_owner)
{
    Region r(3, {}, false);
    assert_int_equal(r.take_slot(), 1);
    Sender s(r, 1);
    const Bodies::Place only = s.send(5000), sent = s.send(3000);
    for (const Bodies::Place p : {only, sent})
        arena_keep(s.a.base, Region::offset_of(p));
    r.hold(sent);    /* it is under way */
    r.release(only); /* which nobody else has */
    r.give_slot(1);
    assert_true(r.has_left());
    r.release(sent);
    r.give_back_some();
    assert_false(r.has_left());
    assert_int_equal(r.take_slot(), 1);
    Sender next(r, 1);
    const Bodies::Place p = next.send(100);
    arena_keep(next.a.base, Region::offset_of(p));
    r.hold(p);
    arena_drop(next.a.base, Region::offset_of(p)); /* in any order */
    r.release(p);
    assert_int_equal((reinterpret_cast<const arena_block *>(r.bytes(p)) - 1)->refs, 0);
}

/* What its former owner has left there is followed only while it makes sense. */
TEST(damaged_arenas)
{
    for (int kind = 0; kind < 4; kind++) {
        Region r(3, {}, false);
        assert_int_equal(r.take_slot(), 1);
        Sender s(r, 1);
        const Bodies::Place p = s.send(5000);
        auto *b = reinterpret_cast<arena_block *>(r.arenas()[1] + Region::offset_of(p)) - 1;
        if (kind == 0)
            b->magic++;
        else if (kind == 1)
            b->size_bytes = sizeof *b - 1;
        else if (kind == 2)
            b->size_bytes = r.header().arena_bytes + 1;
        else
            b->refs = 0, b->size_bytes = r.header().arena_bytes - 1;
        r.give_slot(1);
        assert_false(r.has_left());
    }
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

TEST(bodies)
{
    Region r(nslots, {}, false);
    assert_int_equal(r.take_slot(), 1);
    const char text[] = "a body of the simulator's";
    const Bodies::Place own = r.make(text, sizeof text);
    assert_int_equal(Region::arena_of(own), 0);
    assert_string_equal(reinterpret_cast<const char *>(r.bytes(own)), text);
    assert_int_equal(r.make(text, 0), 0);
    r.hold(own);
    r.release(own);
    const Bodies::Place other = r.make(text, sizeof text);
    assert_true(other != own); /* it is still held once */
    r.release(own);
    const auto *b = reinterpret_cast<const arena_block *>(r.bytes(own)) - 1;
    assert_int_equal(b->refs, 0);
    assert_int_equal((reinterpret_cast<const arena_block *>(r.bytes(other)) - 1)->refs, 1);

    Sender s(r, 1);
    const Bodies::Place p = s.send(100);
    const std::uint64_t offset = Region::offset_of(p);
    assert_int_equal(Region::arena_of(p), 1);
    assert_int_equal(Region::place(1, 0), 0);
    assert_true(r.is_body(1, offset, 100));
    assert_true(r.is_body(1, 0, 0));
    assert_false(r.is_body(1, 0, 1));
    assert_false(r.is_body(1, offset, 0x7fffffff));
    assert_false(r.is_body(1, offset, CARRIER_MAX_BODY + 1u));
    assert_false(r.is_body(1, offset + 16, 10));
    assert_false(r.is_body(1, r.header().arena_bytes + offset, 10));
    assert_int_equal(r.bytes(p)[99], 100);
}

/* ---- a computer without room ------------------------------------------------------------------------------------- */

/* What a process says that does this, and how it ends. */
std::string said_by(void (*what)(), int *code)
{
    int ends[2], status = 0;
    assert_int_equal(pipe(ends), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], 2);
        what();
        _exit(0);
    }
    close(ends[1]);
    std::string all;
    char piece[1000];
    for (ssize_t n; (n = read(ends[0], piece, sizeof piece)) > 0;)
        all.append(piece, static_cast<std::size_t>(n));
    close(ends[0]);
    waitpid(pid, &status, 0);
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return all;
}

void limit(int resource, rlim_t soft, rlim_t hard)
{
    const rlimit l{soft, hard};
    if (setrlimit(static_cast<__rlimit_resource>(resource), &l) != 0)
        _exit(50);
}

std::uint64_t address_space()
{
    std::FILE *f = std::fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    if (f == nullptr || std::fscanf(f, "%lu", &pages) != 1)
        _exit(51);
    std::fclose(f);
    return std::uint64_t{pages} * 4096;
}

void without_address_space()
{
    Region r(nslots, {}, false);
    limit(RLIMIT_AS, address_space() + CARRIER_ARENA_MOST + 64 * mb, RLIM_INFINITY);
    const bool one = r.take_slot() == 1, no_other = r.take_slot() == 0 && r.take_slot() == 0;
    limit(RLIMIT_AS, RLIM_INFINITY, RLIM_INFINITY);
    _exit(one && no_other && r.take_slot() == 2 ? 0 : 1);
}

void with_a_soft_limit_of_files()
{
    limit(RLIMIT_FSIZE, 1 << 20, RLIM_INFINITY);
    const int file = new_memory_file("test", 10 << 20);
    rlimit after{};
    getrlimit(RLIMIT_FSIZE, &after);
    _exit(file >= 0 && lseek(file, 0, SEEK_END) == 10 << 20 && after.rlim_cur == 1 << 20 ? 0 : 1);
}

bool makes(std::uint64_t bytes)
{
    const int file = new_memory_file("test", bytes);
    return file >= 0 && lseek(file, 0, SEEK_END) == static_cast<off_t>(bytes) && close(file) == 0;
}

/* Who may raise the hard limit, too, has none; others have the hard one. */
void between_two_limits_of_files()
{
    const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
    limit(RLIMIT_FSIZE, 1 << 20, 20 << 20);
    const bool may = setrlimit(RLIMIT_FSIZE, &none) == 0;
    limit(RLIMIT_FSIZE, 1 << 20, 20 << 20);
    if (may && !makes(30 << 20))
        _exit(1);
    if (may)
        (void)!setuid(65534);
    rlimit after{};
    const bool made = makes(10 << 20) && makes(20 << 20);
    getrlimit(RLIMIT_FSIZE, &after);
    _exit(made && after.rlim_cur == 1 << 20 && after.rlim_max == 20 << 20 ? 0 : 2);
}

void with_a_hard_limit_of_files()
{
    limit(RLIMIT_FSIZE, 1 << 20, 1 << 20);
    if (geteuid() == 0)
        (void)!setuid(65534); /* who may raise it again has none */
    if (!makes(1 << 20))
        _exit(2);
    try {
        new_memory_file("test", 10 << 20);
    } catch (const std::runtime_error &e) {
        std::fputs(e.what(), stderr);
        _exit(3);
    }
}

void without_a_file()
{
    limit(RLIMIT_NOFILE, 3, 3);
    try {
        new_memory_file("test", 10 << 20);
    } catch (const std::system_error &e) {
        std::fputs(e.what(), stderr);
        _exit(e.code().value() == EMFILE ? 4 : 5);
    }
}

/* No file is that long: nothing is left open. */
void too_long_a_file()
{
    close(0);
    try {
        new_memory_file("test", std::uint64_t{1} << 63);
    } catch (const std::system_error &e) {
        _exit(e.code().value() == EINVAL && dup(2) == 0 ? 0 : 1);
    }
}

/* It may be sealed, and another program does not get it. */
void as_the_first_number()
{
    close(0);
    const int file = new_memory_file("test", 10 << 20);
    _exit(file == 0 && fcntl(file, F_GETFD) == FD_CLOEXEC && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK) == 0 &&
                  ftruncate(file, 0) != 0
              ? 0
              : 1);
}

TEST(refusals)
{
    int code;
    std::string said = said_by(without_address_space, &code);
    const std::string line =
        "ap1000: no room for another task: cannot map the shared memory of the machine, 4194304 KiB of addresses, of "
        "which little is used (ulimit -v): Cannot allocate memory\n";
    assert_string_equal(said.c_str(), line.c_str());
    assert_int_equal(code, 0);
    said = said_by(with_a_soft_limit_of_files, &code);
    assert_int_equal(code, 0);
    for (const auto way : {between_two_limits_of_files, too_long_a_file, as_the_first_number}) {
        said = said_by(way, &code);
        assert_string_equal(said.c_str(), "");
        assert_int_equal(code, 0);
    }
    said = said_by(with_a_hard_limit_of_files, &code);
    assert_int_equal(code, 3);
    assert_string_equal(
        said.c_str(), "the limit of a file's length (ulimit -f) is 1024 KiB: the memory that the tasks share reserves "
                      "10241 KiB, of which little is used; ulimit -f unlimited is wanted");
    said = said_by(without_a_file, &code);
    assert_int_equal(code, 4);
    assert_string_equal(said.c_str(), "no shared memory for the machine: Too many open files");
}

TEST(forgotten_memory)
{
    const int made = new_memory_file("test", 10 * mb), file = fcntl(made, F_DUPFD, 50); /* no number that is a flag */
    close(made);
    auto *at = static_cast<unsigned char *>(mmap(nullptr, 10 * mb, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    std::memset(at, 1, 10 * mb);
    forget_memory(file, 2 * mb, 5 * mb);
    struct stat s {
    };
    fstat(file, &s);
    assert_in_range(s.st_blocks, 7 * mb / 512, 9 * mb / 512);
    assert_int_equal(s.st_size, 10 * mb);
    assert_int_equal(at[2 * mb - 1], 1);
    assert_int_equal(at[2 * mb], 0);
    assert_int_equal(at[5 * mb - 1], 0);
    assert_int_equal(at[5 * mb], 1);
    munmap(at, 10 * mb);
    close(file);
}

} // namespace

TEST_MAIN
