/* hosts.c - commands about the nodes of the machine: conf, add, delete, mstat. */
#include <stdio.h>

#include "console.h"
#include "pvmi_console.h"

bool do_conf(int argc, char **argv)
{
    struct pvmhostinfo *h;
    int n, narch;
    (void)argc, (void)argv;
    if (pvm_config(&n, &narch, &h) < 0)
        return true;
    printf("%d host%s, %d data format%s\n", n, n == 1 ? "" : "s", narch, narch == 1 ? "" : "s");
    printf("%24s %8s %8s %7s %10s\n", "HOST", "DTID", "ARCH", "SPEED", "DSIG");
    for (int i = 0; i < n; i++)
        printf("%24s %8x %8s %7d 0x%08x\n", h[i].hi_name, (unsigned)h[i].hi_tid, h[i].hi_arch, h[i].hi_speed,
               (unsigned)h[i].hi_dsig);
    return true;
}

bool do_add(int argc, char **argv)
{
    int codes[CONSOLE_WORDS], n = pvm_addhosts(argv + 1, argc - 1, codes);
    if (n < 0)
        return true;
    printf("%d successful\n%24s %8s\n", n, "HOST", "DTID");
    for (int i = 0; i < argc - 1; i++)
        if (codes[i] < 0)
            printf("%24s %s\n", argv[i + 1], pvmi_error_text(codes[i]));
        else
            printf("%24s %8x\n", argv[i + 1], (unsigned)codes[i]);
    return true;
}

bool do_delete(int argc, char **argv)
{
    int codes[CONSOLE_WORDS], n = pvm_delhosts(argv + 1, argc - 1, codes);
    if (n < 0)
        return true;
    printf("%d successful\n%24s  %s\n", n, "HOST", "STATUS");
    for (int i = 0; i < argc - 1; i++)
        printf("%24s  %s\n", argv[i + 1], codes[i] < 0 ? pvmi_error_text(codes[i]) : "deleted");
    return true;
}

bool do_mstat(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int code = pvm_mstat(argv[i]);
        printf("%24s  %s\n", argv[i], code < 0 ? pvmi_error_text(code) : "ok");
    }
    return true;
}
