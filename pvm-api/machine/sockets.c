/* sockets.c - see sockets.h. */
#include "sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

bool sockets_up_name(char out[SOCKETS_NAME_BYTES], const char *command, const char *name)
{
    const char *given = name != NULL && *name != 0 ? name : "default";
    (void)snprintf(out, SOCKETS_NAME_BYTES, "%s-%u-%s", command, (unsigned)getuid(), given);
    return strlen(given) <= SOCKETS_UP_NAME_CHARS;
}

int sockets_above_standard(int fd)
{
    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    int above = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(fd);
    return above;
}

void sockets_open_standard(void)
{
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY); /* the lowest that is free: this one */
}

static socklen_t address_of(const char *name, struct sockaddr_un *a)
{
    memset(a, 0, sizeof *a);
    a->sun_family = AF_UNIX;
    size_t n = strlen(name);
    if (n > sizeof a->sun_path - 2)
        n = sizeof a->sun_path - 2;
    memcpy(a->sun_path + 1, name, n); /* sun_path[0] stays 0: abstract */
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + n);
}

/* An abstract name can be taken by anyone on this computer: believe only our own user's processes. */
static bool same_user(int fd)
{
    struct ucred who;
    socklen_t n = sizeof who;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) == 0 && who.uid == getuid();
}

int sockets_connect(const char *name)
{
    struct sockaddr_un a;
    socklen_t n = address_of(name, &a);
    int fd = sockets_above_standard(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    if (fd < 0)
        return -1;
    int rc;
    do
        rc = connect(fd, (struct sockaddr *)&a, n);
    while (rc != 0 && errno == EINTR);
    if (rc != 0 || !same_user(fd)) {
        close(fd);
        return -1;
    }
    return fd;
}

int sockets_listen(const char *name)
{
    struct sockaddr_un a;
    socklen_t n = address_of(name, &a);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    if (bind(fd, (struct sockaddr *)&a, n) != 0 || listen(fd, SOMAXCONN) != 0) {
        int why = errno;
        close(fd);
        errno = why;
        return -1;
    }
    return fd;
}

bool sockets_send(int socket, const void *record, size_t n, int fd)
{
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec io = {(void *)(size_t)record, n};
    struct msghdr msg = {.msg_iov = &io, .msg_iovlen = 1};
    if (fd >= 0) {
        memset(&control, 0, sizeof control);
        msg.msg_control = control.bytes;
        msg.msg_controllen = sizeof control.bytes;
        struct cmsghdr *h = CMSG_FIRSTHDR(&msg);
        h->cmsg_level = SOL_SOCKET;
        h->cmsg_type = SCM_RIGHTS;
        h->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(h), &fd, sizeof fd);
    }
    ssize_t rc;
    do
        rc = sendmsg(socket, &msg, MSG_NOSIGNAL);
    while (rc < 0 && errno == EINTR);
    return rc == (ssize_t)n;
}

bool sockets_send_all(int stream, const void *bytes, size_t n)
{
    const char *rest = bytes;
    while (n > 0) {
        ssize_t sent = send(stream, rest, n, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        rest += sent > 0 ? sent : 0;
        n -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

bool sockets_partner_lives(int fd)
{
    struct pollfd p = {.fd = fd, .events = 0};
    return syscall(SYS_ppoll, &p, 1, &(struct timespec){0, 0}, NULL, 0) <= 0 || (p.revents & (POLLHUP | POLLERR)) == 0;
}

static bool is_rights(const struct cmsghdr *h)
{
    return h->cmsg_level == SOL_SOCKET && h->cmsg_type == SCM_RIGHTS;
}

bool sockets_receive(int socket, void *record, size_t n, int *fd)
{
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec io = {record, n};
    struct msghdr msg = {
        .msg_iov = &io, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t rc;
    do
        rc = recvmsg(socket, &msg, MSG_CMSG_CLOEXEC);
    while (rc < 0 && errno == EINTR);
    if (fd != NULL)
        *fd = -1;
    for (struct cmsghdr *h = rc >= 0 ? CMSG_FIRSTHDR(&msg) : NULL; h != NULL; h = CMSG_NXTHDR(&msg, h))
        for (size_t i = 0; is_rights(h) && CMSG_LEN((i + 1) * sizeof(int)) <= h->cmsg_len; i++) {
            int got;
            memcpy(&got, CMSG_DATA(h) + i * sizeof got, sizeof got);
            if (fd != NULL && *fd < 0 && rc == (ssize_t)n)
                *fd = got;
            else
                close(got);
        }
    return rc == (ssize_t)n;
}
