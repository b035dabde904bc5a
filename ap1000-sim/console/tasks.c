/* tasks.c - commands about running tasks: ps, pstat, kill, sig, reset. */
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "console.h"
#include "pvmi_console.h"

/* ---- ps ---------------------------------------------------------------------------------------------------------- */

/* The flags of pvm_tasks, the highest first, with the letter of each in the list. */
static const struct {
    int bit;
    char letter;
} flag_letters[] = {{0x80, 'T'}, {0x40, 'R'}, {0x20, 'H'}, {4, 'c'}, {2, 'f'}};

static const char *flags_text(int flags, char *text, size_t room)
{
    size_t len = (size_t)snprintf(text, room, "%x/", (unsigned)flags);
    bool first = true;
    for (size_t i = 0; i < sizeof flag_letters / sizeof *flag_letters && len + 3 < room; i++)
        if ((flags & flag_letters[i].bit) != 0) {
            len += (size_t)snprintf(text + len, room - len, "%s%c", first ? "" : ",", flag_letters[i].letter);
            first = false;
        }
    return text;
}

static const char *host_name(const struct pvmhostinfo *h, int n, int tid)
{
    for (int i = 0; i < n; i++)
        if (h[i].hi_tid == tid)
            return h[i].hi_name;
    return "?";
}

static void print_task(const struct pvmtaskinfo *t, const char *host, bool full)
{
    char tid[16], parent[16] = "-", flags[32];
    snprintf(tid, sizeof tid, "%x", (unsigned)t->ti_tid);
    if (t->ti_ptid != 0)
        snprintf(parent, sizeof parent, "%x", (unsigned)t->ti_ptid);
    printf("%24s %8s", host, t->ti_tid == pvm_mytid() ? "(cons)" : tid);
    if (full)
        printf(" %8s %6d", parent, t->ti_pid);
    printf(" %9s %-12s\n", flags_text(t->ti_flag, flags, sizeof flags), t->ti_a_out[0] != 0 ? t->ti_a_out : "-");
}

void tasks_print(int where, bool full, bool (*shown)(void *arg, const struct pvmtaskinfo *t), void *arg)
{
    struct pvmhostinfo *h;
    struct pvmtaskinfo *t;
    int nhosts, n;
    if (pvm_config(&nhosts, NULL, &h) < 0 || pvm_tasks(where, &n, &t) < 0)
        return;
    for (int i = 0; i < n; i++)
        if (shown(arg, &t[i]))
            print_task(&t[i], host_name(h, nhosts, t[i].ti_host), full);
}

void tasks_columns(bool full)
{
    printf("%24s %8s%s %9s %s\n", "HOST", "TID", full ? "     PTID    PID" : "", "FLAG 0x", "COMMAND");
}

struct ps_options {
    bool full, every, waits; /* -l, -x, -w */
    int where;               /* 0: all hosts */
};

/* Returns the tid of the host of that name, or `here`, after a message, if there is none. */
static int host_by_name(const char *name, int here)
{
    struct pvmhostinfo *h;
    int n = 0;
    if (pvm_config(&n, NULL, &h) < 0)
        return here;
    for (int i = 0; i < n; i++)
        if (strcmp(h[i].hi_name, name) == 0)
            return h[i].hi_tid;
    printf("unknown host %s\n", name);
    return here;
}

/* Reads one word of options: letters; -h and -n take the rest of the word. */
static void read_ps_option(struct ps_options *o, const char *at, int here)
{
    for (; *at != 0; at++) {
        if (*at == 'h' || *at == 'n') {
            o->where = *at == 'h' ? parse_tid(at + 1) : host_by_name(at + 1, here);
            return;
        }
        if (strchr("alwx", *at) == NULL)
            printf("unknown flag -%c\n", *at);
        o->where = *at == 'a' ? 0 : o->where;
        o->full = o->full || *at == 'l';
        o->every = o->every || *at == 'x';
        o->waits = o->waits || *at == 'w';
    }
}

static bool is_shown(void *arg, const struct pvmtaskinfo *t)
{
    const struct ps_options *o = arg;
    return o->every || t->ti_tid != pvm_mytid();
}

/* What each task does or waits for: `ap1000 ps`, which lies beside this program. */
static void show_waits(void)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - sizeof "ap1000");
    char *folder_end = n > 0 ? memrchr(path, '/', (size_t)n) : NULL;
    pid_t child;
    char *argv[] = {(char *)"ap1000", (char *)"ps", NULL};
    if (folder_end == NULL)
        return;
    strcpy(folder_end + 1, "ap1000");
    fflush(stdout);
    if (posix_spawn(&child, path, NULL, NULL, argv, environ) == 0)
        waitpid(child, NULL, 0);
    else
        printf("cannot start %s\n", path);
}

bool do_ps(int argc, char **argv)
{
    int here = pvm_tidtohost(pvm_mytid());
    struct ps_options o = {false, false, false, here};
    for (int i = 1; i < argc; i++)
        read_ps_option(&o, argv[i] + (argv[i][0] == '-'), here);
    if (o.waits) {
        show_waits();
        return true;
    }
    if (o.where != 0 && pvm_tasks(o.where, NULL, NULL) < 0)
        return true;
    tasks_columns(o.full);
    tasks_print(o.where, o.full, is_shown, &o);
    return true;
}

bool do_pstat(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int tid = parse_tid(argv[i]), code = pvm_pstat(tid);
        printf("t%8x  %s\n", (unsigned)tid, code < 0 ? pvmi_error_text(code) : "run");
    }
    return true;
}

/* ---- ending tasks ------------------------------------------------------------------------------------------------ */

static void kill_children(int tid)
{
    struct pvmtaskinfo *t;
    int n;
    if (pvm_tasks(0, &n, &t) < 0)
        return;
    for (int i = 0; i < n; i++)
        if (t[i].ti_ptid == tid)
            pvm_kill(t[i].ti_tid);
}

bool do_kill(int argc, char **argv)
{
    bool children = false;
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++)
        if (strcmp(argv[at], "-c") == 0)
            children = true;
        else
            printf("unknown flag %s\n", argv[at]);
    if (at == argc)
        printf("incorrect arg count\n");
    for (; at < argc; at++)
        if (children)
            kill_children(parse_tid(argv[at]));
        else
            pvm_kill(parse_tid(argv[at]));
    return true;
}

bool do_sig(int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        pvm_sendsig(parse_tid(argv[i]), atoi(argv[1]));
    return true;
}

static bool is_spared(int tid, const int *tids, int n)
{
    for (int i = 0; i < n; i++)
        if (tids[i] == tid)
            return true;
    return tid == pvm_mytid();
}

bool do_reset(int argc, char **argv)
{
    struct pvmtaskinfo *t;
    int n = 0, nstay = 0, *stay;
    if (argc > 1 && strcmp(argv[1], "info") != 0) {
        printf("\"%s\" arg to reset not valid\n", argv[1]);
        return true;
    }
    if (argc == 1 && pvm_getnoresets(&stay, &nstay) == 0 && pvm_tasks(0, &n, &t) == 0)
        for (int i = 0; i < n; i++)
            if (!is_spared(t[i].ti_tid, stay, nstay))
                pvm_kill(t[i].ti_tid);
    pvmreset(0, 0, argc > 2 ? argv[2] : (char *)"", argc > 3 ? atoi(argv[3]) : -1);
    return true;
}
