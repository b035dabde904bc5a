/* launch.c - see launch.h. The ranks of the MPI are the numbers of the nodes. Over the MPI goes what the daemons need
 * to connect: who is where, a public key of each, and then node 0's address. So each rank has a secret with node 0 that
 * nobody knows who only listens, and gets that of the machine when it has connected. From then on the MPI carries
 * messages alone. */
#include "cluster/node/launch.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cluster/node/carry.h"
#include "cluster/node/tls.h"

#define ADDRESSES 8
#define FINALIZE_S 20 /* for the end of the MPI, which waits for all ranks */

/* What each rank tells all. Addresses and masks as in the network. */
struct card {
    char name[NODE_NAME_BYTES];
    char computer[128]; /* which one, and which of its networks */
    unsigned char key[TLS_PUBLIC_BYTES];
    struct {
        char name[IF_NAMESIZE];
        uint32_t address, mask;
    } own[ADDRESSES];
};

/* What rank 0 tells all. port 0: it has failed. */
struct order {
    char address[64];
    int port, ports[2];
};

/* ---- which MPI --------------------------------------------------------------------------------------------------- */

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && *value != 0;
}

const char *launch_mpi(const struct settings *s)
{
    if (s->mpi != NULL)
        return strcmp(s->mpi, "none") == 0 ? NULL : s->mpi;
    if (s->hosts != NULL)
        return NULL;
    if (is_set("OMPI_COMM_WORLD_SIZE") || is_set("PMIX_RANK"))
        return "openmpi";
    return is_set("PMI_RANK") || is_set("PMI_FD") ? "mpich" : NULL;
}

bool launch_alone(const struct settings *s)
{
    const char *tasks = getenv("SLURM_STEP_NUM_TASKS");
    if (s->mpi != NULL || s->hosts != NULL || launch_mpi(s) != NULL || tasks == NULL || atoi(tasks) <= 1)
        return false;
    if (!is_set("SLURM_PROCID") || strcmp(getenv("SLURM_PROCID"), "0") == 0)
        fprintf(stderr,
                "pvmnode: srun has started %s of us without an MPI, so they do not find each other: "
                "srun --mpi=pmi2 (MPICH) or --mpi=pmix (Open MPI) is wanted; or pvmrun --hosts FILE\n",
                tasks);
    return true;
}

/* The library of that MPI: a file of its own if a path is given, else beside this program, or in lib/ of its prefix. */
static bool find_library(const char *mpi, char *path, size_t room)
{
    char own[3072];
    if (strchr(mpi, '/') != NULL) {
        (void)snprintf(path, room, "%s", mpi);
        return true; /* dlopen says what is wrong */
    }
    start_own_folder(own, sizeof own);
    (void)snprintf(path, room, "%s/pvmnode-%s.so", own, mpi);
    if (access(path, R_OK) == 0)
        return true;
    (void)snprintf(path, room, "%s/../lib/pvmnode-%s.so", own, mpi);
    return access(path, R_OK) == 0;
}

/* For lines that one rank alone says, where the environment says which this is. */
static bool is_first_rank(void)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    rank = rank != NULL ? rank : getenv("PMIX_RANK");
    rank = rank != NULL ? rank : getenv("PMI_RANK");
    return rank == NULL || strcmp(rank, "0") == 0;
}

static void say_missing(const char *mpi, const char *path)
{
    if (is_first_rank())
        fprintf(stderr,
                "pvmnode: this is started by %s, and %s is not there, which is built where that MPI is; without it: "
                "pvmrun --hosts FILE\n",
                strcmp(mpi, "mpich") == 0 ? "MPICH" : "Open MPI", path);
}

/* What happens when a node dies is up to who has started the nodes. */
static void say_what_a_death_does(const struct node *n)
{
    const char *recovers = getenv("OMPI_MCA_orte_enable_recovery"), *ft = getenv("OMPI_MCA_mpi_ft_enable");
    bool goes_on = (recovers != NULL && *recovers == '1') || (ft != NULL && *ft == '1');
    if (is_set("OMPI_COMM_WORLD_SIZE") && !goes_on)
        fprintf(stderr, "pvmnode: %s: if a node dies, mpirun ends all others, too; with mpirun %s they go on\n",
                carry_name(n), strstr(carry_name(n), "MPI 4") != NULL ? "--enable-recovery" : "--with-ft ulfm");
    else if (is_set("HYDI_CONTROL_FD"))
        fprintf(stderr,
                "pvmnode: %s: if a node dies, this mpirun ends all others, too; with srun or pvmrun they go on\n",
                carry_name(n));
}

/* ---- who is where ------------------------------------------------------------------------------------------------ */

