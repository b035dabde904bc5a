/* sockets.c BYTES... - ping-pong between two tasks on two nodes, in the place of the paper's program on WinSock:
 * anetl.sh runs it on a machine where PVM's own software and heads take nothing, so that what is left is from
 * socket to socket. */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

static char ball[1 << 20];

static double now_us(void)
{
    struct timeval t;
    gettimeofday(&t, NULL);
    return 1e6 * (double)t.tv_sec + (double)t.tv_usec;
}

static void serve(int other)
{
    int len = 0, tag = 0;
    while (pvm_precv(other, -1, ball, sizeof ball, PVM_BYTE, NULL, &tag, &len) >= 0 && tag == 1)
        pvm_psend(other, 1, ball, len, PVM_BYTE);
}

int main(int argc, char **argv)
{
    int other = pvm_parent(), rounds = 100;
    if (other >= 0) {
        serve(other);
        pvm_exit();
        return 0;
    }
    if (pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &other) != 1)
        return 1;
    printf("bytes\tround_trip_us\n");
    for (int i = 1; i < argc; i++) {
        int bytes = atoi(argv[i]);
        double begin = 0;
        for (int k = -1; k < rounds; k++) { /* once before, for the connection */
            if (k == 0)
                begin = now_us();
            pvm_psend(other, 1, ball, bytes, PVM_BYTE);
            pvm_precv(other, 1, ball, sizeof ball, PVM_BYTE, NULL, NULL, NULL);
        }
        printf("%d\t%.3f\n", bytes, (now_us() - begin) / rounds);
    }
    pvm_psend(other, 2, ball, 1, PVM_BYTE);
    pvm_exit();
    return 0;
}
