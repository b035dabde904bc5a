/* pvm.c - datagrams as PVM messages on a simulated machine; on another PVM, tasks tell each other their UDP ports by
 * its mailboxes. */
#include "pvm.h"

#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "library.h"
#include "pvmsim.h"

/* Context and tag of datagrams: no receive of the program's takes them. */
enum { CONTEXT = 0x53756369, TAG = 1 };
/* The longest message that goes as one datagram: 65535 byte without the headers of IP, UDP and PVM. */
enum { DATAGRAM_BYTES = 65491 };

void suci_pvm_charge(const struct suci_pvm *pvm, int64_t ns)
{
    if (pvm != NULL && ns > 0)
        pvm->pvmsim_charge(ns);
}

void suci_pvm_enter(const struct suci_pvm *pvm, const char *call)
{
    if (pvm != NULL)
        pvm->pvmsim_enter(call);
}

void suci_pvm_leave(const struct suci_pvm *pvm)
{
    if (pvm != NULL)
        pvm->pvmsim_leave();
}

void suci_pvm_costs(const struct suci_pvm *pvm, int64_t *packet_ns)
{
    double us;
    if (pvm != NULL && pvm->pvmsim_parameter("suci.packet_us", &us) == 1)
        *packet_ns = (int64_t)(us * 1000 + 0.5);
}

struct carrier {
    struct suci_port port;
    struct suci_pvm pvm;
};

static void send_datagram(struct suci_port *port, suci_place to, const void *header, const void *body, size_t size)
{
    const struct suci_pvm *pvm = port->pvm;
    int context = pvm->pvm_setcontext(CONTEXT), buffer = pvm->pvm_mkbuf(PvmDataInPlace);
    int program = pvm->pvm_setsbuf(buffer), errors = pvm->pvm_setopt(PvmAutoErr, 0);
    int route = pvm->pvm_setopt(PvmRoute, PvmRouteDatagram); /* a machine without keeps what it has */
    pvm->pvm_pkbyte((char *)header, SUCI_HEADER_BYTES, 1);
    if (size > 0)
        pvm->pvm_pkbyte((char *)body, (int)size, 1);
    pvm->pvm_send((int)to, TAG); /* to one that has ended: lost */
    if (route > 0)
        pvm->pvm_setopt(PvmRoute, route);
    pvm->pvm_setopt(PvmAutoErr, errors);
    pvm->pvm_setsbuf(program);
    pvm->pvm_freebuf(buffer);
    pvm->pvm_setcontext(context);
}

static size_t receive_datagram(struct suci_port *port, suci_place *from, void *to, size_t size, int64_t ns)
{
    const struct suci_pvm *pvm = port->pvm;
    int context = pvm->pvm_setcontext(CONTEXT), program = pvm->pvm_setrbuf(0), bytes = 0, tag, tid = 0;
    struct timeval span = {ns / 1000000000, (ns % 1000000000 + 999) / 1000};
    if (span.tv_usec == 1000000)
        span = (struct timeval){span.tv_sec + 1, 0};
    int buffer = ns < 0 ? pvm->pvm_recv(-1, TAG) : pvm->pvm_trecv(-1, TAG, &span);
    if (buffer > 0) {
        pvm->pvm_bufinfo(buffer, &bytes, &tag, &tid);
        if (bytes > (int)size)
            bytes = 0;
        else if (bytes > 0)
            pvm->pvm_upkbyte(to, bytes, 1);
        pvm->pvm_freebuf(buffer);
    }
    pvm->pvm_setrbuf(program);
    pvm->pvm_setcontext(context);
    *from = (suci_place)(unsigned)tid;
    return (size_t)bytes;
}

static int64_t now(struct suci_port *port)
{
    struct timespec t;
    if (port->pvm->clock_gettime == NULL || port->pvm->clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void close_carrier(struct suci_port *port)
{
    free(port);
}

static void name(suci_place place, char *to, size_t size)
{
    snprintf(to, size, "t%x", (unsigned)place);
}

struct suci_port *suci_pvm_open(void)
{
    struct carrier *c = calloc(1, sizeof *c);
    if (c == NULL || !suci_pvm_table(&c->pvm) || c->pvm.pvmsim_charge == NULL || c->pvm.pvm_mytid() < 0) {
        free(c);
        return NULL;
    }
    c->port = (struct suci_port){.send = send_datagram,
                                 .receive = receive_datagram,
                                 .now = now,
                                 .close = close_carrier,
                                 .name = name,
                                 .pvm = &c->pvm,
                                 .datagram_bytes = DATAGRAM_BYTES};
    return &c->port;
}

/* ---- on another PVM */

static void box_name(char *to, size_t size, int tid)
{
    snprintf(to, size, "suci t%x", (unsigned)tid);
}

void suci_pvm_publish(int port)
{
    struct suci_pvm pvm;
    char box[32];
    if (!suci_pvm_table(&pvm) || pvm.pvm_mytid() < 0)
        return;
    int buffer = pvm.pvm_mkbuf(PvmDataDefault), program = pvm.pvm_setsbuf(buffer);
    box_name(box, sizeof box, pvm.pvm_mytid());
    pvm.pvm_pkint(&port, 1, 1);
    if (pvm.pvm_putinfo(box, buffer, PvmMboxDefault | PvmMboxOverWritable) < 0)
        suci_says("suci_open: PVM does not keep this task's port; other tasks will not find it");
    pvm.pvm_setsbuf(program);
    pvm.pvm_freebuf(buffer);
}

/* The address of a task's host: this computer's own loops back. */
static int address_of(const struct suci_pvm *pvm, int tid, struct in_addr *address)
{
    struct pvmhostinfo *hosts;
    int nhosts = 0, host = pvm->pvm_tidtohost(tid);
    address->s_addr = htonl(INADDR_LOOPBACK);
    if (host < 0 || host == pvm->pvm_tidtohost(pvm->pvm_mytid()))
        return host < 0 ? -1 : 0;
    if (pvm->pvm_config(&nhosts, NULL, &hosts) < 0)
        return -1;
    for (int i = 0; i < nhosts; i++) {
        struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM}, *found;
        if (hosts[i].hi_tid != host || getaddrinfo(hosts[i].hi_name, NULL, &hints, &found) != 0)
            continue;
        *address = ((struct sockaddr_in *)(void *)found->ai_addr)->sin_addr;
        freeaddrinfo(found);
        return 0;
    }
    return -1;
}

int suci_pvm_find(int tid, suci_place *place)
{
    struct suci_pvm pvm;
    struct in_addr address;
    char box[32];
    int port = 0;
    if (!suci_pvm_table(&pvm)) {
        suci_says("suci_database_task: this program has no libpvm3.so.3");
        return SUCI_BAD;
    }
    box_name(box, sizeof box, tid);
    int program = pvm.pvm_setrbuf(0), buffer = pvm.pvm_recvinfo(box, 0, PvmMboxWaitForInfo);
    if (buffer > 0) {
        pvm.pvm_setrbuf(buffer);
        pvm.pvm_upkint(&port, 1, 1);
        pvm.pvm_setrbuf(0);
        pvm.pvm_freebuf(buffer);
    }
    pvm.pvm_setrbuf(program);
    if (port < 1 || address_of(&pvm, tid, &address) != 0) {
        suci_says("suci_database_task: the address of task t%x is not to be found", (unsigned)tid);
        return SUCI_BAD;
    }
    *place = (suci_place)ntohl(address.s_addr) << 16 | (unsigned)port;
    return 0;
}
