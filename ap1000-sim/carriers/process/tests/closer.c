/* closer.c - its slave closes every descriptor above 2 after its first call, as daemons do, and uses the numbers for
 * files of its own; messages of all lengths must come as if nothing had been, and nothing be written into these files.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pvm3.h"

#define LARGEST 100000

static char bytes[LARGEST];

/* The numbers from 3 on: sockets whose other ends are closed, so that a look says that nobody is there. */
static void use_numbers(void)
{
    for (int fd = 3; fd < 1024; fd++)
        (void)close(fd);
    for (int i = 0; i < 8; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0)
            (void)fcntl(pair[1], F_SETFD, 0);
    }
    for (int fd = 4; fd < 19; fd += 2)
        (void)close(fd);
}

static int answer(void)
{
    use_numbers();
    for (int i = 0; i < 4; i++) {
        int n = 0, wrong = 0;
        pvm_bufinfo(pvm_recv(pvm_parent(), 1), &n, NULL, NULL);
        pvm_upkbyte(bytes, n, 1);
        for (int k = 0; k < n; k++)
            wrong += bytes[k] != (char)(k + i);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&n, 1, 1);
        pvm_pkint(&wrong, 1, 1);
        pvm_send(pvm_parent(), 2);
    }
    pvm_exit();
    return 0;
}

int main(int argc, char **argv)
{
    static const int lengths[] = {10, 40000, 10000, LARGEST};
    int tid, total = 0, bad = 0;
    pvm_mytid();
    if (pvm_parent() > 0)
        return answer();
    if (pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &tid) != 1)
        return 1;
    for (int i = 0; i < 4; i++) {
        int n, wrong;
        for (int k = 0; k < lengths[i]; k++)
            bytes[k] = (char)(k + i);
        pvm_initsend(PvmDataRaw);
        pvm_pkbyte(bytes, lengths[i], 1);
        for (volatile long k = 0; i == 2 && k < 400000000;
             k++) /* the slave waits long enough to look for its machine */
            ;
        pvm_send(tid, 1);
        pvm_recv(tid, 2);
        pvm_upkint(&n, 1, 1);
        pvm_upkint(&wrong, 1, 1);
        total += n;
        bad += wrong;
    }
    printf("%d bytes came, %d wrong\n", total, bad);
    pvm_exit();
    return 0;
}