static void fill_card(const struct node *n, struct card *c)
{
    struct ifaddrs *all, *at;
    int k = 0;
    size_t len;
    (void)snprintf(c->name, sizeof c->name, "%s", n->name);
    gate_boot_id(c->computer, sizeof c->computer / 2);
    len = strlen(c->computer);
    ssize_t more = readlink("/proc/self/ns/net", c->computer + len, sizeof c->computer - 1 - len);
    c->computer[len + (size_t)(more > 0 ? more : 0)] = 0;
    if (getifaddrs(&all) != 0)
        return;
    for (at = all; at != NULL && k < ADDRESSES; at = at->ifa_next) {
        if (at->ifa_addr == NULL || at->ifa_addr->sa_family != AF_INET || (at->ifa_flags & IFF_UP) == 0 ||
            (at->ifa_flags & IFF_LOOPBACK) != 0)
            continue;
        struct sockaddr_in address, mask;
        memcpy(&address, at->ifa_addr, sizeof address);
        memcpy(&mask, at->ifa_netmask, sizeof mask);
        c->own[k].address = address.sin_addr.s_addr;
        c->own[k].mask = mask.sin_addr.s_addr;
        (void)snprintf(c->own[k++].name, sizeof c->own->name, "%s", at->ifa_name);
    }
    freeifaddrs(all);
}

/* Whether that one has an address in that network, and not the same one: bridges of containers have that everywhere. */
static bool is_in(const struct card *c, uint32_t address, uint32_t mask)
{
    bool found = false;
    for (int i = 0; i < ADDRESSES && c->own[i].address != 0; i++) {
        if (c->own[i].address == address)
            return false;
        found |= ((c->own[i].address ^ address) & mask) == 0;
    }
    return found;
}

static bool is_common(const struct card *all, int n, uint32_t address, uint32_t mask)
{
    for (int i = 1; i < n; i++)
        if (strcmp(all[i].computer, all[0].computer) != 0 && !is_in(&all[i], address, mask))
            return false;
    return true;
}

static bool is_alone(const struct card *all, int n)
{
    for (int i = 1; i < n; i++)
        if (strcmp(all[i].computer, all[0].computer) != 0)
            return false;
    return true;
}

/* The address at which the others reach node 0: in a network that all are in, else by their names. */
static bool choose_address(const struct settings *s, const struct card *all, int n, char *out, size_t room)
{
    const struct card *own = &all[0];
    if (s->interface == NULL && is_alone(all, n)) {
        (void)snprintf(out, room, "127.0.0.1");
        return true;
    }
    for (int i = 0; i < ADDRESSES && own->own[i].address != 0; i++)
        if (s->interface != NULL ? strcmp(own->own[i].name, s->interface) == 0
                                 : is_common(all, n, own->own[i].address, own->own[i].mask))
            return inet_ntop(AF_INET, &own->own[i].address, out, (socklen_t)room) != NULL;
    for (int i = 1; i < n && s->interface == NULL; i++)
        if (strcmp(all[i].computer, own->computer) != 0 && place_own_address(all[i].name, out, room))
            return true;
    if (s->interface != NULL)
        fprintf(stderr, "pvmnode: --interface %s: %s has no such interface with an IPv4 address\n", s->interface,
                own->name);
    else
        fprintf(stderr,
                "pvmnode: %s has no network in common with the other nodes, nor finds them by name; --interface "
                "names one of its own\n",
                own->name);
    return false;
}

/* A rank's name is its computer's. If several ranks are on one, which is for trials, the later ones have their number
 * behind it. */
static void name_of(const struct card *all, int rank, char *out, size_t room)
{
    bool is_taken = false;
    for (int i = 0; i < rank; i++)
        is_taken |= strcmp(all[i].name, all[rank].name) == 0;
    if (is_taken)
        (void)snprintf(out, room, "%.50s-%d", all[rank].name, rank);
    else
        (void)snprintf(out, room, "%s", all[rank].name);
}

/* ---- node 0, and the others -------------------------------------------------------------------------------------- */

static bool begin_host(struct node *n, const struct settings *s, const struct card *all, int ranks, struct order *o)
{
    if (!host_begin(n, s) || !choose_address(s, all, ranks, n->address, sizeof n->address))
        return false;
    for (int i = 1; i < ranks; i++) {
        char name[NODE_NAME_BYTES];
        name_of(all, i, name, sizeof name);
        if (place_add(n->host, name) != i) {
            fprintf(stderr, "pvmnode: two nodes have the name %s; --name gives them others\n", name);
            return false;
        }
    }
    places_await(n->host);
    if (ranks > 1 && !gate_open(n, s->ports[0], s->ports[1])) {
        fprintf(stderr, "pvmnode: %s cannot listen at %s, on no port of --ports\n", n->name, n->address);
        return false;
    }
    memcpy(o->address, n->address, sizeof o->address);
    memcpy(o->ports, s->ports, sizeof o->ports);
    o->port = n->port;
    return true;
}

