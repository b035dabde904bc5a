/* error.c - error codes and their texts, what is printed and when, and the variables that old programs read. */
#include "oracle.h"

extern int pvm_nerr;
extern char *pvm_errlist[];

int main(void)
{
    SHOW(pvm_nerr);
    for (int i = 0; i < pvm_nerr; i++)
        say("%d: %s", i, pvm_errlist[i]);
    SHOW(pvm_errno);
    say("strerror: %s", pvm_strerror());
    pvm_mytid();
    CODE(pvm_freebuf(-1));
    SHOW(pvm_errno);
    CODE(pvm_perror(W("who")), pvm_perror(W("")), pvm_perror(NULL));
    say("strerror: %s", pvm_strerror());
    SIGN(pvm_mytid());
    SHOW(pvm_errno);
    for (int i = 0; i >= -40; i--) {
        pvm_errno = i;
        say("%d: %s", i, pvm_strerror());
    }
    pvm_errno = -500;
    say("-500: %s", pvm_strerror());
    pvm_errno = 3;
    say("3: %s", pvm_strerror());
    CODE(pvm_setopt(PvmAutoErr, 0), pvm_freebuf(-1));
    SHOW(pvm_errno);
    CODE(pvm_perror(W("silent")), pvm_setopt(PvmAutoErr, 1), pvm_nrecv(-1, -1), pvm_setopt(PvmAutoErr, 2));
    fflush(stdout);
    pvm_freebuf(-1);
    say("not reached");
    return 0;
}
