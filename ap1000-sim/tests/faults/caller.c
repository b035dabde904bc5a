/* caller.c - `caller SOCKET`: connects to a machine's socket again and again, says nothing, and hangs up a little
 * later; so at most moments some connection of it ends. Until the machine is gone; prints how often it has called. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "sockets.h"

enum { OPEN = 20 }; /* connections at once */

int main(int argc, char **argv)
{
    const struct timespec pause = {0, 1000000};
    int open[OPEN], calls = 0;
    for (; argc > 1; calls++) {
        if (calls >= OPEN)
            close(open[calls % OPEN]);
        open[calls % OPEN] = sockets_connect(argv[1]);
        if (open[calls % OPEN] < 0)
            break;
        nanosleep(&pause, NULL);
    }
    printf("%d calls\n", calls);
    return calls >= OPEN ? 0 : 1;
}
