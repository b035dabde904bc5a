/* strangers.c - who connects to a daemon's port and does not know the secret does not get in, and harms nobody: with
 * nothing (many of them), with nonsense, with the right words and a wrong proof. Another user is not heard at the
 * socket of the tasks. */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cluster/wire/region.h"
#include "pvm3.h"
#include "ints.h"

enum { ALERT_BYTES = 64, TOKEN_CHARS = 32, SECRET_CHARS = 32, SILENT = 400, MOST_HEARD = 40 };

static const char *said;

/* Is the socket with that number one of the process's descriptors? */
static int has_socket(int pid, unsigned long number)
{
    char folder[64], path[400], link[64], wanted[64];
    int found = 0;
    snprintf(folder, sizeof folder, "/proc/%d/fd", pid);
    snprintf(wanted, sizeof wanted, "socket:[%lu]", number);
    DIR *d = opendir(folder);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        ssize_t n = readlink(path, link, sizeof link - 1);
        link[n > 0 ? n : 0] = 0;
        found |= strcmp(link, wanted) == 0;
    }
    if (d != NULL)
        closedir(d);
    return found;
}

/* The port on which our daemon listens, or 0. */
static int port_of_daemon(void)
{
    char line[512];
    int port = 0;
    FILE *f = fopen("/proc/net/tcp", "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        unsigned at, state;
        unsigned long number;
        if (sscanf(line, " %*d: %*8x:%x %*8x:%*x %x %*s %*s %*s %*s %*s %lu", &at, &state, &number) == 3 &&
            state == 10 && has_socket(getppid(), number))
            port = (int)at;
    }
    if (f != NULL)
        fclose(f);
    return port;
}

static int connect_to(int port)
{
    struct sockaddr_in a = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    return connect(fd, (struct sockaddr *)&a, sizeof a) == 0 ? fd : -1;
}

/* Reads what comes until the other end closes. Returns how many bytes came. */
static long read_out(int fd, char *first, size_t room)
{
    long all = 0;
    char rest[4096];
    ssize_t n;
    while ((n = read(fd, rest, sizeof rest)) > 0) {
        if (all < (long)room)
            memcpy(first + all, rest, (size_t)n < room - (size_t)all ? (size_t)n : room - (size_t)all);
        all += n;
    }
    close(fd);
    return all;
}

static void talk_nonsense(int port)
{
    char bytes[4096], heard[ALERT_BYTES];
    int fd = connect_to(port);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 37 + 11);
    (void)!send(fd, bytes, sizeof bytes, MSG_NOSIGNAL);
    printf("nonsense: %ld bytes come back\n", read_out(fd, heard, sizeof heard));
}

/* As for a connection of two tasks, with a word that no daemon expects. */
static void guess(int port)
{
    char mine[1 + TOKEN_CHARS] = {'T'}, theirs[ALERT_BYTES];
    int fd = connect_to(port);
    memset(mine + 1, 'a', TOKEN_CHARS);
    (void)!send(fd, mine, sizeof mine, MSG_NOSIGNAL);
    printf("a word that is guessed: %ld bytes come back\n", read_out(fd, theirs, sizeof theirs));
}

static unsigned give_key(SSL *tls, const char *hint, char *identity, unsigned room, unsigned char *key,
                         unsigned key_room)
{
    (void)tls, (void)hint;
    snprintf(identity, room, "%s", said);
    memset(key, '0', key_room > SECRET_CHARS ? SECRET_CHARS : key_room);
    return SECRET_CHARS;
}

/* TLS as a daemon speaks it, with another secret. Returns whether it is refused, and not for its form. */
static const char *talk_tls(int port, const char *identity)
{
    SSL_CTX *x = SSL_CTX_new(TLS_method());
    SSL *tls = SSL_new(x);
    said = identity;
    SSL_set_psk_client_callback(tls, give_key);
    SSL_set_ciphersuites(tls, "TLS_AES_128_GCM_SHA256");
    int fd = connect_to(port);
    SSL_set_fd(tls, fd);
    int made = SSL_connect(tls);
    SSL_free(tls);
    SSL_CTX_free(x);
    close(fd);
    return made == 1 ? "no" : "yes";
}

static void talk_well(int port)
{
    char identity[80];
    const int order = 0x01020304;
    snprintf(identity, sizeof identity, "%u %d 7 0 1 2 1", CLUSTER_VERSION, *(const char *)&order);
    printf("another secret is refused: %s\n", talk_tls(port, identity));
    printf("and so is who does not say who it is: %s\n", talk_tls(port, "somebody"));
}

/* Another user asks to be a task. Only root can become one; for others it is a test that says nothing. */
static void another_user(void)
{
    const char *name = getenv("AP1000_CLUSTER");
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int ends[2];
    char heard[8] = "none";
    (void)!pipe(ends);
    snprintf(a.sun_path + 1, sizeof a.sun_path - 1, "%s", name);
    pid_t pid = fork();
    if (pid == 0) {
        if (getuid() != 0 || setuid(65534) != 0)
            _exit(!write(ends[1], "closed", 7));
        int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);
        socklen_t n = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
        char byte;
        if (connect(fd, (struct sockaddr *)&a, n) == 0 && read(fd, &byte, 1) <= 0)
            (void)!write(ends[1], "closed", 7);
        _exit(0);
    }
    close(ends[1]);
    (void)!read(ends[0], heard, sizeof heard);
    close(ends[0]);
    printf("another user says nothing, and is: %s\n", heard);
}

int main(int argc, char **argv)
{
    int hosts, tid, started = 0;
    (void)argc;
    pvm_mytid();
    if (pvm_parent() > 0) {
        pvm_exit();
        return 0;
    }
    int port = port_of_daemon();
    printf("a daemon listens: %s\n", port > 0 ? "yes" : "no");
    int silent = connect_to(port);
    talk_nonsense(port);
    talk_well(port);
    guess(port);
    pvm_config(&hosts, NULL, NULL);
    for (int i = 0; i < 3; i++)
        started += pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &tid);
    printf("hosts: %d; started beside a silent stranger: %d\n", hosts, started);
    close(silent);
    int before = descriptors(getppid()), many[SILENT], heard = 0, most = 0;
    for (int i = 0; i < SILENT; i++)
        many[i] = connect_to(port);
    for (int i = 0; i < 20; i++) {
        started = pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &tid);
        heard += started == 1;
        most = descriptors(getppid()) > most ? descriptors(getppid()) : most;
    }
    printf("beside %d: started: %d; the daemon hears few of them: %s\n", SILENT, heard,
           most < before + MOST_HEARD ? "yes" : "no");
    for (int i = 0; i < SILENT; i++)
        close(many[i]);
    another_user();
    pvm_exit();
    return 0;
}
