/* pvmnode.c - the main() of both commands: pvmnode, the daemon of a node, and pvmrun, which is node 0 and starts the
 * others. */
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wordexp.h>

#include "cluster/node/host.h"
#include "cluster/node/launch.h"

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
    "usage: pvmrun [--hosts FILE] [OPTION...] PROGRAM [ARGUMENT...]\n"
    "       pvmrun --up [--hosts FILE] [OPTION...]\n"
    "       mpirun -n NODES -N 1 pvmnode [OPTION...] PROGRAM [ARGUMENT...]\n"
    "       srun -N NODES --ntasks-per-node=1 pvmnode [OPTION...] PROGRAM [ARGUMENT...]\n"
    "\n"
    "Runs a PVM program, unchanged, on real computers. This computer (with mpirun or srun, the first that they use)\n"
    "is node 0, where PROGRAM runs with the terminal; pvm_spawn starts tasks on all nodes. The run ends when all\n"
    "tasks have ended, with the exit code of PROGRAM. With mpirun or srun, messages go by MPI, otherwise by TCP.\n"
    "\n"
    "  --hosts FILE   PVM's hostfile: one name per line, with optional lo= dx= ep= wd= ip=; default: only this node\n"
    "  --up           starts no program: the machine stays until the console's halt (ap1000 console --real), in the\n"
    "                 background, and programs that are started from any shell on any of its nodes join it\n"
    "  --all          ends with code 1, and runs nothing, if a host of FILE does not come\n"
    "  --rsh COMMAND  starts a daemon on a host (default: $PVM_RSH, or ssh): COMMAND [-l LOGIN] HOST 'pvmnode "
    "--join'\n"
    "  --arena MB     the most memory that messages of one task may take which nobody has received (default: 4096)\n"
    "  --patience-nodes S  a node whose daemon says nothing for S seconds, such as a stopped one, is dead (default:\n"
    "                 it waits for a stopped daemon; a node that cannot be reached is dead within 30 s)\n"
    "  --encrypt      encrypts all that goes between nodes; default: it is clear, and nobody can change it\n"
    "  --clear        leaves out that protection, too; who joins must still know the secret of the machine\n"
    "  --ports A-B    range of the daemons' TCP ports (default: any)\n"
    "  --name NAME    name of this node (default: Slurm's, or this computer's name); with --up, of the machine, which\n"
    "                 programs join that have AP1000_NAME=NAME (default: default)\n"
    "  --map HOW      node: each task on the next node in turn (default); slot: one for each processor of a node "
    "first\n"
    "  --end-with-master  ends all tasks when PROGRAM ends (default: the run ends when all have ended)\n"
    "  -n COPIES      starts this many copies on all nodes in turn, as siblings, instead of one with the terminal\n"
    "  --trace FILE   records what each task does, and when, for `ap1000 plot`, `view`, `compare`, and Perfetto\n"
    "  --report[=FILE]  reports at the end what the time was spent on, and who waited for whom; on stderr without\n"
    "                 FILE or with -\n"
    "  --mpi WHICH    openmpi, mpich, the file of an engine, or none (default: the one that started it)\n"
    "  --interface I  the network interface of node 0 at which the others reach it (default: one that all share)\n"
    "  --poll US      how long a daemon looks for more after a message before it sleeps [us] (default: 200, with an\n"
    "                 MPI); always: it never sleeps, and takes a processor of its own\n";

static struct node *new_node(void)
{
    struct node *n = calloc(1, sizeof *n);
    if (n == NULL) {
        fprintf(stderr, "pvmnode: no memory\n");
        return NULL;
    }
    n->gate.fd = n->listener.fd = -1;
    n->hooks = &node_hooks;
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
    int encrypts;
    char up[SOCKETS_NAME_BYTES];
    if (sscanf(line[0], "%63s %d %d %32s %63s %d %d %d %d %99s", address, port, &n->number, n->secret, n->name,
               &ports[0], &ports[1], &encrypts, &n->arena_mb, up) != 10 ||
        n->number <= 0 || n->number >= NODES_MOST || strlen(n->secret) != SECRET_CHARS)
        return false;
    n->encrypts = (enum encrypt)encrypts;
    if (strcmp(up, "-") != 0)
        memcpy(n->up_name, up, sizeof up);
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
    return node_open(n) && gate_home(n, address, port, ports) ? node_run(n) : 1;
}

/* ---- what the user says ------------------------------------------------------------------------------------------ */

static bool read_ports(const char *text, int *ports)
{
    char rest;
    return sscanf(text, "%d-%d%c", &ports[0], &ports[1], &rest) == 2 && ports[0] > 0 && ports[1] >= ports[0] &&
           ports[1] < 65536;
}

