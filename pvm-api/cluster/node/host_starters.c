/* host_starters.c - the daemons of other nodes are started: by a command such as ssh, which runs one there and gives it
 * what it is to know by its stdin. */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cluster/node/host.h"
#include "pvm3.h"

#define START_NS INT64_C(60000000000) /* for all that a node needs until it is there */

static bool address_of(const char *name, struct sockaddr_in *out)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
    if (getaddrinfo(name, NULL, &hints, &found) != 0)
        return false;
    memcpy(out, found->ai_addr, sizeof *out);
    freeaddrinfo(found);
    return true;
}

bool place_own_address(const char *there, char *own, size_t room)
{
    struct sockaddr_in a;
    return address_of(there, &a) && gate_own_address(a.sin_addr, own, room);
}

/* ---- our own address --------------------------------------------------------------------------------------------- */

/* The address by which this computer reaches the first other one is the one that daemons connect to; no other is
 * listened on. A name server may be slow, so a process of its own asks it. */

static void on_resolved(struct node *n, struct watch *w, uint32_t events)
{
    struct host *h = n->host;
    ssize_t got = read(w->fd, h->resolved + h->resolved_len, sizeof h->resolved - 1 - h->resolved_len);
    if (got < 0 && errno == EINTR)
        return;
    h->resolved_len += got > 0 ? (size_t)got : 0;
    if (got > 0)
        return;
    watch_close(n, w);
    h->resolved[h->resolved_len] = 0;
    (void)snprintf(n->address, sizeof n->address, "%s", h->resolved);
    h->look = true;
    bool known = h->resolved_len > 0;
    if (known && gate_open(n, h->first_port, h->last_port))
        return;
    for (int i = 1; i < h->nplaces; i++)
        if (h->places[i]->state == PLACE_WANTED) { /* the one that it was about; the next one is tried in its turn */
            place_failed(h, i, known ? PvmCantStart : PvmNoHost,
                         known ? "node 0 cannot listen, on no port of --ports"
                               : "this name has no address, or there is no way to it");
            return;
        }
}

static void resolve(struct host *h, const struct place *p)
{
    int ends[2];
    char own[64];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (place_own_address(p->address[0] != 0 ? p->address : p->name, own, sizeof own))
            (void)!write(ends[1], own, strlen(own));
        _exit(0);
    }
    close(ends[1]);
    h->resolved_len = 0;
    h->resolver = (struct watch){.fd = ends[0], .ready = on_resolved};
    watch_add(h->node, &h->resolver, EPOLLIN);
}

/* Returns true if the gate is open. */
static bool has_gate(struct host *h, const struct place *p)
{
    if (h->node->gate.fd < 0 && h->resolver.fd < 0)
        resolve(h, p);
    return h->node->gate.fd >= 0;
}

/* ---- starting ---------------------------------------------------------------------------------------------------- */

/* The daemon's file: dx= of the hostfile, or where our own is. */
static void daemon_of(const struct place *p, char *path, size_t room)
{
    if (p->daemon != NULL) {
        (void)snprintf(path, room, "%s", p->daemon);
        return;
    }
    ssize_t n = readlink("/proc/self/exe", path, room - 1);
    path[n > 0 ? n : 0] = 0;
}

/* The text as one word of a shell. */
static void quote(const char *text, char *out, size_t room)
{
    size_t n = 0;
    out[n++] = '\'';
    for (; *text != 0 && n + 6 < room; text++)
        n += (size_t)snprintf(out + n, room - n, *text == '\'' ? "'\\''" : "%c", *text);
    (void)snprintf(out + n, room - n, "'");
}

