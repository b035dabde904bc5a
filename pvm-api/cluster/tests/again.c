/* again.c - hosts that are deleted and added again: their tasks are new ones, with tids of their own, and get what is
 * sent to them, also by PvmRouteDirect. A host that is not there says why, and may be added when it is. The rsh of
 * three.sh fails for `later` as long as the file in $LATER is not there, and for a name that has no address. */
#include <stdlib.h>

#include "ints.h"

enum { NUMBER = 1 };

static void child(int parent)
{
    for (;;)
        send_int(parent, NUMBER, receive_int(parent, NUMBER));
}

static int echo(int kid, int n)
{
    send_int(kid, NUMBER, n);
    return receive_int(kid, NUMBER);
}

static int add(const char *name)
{
    char *names[] = {(char *)(size_t)name};
    int info = 0, added = pvm_addhosts(names, 1, &info);
    return added == 1 ? 1 : info;
}

static void again(const char *name)
{
    char *names[] = {(char *)(size_t)name};
    int info, first = start("child", name), host = pvm_tidtohost(first);
    for (int i = 0; i < 3; i++)
        (void)echo(first, i);
    pvm_delhosts(names, 1, &info);
    printf("added again: %d\n", add(name));
    int second = start("child", name);
    printf("another tid: %s, another host: %s, the first is %d\n", first != second ? "yes" : "no",
           pvm_tidtohost(second) != host ? "yes" : "no", pvm_pstat(first));
    printf("the second answers: %d %d\n", echo(second, 4), echo(second, 5));
    pvm_kill(second);
}

int main(int argc, char **argv)
{
    (void)argv;
    pvm_setopt(PvmRoute, PvmRouteDirect);
    pvm_mytid();
    if (argc > 1)
        child(pvm_parent());
    pvm_setopt(PvmAutoErr, 0);
    again("node1");
    again("node1");
    printf("no such host: %d\n", add("no-such-host.invalid"));
    printf("one that cannot be reached: %d\n", add("localhost"));
    fclose(fopen(getenv("LATER"), "w"));
    int once = add("localhost");
    printf("and when it can: %d; twice: %d\n", once, add("localhost"));
    printf("a name that would be an option: %d\n", add("-oProxyCommand=true"));
    pvm_exit();
    return 0;
}
