/* open.c - how a process finds its machine: the one that started it, else the one that is up, else a private new
 * one. */
#include "carriers/slots/task/task.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/socket.h>
#include <unistd.h>

#include "carriers/slots/wire/handover.h"
#include "carriers/slots/wire/settings.h"
#include "sockets.h"
#include "machines.h"
#include "pvm3.h"

/* A process has at most one. Not in pvm-api: a carrier with many tasks in a process brings another. */
static struct carrier_machine *the_machine;

struct carrier_machine *carrier_current(void)
{
    return the_machine;
}

void carrier_early_set(int64_t clock_ns)
{
    mach_early_idle(clock_ns - mach_early_now());
}

/* A child of fork() is no task: it keeps the clock, and nothing else. The mappings were not given to it. */
static void in_forked_child(void)
{
    if (the_machine == NULL)
        return;
    carrier_early_set(the_machine->clock_ns);
    carrier_file_close(&the_machine->socket);
    carrier_file_close(&the_machine->memory);
    the_machine = NULL;
    *mach_task_slot() = NULL;
}

#define EXIT_USAGE 2 /* as of the ap1000 command */

/* ---- connecting -------------------------------------------------------------------------------------------------- */

static int find_socket(bool *is_private)
{
    *is_private = false;
    const char *name = getenv(CARRIER_ENV_SOCKET);
    if (name != NULL && *name != 0) {
        int fd = sockets_connect(name);
        if (fd < 0)
            fprintf(stderr, "libpvm: the machine that " CARRIER_ENV_SOCKET "=%s names is not there any more\n", name);
        return fd;
    }
    char up_name[SOCKETS_NAME_BYTES];
    name = getenv("AP1000_NAME");
    bool named = name != NULL && *name != 0, none = named && strcmp(name, SETTINGS_NO_MACHINE) == 0;
    if (!sockets_up_name(up_name, "ap1000", name)) {
        fprintf(stderr, "libpvm: AP1000_NAME=%s: a name of at most %d characters is wanted\n", name,
                SOCKETS_UP_NAME_CHARS);
        exit(EXIT_USAGE);
    }
    int fd = none ? -1 : sockets_connect(up_name);
    *is_private = fd < 0;
    if (fd >= 0) {
        settings_say_unknown("libpvm");
        settings_say_unheard("libpvm", up_name);
        return fd;
    }
    if (named && !none)
        fprintf(stderr, "libpvm: AP1000_NAME=%s: no machine of this name is up; this program gets one of its own\n",
                name);
    return carrier_start_private();
}

/* Where this program lies in its memory: where its program headers are, less where its file says they are to be. */
static uint64_t program_base(void)
{
    const uintptr_t headers = getauxval(AT_PHDR);
    const ElfW(Phdr) *h = (const ElfW(Phdr) *)headers;
    for (unsigned long n = getauxval(AT_PHNUM); n > 0; n--, h++)
        if (h->p_type == PT_PHDR)
            return headers - h->p_vaddr;
    return 0;
}

static void fill_hello(struct carrier_hello *h)
{
    const char *ticket = getenv(CARRIER_ENV_TICKET);
    memset(h, 0, sizeof *h);
    h->magic = CARRIER_MAGIC;
    h->version = CARRIER_VERSION;
    h->word = CARRIER_HELLO;
    h->pid = getpid();
    h->ticket = ticket != NULL ? strtoull(ticket, NULL, 16) : 0;
    ssize_t n = readlink("/proc/self/exe", h->program, sizeof h->program - 1);
    if (n < 0)
        n = 0;
    h->program[n] = 0;
}

/* A private machine that cannot begin has said why itself: a setting is wrong, and this program ends as the command
 * would. */
