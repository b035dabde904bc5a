/* udp.c - datagrams by a UDP socket. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "library.h"

struct udp {
    struct suci_port port;
    int socket, number;
    bool told; /* that the system refused to send */
};

int suci_udp_place(const char *ip, int port, suci_place *place)
{
    struct in_addr address;
    if (ip == NULL || inet_pton(AF_INET, ip, &address) != 1) {
        suci_says("'%s' is no IP address such as 10.0.0.2", ip == NULL ? "" : ip);
        return -1;
    }
    if (port < 1 || port > 65535) {
        suci_says("port %d is not 1 to 65535", port);
        return -1;
    }
    *place = (suci_place)ntohl(address.s_addr) << 16 | (unsigned)port;
    return 0;
}

static void name(suci_place place, char *to, size_t size)
{
    snprintf(to, size, "%u.%u.%u.%u port %u", (unsigned)(place >> 40 & 255), (unsigned)(place >> 32 & 255),
             (unsigned)(place >> 24 & 255), (unsigned)(place >> 16 & 255), (unsigned)(place & 65535));
}

static void send_datagram(struct suci_port *port, suci_place to, const void *header, const void *body, size_t size)
{
    struct udp *u = (struct udp *)port;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)(to & 65535)),
                                  .sin_addr.s_addr = htonl((uint32_t)(to >> 16))};
    struct iovec parts[] = {{(void *)header, SUCI_HEADER_BYTES}, {(void *)body, size}};
    struct msghdr message = {
        .msg_name = &address, .msg_namelen = sizeof address, .msg_iov = parts, .msg_iovlen = size > 0 ? 2 : 1};
    ssize_t sent = sendmsg(u->socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    /* No room now, or nobody there: as if the network had lost it. */
    if (sent >= 0 || errno == EAGAIN || errno == ENOBUFS || errno == ECONNREFUSED || errno == EINTR || u->told)
        return;
    char text[64];
    int why = errno;
    name(to, text, sizeof text);
    suci_says("cannot send %zu bytes to %s: %s", size + SUCI_HEADER_BYTES, text, strerror(why));
    u->told = true;
}

static size_t receive_datagram(struct suci_port *port, suci_place *from, void *to, size_t size, int64_t ns)
{
    struct udp *u = (struct udp *)port;
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    ssize_t n = recvfrom(u->socket, to, size, MSG_DONTWAIT, (struct sockaddr *)&address, &length);
    if (n < 0 && ns != 0) {
        struct timespec wait = {ns / 1000000000, ns % 1000000000};
        struct pollfd here = {.fd = u->socket, .events = POLLIN};
        ppoll(&here, 1, ns < 0 ? NULL : &wait, NULL);
        length = sizeof address;
        n = recvfrom(u->socket, to, size, MSG_DONTWAIT, (struct sockaddr *)&address, &length);
    }
    if (n <= 0)
        return 0;
    *from = (suci_place)ntohl(address.sin_addr.s_addr) << 16 | ntohs(address.sin_port);
    return (size_t)n;
}

static int64_t now(struct suci_port *port)
{
    struct timespec t;
    (void)port;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void close_socket(struct suci_port *port)
{
    close(((struct udp *)port)->socket);
    free(port);
}

int suci_udp_port(const struct suci_port *port)
{
    return ((const struct udp *)port)->number;
}

struct suci_port *suci_udp_open(const struct suci_address *own)
{
    const char *ip = own == NULL ? "0.0.0.0" : own->ip;
    int number = own == NULL ? 0 : own->port, room = 4 << 20;
    suci_place place;
    if (suci_udp_place(ip, number == 0 ? 1 : number, &place) != 0)
        return NULL;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)number), .sin_addr.s_addr = htonl((uint32_t)(place >> 16))};
    socklen_t length = sizeof address;
    struct udp *u = calloc(1, sizeof *u);
    int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (u == NULL || s < 0 || bind(s, (struct sockaddr *)&address, sizeof address) != 0 ||
        getsockname(s, (struct sockaddr *)&address, &length) != 0) {
        suci_says("suci_open: cannot open %s port %d: %s", ip, number, strerror(errno));
        if (s >= 0)
            close(s);
        free(u);
        return NULL;
    }
    setsockopt(s, SOL_SOCKET, SO_RCVBUF, &room, sizeof room); /* as much as the system gives */
    *u = (struct udp){.socket = s, .number = ntohs(address.sin_port)};
    u->port = (struct suci_port){.send = send_datagram,
                                 .receive = receive_datagram,
                                 .now = now,
                                 .close = close_socket,
                                 .name = name,
                                 .datagram_bytes = 65507};
    return &u->port;
}
