/* host_nodes.c - nodes that come and go, as node 0 sees them. A node is started by a command such as ssh, which runs a
 * daemon there; that connects, proves that it knows the secret, connects to the others, and is then in the machine.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cluster/node/carry.h"
#include "cluster/node/host.h"
#include "pvm3.h"

#define START_NS INT64_C(60000000000) /* for all that a node needs until it is there */

/* ---- the list ---------------------------------------------------------------------------------------------------- */

int place_add(struct host *h, const char *name)
{
    int i = 0;
    while (i < h->nplaces && strcmp(h->places[i]->name, name) != 0)
        i++;
    if (i < h->nplaces && (h->places[i]->state == PLACE_HERE || h->places[i]->state == PLACE_STARTING))
        return PvmDupHost;
    if (i == NODES_MOST || name[0] == 0)
        return name[0] == 0 ? PvmBadParam : PvmOutOfRes;
    if (i == h->nplaces) {
        h->places[i] = calloc(1, sizeof *h->places[i]);
        if (h->places[i] == NULL)
            return PvmNoMem;
        h->nplaces++;
    }
    struct place *p = h->places[i];
    (void)snprintf(p->name, sizeof p->name, "%s", name);
    p->state = PLACE_STARTING;
    p->starter = 0;
    p->dying = p->halted = false;
    return i;
}

bool places_settled(const struct host *h)
{
    for (int i = 0; i < h->nplaces; i++)
        if (h->places[i]->state == PLACE_STARTING)
            return false;
    return true;
}

void place_failed(struct host *h, struct place *p, const char *why)
{
    fprintf(stderr, "pvmnode: %s is not added: %s\n", p->name, why);
    p->state = PLACE_FAILED;
    h->rank_died |= p->starter < 0;
    if (p->starter > 0)
        (void)kill(p->starter, SIGTERM);
    p->starter = 0;
    h->look = true;
}

/* ---- starting ---------------------------------------------------------------------------------------------------- */

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
    struct sockaddr_in a, here;
    socklen_t len = sizeof here;
    if (!address_of(there, &a))
        return false;
    a.sin_port = htons(9);
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool known = fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof a) == 0 &&
                 getsockname(fd, (struct sockaddr *)&here, &len) == 0 &&
                 inet_ntop(AF_INET, &here.sin_addr, own, (socklen_t)room) != NULL;
    if (fd >= 0)
        close(fd);
    return known;
}

/* The address by which this computer reaches that one is the one that daemons connect to; no other is listened on. */
static bool open_gate(struct host *h, const struct place *p)
{
    struct node *n = h->node;
    const char *there = p->address[0] != 0 ? p->address : p->name;
    return n->gate.fd >= 0 ||
           (place_own_address(there, n->address, sizeof n->address) && gate_open(n, h->first_port, h->last_port));
}

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
    char command[4096], path[3072], quoted[4000], *words[START_WORDS + 8];
    int n = 0;
    while (h->start_words[n] != NULL && n < START_WORDS) {
        words[n] = h->start_words[n];
        n++;
    }
    daemon_of(p, path, sizeof path);
    quote(path, quoted, sizeof quoted);
    (void)snprintf(command, sizeof command, "%s --join",
                   strpbrk(path, " '\"\\$`&;()<>|*?[]~#") != NULL ? quoted : path);
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

/* Address, port, number, secret, name, the range of ports; then the path and the folder of the hostfile. */
static void write_order(const struct host *h, const struct place *p, int number, int fd)
{
    char text[8192];
    int n = snprintf(text, sizeof text, "%s %d %d %s %s %d %d\n%s\n%s\n", h->node->address, h->node->port, number,
                     h->node->secret, p->name, h->first_port, h->last_port, p->path != NULL ? p->path : "",
                     p->folder != NULL ? p->folder : "");
    (void)!write(fd, text, n < (int)sizeof text ? (size_t)n : sizeof text);
}

static void start_one(struct host *h, int number)
{
    struct place *p = h->places[number];
    int ends[2];
    if (!open_gate(h, p)) {
        place_failed(h, p, "this name has no address, or there is no way to it");
        return;
    }
    if (pipe2(ends, O_CLOEXEC) != 0) {
        place_failed(h, p, strerror(errno));
        return;
    }
    pid_t pid = fork();
    if (pid == 0)
        become_starter(h, p, ends[0]);
    close(ends[0]);
    if (pid > 0)
        write_order(h, p, number, ends[1]);
    close(ends[1]);
    p->starter = pid;
    h->start_by_ns = cluster_monotonic() + START_NS;
    if (pid < 0)
        place_failed(h, p, strerror(errno));
}

void places_await(struct host *h)
{
    for (int i = 1; i < h->nplaces; i++)
        h->places[i]->starter = -1;
    h->start_by_ns = cluster_monotonic() + START_NS;
}

void places_start(struct host *h)
{
    bool late = h->start_by_ns != 0 && cluster_monotonic() > h->start_by_ns;
    for (int i = 1; i < h->nplaces; i++)
        if (h->places[i]->state == PLACE_STARTING && h->places[i]->starter == 0 && h->node->link[i] == NULL)
            start_one(h, i);
        else if (h->places[i]->state == PLACE_STARTING && late)
            place_failed(h, h->places[i], "its daemon has not connected within 60 s");
}

