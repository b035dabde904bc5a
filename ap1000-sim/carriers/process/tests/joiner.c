/* joiner.c - see joiner.h. */
#include "joiner.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine.h"
#include "testing.h"

enum { NSLOTS = 3, SLOT = 1, ARENA_BYTES = 65536, MOST_MS = 20000 };

void joiner_begin(struct joiner *j, int (*program)(void))
{
    int ends[2];
    *j = (struct joiner){.exit_code = -1};
    assert_int_equal(pipe(ends), 0);
    (void)fflush(stdout);
    j->pid = fork();
    assert_true(j->pid >= 0);
    if (j->pid == 0) {
        close(ends[0]);
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[1]);
        exit(program());
    }
    close(ends[1]);
    j->out = ends[0];
}

void joiner_end(struct joiner *j)
{
    size_t n = 0;
    for (ssize_t more; (more = read(j->out, j->said + n, sizeof j->said - 1 - n)) > 0;)
        n += (size_t)more;
    close(j->out);
    int status = 0;
    assert_int_equal(waitpid(j->pid, &status, 0), j->pid);
    j->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int joiner_memory(void)
{
    const uint64_t slot_bytes =
        (sizeof(struct carrier_slot) + CARRIER_PAGE_BYTES - 1) / CARRIER_PAGE_BYTES * CARRIER_PAGE_BYTES;
    const struct carrier_header h = {.magic = CARRIER_MAGIC,
                                     .version = CARRIER_VERSION,
                                     .nslots = NSLOTS,
                                     .slot_bytes = slot_bytes,
                                     .arena_bytes = ARENA_BYTES,
                                     .arenas_offset = CARRIER_HEADER_BYTES + NSLOTS * slot_bytes};
    int memory = memfd_create("region", MFD_CLOEXEC);
    assert_int_equal(ftruncate(memory, (off_t)(h.arenas_offset + (uint64_t)NSLOTS * ARENA_BYTES)), 0);
    assert_int_equal(pwrite(memory, &h, sizeof h, 0), sizeof h);
    return memory;
}

int joiner_accept(int listening)
{
    struct pollfd p = {.fd = listening, .events = POLLIN};
    return poll(&p, 1, MOST_MS) == 1 ? accept(listening, NULL, NULL) : -1;
}

struct carrier_welcome joiner_welcome(const char *socket, bool is_master)
{
    struct carrier_welcome w = {
        .magic = CARRIER_MAGIC, .version = CARRIER_VERSION, .slot = SLOT, .nslots = NSLOTS, .is_master = is_master};
    (void)snprintf(w.socket, sizeof w.socket, "%s", socket);
    return w;
}

/* Of a process that is no task yet (machine.h). */
int mach_early_real(void)
{
    return 0;
}
