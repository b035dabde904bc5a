/* round_trips.c - a master and one task send a message of 100 bytes back and forth 200 times; nobody receives one
 * further message. With the argument "deadlock" both then wait for each other. */
#include <string.h>

#include <pvm3.h>

enum { trips = 200, bytes = 100, tag = 3, forgotten_tag = 99, never_tag = 7 };

static void exchange(int other, int first)
{
    char body[bytes] = {0};
    for (int i = 0; i < trips; i++) {
        if (first || i > 0) {
            pvm_initsend(PvmDataRaw);
            pvm_pkbyte(body, bytes, 1);
            pvm_send(other, tag);
        }
        pvm_recv(other, tag);
        pvm_upkbyte(body, bytes, 1);
    }
    if (!first) {
        pvm_initsend(PvmDataRaw);
        pvm_pkbyte(body, bytes, 1);
        pvm_send(other, tag);
    }
}

int main(int argc, char **argv)
{
    char program[] = "round_trips";
    const int parent = pvm_parent();
    int other = parent;
    if (parent == PvmNoParent &&
        pvm_spawn(argv[0][0] == '/' ? argv[0] : program, argv + 1, PvmTaskDefault, (char *)"", 1, &other) != 1)
        return 1;
    exchange(other, parent == PvmNoParent);
    if (parent != PvmNoParent)
        pvm_psend(other, forgotten_tag, program, 10, PVM_BYTE);
    if (argc > 1 && strcmp(argv[1], "deadlock") == 0)
        pvm_recv(other, never_tag);
    pvm_exit();
    return 0;
}