/* Node 0 has a secret with each of the others. */
static bool agree_with_all(struct node *n, struct evp_pkey_st *own, const struct card *all, int ranks)
{
    n->rank_secrets = calloc(NODES_MOST, sizeof *n->rank_secrets);
    for (int i = 1; i < ranks && n->rank_secrets != NULL; i++)
        if (!tls_agree(own, all[i].key, n->rank_secrets[i]))
            return false;
    return n->rank_secrets != NULL;
}

/* Gets the ranks to know each other. Returns false after a line on stderr. */
static bool connect_all(struct node *n, const struct settings *s, int ranks)
{
    struct card own, *cards = calloc((size_t)ranks, sizeof *cards);
    struct order order, *orders = calloc((size_t)ranks, sizeof *orders);
    memset(&own, 0, sizeof own);
    memset(&order, 0, sizeof order);
    fill_card(n, &own);
    struct evp_pkey_st *key = tls_draw(own.key);
    bool good = key != NULL && cards != NULL && orders != NULL;
    good = cards != NULL && carry_exchange(n, &own, cards, sizeof own) && good;
    if (good && n->number == 0)
        good = agree_with_all(n, key, cards, ranks) && begin_host(n, s, cards, ranks, &order);
    else if (good)
        name_of(cards, n->number, n->name, sizeof n->name);
    good = cards != NULL && orders != NULL && carry_exchange(n, &order, orders, sizeof order) && good;
    if (good && n->number != 0)
        good = orders[0].port != 0 && tls_agree(key, cards[0].key, n->secret) &&
               gate_home(n, orders[0].address, orders[0].port, orders[0].ports);
    tls_forget(key);
    free(cards);
    free(orders);
    return good;
}

/* An MPI whose ranks are not all there any more might wait for ever. */
static void end(struct node *n)
{
    links_close(n);
    (void)fflush(NULL);
    if (n->ends_in_order) {
        (void)signal(SIGALRM, SIG_DFL);
        (void)alarm(FINALIZE_S);
        carry_close(n);
        (void)alarm(0);
    }
}

/* An mpirun may have given each rank a processor of its own; but a daemon and all its tasks are to have those of
 * mpirun. What Slurm gives is an allotment. */
static void leave_own_processor(void)
{
    cpu_set_t all;
    if ((is_set("OMPI_COMM_WORLD_SIZE") || is_set("HYDI_CONTROL_FD")) &&
        sched_getaffinity(getppid(), sizeof all, &all) == 0)
        (void)sched_setaffinity(0, sizeof all, &all);
}

/* An mpirun starts so many; an engine of another MPI knows of itself alone, or of others. Says so, once. */
static bool is_other_mpi(int ranks)
{
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *size = getenv(sizes[i]);
        if (size == NULL || *size == 0)
            continue;
        if (atoi(size) != ranks && is_first_rank())
            fprintf(stderr,
                    "pvmnode: %s of us have been started (%s), but the MPI of this engine knows of %d; the engine of "
                    "the MPI that has started them is wanted (--mpi)\n",
                    size, sizes[i], ranks);
        return atoi(size) != ranks;
    }
    return false;
}

int launch_run(struct node *n, const struct settings *s, const char *mpi)
{
    char library[4096];
    int ranks = 1;
    if (!find_library(mpi, library, sizeof library)) {
        say_missing(mpi, library);
        return 2;
    }
    if (s->encrypts == ENCRYPT_ALL) {
        if (is_first_rank())
            fprintf(stderr,
                    "pvmnode: --encrypt: an MPI does not encrypt what it carries; --mpi none and --hosts FILE do "
                    "without it\n");
        return 2;
    }
    leave_own_processor();
    if (!node_open(n) || !carry_open(n, library, &n->number, &ranks))
        return 1;
    n->region.header->number = n->number;
    if (is_other_mpi(ranks))
        return 2;
    if (!connect_all(n, s, ranks))
        _exit(1);
    if (n->number == 0)
        say_what_a_death_does(n);
    int code = node_run(n);
    carry_turns_end(n);
    if (n->host != NULL) {
        host_print_rest(n->host);
        code = watch_write(n->host, code);
    }
    end(n);
    _exit(code); /* of an MPI that has not ended, no more is to run */
}
