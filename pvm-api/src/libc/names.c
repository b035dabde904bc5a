/* names.c - libpvm3's replacements of the libc calls about hosts: the name of this one, and which address belongs to a
 * name.
 *
 * A task is on a node of its machine, and the names of the nodes are in no file and on no server of this computer. Each
 * node has a loopback address, so that a server that binds there is reached by its node's name, and two nodes may use
 * the same port. The address of node number n is 127.1.0.0 + n + 1; the host has number 0. All other names go to libc,
 * and so does a process that is no task. To look up a name, the machine's host is asked for the list of nodes, which
 * takes simulated time. A process that the machine has started and that has not joined yet knows its own node alone. */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "call.h"
#include "calls_state.h"
#include "control.h"
#include "due.h"
#include "machines.h"
#include "request.h"
#include "tids.h"
#include "wire.h"

#define NODES_NETWORK 0x7f010000u /* 127.1.0.0 */
#define NODES_MASK 0xffff0000u

struct node {
    char name[64];
    struct in_addr address;
};

/* libc's own function, which this library replaces; NULL in a program that is linked statically. */
#define NEXT(FUNCTION) ((__typeof__(&FUNCTION))next(#FUNCTION))

static uintptr_t next(const char *name)
{
    return (uintptr_t)dlsym(RTLD_NEXT, name);
}

/* ---- the machine's nodes ----------------------------------------------------------------------------------------- */

static struct in_addr address_of(int number)
{
    return (struct in_addr){htonl(NODES_NETWORK + (uint32_t)number + 1)};
}

static void set_node(struct node *out, const char *name, int number)
{
    strncpy(out->name, name, sizeof out->name - 1);
    out->name[sizeof out->name - 1] = 0;
    out->address = address_of(number);
}

/* Before the first PVM call: is it the node that this process is on? */
static bool find_own_node(const char *name, struct in_addr address, struct node *out)
{
    const char *own;
    int number = mach_early_node(&own);
    if (number < 0 || (name != NULL ? strcmp(own, name) != 0 : address_of(number).s_addr != address.s_addr))
        return false;
    set_node(out, own, number);
    return true;
}

/* Finds the node with that name or, if name is NULL, with that address. */
static bool find_node(const char *name, struct in_addr address, struct node *out)
{
    struct pvm_task *t = pvmi_self();
    pvmi_comes_in(t);
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvmi_answer answer;
    bool found = false;
    if (t == NULL)
        return find_own_node(name, address, out);
    if (t->who.real_time == MACH_TIME_REAL) /* its nodes are real computers, which libc knows */
        return false;
    int n = pvmi_control(t, CONTROL_CONFIG, &body, &answer);
    if (n > 0)
        (void)control_kinds_get(&answer.in);
    for (int i = 0; i < n && !found && !answer.in.bad; i++) {
        struct control_node k = control_node_get(&answer.in);
        int number = tid_node_number(k.tid);
        found =
            !answer.in.bad && (name != NULL ? strcmp(k.name, name) == 0 : address_of(number).s_addr == address.s_addr);
        if (found)
            set_node(out, k.name, number);
    }
    pvmi_answer_drop(t, &answer);
    return found;
}

/* The machine is not asked about a number, or about no name. */
static bool node_named(const char *name, struct node *out)
{
    struct in_addr number;
    return name != NULL && name[0] != 0 && inet_aton(name, &number) == 0 && strchr(name, ':') == NULL &&
           strcmp(name, "localhost") != 0 && find_node(name, (struct in_addr){0}, out);
}

static bool node_at(const void *address, socklen_t len, int family, struct node *out)
{
    struct in_addr a;
    if (family != AF_INET || address == NULL || len < sizeof a)
        return false;
    memcpy(&a, address, sizeof a);
    return (ntohl(a.s_addr) & NODES_MASK) == NODES_NETWORK && find_node(NULL, a, out);
}

/* ---- the name of this host --------------------------------------------------------------------------------------- */

/* A task has the name of its node; on a machine in real time that is what the computer itself says. A process that is
 * to become a task knows the name from the one who started it. Any other process has the computer's name. */
static const char *own_name(void)
{
    const struct pvm_task *t = pvmi_self();
    const char *name = NULL;
    if (t == NULL) {
        (void)mach_early_node(&name);
        return name;
    }
    return t->who.real_time != MACH_TIME_REAL ? t->who.node_name : NULL;
}

PVM_PUBLIC int uname(struct utsname *u)
{
    int code = (int)syscall(SYS_uname, u);
    const char *name = own_name();
    if (code == 0 && name != NULL) {
        memset(u->nodename, 0, sizeof u->nodename);
        strncpy(u->nodename, name, sizeof u->nodename - 1);
    }
    return code;
}

