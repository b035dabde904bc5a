/* memory.c - what a task maps of the memory that it shares with the simulator (carrier.h): its own slot and arena to
 * write, the header and the arenas of all others to read. Nothing that it writes by mistake reaches another task, and
 * no descriptor stays behind that the program could close, or mistake for its own. */
#include "carriers/slots/task/task.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* Not given to children of fork(), nor written into core files. NULL: not possible. */
static void *map(int memory, uint64_t offset, uint64_t bytes, int protection)
{
    void *p = mmap(NULL, bytes, protection, MAP_SHARED | MAP_NORESERVE, memory, (off_t)offset);
    if (p == MAP_FAILED)
        return NULL;
    (void)madvise(p, bytes, MADV_DONTFORK);
    (void)madvise(p, bytes, MADV_DONTDUMP);
    return p;
}

static uint64_t bytes_of_all(const struct carrier_machine *c)
{
    return c->header != NULL ? c->nslots * c->header->arena_bytes : 0;
}

/* The address space has no room for all arenas (ulimit -v; a machine of short addresses): each body is mapped while it
 * is read. For that the memory stays open, at best in a way that allows nothing else. */
static void keep_to_read(struct carrier_machine *c, int memory)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    int kept = open(path, O_RDONLY | O_CLOEXEC);
    if (kept < 0)
        kept = fcntl(memory, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    c->memory = carrier_file_of(kept);
}

static bool map_parts(struct carrier_machine *c, int memory, uint32_t slot_index)
{
    c->header = map(memory, 0, CARRIER_HEADER_BYTES, PROT_READ);
    if (c->header == NULL)
        return false;
    const struct carrier_header *h = c->header;
    if (h->magic != CARRIER_MAGIC || h->version != CARRIER_VERSION || slot_index >= h->nslots ||
        h->slot_bytes < sizeof(struct carrier_slot)) {
        errno = EPROTO;
        return false;
    }
    c->charges = h->charges;
    c->nslots = h->nslots;
    c->slot_index = slot_index;
    c->slot = map(memory, CARRIER_HEADER_BYTES + slot_index * h->slot_bytes, h->slot_bytes, PROT_READ | PROT_WRITE);
    unsigned char *own =
        map(memory, h->arenas_offset + slot_index * h->arena_bytes, h->arena_bytes, PROT_READ | PROT_WRITE);
    arena_init(&c->arena, own, h->arena_bytes);
    if (c->slot == NULL || own == NULL)
        return false;
    c->all = map(memory, h->arenas_offset, bytes_of_all(c), PROT_READ);
    if (c->all == NULL)
        keep_to_read(c, memory);
    return true;
}

bool carrier_map(struct carrier_machine *c, int memory, uint32_t slot_index)
{
    bool done = map_parts(c, memory, slot_index);
    int why = errno;
    if (memory >= 0)
        close(memory);
    errno = why;
    return done;
}

static void unmap(const void *begins, uint64_t bytes)
{
    if (begins != NULL)
        (void)munmap((void *)(uintptr_t)begins, bytes);
}

void carrier_unmap(struct carrier_machine *c)
{
    unmap(c->all, bytes_of_all(c));
    unmap(c->arena.base, c->arena.room_bytes);
    if (c->header != NULL)
        unmap(c->slot, c->header->slot_bytes);
    unmap(c->header, CARRIER_HEADER_BYTES);
    carrier_file_close(&c->memory);
}

/* ---- bodies that have arrived ------------------------------------------------------------------------------------ */

static uint64_t place_of(const struct carrier_machine *c, const struct carrier_frame *a)
{
    return c->header->arenas_offset + a->arena * c->header->arena_bytes + a->offset;
}

const unsigned char *carrier_look_at(struct carrier_machine *c, const struct carrier_frame *a)
{
    if (a->offset == 0 || a->arena >= c->nslots)
        return NULL;
    if (c->all != NULL)
        return c->all + a->arena * c->header->arena_bytes + a->offset;
    uint64_t before = place_of(c, a) % CARRIER_PAGE_BYTES;
    int memory = carrier_file_number(&c->memory);
    unsigned char *page = memory >= 0 ? map(memory, place_of(c, a) - before, before + a->len_bytes, PROT_READ) : NULL;
    return page != NULL ? page + before : NULL;
}

void carrier_look_away(struct carrier_machine *c, const struct carrier_frame *a, const unsigned char *body)
{
    uint64_t before = place_of(c, a) % CARRIER_PAGE_BYTES;
    if (c->all == NULL)
        unmap(body - before, before + a->len_bytes);
}