static bool shake_hands(struct carrier_machine *c, bool is_private)
{
    struct carrier_hello hello;
    struct carrier_welcome welcome;
    int memory = -1;
    fill_hello(&hello);
    int terminal = fcntl(STDERR_FILENO, F_GETFD) >= 0 ? STDERR_FILENO : -1; /* it may be closed */
    bool done = sockets_send(c->socket.fd, &hello, sizeof hello, terminal) &&
                sockets_receive(c->socket.fd, &welcome, sizeof welcome, &memory);
    memory = sockets_above_standard(memory);
    if (!done) {
        if (is_private)
            exit(EXIT_USAGE);
        fprintf(stderr, "libpvm: the simulated machine ended before this task could join it\n");
        return false;
    }
    if (welcome.magic != CARRIER_MAGIC || welcome.version != CARRIER_VERSION || welcome.status == PvmBadVersion) {
        fprintf(
            stderr,
            "libpvm: this libpvm3 (%08x) and the machine (%08x) are of different builds: build both, or use the one "
            "that was installed with ap1000\n",
            CARRIER_VERSION, welcome.version);
        return false;
    }
    if (welcome.status != 0) {
        fprintf(
            stderr,
            "libpvm: the machine has no room for another task (%u slots), or this computer no more open files for it\n",
            welcome.nslots);
        return false;
    }
    c->is_master = welcome.is_master != 0;
    (void)setenv(CARRIER_ENV_SOCKET, welcome.socket, 1);
    (void)unsetenv(CARRIER_ENV_TICKET);
    if (!carrier_map(c, memory, welcome.slot)) {
        fprintf(stderr, "libpvm: cannot map the machine's memory: %s\n", strerror(errno));
        return false;
    }
    c->slot->program_base = program_base();
    return true;
}

/* mach_early_real has no place to complain. */
static void check_time_setting(void)
{
    const char *mode = getenv("AP1000_TIME");
    if (mode == NULL || *mode == 0 || strcmp(mode, "real") == 0 || strcmp(mode, "simulated") == 0)
        return;
    fprintf(stderr, "libpvm: AP1000_TIME=%s: real or simulated is wanted\n", mode);
    exit(EXIT_USAGE);
}

struct carrier_machine *carrier_connect(void)
{
    check_time_setting();
    struct carrier_machine *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->memory.fd = -1;
    c->work = mach_work();
    c->spin = handover_spin_new();
    bool is_private;
    c->socket = carrier_file_of(find_socket(&is_private));
    if (c->socket.fd < 0 || !shake_hands(c, is_private)) {
        carrier_disconnect(c);
        return NULL;
    }
    return c;
}

void carrier_disconnect(struct carrier_machine *c)
{
    arena_end(&c->arena);
    carrier_free_spares(c);
    carrier_unmap(c);
    carrier_file_close(&c->socket);
    free(c);
}

static int open_machine(const struct mach_ops **ops, void **m)
{
    if (the_machine == NULL) {
        the_machine = carrier_connect();
        if (the_machine == NULL)
            return PvmSysErr;
        (void)pthread_atfork(NULL, NULL, in_forked_child);
    }
    *ops = &carrier_ops;
    *m = the_machine;
    return 0;
}

/* Any process may have a machine: if nobody has started one for it, it starts its own. */
static enum mach_claim probe(void)
{
    const char *socket = getenv(CARRIER_ENV_SOCKET);
    return the_machine != NULL || (socket != NULL && *socket != 0) ? MACH_CLAIM_MINE : MACH_CLAIM_ANY;
}

static bool began(void *m)
{
    return ((struct carrier_machine *)m)->is_master;
}

const struct mach_row mach_row_ap1000 = {
    .name = "ap1000", .probe = probe, .open = open_machine, .began = began, .beside = carrier_beside};

void carrier_process_ends(void)
{
    struct mach_beside end = {.sleep = MACH_BESIDE_ENDS};
    struct carrier_machine *c = the_machine;
    if (c == NULL || (c->joined && carrier_beside(c, &end)))
        return;
    carrier_ops.leave(c, NULL);
    if (!c->is_master || c->gone)
        return;
    (void)fflush(stdout);
    struct carrier_hello word = {.magic = CARRIER_MAGIC, .version = CARRIER_VERSION, .word = CARRIER_EXITING};
    char byte;
    int socket = carrier_file_number(&c->socket);
    if (socket >= 0 && sockets_send(socket, &word, sizeof word, -1))
        while (read(socket, &byte, 1) < 0 && errno == EINTR)
            ;
}

__attribute__((constructor)) static void at_process_start(void)
{
    const char *clock = getenv(CARRIER_ENV_CLOCK);
    if (clock != NULL)
        carrier_early_set(strtoll(clock, NULL, 10));
}

/* After libpvm3's own, by which the task leaves. */
__attribute__((destructor(101))) static void at_process_end(void)
{
    carrier_process_ends();
}
