/* strangers.c - who connects to a daemon's port and does not know the secret does not get in, and harms nobody: with
 * nothing, with nonsense, with the right words and a wrong proof.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cluster/wire/region.h"
#include "pvm3.h"

enum { GREETING_BYTES = 192, NONCE_AT = 24, NONCE_CHARS = 32, PROOF_AT = 64 };

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
    char bytes[4096], heard[GREETING_BYTES];
    int fd = connect_to(port);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 37 + 11);
    (void)!send(fd, bytes, sizeof bytes, MSG_NOSIGNAL);
    printf("nonsense: %ld bytes come back\n", read_out(fd, heard, sizeof heard));
}

/* magic, version, byte order, number, port, nonce, proof, as gate.c lays them out. */
static void make_greeting(char *mine, uint64_t magic)
{
    const uint32_t words[] = {CLUSTER_VERSION, 0x01020304, 7, 1};
    memset(mine, 0, GREETING_BYTES);
    memcpy(mine, &magic, sizeof magic);
    memcpy(mine + 8, words, sizeof words);
    memset(mine + NONCE_AT, 'a', NONCE_CHARS);
}

/* As for a connection of two tasks, with a word that no daemon expects. */
static void guess(int port)
{
    char mine[GREETING_BYTES], theirs[GREETING_BYTES];
    int fd = connect_to(port);
    make_greeting(mine, CLUSTER_MAGIC + 1);
    (void)!send(fd, mine, sizeof mine, MSG_NOSIGNAL);
    printf("a word that is guessed: %ld bytes come back\n", read_out(fd, theirs, sizeof theirs));
}

static void talk_well(int port)
{
    char mine[GREETING_BYTES], theirs[GREETING_BYTES];
    int fd = connect_to(port);
    size_t have = 0;
    make_greeting(mine, CLUSTER_MAGIC);
    (void)!send(fd, mine, sizeof mine, MSG_NOSIGNAL);
    for (ssize_t n; have < sizeof theirs && (n = read(fd, theirs + have, sizeof theirs - have)) > 0;)
        have += (size_t)n;
    printf("a greeting is answered with a proof: %s\n",
           have == sizeof theirs && strncmp(theirs + PROOF_AT, "$6$", 3) == 0 ? "yes" : "no");
    memcpy(mine + PROOF_AT, theirs + PROOF_AT, GREETING_BYTES - PROOF_AT); /* its own proof is not ours */
    (void)!send(fd, mine, sizeof mine, MSG_NOSIGNAL);
    printf("its own proof given back: %ld bytes come back\n", read_out(fd, theirs, sizeof theirs));
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
    pvm_exit();
    return 0;
}
