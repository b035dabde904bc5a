/* stranger.c - `stranger SOCKET`: connects to a machine's socket and does not look whose it is, as a program of another
 * user would; asks for the table of tasks, then for the end of the machine. Prints how many of the two were answered.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "carriers/slots/wire/carrier.h"
#include "sockets.h"

static int answered(const char *name, unsigned what)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    struct carrier_hello word = {.magic = CARRIER_MAGIC, .version = CARRIER_VERSION, .word = what, .pid = getpid()};
    char answer[256];
    size_t n = strlen(name);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0), table = memfd_create("stranger", MFD_CLOEXEC);
    if (fd < 0 || table < 0 || n >= sizeof a.sun_path - 1)
        return -1;
    memcpy(a.sun_path + 1, name, n);
    if (connect(fd, (struct sockaddr *)&a, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + n)) != 0) {
        perror("connect");
        return -1;
    }
    (void)sockets_send(fd, &word, sizeof word, table);
    int got = read(fd, answer, sizeof answer) > 0;
    close(fd);
    close(table);
    return got;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    int ps = answered(argv[1], CARRIER_PS), down = answered(argv[1], CARRIER_DOWN);
    if (ps < 0 || down < 0)
        return 1;
    printf("%d of 2 answered\n", ps + down);
    return 0;
}
