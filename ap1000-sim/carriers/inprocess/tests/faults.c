/* faults.c - children that end in every way; their parent is told of each end. Beside each other they must not disturb
 * the one that only answers. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

enum { TAG_WORD = 1, TAG_END = 2, TAG_GO = 3 };

static int *volatile nowhere;
static volatile int zero;

/* Each call writes into the room of the one before it, so that no compiler makes a loop of them. */
static int deeper(volatile char *above)
{
    volatile char room[2000];
    if (above == NULL)
        return 0;
    above[0] = 1;
    return deeper(room) + room[0];
}

static void last_word(void)
{
    printf("at exit\n");
}

static void says(int number)
{
    printf("handler of %d\n", number);
    exit(4);
}

static void come_to_an_end(const char *how)
{
    printf("%s begins\n", how);
    if (strcmp(how, "wild") == 0)
        *nowhere = 1;
    if (strcmp(how, "division") == 0)
        printf("%d\n", 7 / zero);
    if (strcmp(how, "stack") == 0) {
        char room[1];
        printf("%d\n", deeper(room));
    }
    if (strcmp(how, "prints") == 0)
        fprintf(tmpfile(), "of file%.1s", (const char *)nowhere + sizeof "none");
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "text") == 0)
        *(char *)(size_t) "a constant" = 'b';
    if (strcmp(how, "raise") == 0)
        raise(SIGTERM);
    if (strcmp(how, "handled") == 0) {
        signal(SIGSEGV, says);
        *nowhere = 1;
    }
    if (strcmp(how, "at_once") == 0)
        _exit(7);
    if (strcmp(how, "exit") == 0) {
        atexit(last_word);
        exit(5);
    }
    printf("%s ends\n", how);
}

/* Sends a word before its end: also of one that dies nothing posted is lost. */
static int child(const char *how)
{
    if (strcmp(how, "never_joins") == 0)
        return 3;
    pvm_recv(pvm_parent(), TAG_GO);
    pvm_initsend(PvmDataDefault);
    pvm_pkstr((char *)(size_t)how);
    pvm_send(pvm_parent(), TAG_WORD);
    come_to_an_end(how);
    pvm_recv(-1, TAG_GO);
    return 0;
}

int main(int argc, char **argv)
{
    static const char *const ends[] = {"wild",  "division", "stack",   "prints", "abort",       "text",
                                       "raise", "handled",  "at_once", "exit",   "never_joins", "stays"};
    enum { N = sizeof ends / sizeof ends[0] };
    int tids[N];
    if (argc > 1)
        return child(argv[1]);
    for (int i = 0; i < N; i++) {
        char *args[] = {(char *)(size_t)ends[i], NULL};
        if (pvm_spawn(argv[0], args, PvmTaskDefault, NULL, 1, &tids[i]) != 1)
            return 1;
    }
    pvm_notify(PvmTaskExit, TAG_END, N, tids);
    pvm_initsend(PvmDataDefault);
    pvm_mcast(tids, N, TAG_GO);
    for (int i = 0; i < N - 1; i++) {
        int tid, bufid;
        bufid = pvm_recv(-1, TAG_END);
        pvm_upkint(&tid, 1, 1);
        for (int c = 0; c < N; c++)
            if (tids[c] == tid)
                printf("%s has ended\n", ends[c]);
        pvm_freebuf(bufid);
    }
    for (int i = 0; i < N - 1; i++) {
        char word[32];
        if (pvm_nrecv(-1, TAG_WORD) <= 0)
            break;
        pvm_upkstr(word);
        printf("a word of %s\n", word);
    }
    pvm_initsend(PvmDataDefault);
    pvm_send(tids[N - 1], TAG_GO);
    pvm_recv(-1, TAG_END);
    printf("stays has ended: %.3f\n", sqrt(2));
    pvm_exit();
    return 0;
}
