/* test_memory.c - what a task maps of the memory that it shares with the simulator, how it looks at the bodies of
 * others, also without address space for all of them (memory.c); and descriptors that its program may close (files.c).
 */

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "carriers/slots/task/task.h"

#include "testing.h"

enum { NSLOTS = 3, OWN = 1, OTHER = 2, ARENA_BYTES = 4 * 65536, SLOT_BYTES = 6 * 65536 };
_Static_assert(SLOT_BYTES >= sizeof(struct carrier_slot), "a slot fits");

static const struct carrier_header good = {.magic = CARRIER_MAGIC,
                                           .version = CARRIER_VERSION,
                                           .nslots = NSLOTS,
                                           .slot_bytes = SLOT_BYTES,
                                           .arena_bytes = ARENA_BYTES,
                                           .arenas_offset = CARRIER_HEADER_BYTES + NSLOTS * SLOT_BYTES,
                                           .charges = CARRIER_CHARGES_MEASURED,
                                           .cpu_factor = 0.5};

/* ---- what the system gives --------------------------------------------------------------------------------------- */

static int mappings, fails_at;
static long mapped_bytes;
static bool opens;

/* The test is linked with --wrap: these come before libc's. */
void *__real_mmap64(void *at, size_t n, int protection, int flags, int fd, off_t offset);
void *__wrap_mmap64(void *at, size_t n, int protection, int flags, int fd, off_t offset);
void *__wrap_mmap64(void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
    if (++mappings == fails_at) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    void *p = __real_mmap64(at, n, protection, flags, fd, offset);
    mapped_bytes += p != MAP_FAILED ? (long)n : 0;
    return p;
}

int __real_munmap(void *at, size_t n);
int __wrap_munmap(void *at, size_t n);
int __wrap_munmap(void *at, size_t n)
{
    int failed = __real_munmap(at, n);
    mapped_bytes -= failed == 0 ? (long)n : 0;
    return failed;
}

int __real_open64(const char *path, int flags);
int __wrap_open64(const char *path, int flags);
int __wrap_open64(const char *path, int flags)
{
    return opens ? __real_open64(path, flags) : -1;
}

/* ---- the machine's memory ---------------------------------------------------------------------------------------- */

static struct carrier_machine c;
static int memory; /* the simulator's own number of it */

static int set_up(void **state)
{
    mappings = fails_at = 0;
    mapped_bytes = 0;
    opens = true;
    c = (struct carrier_machine){.socket.fd = -1, .memory.fd = -1};
    memory = memfd_create("region", MFD_CLOEXEC);
    assert_true(memory >= 0);
    assert_int_equal(ftruncate(memory, (off_t)(good.arenas_offset + (uint64_t)NSLOTS * ARENA_BYTES)), 0);
    assert_int_equal(pwrite(memory, &good, sizeof good, 0), sizeof good);
    return 0;
}

static int tear_down(void **state)
{
    close(memory);
    return 0;
}

static void write_header(const struct carrier_header *h)
{
    assert_int_equal(pwrite(memory, h, sizeof *h, 0), sizeof *h);
}

static off_t place(uint32_t arena, uint64_t offset)
{
    return (off_t)(good.arenas_offset + arena * (uint64_t)ARENA_BYTES + offset);
}

static bool is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

/* Maps it as the task of a slot. */
static bool maps(uint32_t slot)
{
    int fd = dup(memory);
    bool done = carrier_map(&c, fd, slot);
    int why = errno;
    assert_false(is_open(fd)); /* it is taken over */
    errno = why;
    return done;
}

/* How the kernel sees the mapping of this address: VmFlags of smaps. */
static void flags_of(const void *address, char flags[200])
{
    FILE *f = fopen("/proc/self/smaps", "r");
    char line[400];
    unsigned long from, to;
    bool is_here = false;
    flags[0] = 0;
    while (fgets(line, sizeof line, f) != NULL) {
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
            is_here = from <= (uintptr_t)address && (uintptr_t)address < to;
        if (is_here && sscanf(line, "VmFlags: %199[^\n]", flags) == 1)
            break;
    }
    fclose(f);
}

