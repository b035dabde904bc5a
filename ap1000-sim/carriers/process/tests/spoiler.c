/* spoiler.c - a slave that writes 20,000 random bytes over whatever it can reach of the slots and messages of other
 * tasks, while these send each other messages of all lengths; at its end it writes into what it may only read.
 * `spoiler SEED`. The master prints how many of the others came through, and how many bytes the slave could spoil. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "carriers/slots/task/task.h"
#include "pvm3.h"

#define WORKERS 6
#define ROUNDS 60
#define SPOILT 20000
#define LONG_BYTES 40000 /* longer than CARRIER_INBOX_BODY */
#define SLOTS_REACHED 16
#define ARENA_REACHED 65536
#define MOST_PLACES 64

enum { NEIGHBOURS = 1, AROUND, RESULT, FOR_SPOILER, SPOILT_BYTES };

/* ---- those that are to be left in peace -------------------------------------------------------------------------- */

static int length_of(int round)
{
    return round % 3 == 0 ? LONG_BYTES + round : 1 + 37 * round;
}

static unsigned char byte_of(int tid, int round, int i)
{
    return (unsigned char)(tid * 7 + round * 13 + i);
}

static void send_round(int to, int tag, int round)
{
    static unsigned char bytes[LONG_BYTES + ROUNDS];
    int n = length_of(round);
    for (int i = 0; i < n; i++)
        bytes[i] = byte_of(pvm_mytid(), round, i);
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte((char *)bytes, n, 1);
    pvm_send(to, tag);
}

/* 1 if the message of this round is what `from` has sent. */
static int receive_round(int from, int round)
{
    static unsigned char bytes[LONG_BYTES + ROUNDS];
    int n = 0, right = 1;
    pvm_bufinfo(pvm_recv(from, AROUND), &n, NULL, NULL);
    if (n != length_of(round))
        return 0;
    pvm_upkbyte((char *)bytes, n, 1);
    for (int i = 0; i < n; i++)
        right &= bytes[i] == byte_of(from, round, i);
    return right;
}

/* A ring: each sends to the next, and receives from the one before it. */
static int work(void)
{
    int around[3], right = 0;
    pvm_recv(pvm_parent(), NEIGHBOURS);
    pvm_upkint(around, 3, 1);
    send_round(around[2], FOR_SPOILER, 0);
    for (int round = 0; round < ROUNDS; round++) {
        send_round(around[1], AROUND, round);
        right += receive_round(around[0], round);
    }
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&right, 1, 1);
    pvm_send(pvm_parent(), RESULT);
    pvm_exit();
    return 0;
}

/* ---- the one that does not --------------------------------------------------------------------------------------- */

struct place {
    unsigned char *begins;
    size_t bytes;
};

/* Whatever is mapped twice is one more place. */
static void map_descriptors(size_t bytes)
{
    DIR *all = opendir("/proc/self/fd");
    for (struct dirent *e; all != NULL && (e = readdir(all)) != NULL;) {
        char path[300], name[300] = "";
        snprintf(path, sizeof path, "/proc/self/fd/%s", e->d_name);
        if (readlink(path, name, sizeof name - 1) > 0 && strncmp(name, "/memfd:ap1000", 13) == 0)
            (void)mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, atoi(e->d_name), 0);
    }
    if (all != NULL)
        closedir(all);
}

/* What of the shared memory this process may write, and is not its own. The number of places; -1: not even its own,
 * so that this test would see nothing. */
