/* pvmnode.c - the main() of both commands: pvmnode, the daemon of a node, and pvmrun, which is node 0 and starts the
 * others.
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "cluster/node/host.h"

#if defined(__SANITIZE_ADDRESS__)
/* What a daemon has at its end it has had all the time, and goes with its process. */
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return 1;
}
#endif

#define USAGE 2 /* exit code for what the user has said wrongly */

static const char help[] =
    "usage: pvmrun [--hosts FILE] [--rsh COMMAND] [--ports A-B] [--name NAME] [-n COPIES] PROGRAM [ARGUMENT...]\n"
    "\n"
    "Runs a PVM program, unchanged, on real computers: this one is node 0, where PROGRAM runs with the terminal;\n"
    "pvm_spawn starts tasks on all nodes. It ends when all tasks have ended, with the exit code of PROGRAM.\n"
    "\n"
    "  --hosts FILE   PVM's hostfile: a name a line, perhaps with lo= dx= ep= wd= ip=; without it, this node alone\n"
    "  --rsh COMMAND  starts a daemon there (default: $PVM_RSH, or ssh): COMMAND [-l LOGIN] HOST 'pvmnode --join'\n"
    "  --ports A-B    the daemons' TCP ports are in this range; without it, any\n"
    "  --name NAME    what this node is called (default: this computer's name)\n"
    "  -n COPIES      starts so many copies on all nodes in turn, which are siblings, instead of one with the "
    "terminal\n";

/* The machine's time is the wall clock's when the machine begins, and steady from then on. */
static void set_clock(struct node *n)
{
    struct timespec wall;
    (void)clock_gettime(CLOCK_REALTIME, &wall);
    mach_ns now = (mach_ns)(wall.tv_sec - MACH_EPOCH_S) * 1000000000 + wall.tv_nsec;
    n->region.header->zero_ns = cluster_monotonic() - now;
}

static struct node *new_node(void)
{
    struct node *n = calloc(1, sizeof *n);
    if (n != NULL)
        n->gate.fd = n->listener.fd = -1;
    else
        fprintf(stderr, "pvmnode: no memory\n");
    return n;
}

/* ---- a node that node 0 has started ------------------------------------------------------------------------------ */

/* The order comes by stdin, so that nobody sees the secret among the arguments. */
static bool read_order(struct node *n, char *address, int *port, int *ports)
{
    static char line[3][4096];
    for (int i = 0; i < 3; i++) {
        if (fgets(line[i], sizeof line[i], stdin) == NULL)
            return false;
        line[i][strcspn(line[i], "\n")] = 0;
    }
    if (sscanf(line[0], "%63s %d %d %32s %63s %d %d", address, port, &n->number, n->secret, n->name, &ports[0],
               &ports[1]) != 7 ||
        n->number <= 0 || n->number >= NODES_MOST || strlen(n->secret) != SECRET_CHARS)
        return false;
    n->path = line[1][0] != 0 ? line[1] : NULL;
    n->folder = line[2][0] != 0 ? line[2] : NULL;
    return true;
}

static int run_joined(void)
{
    struct node *n = new_node();
    char address[64];
    int port, ports[2];
    if (n == NULL || !read_order(n, address, &port, ports)) {
        fprintf(stderr, "pvmnode: --join is for pvmrun, which says on stdin where to and how\n");
        return USAGE;
    }
    if (!node_open(n))
        return 1;
    if (!gate_home(n, address, port, ports)) {
        fprintf(stderr, "pvmnode: %s cannot connect to node 0 at %s port %d, or does not share its secret or version\n",
                n->name, address, port);
        return 1;
    }
    return node_run(n);
}

/* ---- node 0 ------------------------------------------------------------------------------------------------------ */

static bool read_ports(const char *text, struct host *h)
{
    char rest;
    return sscanf(text, "%d-%d%c", &h->first_port, &h->last_port, &rest) == 2 && h->first_port > 0 &&
           h->last_port >= h->first_port && h->last_port < 65536;
}

static bool read_copies(const char *text, struct host *h)
{
    char *end;
    long n = strtol(text, &end, 10);
    h->copies = (int)n;
    return *end == 0 && end != text && n > 0 && n < CLUSTER_SLOTS * NODES_MOST;
}

static int complain(const char *option, const char *value, const char *wanted)
{
    fprintf(stderr, "pvmrun: %s %s: %s is wanted\n", option, value, wanted);
    return USAGE;
}

/* Returns 0, or an exit code; -1: all has been said. */
static int read_options(struct node *n, int argc, char **argv, const char **hosts)
{
    static const struct option options[] = {
        {"hosts", required_argument, NULL, 'h'}, {"rsh", required_argument, NULL, 'r'},
        {"ports", required_argument, NULL, 'p'}, {"name", required_argument, NULL, 'N'},
        {"help", no_argument, NULL, '?' + 128},  {NULL, 0, NULL, 0}};
    struct host *h = n->host;
    for (int c; (c = getopt_long(argc, argv, "+n:", options, NULL)) != -1;)
        switch (c) {
        case 'h':
            *hosts = optarg;
            break;
        case 'r':
            h->rsh = optarg;
            break;
        case 'p':
            if (!read_ports(optarg, h))
                return complain("--ports", optarg, "a range such as 50000-50100, of ports from 1 to 65535,");
            break;
        case 'N':
            if (strlen(optarg) >= NODE_NAME_BYTES || optarg[0] == 0)
                return complain("--name", optarg, "a name of 1 to 63 characters");
            strcpy(n->name, optarg);
            break;
        case 'n':
            if (!read_copies(optarg, h))
                return complain("-n", optarg, "a number of copies above 0");
            break;
        case '?' + 128:
            (void)fputs(help, stdout);
            return -1;
        default:
            return USAGE;
        }
    if (optind < argc)
        h->argv = argv + optind;
    return 0;
}

static void draw_secret(struct node *n)
{
    unsigned char bytes[SECRET_CHARS / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        abort();
    for (size_t i = 0; i < sizeof bytes; i++)
        (void)snprintf(n->secret + 2 * i, 3, "%02x", bytes[i]);
}

static int run_host(int argc, char **argv)
{
    struct node *n = new_node();
    const char *hosts = NULL, *rsh = getenv("PVM_RSH");
    if (n == NULL || (n->host = host_new(n)) == NULL)
        return 1;
    (void)gethostname(n->name, sizeof n->name - 1);
    n->host->rsh = rsh != NULL && *rsh != 0 ? rsh : "ssh";
    int code = read_options(n, argc, argv, &hosts);
    if (code != 0)
        return code < 0 ? 0 : code;
    if (n->host->argv == NULL) {
        fprintf(stderr, "pvmrun: a program to run is wanted; see --help\n");
        return USAGE;
    }
    draw_secret(n);
    int own = place_add(n->host, n->name);
    n->host->places[own]->state = PLACE_HERE;
    if ((hosts != NULL && !hostfile_read(n->host, hosts)) || !node_open(n))
        return USAGE;
    set_clock(n);
    return node_run(n);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--join") == 0)
        return run_joined();
    return run_host(argc, argv);
}
