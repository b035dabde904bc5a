/* server.c - `server serve`: waits for messages for ever, an eighth of a second at a time. `server ask`: what time it
 * is on the machine [s].
 */
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "pvm3.h"

int main(int argc, char **argv)
{
    struct timeval eighth = {0, 125000};
    pvm_mytid();
    if (argc > 1 && strcmp(argv[1], "serve") == 0) {
        printf("serving\n");
        (void)fflush(stdout);
        for (;;)
            if (pvm_trecv(-1, -1, &eighth) < 0)
                return 1;
    }
    printf("%ld\n", (long)time(NULL));
    pvm_exit();
    return 0;
}