/* In the new process. */
static void become_starter(const struct host *h, const struct place *p, int input)
{
    char command[4096], path[DAEMON_BYTES], quoted[4000], *words[START_WORDS + 8];
    int n = 0;
    while (h->start_words[n] != NULL && n < START_WORDS) {
        words[n] = h->start_words[n];
        n++;
    }
    daemon_of(p, path, sizeof path);
    quote(path, quoted, sizeof quoted);
    bool plain = p->daemon != NULL || strpbrk(path, " '\"\\$`&;()<>|*?[]~#{}!\n") == NULL; /* dx= is for that shell */
    (void)snprintf(command, sizeof command, "%s --join", plain ? path : quoted);
    char login[] = "-l", name[NODE_NAME_BYTES], user[NODE_NAME_BYTES];
    (void)snprintf(name, sizeof name, "%s", p->name);
    (void)snprintf(user, sizeof user, "%s", p->login);
    if (user[0] != 0) {
        words[n++] = login;
        words[n++] = user;
    }
    words[n++] = name;
    words[n++] = command;
    words[n] = NULL;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    setsid();
    dup2(input, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvp(words[0], words);
    fprintf(stderr, "pvmnode: %s: %s\n", words[0], strerror(errno));
    _exit(127);
}

/* Address, port, number, secret, name, the range of ports, what is encrypted, --arena, the name of a machine that
 * stays; then the path and the folder of the hostfile. */
static void write_order(const struct host *h, const struct place *p, int number, int fd)
{
    char text[8192];
    int n = snprintf(text, sizeof text, "%s %d %d %s %s %d %d %d %d %s\n%s\n%s\n", h->node->address, h->node->port,
                     number, h->node->secret, p->name, h->first_port, h->last_port, (int)h->node->encrypts,
                     h->node->arena_mb, h->node->up_name[0] != 0 ? h->node->up_name : "-",
                     p->path != NULL ? p->path : "", p->folder != NULL ? p->folder : "");
    (void)!write(fd, text, n < (int)sizeof text ? (size_t)n : sizeof text);
}

static void start_one(struct host *h, int number)
{
    struct place *p = h->places[number];
    int ends[2];
    if (!has_gate(h, p))
        return;
    (void)place_moves(p, PLACE_STARTS);
    pid_t pid = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (pid == 0)
        become_starter(h, p, ends[0]);
    if (pid < 0) {
        place_failed(h, number, PvmCantStart, strerror(errno));
        return;
    }
    close(ends[0]);
    write_order(h, p, number, ends[1]);
    close(ends[1]);
    p->child = pid;
}

void places_await(struct host *h)
{
    for (int i = 1; i < h->nplaces; i++) {
        h->places[i]->by_launcher = true;
        (void)place_moves(h->places[i], PLACE_STARTS);
    }
}

void places_start(struct host *h)
{
    mach_ns now = 0;
    for (int i = 1; i < h->nplaces; i++) {
        struct place *p = h->places[i];
        if (p->state > PLACE_NAMED)
            continue;
        if (now == 0)
            now = cluster_monotonic();
        if (p->start_by_ns == 0)
            p->start_by_ns = now + START_NS;
        if (now > p->start_by_ns)
            place_failed(h, i, PvmCantStart, "its daemon is not ready after 60 s");
        else if (p->state == PLACE_WANTED)
            start_one(h, i);
    }
}

/* Whether a name that rsh cannot reach has an address at all: the real PVM has another code for that. */
static void look_up(struct place *p)
{
    struct sockaddr_in ignored;
    pid_t pid = p->address[0] == 0 ? fork() : -1;
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(address_of(p->name, &ignored) ? 0 : 1);
    }
    if (pid > 0 && place_moves(p, PLACE_IS_ASKED))
        p->child = pid;
}

void host_reaped(struct node *n, pid_t pid, int status)
{
    struct host *h = n->host;
    char why[128];
    for (int i = 1; i < h->nplaces; i++) {
        struct place *p = h->places[i];
        if (p->child != pid)
            continue;
        p->child = 0;
        if (p->state == PLACE_STARTING) {
            p->starter_status = status;
            look_up(p);
        } else if (p->state == PLACE_NAMED && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
            place_failed(h, i, PvmNoHost, "this name has no address");
        }
        if (p->child != 0 || p->state > PLACE_NAMED)
            continue;
        (void)snprintf(why, sizeof why, "'%.40s' has ended with code %d before a daemon had connected", h->rsh,
                       WIFEXITED(p->starter_status) ? WEXITSTATUS(p->starter_status)
                                                    : 128 + WTERMSIG(p->starter_status));
        place_failed(h, i, PvmCantStart, why);
    }
}