PVM_PUBLIC int gethostname(char *name, size_t room)
{
    struct utsname u;
    if (uname(&u) != 0)
        return -1;
    size_t len = strlen(u.nodename) + 1;
    memcpy(name, u.nodename, len < room ? len : room);
    if (len <= room)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

/* ---- names and addresses, the older form ------------------------------------------------------------------------- */

/* What a hostent points to, in one block. */
struct answer {
    struct hostent host;
    char *aliases[1], *addresses[2];
    struct in_addr address;
    char name[64];
};

static struct hostent *fill(struct answer *a, const struct node *n)
{
    memset(a, 0, sizeof *a);
    strcpy(a->name, n->name);
    a->address = n->address;
    a->addresses[0] = (char *)&a->address;
    a->host = (struct hostent){a->name, a->aliases, AF_INET, sizeof a->address, a->addresses};
    return &a->host;
}

/* The result is valid until the next one, as libc's. Before the first PVM call there is one place for it in the thread:
 * tasks that share a process have each their own. */
static struct hostent *make_hostent(const struct node *n)
{
    static _Thread_local struct answer before_first_call;
    struct pvm_task *t = pvmi_self();
    if (t == NULL)
        return fill(&before_first_call, n);
    struct answer *a = malloc(sizeof *a);
    if (a == NULL) {
        h_errno = NO_RECOVERY;
        return NULL;
    }
    return fill(pvmi_list_keep(&t->calls->lists.names, a), n);
}

/* The same in memory of the caller's. Returns 0, or ERANGE if it is too small. */
static int fill_hostent(const struct node *n, struct hostent *to, char *room, size_t room_bytes, struct hostent **out,
                        int *error)
{
    size_t skip = (size_t)(-(uintptr_t)room) % _Alignof(struct answer);
    *out = NULL;
    if (room_bytes < skip + sizeof(struct answer)) {
        *error = NETDB_INTERNAL;
        return ERANGE;
    }
    *to = *fill((struct answer *)(void *)(room + skip), n);
    *out = to;
    return 0;
}

PVM_PUBLIC struct hostent *gethostbyname(const char *name)
{
    struct node n;
    __typeof__(&gethostbyname) real;
    if (node_named(name, &n))
        return make_hostent(&n);
    real = NEXT(gethostbyname);
    return real != NULL ? real(name) : NULL;
}

PVM_PUBLIC struct hostent *gethostbyaddr(const void *address, socklen_t len, int family)
{
    struct node n;
    __typeof__(&gethostbyaddr) real;
    if (node_at(address, len, family, &n))
        return make_hostent(&n);
    real = NEXT(gethostbyaddr);
    return real != NULL ? real(address, len, family) : NULL;
}

PVM_PUBLIC int gethostbyname_r(const char *restrict name, struct hostent *restrict to, char *restrict room,
                               size_t room_bytes, struct hostent **restrict out, int *restrict error)
{
    struct node n;
    __typeof__(&gethostbyname_r) real;
    if (node_named(name, &n))
        return fill_hostent(&n, to, room, room_bytes, out, error);
    real = NEXT(gethostbyname_r);
    return real != NULL ? real(name, to, room, room_bytes, out, error) : ENOSYS;
}

PVM_PUBLIC int gethostbyaddr_r(const void *restrict address, socklen_t len, int family, struct hostent *restrict to,
                               char *restrict room, size_t room_bytes, struct hostent **restrict out,
                               int *restrict error)
{
    struct node n;
    __typeof__(&gethostbyaddr_r) real;
    if (node_at(address, len, family, &n))
        return fill_hostent(&n, to, room, room_bytes, out, error);
    real = NEXT(gethostbyaddr_r);
    return real != NULL ? real(address, len, family, to, room, room_bytes, out, error) : ENOSYS;
}

/* ---- ... and the newer one --------------------------------------------------------------------------------------- */

/* libc makes the list from the node's number, and only the number is replaced by the name. */
PVM_PUBLIC int getaddrinfo(const char *restrict name, const char *restrict service,
                           const struct addrinfo *restrict hints, struct addrinfo **restrict out)
{
    struct node n;
    char number[INET_ADDRSTRLEN];
    __typeof__(&getaddrinfo) real = NEXT(getaddrinfo);
    if (real == NULL)
        return EAI_SYSTEM;
    if ((hints != NULL && (hints->ai_flags & AI_NUMERICHOST) != 0) || !node_named(name, &n))
        return real(name, service, hints, out);
    int code = real(inet_ntop(AF_INET, &n.address, number, sizeof number), service, hints, out);
    if (code != 0 || (*out)->ai_canonname == NULL)
        return code;
    char *copy = strdup(n.name); /* freeaddrinfo frees it */
    if (copy != NULL) {
        free((*out)->ai_canonname);
        (*out)->ai_canonname = copy;
    }
    return 0;
}

PVM_PUBLIC int getnameinfo(const struct sockaddr *restrict address, socklen_t len, char *restrict host,
                           socklen_t host_bytes, char *restrict service, socklen_t service_bytes, int flags)
{
    struct node n;
    const struct sockaddr_in *in = (const struct sockaddr_in *)(const void *)address;
    __typeof__(&getnameinfo) real = NEXT(getnameinfo);
    if (real == NULL)
        return EAI_SYSTEM;
    bool wanted =
        host != NULL && host_bytes > 0 && (flags & NI_NUMERICHOST) == 0 && address != NULL && len >= sizeof *in;
    if (!wanted || !node_at(&in->sin_addr, sizeof in->sin_addr, address->sa_family, &n))
        return real(address, len, host, host_bytes, service, service_bytes, flags);
    if (strlen(n.name) >= host_bytes)
        return EAI_OVERFLOW;
    int code = service != NULL ? real(address, len, NULL, 0, service, service_bytes, flags) : 0;
    if (code == 0)
        strcpy(host, n.name);
    return code;
}