void host_reaped(struct node *n, pid_t pid, int status)
{
    struct host *h = n->host;
    char why[128];
    for (int i = 1; i < h->nplaces; i++) {
        struct place *p = h->places[i];
        if (p->starter != pid)
            continue;
        p->starter = 0;
        if (p->state != PLACE_STARTING || n->link[i] != NULL)
            continue;
        (void)snprintf(why, sizeof why, "'%.40s' has ended with code %d before a daemon had connected", h->rsh,
                       WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
        place_failed(h, p, why);
    }
}

/* ---- it comes ---------------------------------------------------------------------------------------------------- */

/* A new node connects to all that have come before it; those that come later connect to it. */
void place_arrived(struct host *h, struct link *l)
{
    struct node *n = h->node;
    char boot[64];
    struct wire_out out = {NULL, 0, 0, 0};
    int peers = 0;
    mach_ns zero = n->region.header->zero_ns, now = cluster_now(&n->region);
    if (l->number >= h->nplaces || h->places[l->number]->state != PLACE_STARTING) {
        link_close(n, l);
        return;
    }
    struct place *p = h->places[l->number];
    if (p->address[0] == 0) /* for who adds it again */
        memcpy(p->address, l->address, sizeof p->address);
    for (int i = 1; i < NODES_MOST; i++)
        peers += n->link[i] != NULL && i != l->number;
    gate_boot_id(boot, sizeof boot);
    cluster_peers_put(&out, &(struct cluster_peers){peers, boot, (int32_t)(zero >> 32), (int32_t)(uint32_t)zero,
                                                    (int32_t)(now >> 32), (int32_t)(uint32_t)now});
    for (int i = 1; i < NODES_MOST; i++)
        if (n->link[i] != NULL && i != l->number)
            cluster_peer_put(&out, &(struct cluster_peer){i, n->link[i]->address, n->link[i]->port});
    struct word w = {.kind = WORD_PEERS, .len_bytes = out.len};
    link_send(n, l->number, &w, out.bytes);
    free(out.bytes);
}

void place_ready(struct host *h, int number, int code)
{
    struct place *p = number < h->nplaces ? h->places[number] : NULL;
    if (p == NULL || p->state != PLACE_STARTING)
        return;
    if (code == 0)
        p->state = PLACE_HERE;
    else
        place_failed(h, p, "it cannot connect to the other nodes");
    h->look = true;
}

/* ---- it goes ----------------------------------------------------------------------------------------------------- */

static void end_tasks(struct host *h, int number)
{
    for (int i = 0; i < h->nrecords; i++) {
        struct record *r = h->records[i];
        if (tid_node_number(r->node_tid) != number || (!r->lives && !r->has_process))
            continue;
        r->flags |= RECORD_EXPECTED;
        host_task_ended(h, r, true, SIGKILL);
    }
}

static void gone(struct host *h, int number)
{
    struct place *p = h->places[number];
    p->state = PLACE_GONE;
    p->dying = false;
    messages_of_gone(h, number);
    h->lines[number] = 0;
    control_node_deleted(h->control, tid_of_node(number));
    end_tasks(h, number);
}

/* What it has sent to others is given on before they hear of its end. */
static void declare_dead(struct host *h, int number)
{
    struct place *p = h->places[number];
    struct word w = {.kind = WORD_DEAD, .request = number};
    fprintf(stderr, "pvmnode: the connection to %s is gone; the machine goes on without it\n", p->name);
    p->dying = true;
    h->rank_died |= p->starter < 0;
    host_unstarted(h, number);
    memset(p->awaits, 0, sizeof p->awaits);
    bool any = false;
    for (int i = 1; i < NODES_MOST; i++)
        if (h->node->link[i] != NULL)
            p->awaits[i] = any = true;
    for (int i = 1; i < NODES_MOST; i++)
        link_send(h->node, i, &w, NULL);
    if (!any)
        gone(h, number);
}

void place_lost(struct host *h, int number, int by)
{
    struct word halt = {.kind = WORD_HALT};
    if (number <= 0 || number >= h->nplaces || h->places[by]->halted || h->places[number]->state != PLACE_HERE)
        return; /* both say so, and one is enough */
    if (!h->places[number]->halted)
        link_send(h->node, number, &halt, NULL);
    h->places[number]->halted = true;
    place_buried(h, number, by);
}

void place_buried(struct host *h, int number, int by)
{
    struct place *p = number > 0 && number < h->nplaces ? h->places[number] : NULL;
    if (p == NULL || !p->dying)
        return;
    p->awaits[by] = false;
    for (int i = 1; i < NODES_MOST; i++)
        if (p->awaits[i])
            return;
    gone(h, number);
}

void host_node_lost(struct node *n, int number)
{
    struct host *h = n->host;
    if (n->ending || number >= h->nplaces)
        return;
    struct place *p = h->places[number];
    bool again = p->state == PLACE_STARTING && p->starter == 0; /* it was that of an earlier daemon there */
    if (p->state == PLACE_STARTING && !again)
        place_failed(h, p, "its daemon has ended");
    else if (p->state == PLACE_HERE && !p->dying)
        declare_dead(h, number);
    for (int i = 1; i < h->nplaces; i++)
        place_buried(h, i, number);
    h->look = true;
}

void place_delete(struct host *h, int number)
{
    if (number <= 0 || number >= h->nplaces || h->places[number]->state != PLACE_HERE)
        return;
    struct node *n = h->node;
    bool stays = carry_reaches(n, number) && n->link[number] != NULL;
    struct word w = {.kind = WORD_HALT, .request = stays ? HALT_STAY : HALT_NOW};
    host_unstarted(h, number);
    h->places[number]->halted = true;
    gone(h, number);
    link_send(n, number, &w, NULL);
    if (stays) {
        carry_forget(n, number);
        link_retire(n, n->link[number]);
    }
}
