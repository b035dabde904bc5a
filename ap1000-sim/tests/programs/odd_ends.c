/* odd_ends.c WHAT - runs in which no call need fail, but something is odd: messages that nobody reads (`unread`), an
 * error code as a tid (`tid`), items that nobody has packed (`type`); many tasks in a deadlock (`alike`); and one with
 * two regions (`regions`). `sound` has nothing of that. */
#include <string.h>

#include "tell.h"
#include "pvmsim.h"

enum { CHILDREN = 12, FIRST = 7, LAST = 9 };

static int tids[CHILDREN];
static char all[] = "all";

static void child(const char *what)
{
    double read = 0;
    int parent = pvm_parent();
    if (strcmp(what, "unread") == 0) {
        pvm_recv(parent, LAST);
    } else if (strcmp(what, "type") == 0) {
        pvm_recv(parent, FIRST);
        pvm_upkdouble(&read, 1, 1);
    } else if (strcmp(what, "alike") == 0) {
        pvm_recv(parent, FIRST);
    } else if (strcmp(what, "sound") == 0) {
        int value;
        pvm_recv(parent, FIRST);
        pvm_upkint(&value, 1, 1);
    } else {
        pvmsim_region("setup");
        pvmsim_charge(5000000);
        pvm_joingroup(all);
        pvm_freezegroup(all, CHILDREN);
        pvm_barrier(all, CHILDREN);
        pvmsim_region("solve");
        pvmsim_charge(20000000);
        pvm_barrier(all, CHILDREN);
    }
    pvm_exit();
}

int main(int argc, char **argv)
{
    char anywhere[] = "", missing[] = "no_such_program", *args[] = {argc > 1 ? argv[1] : anywhere, NULL};
    const char *what = args[0];
    int n = strcmp(what, "alike") == 0 || strcmp(what, "regions") == 0 ? CHILDREN : 2;
    pvm_setopt(PvmAutoErr, 0);
    if (pvm_parent() != PvmNoParent) {
        child(what);
        return 0;
    }
    if (pvm_spawn(argv[0], args, PvmTaskDefault, anywhere, n, tids) != n)
        return 1;
    for (int i = 0; i < n; i++)
        if (strcmp(what, "unread") == 0) {
            for (int tag = FIRST; tag <= LAST; tag++)
                tell(tids[i], tag, 1);
        } else if (strcmp(what, "tid") == 0) {
            pvm_spawn(missing, NULL, PvmTaskDefault, anywhere, 1, &tids[1]);
            pvm_send(tids[1], FIRST);
        } else if (strcmp(what, "type") == 0 || strcmp(what, "sound") == 0) {
            tell(tids[i], FIRST, 1);
        }
    if (strcmp(what, "alike") == 0)
        pvm_recv(-1, LAST);
    pvm_exit();
    return 0;
}
