/* register.c - tasks that take over a part of the system: who may, what it leaves in the mailboxes, and how it ends. */
#include "oracle.h"

static void show_class(const char *name)
{
    struct pvmmboxinfo *c = NULL;
    int n = -1;
    CODE(pvm_getmboxinfo(W(name), &n, &c));
    SHOW(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < c[i].mi_nentries; j++) {
            int mid = pvm_recvinfo(c[i].mi_name, c[i].mi_indices[j], 0), bytes = -1, number;
            say("  %s: index %d owner %s flags %d", c[i].mi_name, c[i].mi_indices[j], who(c[i].mi_owners[j]),
                c[i].mi_flags[j]);
            pvm_bufinfo(mid, &bytes, NULL, NULL);
            say("  %d bytes", bytes);
            for (int k = 0; k < (bytes == 4 ? 1 : 7); k++) {
                if (k == 5) {
                    char mask[100] = "";
                    pvm_upkstr(mask);
                    say("    %s", mask);
                }
                pvm_upkint(&number, 1, 1);
                say("    %s", number == pvm_mytid()                  ? "me"
                              : number > 0x40000 && number < 0x50000 ? "a task"
                                                                     : code_name(number));
            }
        }
}

/* Another task that tries to be the tracer, too. */
static void rival(void)
{
    char mask[40] = "";
    memset(mask, '@', 36);
    CODE(pvm_reg_tracer(0, 666, 0, 667, mask, 0, 0), pvm_reg_tracer(0, 0, 0, 0, mask, 0, 0));
}

/* A tracer's mask may have any length. */
static void long_masks(void)
{
    static const int lengths[] = {0, 34, 36, 300, 5000};
    static char mask[5001];
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        memset(mask, '@', sizeof mask - 1);
        mask[lengths[i]] = 0;
        CODE(pvm_reg_tracer(0, 666, 0, 667, mask, 0, 0));
        int output = pvm_setopt(PvmOutputTid, pvm_mytid());
        take_lines(start("lives"));
        pvm_setopt(PvmOutputTid, output);
        CODE(pvm_reg_tracer(0, 666, 0, 667, mask, 0, 0));
    }
}

static void lives(void)
{
    say("it lives");
}

static void stands_in(void)
{
    struct pvmhostinfo *hosts = NULL;
    char mask[40] = "";
    memset(mask, '@', 36);
    CODE(pvm_reg_tracer(0, 666, 0, 667, mask, 0, 0));
    show_class(PVMTRACERCLASS);
    int output = pvm_setopt(PvmOutputTid, pvm_mytid()); /* or the tracer would get what the rival prints */
    take_lines(start("rival"));
    pvm_setopt(PvmOutputTid, output);
    CODE(pvm_reg_tracer(0, 666, 0, 667, mask, 0, 0));
    show_class(PVMTRACERCLASS);
    CODE(pvm_reg_tracer(1, 2, 3, 4, mask, 5, 1));
    show_class(PVMTRACERCLASS);
    CODE(pvm_reg_tracer(1, 2, 3, 4, mask, -5, 1), pvm_reg_tracer(1, 2, 3, 4, mask, 0, 7));
    show_class(PVMTRACERCLASS);
    CODE(pvm_reg_hoster());
    show_class(PVMHOSTERCLASS);
    CODE(pvm_reg_hoster(), pvm_reg_tasker());
    show_class(PVMTASKERCLASS);
    CODE(pvm_reg_tasker(), pvm_reg_rm(&hosts));
    SHOW(hosts != NULL);
    show_class(PVMRMCLASS);
    SIGN(pvm_reg_rm(NULL));
    CODE(pvm_exit());
    SIGN(pvm_mytid());
    show_class("###*");
}

ROLES({"rival", rival, REPORTS}, {"lives", lives, REPORTS});
PARTS(long_masks, stands_in);