static int find_places(struct place *into, const struct carrier_machine *c)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], may[8];
    int n = 0, own = 0;
    uint64_t arenas = c->header->arenas_offset, control = CARRIER_HEADER_BYTES + SLOTS_REACHED * c->header->slot_bytes;
    for (uint64_t from, to, offset; maps != NULL && fgets(line, sizeof line, maps) != NULL;) {
        if (strstr(line, "/memfd:ap1000") == NULL || sscanf(line, "%lx-%lx %7s %lx", &from, &to, may, &offset) != 4 ||
            may[1] != 'w')
            continue;
        unsigned char *begins = (unsigned char *)from, *slot = (unsigned char *)c->slot;
        uint64_t reached = offset < arenas ? control : ARENA_REACHED;
        uint64_t bytes = to - from < reached ? to - from : reached;
        bool holds_slot = begins <= slot && slot < begins + (to - from);
        own += holds_slot;
        if (begins == c->arena.base || (holds_slot && to - from <= 2 * c->header->slot_bytes) || n + 1 >= MOST_PLACES)
            continue;
        if (!holds_slot) {
            into[n++] = (struct place){begins, bytes};
        } else {
            into[n++] = (struct place){begins, (size_t)(slot - begins)};
            into[n++] =
                (struct place){slot + c->header->slot_bytes, (size_t)(begins + bytes - slot - c->header->slot_bytes)};
        }
    }
    if (maps != NULL)
        fclose(maps);
    return own > 0 ? n : -1;
}

static int spoil(unsigned seed)
{
    struct place places[MOST_PLACES];
    struct carrier_machine *c = carrier_current();
    int spoilt = 0;
    for (int i = 0; i < WORKERS; i++) /* whose memory this one then can read */
        pvm_recv(-1, FOR_SPOILER);
    map_descriptors(CARRIER_HEADER_BYTES + SLOTS_REACHED * c->header->slot_bytes);
    int n = find_places(places, c);
    for (uint64_t random = seed + 1; n > 0 && spoilt < SPOILT; spoilt++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        struct place *p = &places[(random >> 20) % (uint64_t)n];
        if (p->bytes > 0)
            p->begins[(random >> 33) % p->bytes] = (unsigned char)(random >> 25);
    }
    if (n < 0)
        spoilt = -1;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&spoilt, 1, 1);
    pvm_send(pvm_parent(), SPOILT_BYTES);
    pvm_recv(pvm_parent(), SPOILT_BYTES);
    *(volatile uint32_t *)(uintptr_t)&c->header->nslots = 0;
    printf("the slave could write into the header\n");
    pvm_exit();
    return 0;
}

/* ---- the master -------------------------------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    int tids[WORKERS], spoiler, right, whole = 0, spoilt = 0;
    char working[] = "work", spoiling[] = "spoil", first[] = "1";
    char *no_args[] = {working, NULL}, *seed[] = {spoiling, argc > 1 ? argv[1] : first, NULL};
    pvm_mytid();
    if (pvm_parent() > 0)
        return strcmp(argv[1], "work") == 0 ? work() : spoil((unsigned)atoi(argv[2]));
    if (pvm_spawn(argv[0], no_args, PvmTaskDefault, NULL, WORKERS, tids) != WORKERS ||
        pvm_spawn(argv[0], seed, PvmTaskDefault, NULL, 1, &spoiler) != 1)
        return 1;
    for (int i = 0; i < WORKERS; i++) {
        int around[] = {tids[(i + WORKERS - 1) % WORKERS], tids[(i + 1) % WORKERS], spoiler};
        pvm_initsend(PvmDataDefault);
        pvm_pkint(around, 3, 1);
        pvm_send(tids[i], NEIGHBOURS);
    }
    for (int i = 0; i < WORKERS; i++) {
        pvm_recv(-1, RESULT);
        pvm_upkint(&right, 1, 1);
        whole += right == ROUNDS;
    }
    pvm_recv(spoiler, SPOILT_BYTES);
    pvm_upkint(&spoilt, 1, 1);
    pvm_initsend(PvmDataDefault);
    pvm_notify(PvmTaskExit, 99, 1, &spoiler);
    pvm_send(spoiler, SPOILT_BYTES);
    pvm_recv(-1, 99);
    printf("%d of %d unharmed, %d bytes spoilt\n", whole, WORKERS, spoilt);
    pvm_exit();
    return 0;
}
