/* host.c - hosts: the list of them, adding and deleting what cannot be added or deleted, data formats, clocks; and the
 * library's version. */
#include <sys/time.h>

#include "oracle.h"

static void configuration(void)
{
    struct pvmhostinfo *hosts = NULL;
    int n = -1, archs = -1, mine = -1;
    say("version %s", pvm_version());
    SIGN(pvm_mytid());
    CODE(pvm_config(&n, &archs, &hosts));
    SHOW(n >= 1, archs >= 1);
    for (int i = 0; i < n; i++)
        if (hosts[i].hi_tid == pvm_tidtohost(pvm_mytid()))
            mine = i;
    SHOW(mine >= 0, hosts[mine].hi_speed, pvm_archcode(hosts[mine].hi_arch) == hosts[mine].hi_dsig);
    struct pvmminfo raw;
    pvm_getminfo(pvm_initsend(PvmDataRaw), &raw);
    SHOW(raw.enc == hosts[mine].hi_dsig);
    CODE(pvm_mstat(hosts[mine].hi_name), pvm_config(NULL, NULL, NULL));
}

static void wrong_names(void)
{
    char *nobody[2] = {W("no.such.host.invalid"), W("")};
    int codes[2] = {9, 9};
    CODE(pvm_mstat(W("no.such.host")), pvm_mstat(W("")), pvm_mstat(NULL), pvm_archcode(W("NOSUCH")),
         pvm_archcode(W("")), pvm_archcode(NULL), pvm_addhosts(nobody, 0, codes), pvm_addhosts(nobody, -1, codes),
         pvm_delhosts(nobody, 0, codes), pvm_delhosts(nobody, -1, codes), pvm_addhosts(nobody, 4096, codes),
         pvm_delhosts(nobody, 4096, codes), pvm_delhosts(nobody, 1, codes));
    say("code of it: %s", code_name(codes[0]));
    CODE(pvm_delhosts(nobody, 1, NULL));
    SHOW(codes[1]);
}

static void clocks(void)
{
    struct timeval remote = {-1, -1}, delta = {-1, -1};
    CODE(pvm_hostsync(pvm_tidtohost(pvm_mytid()), &remote, &delta));
    SHOW(remote.tv_sec >= 0, delta.tv_sec >= -1 && delta.tv_sec <= 1);
    CODE(pvm_hostsync(0, &remote, &delta), pvm_hostsync(-1, &remote, &delta), pvm_hostsync(0x3f000000, &remote, &delta),
         pvm_hostsync(pvm_tidtohost(pvm_mytid()), NULL, NULL));
}

static void daemon_calls(void)
{
    int args[3] = {1, 2, 3}, n = -1, results[10];
    CODE(pvm_start_pvmd(0, NULL, 0), pvm_start_pvmd(0, NULL, 1), pvm_tickle(0, args, &n, results),
         pvm_tickle(11, args, &n, results), pvm_tickle(-1, args, &n, results));
    n = -1;
    CODE(pvm_tickle(1, args + 2, &n, results));
    SHOW(n);
    args[0] = 9;
    CODE(pvm_tickle(2, args, &n, results));
    SHOW(n);
}

PARTS(configuration, wrong_names, clocks, daemon_calls);