/* A number from `least` to `most`. */
static bool read_number(const char *text, long least, long most, long *out)
{
    char *end;
    *out = strtol(text, &end, 10);
    return *end == 0 && end != text && *out >= least && *out <= most;
}

static bool read_poll(const char *text, struct settings *s)
{
    long us = 0;
    s->polls = strcmp(text, "always") == 0;
    if (!s->polls && !read_number(text, 0, 1000000, &us))
        return false;
    s->look_ns = us * 1000;
    return true;
}

static int complain(const char *option, const char *value, const char *wanted)
{
    fprintf(stderr, "pvmrun: %s %s: %s is wanted\n", option, value, wanted);
    return USAGE;
}

static bool is_name(const char *text)
{
    return strlen(text) <= SOCKETS_UP_NAME_CHARS && text[0] != 0 && text[0] != '-' && strpbrk(text, " \t\n") == NULL;
}

enum {
    OPT_HOSTS = 256,
    OPT_ALL,
    OPT_UP,
    OPT_MAP,
    OPT_PATIENCE,
    OPT_ARENA,
    OPT_END_WITH_MASTER,
    OPT_ENCRYPT,
    OPT_CLEAR,
    OPT_TRACE,
    OPT_REPORT,
    OPT_RSH,
    OPT_PORTS,
    OPT_NAME,
    OPT_MPI,
    OPT_INTERFACE,
    OPT_POLL,
    OPT_HELP
};

static const struct option options[] = {{"hosts", required_argument, NULL, OPT_HOSTS},
                                        {"all", no_argument, NULL, OPT_ALL},
                                        {"up", no_argument, NULL, OPT_UP},
                                        {"map", required_argument, NULL, OPT_MAP},
                                        {"arena", required_argument, NULL, OPT_ARENA},
                                        {"patience-nodes", required_argument, NULL, OPT_PATIENCE},
                                        {"end-with-master", no_argument, NULL, OPT_END_WITH_MASTER},
                                        {"encrypt", no_argument, NULL, OPT_ENCRYPT},
                                        {"clear", no_argument, NULL, OPT_CLEAR},
                                        {"trace", required_argument, NULL, OPT_TRACE},
                                        {"report", optional_argument, NULL, OPT_REPORT},
                                        {"rsh", required_argument, NULL, OPT_RSH},
                                        {"ports", required_argument, NULL, OPT_PORTS},
                                        {"name", required_argument, NULL, OPT_NAME},
                                        {"mpi", required_argument, NULL, OPT_MPI},
                                        {"interface", required_argument, NULL, OPT_INTERFACE},
                                        {"poll", required_argument, NULL, OPT_POLL},
                                        {"help", no_argument, NULL, OPT_HELP},
                                        {NULL, 0, NULL, 0}};

/* Returns 0, or an exit code; -1: all has been said. */
static int read_option(struct settings *s, int c)
{
    long n;
    switch (c) {
    case OPT_HOSTS:
    case OPT_TRACE:
    case OPT_RSH:
    case OPT_INTERFACE:
        *(c == OPT_HOSTS ? &s->hosts : c == OPT_TRACE ? &s->trace : c == OPT_RSH ? &s->rsh : &s->interface) = optarg;
        return 0;
    case OPT_ALL:
    case OPT_UP:
    case OPT_END_WITH_MASTER:
        *(c == OPT_ALL ? &s->all : c == OPT_UP ? &s->up : &s->ends_with_master) = true;
        return 0;
    case OPT_MAP:
        s->by_slot = strcmp(optarg, "slot") == 0;
        return s->by_slot || strcmp(optarg, "node") == 0 ? 0 : complain("--map", optarg, "node or slot");
    case OPT_ARENA:
        if (!read_number(optarg, 1, 4096, &n))
            return complain("--arena", optarg, "a size from 1 to 4096 MB");
        s->arena_mb = (int)n;
        return 0;
    case OPT_PATIENCE:
        if (!read_number(optarg, 1, 86400, &n))
            return complain("--patience-nodes", optarg, "a time from 1 to 86400 s");
        s->patience_s = (int)n;
        return 0;
    case OPT_ENCRYPT:
    case OPT_CLEAR:
        s->encrypts = c == OPT_ENCRYPT ? ENCRYPT_ALL : ENCRYPT_NOTHING;
        return 0;
    case OPT_REPORT:
        s->report = optarg != NULL ? optarg : "-";
        return 0;
    case OPT_MPI:
        s->mpi = optarg;
        return strchr(optarg, '/') != NULL || strcmp(optarg, "openmpi") == 0 || strcmp(optarg, "mpich") == 0 ||
                       strcmp(optarg, "none") == 0
                   ? 0
                   : complain("--mpi", optarg, "openmpi, mpich, none or the path of an engine");
    case OPT_PORTS:
        return read_ports(optarg, s->ports)
                   ? 0
                   : complain("--ports", optarg, "a range such as 50000-50100, of ports from 1 to 65535,");
    case OPT_NAME:
        s->name = optarg;
        return is_name(optarg)
                   ? 0
                   : complain("--name", optarg, "a name of 1 to 60 characters without spaces, and no - before,");
    case OPT_POLL:
        return read_poll(optarg, s) ? 0 : complain("--poll", optarg, "always, or a time from 0 to 1000000 us");
    case 'n':
        if (!read_number(optarg, 1, (long)CLUSTER_SLOTS * NODES_MOST, &n))
            return complain("-n", optarg, "a number of copies above 0");
        s->copies = (int)n;
        return 0;
    case OPT_HELP:
        (void)fputs(help, stdout);
        return -1;
    default:
        return USAGE;
    }
}

