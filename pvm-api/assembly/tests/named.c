/* named.c - through libc's calls, tasks on cells learn on which node they are, and where the others are, as a server
 * does that wants to be reached; and argv[0] says where their own file is. The answers are the same before the first
 * PVM call and after it.
 *
 * usage: ap1000 run named (the master spawns one task on every cell) */
#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

enum { CHILDREN = 4 };

static int failures;

static void expect(int good, const char *what, const char *name)
{
    failures += !good;
    if (!good)
        printf("wrong: %s: %s\n", what, name);
}

/* The name's address as text, or "". */
static const char *address_of(const char *name)
{
    static char text[INET_ADDRSTRLEN];
    struct hostent *h = gethostbyname(name);
    text[0] = 0;
    if (h != NULL)
        inet_ntop(AF_INET, h->h_addr_list[0], text, sizeof text);
    return text;
}

static void resolve_all(void)
{
    struct pvmhostinfo *hosts;
    struct addrinfo *list;
    int n = 0;
    pvm_config(&n, NULL, &hosts);
    expect(n == CHILDREN + 1, "number of hosts", "");
    for (int i = 0; i < n; i++) {
        char wanted[32];
        struct in_addr a;
        snprintf(wanted, sizeof wanted, "127.1.0.%d", i + 1);
        expect(strcmp(address_of(hosts[i].hi_name), wanted) == 0, "gethostbyname", hosts[i].hi_name);
        int code = getaddrinfo(hosts[i].hi_name, NULL, NULL, &list);
        expect(code == 0, "getaddrinfo", hosts[i].hi_name);
        if (code == 0)
            freeaddrinfo(list);
        inet_pton(AF_INET, wanted, &a);
        struct hostent *h = gethostbyaddr(&a, sizeof a, AF_INET);
        expect(h != NULL && strcmp(h->h_name, hosts[i].hi_name) == 0, "gethostbyaddr", wanted);
    }
}

int main(int argc, char **argv)
{
    char address[INET_ADDRSTRLEN], before[64] = "", after[64] = "";
    int tids[CHILDREN], wrong;
    (void)argc;
    gethostname(before, sizeof before);
    strcpy(address, address_of(before)); /* a server does that before it says a word to PVM */
    int me = pvm_mytid(), parent = pvm_parent();
    gethostname(after, sizeof after);
    expect(strcmp(before, after) == 0, "the name before the first call", before);
    expect(strncmp(after, parent == PvmNoParent ? "ap1000" : "cell", 4) == 0, "the own name", after);
    expect(strcmp(address, address_of(after)) == 0, "the own address before the first call", address);
    resolve_all();
    if (parent !=
        PvmNoParent) { /* spawned by a bare name; PVM 3.4.6, too, gives it the path of the file that was found */
        expect(argv[0][0] == '/' && access(argv[0], X_OK) == 0, "argv[0]", argv[0]);
        pvm_initsend(PvmDataRaw);
        pvm_pkint(&failures, 1, 1);
        pvm_send(parent, 1);
        pvm_exit();
        return 0;
    }
    expect(me > 0 && pvm_spawn(strrchr(argv[0], '/') + 1, NULL, PvmTaskDefault, (char *)"", CHILDREN, tids) == CHILDREN,
           "spawn", "");
    for (int i = 0; i < CHILDREN && failures == 0; i++) {
        pvm_recv(-1, 1);
        pvm_upkint(&wrong, 1, 1);
        failures += wrong;
    }
    pvm_exit();
    return failures != 0;
}
