/* newcomers.c - `newcomers N`: a master as N processes that want to join, and for which the simulator has no means:
 * each is told so. Afterwards it starts a task, for which there is room. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "pvm3.h"
#include "sockets.h"
#include "carriers/slots/wire/carrier.h"

/* Returns what it was answered; 1: nothing. */
static int join(const char *machine)
{
    struct carrier_hello hello = {.magic = CARRIER_MAGIC, .version = CARRIER_VERSION, .word = CARRIER_HELLO};
    struct carrier_welcome welcome = {.status = 1};
    int socket = sockets_connect(machine), memory = -1;
    hello.pid = getpid();
    if (socket >= 0 && sockets_send(socket, &hello, sizeof hello, -1)) {
        struct pollfd answer = {socket, POLLIN, 0};
        while (poll(&answer, 1, 1) == 0) /* simulated time, in which the simulator looks who has come */
            continue;
        (void)sockets_receive(socket, &welcome, sizeof welcome, &memory);
    }
    (void)close(memory);
    (void)close(socket);
    return welcome.status;
}

int main(int argc, char **argv)
{
    const char *machine = getenv(CARRIER_ENV_SOCKET);
    int tid, n = argc > 1 ? atoi(argv[1]) : 0;
    if (pvm_parent() > 0) {
        pvm_exit();
        return 0;
    }
    for (int i = 0; i < n; i++) {
        int code = machine != NULL ? join(machine) : 2;
        if (code != PvmOutOfRes) {
            printf("newcomer %d was answered %d, not %d\n", i, code, PvmOutOfRes);
            return 1;
        }
    }
    printf("then pvm_spawn started %d\n", pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &tid));
    pvm_exit();
    return 0;
}