/* The words of the command that starts a daemon elsewhere, as a shell takes them; or the whole is a program's file,
 * as PVM 3.4.6 has it. */
static int read_rsh(struct settings *s)
{
    static char *whole[2];
    static wordexp_t words; /* for as long as the program runs */
    whole[0] = (char *)s->rsh;
    s->start_words = whole;
    if (strchr(s->rsh, '/') != NULL && access(s->rsh, X_OK) == 0)
        return 0;
    if (wordexp(s->rsh, &words, WRDE_NOCMD) != 0 || words.we_wordc == 0 || words.we_wordc > START_WORDS)
        return complain("--rsh", s->rsh, "a command such as ssh or \"ssh -p 2222\", each quote closed,");
    s->start_words = words.we_wordv;
    return 0;
}

static int read_options(struct settings *s, int argc, char **argv)
{
    const char *rsh = getenv("PVM_RSH");
    int code = 0;
    *s = (struct settings){.rsh = rsh != NULL && *rsh != 0 ? rsh : "ssh", .look_ns = LOOK_NS, .encrypts = ENCRYPT_MAC};
    for (int c; code == 0 && (c = getopt_long(argc, argv, "+n:", options, NULL)) != -1;)
        code = read_option(s, c);
    if (code == 0 && s->up && optind < argc)
        return complain("--up", argv[optind], "no program, as the machine stays for any,");
    if (code == 0 && optind == argc && !s->up) {
        fprintf(stderr, "pvmrun: a program to run is wanted; see --help\n");
        return USAGE;
    }
    s->argv = argv + optind;
    return code != 0 ? code : read_rsh(s);
}

/* ---- node 0 ------------------------------------------------------------------------------------------------------ */

static int run_host(struct node *n, const struct settings *s)
{
    const char *starter = strrchr(s->start_words[0], '/');
    if (s->hosts != NULL && strcmp(starter != NULL ? starter + 1 : s->start_words[0], "rsh") == 0)
        fprintf(stderr,
                "pvmrun: rsh sends the secret of this machine as it is: who reads this network can join it; ssh "
                "does not\n");
    int told = s->up ? stay_behind() : -1;
    if (s->up && told < 0)
        perror("pvmrun: --up");
    if ((s->up && told < 0) || !node_open(n))
        return 1;
    if (s->up && n->up.fd < 0) {
        fprintf(stderr, "pvmrun: --up: a machine of this name is up already (%s); --name gives another\n", n->up_name);
        return USAGE;
    }
    if (!host_begin(n, s) || (s->hosts != NULL && !hostfile_read(n->host, s->hosts)))
        return USAGE;
    if (s->up)
        stay_tells(n->host, told);
    int code = node_run(n);
    host_print_rest(n->host);
    return watch_write(n->host, code);
}

int main(int argc, char **argv)
{
    struct settings s;
    sockets_open_standard();        /* else tasks' memory may get what stderr gets */
    (void)signal(SIGCHLD, SIG_DFL); /* if who has started us ignores it, nobody would learn that a process ends */
    if (argc == 2 && strcmp(argv[1], "--join") == 0)
        return run_joined();
    int code = read_options(&s, argc, argv);
    if (code != 0)
        return code < 0 ? 0 : code;
    if (launch_alone(&s))
        return USAGE;
    struct node *n = new_node();
    if (n == NULL)
        return 1;
    const char *mpi = s.up ? NULL : launch_mpi(&s);
    if (s.up)
        (void)sockets_up_name(n->up_name, "pvmrun", s.name);
    const char *name = s.up ? NULL : s.name != NULL ? s.name : mpi != NULL ? getenv("SLURMD_NODENAME") : NULL;
    if (name != NULL)
        (void)snprintf(n->name, sizeof n->name, "%s", name);
    else
        (void)gethostname(n->name, sizeof n->name - 1);
    n->look_ns = s.look_ns;
    n->polls = s.polls;
    n->encrypts = s.encrypts;
    n->arena_mb = s.arena_mb;
    return mpi != NULL ? launch_run(n, &s, mpi) : run_host(n, &s);
}