static void expect_mapped(const void *address, bool to_write)
{
    char flags[200];
    flags_of(address, flags);
    assert_non_null(strstr(flags, "rd"));
    assert_int_equal(strstr(flags, "wr") != NULL, to_write);
    assert_non_null(strstr(flags, "ms"));
    assert_non_null(strstr(flags, "dc")); /* not for children of fork, */
    assert_non_null(strstr(flags, "dd")); /* nor in a core file */
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

TEST_WITH(what_is_its_own, set_up, tear_down)
{
    uint32_t word = 0;
    assert_true(maps(OWN));
    assert_int_equal(c.slot_index, OWN);
    assert_int_equal(c.nslots, NSLOTS);
    assert_int_equal(c.charges, CARRIER_CHARGES_MEASURED);
    assert_int_equal(c.memory.fd, -1);
    assert_int_equal(c.header->arena_bytes, ARENA_BYTES);
    c.slot->nposts = 77;
    assert_int_equal(pread(memory, &word, sizeof word, CARRIER_HEADER_BYTES + OWN * SLOT_BYTES + 4), sizeof word);
    assert_int_equal(word, 77);
    const uint64_t offset = arena_new(&c.arena, 8);
    assert_int_equal(c.arena.room_bytes, ARENA_BYTES);
    memcpy(c.arena.base + offset, "own body", 8);
    char body[8];
    assert_int_equal(pread(memory, body, 8, place(OWN, offset)), 8);
    assert_memory_equal(body, "own body", 8);
    expect_mapped(c.header, false);
    expect_mapped(c.slot, true);
    expect_mapped(c.arena.base, true);
    expect_mapped(c.all, false);
    arena_end(&c.arena);
    carrier_unmap(&c);
    assert_int_equal(mapped_bytes, 0);
}

TEST_WITH(bodies_of_others, set_up, tear_down)
{
    const struct carrier_frame a = {.arena = OTHER, .offset = 640, .len_bytes = 6};
    const struct carrier_frame none[] = {{.arena = OTHER}, {.arena = NSLOTS, .offset = 640}};
    write_header(&(struct carrier_header){.magic = CARRIER_MAGIC,
                                          .version = CARRIER_VERSION,
                                          .nslots = NSLOTS,
                                          .slot_bytes = SLOT_BYTES,
                                          .arena_bytes = ARENA_BYTES,
                                          .arenas_offset = good.arenas_offset});
    assert_true(maps(0));
    assert_int_equal(c.charges, CARRIER_CHARGES_NOTHING);
    assert_int_equal(pwrite(memory, "theirs", 6, place(OTHER, 640)), 6);
    const long before = mapped_bytes;
    const unsigned char *body = carrier_look_at(&c, &a);
    assert_memory_equal(body, "theirs", 6);
    carrier_look_away(&c, &a, body);
    assert_memory_equal(carrier_look_at(&c, &a), "theirs", 6);
    assert_int_equal(mapped_bytes, before);
    assert_null(carrier_look_at(&c, &none[0]));
    assert_null(carrier_look_at(&c, &none[1]));
    carrier_unmap(&c);
    assert_int_equal(mapped_bytes, 0);
}

/* What is no machine's memory, or that of another build. */
TEST_WITH(what_is_refused, set_up, tear_down)
{
    struct carrier_header bad[4] = {good, good, good, good};
    bad[0].magic++;
    bad[1].version++;
    bad[2].slot_bytes = sizeof(struct carrier_slot) - 1;
    bad[3].nslots = OWN;
    for (int i = 0; i < 4; i++) {
        write_header(&bad[i]);
        assert_false(maps(OWN));
        assert_int_equal(errno, EPROTO);
        carrier_unmap(&c);
        assert_int_equal(mapped_bytes, 0);
        c = (struct carrier_machine){.socket.fd = -1, .memory.fd = -1};
    }
    assert_false(carrier_map(&c, -1, OWN));
    assert_int_equal(errno, EBADF);
    carrier_unmap(&c);
    assert_int_equal(mapped_bytes, 0);
}

/* Header, slot, own arena: without one of them there is no task, and nothing stays. */
TEST_WITH(without_address_space, set_up, tear_down)
{
    for (int n = 1; n <= 3; n++) {
        mappings = 0;
        fails_at = n;
        c = (struct carrier_machine){.socket.fd = -1, .memory.fd = -1};
        assert_false(maps(OWN));
        assert_int_equal(errno, ENOMEM);
        carrier_unmap(&c);
        assert_int_equal(mapped_bytes, 0);
    }
}

/* ---- each body for itself ---------------------------------------------------------------------------------------- */

/* There is no room for the arenas of all. */
static void map_without_all(void)
{
    fails_at = 4;
    assert_true(maps(OWN));
    assert_null(c.all);
    assert_true(c.memory.fd > STDERR_FILENO);
    assert_int_equal(fcntl(c.memory.fd, F_GETFD), FD_CLOEXEC);
}

TEST_WITH(a_body_is_mapped_alone, set_up, tear_down)
{
    const struct carrier_frame a = {.arena = OTHER, .offset = 65536 - 3, .len_bytes = 6}; /* over a page's end */
    map_without_all();
    assert_int_equal(fcntl(c.memory.fd, F_GETFL) & O_ACCMODE, O_RDONLY);
    assert_int_equal(pwrite(memory, "theirs", 6, place(OTHER, a.offset)), 6);
    const long before = mapped_bytes;
    const unsigned char *body = carrier_look_at(&c, &a);
    assert_memory_equal(body, "theirs", 6);
    assert_int_equal(mapped_bytes, before + 65536 - 3 + 6);
    expect_mapped(body, false);
    carrier_look_away(&c, &a, body);
    assert_int_equal(mapped_bytes, before);
    mappings = 0;
    fails_at = 1;
    assert_null(carrier_look_at(&c, &a));
    const int fd = c.memory.fd;
    carrier_unmap(&c);
    assert_false(is_open(fd));
    assert_int_equal(mapped_bytes, 0);
}

/* Without /proc it is kept as it came. */
TEST_WITH(the_memory_is_kept, set_up, tear_down)
{
    const struct carrier_frame a = {.arena = OTHER, .offset = 64, .len_bytes = 6};
    opens = false;
    map_without_all();
    assert_int_equal(pwrite(memory, "theirs", 6, place(OTHER, a.offset)), 6);
    const unsigned char *body = carrier_look_at(&c, &a);
    assert_memory_equal(body, "theirs", 6);
    carrier_look_away(&c, &a, body);
    carrier_unmap(&c);
    assert_int_equal(mapped_bytes, 0);
}

TEST_WITH(a_program_closes_it, set_up, tear_down)
{
    const struct carrier_frame a = {.arena = OTHER, .offset = 64, .len_bytes = 6};
    map_without_all();
    const int fd = c.memory.fd;
    close(fd);
    assert_null(carrier_look_at(&c, &a));
    assert_int_equal(dup2(STDERR_FILENO, fd), fd); /* it is a file of the program's now */
    assert_null(carrier_look_at(&c, &a));
    carrier_unmap(&c);
    assert_true(is_open(fd));
    close(fd);
}

/* ---- descriptors ------------------------------------------------------------------------------------------------- */

TEST_WITH(files_that_a_program_may_close, set_up, tear_down)
{
    struct carrier_file f = carrier_file_of(-1);
    assert_int_equal(f.fd, -1);
    assert_int_equal(carrier_file_number(&f), -1);
    carrier_file_close(&f);
    const int fd = dup(memory);
    f = carrier_file_of(fd);
    assert_int_equal(carrier_file_number(&f), fd);
    close(fd);
    assert_int_equal(carrier_file_number(&f), -1);
    assert_int_equal(carrier_file_of(fd).fd, -1); /* no file has this number now */
    assert_int_equal(dup2(STDERR_FILENO, fd), fd);
    assert_int_equal(carrier_file_number(&f), -1);
    carrier_file_close(&f); /* another's */
    assert_int_equal(f.fd, -1);
    assert_true(is_open(fd));
    assert_int_equal(dup2(memory, fd), fd);
    f = carrier_file_of(fd);
    carrier_file_close(&f);
    assert_false(is_open(fd));
    assert_int_equal(f.fd, -1);
}

/* A number that is 0 is one like others. */
TEST_WITH(standard_input_is_a_file, set_up, tear_down)
{
    const int kept = dup(STDIN_FILENO);
    assert_int_equal(dup2(memory, STDIN_FILENO), STDIN_FILENO);
    struct carrier_file f = carrier_file_of(STDIN_FILENO);
    assert_int_equal(f.fd, 0);
    assert_int_equal(carrier_file_number(&f), 0);
    carrier_file_close(&f);
    assert_false(is_open(STDIN_FILENO));
    if (kept >= 0) {
        dup2(kept, STDIN_FILENO);
        close(kept);
    }
}

TEST_MAIN
