/* commands.c - see console.h: one function a command, and their table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console.h"
#include "control.h"
#include "errors.h"
#include "pvm3.h"
#include "pvmi.h"
#include "wire.h"

static int tid_of(const char *word)
{
    return (int)strtoul(word[0] == 't' ? word + 1 : word, NULL, 16);
}

/* ---- hosts --------------------------------------------------------------------------------------------------------- */

static bool do_conf(int argc, char **argv)
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

static bool do_add(int argc, char **argv)
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

static bool do_delete(int argc, char **argv)
{
    int codes[CONSOLE_WORDS], n = pvm_delhosts(argv + 1, argc - 1, codes);
    if (n < 0)
        return true;
    printf("%d successful\n%24s  %s\n", n, "HOST", "STATUS");
    for (int i = 0; i < argc - 1; i++)
        printf("%24s  %s\n", argv[i + 1], codes[i] < 0 ? pvmi_error_text(codes[i]) : "deleted");
    return true;
}

static bool do_mstat(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int code = pvm_mstat(argv[i]);
        printf("%24s  %s\n", argv[i], code < 0 ? pvmi_error_text(code) : "ok");
    }
    return true;
}

/* ---- tasks --------------------------------------------------------------------------------------------------------- */

struct ps_options {
    bool all, full, every; /* -a, -l, -x */
    int where;
};

/* The tid of the host of that name; PvmNoHost. */
static int host_by_name(const char *name)
{
    struct pvmhostinfo *h;
    int n;
    if (pvm_config(&n, NULL, &h) < 0)
        return PvmNoHost;
    for (int i = 0; i < n; i++)
        if (strcmp(h[i].hi_name, name) == 0)
            return h[i].hi_tid;
    return PvmNoHost;
}

static struct ps_options ps_options(int argc, char **argv)
{
    struct ps_options o = {false, false, false, pvm_tidtohost(pvm_mytid())};
    for (int i = 1; i < argc; i++) {
        const char *at = argv[i] + (argv[i][0] == '-');
        if (*at == 'h')
            o.where = tid_of(at + 1);
        if (*at == 'n')
            o.where = host_by_name(at + 1);
        for (; *at != 0 && *at != 'h' && *at != 'n'; at++) {
            if (strchr("alx", *at) == NULL)
                printf("unknown flag -%c\n", *at);
            o.all = o.all || *at == 'a';
            o.full = o.full || *at == 'l';
            o.every = o.every || *at == 'x';
        }
    }
    return o;
}

/* The hosts' names, kept for a whole list. */
static const char *host_name(const struct pvmhostinfo *h, int n, int tid)
{
    for (int i = 0; i < n; i++)
        if (h[i].hi_tid == tid)
            return h[i].hi_name;
    return "?";
}

static void print_task(const struct pvmtaskinfo *t, const char *host, bool full)
{
    char tid[16], flags[16];
    snprintf(tid, sizeof tid, "%x", (unsigned)t->ti_tid);
    snprintf(flags, sizeof flags, "%x/%s%s%s", (unsigned)t->ti_flag, t->ti_flag & 4 ? "c" : "",
             (t->ti_flag & 6) == 6 ? "," : "", t->ti_flag & 2 ? "f" : "");
    printf("%24s %8s", host, t->ti_tid == pvm_mytid() ? "(cons)" : tid);
    if (full)
        printf(" %8x %6d", (unsigned)t->ti_ptid, t->ti_pid);
    printf(" %9s %-12s\n", flags, t->ti_a_out[0] != 0 ? t->ti_a_out : "-");
}

static bool do_ps(int argc, char **argv)
{
    struct ps_options o = ps_options(argc, argv);
    struct pvmhostinfo *h;
    struct pvmtaskinfo *t;
    int nhosts, n;
    if (pvm_config(&nhosts, NULL, &h) < 0 || pvm_tasks(o.all ? 0 : o.where, &n, &t) < 0)
        return true;
    printf("%24s %8s%s %9s %s\n", "HOST", "TID", o.full ? "     PTID    PID" : "", "FLAG 0x", "COMMAND");
    for (int i = 0; i < n; i++)
        if (o.every || t[i].ti_tid != pvm_mytid())
            print_task(&t[i], host_name(h, nhosts, t[i].ti_host), o.full);
    return true;
}

static bool do_pstat(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int tid = tid_of(argv[i]), code = pvm_pstat(tid);
        printf("t%8x  %s\n", (unsigned)tid, code < 0 ? pvmi_error_text(code) : "ok");
    }
    return true;
}

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

static bool do_kill(int argc, char **argv)
{
    bool children = strcmp(argv[1], "-c") == 0;
    for (int i = children ? 2 : 1; i < argc; i++)
        if (children)
            kill_children(tid_of(argv[i]));
        else
            pvm_kill(tid_of(argv[i]));
    return true;
}

static bool do_sig(int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        pvm_sendsig(tid_of(argv[i]), atoi(argv[1]));
    return true;
}

static bool stays(int tid, const int *tids, int n)
{
    for (int i = 0; i < n; i++)
        if (tids[i] == tid)
            return true;
    return tid == pvm_mytid();
}

/* What nobody owns in a class ("": all) at an index (-1: all). */
static void remove_orphans(const char *name, int index)
{
    struct pvm_task *self = pvmi_enter();
    struct wire_out body = {NULL, 0, 0, 0};
    wire_put_str(&body, name);
    wire_put_int(&body, index);
    pvmi_return(self, "reset", pvmi_control_code(self, CONTROL_ORPHANS, &body));
}

static bool do_reset(int argc, char **argv)
{
    struct pvmtaskinfo *t;
    int n = 0, nstay = 0, *stay;
    bool only_mail = argc > 1 && strcmp(argv[1], "info") == 0;
    if (!only_mail && pvm_getnoresets(&stay, &nstay) == 0 && pvm_tasks(0, &n, &t) == 0)
        for (int i = 0; i < n; i++)
            if (!stays(t[i].ti_tid, stay, nstay))
                pvm_kill(t[i].ti_tid);
    remove_orphans(argc > 2 ? argv[2] : "", argc > 3 ? atoi(argv[3]) : -1);
    return true;
}

/* ---- spawn --------------------------------------------------------------------------------------------------------- */

struct spawn_options {
    int count, flags;
    char *where;
    const char *path; /* of the output; "": the console; NULL: no job */
    bool append;
};

/* -N, -host, -(host), -ARCH, ->, ->file, ->>file. */
static void read_option(struct spawn_options *o, char *word)
{
    size_t len = strlen(word);
    if (word[0] == '>') {
        o->append = word[1] == '>';
        o->path = word + 1 + o->append;
    } else if (strspn(word, "0123456789") == len) {
        o->count = atoi(word);
    } else if (strcmp(word, "?") == 0) {
        o->flags |= PvmTaskDebug;
    } else {
        if (word[0] == '(' && word[len - 1] == ')') {
            word[len - 1] = 0;
            word++;
        }
        o->where = word;
        struct pvmhostinfo *h;
        bool is_arch = pvm_config(NULL, NULL, &h) == 0 && strncmp(word, h[0].hi_arch, strcspn(word, ":")) == 0;
        o->flags |= is_arch ? PvmTaskArch : PvmTaskHost;
    }
}

static bool do_spawn(int argc, char **argv)
{
    struct spawn_options o = {1, PvmTaskDefault, NULL, NULL, false};
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++)
        read_option(&o, argv[at] + 1);
    if (at >= argc || o.count < 1) {
        printf("incorrect arg count\n");
        return true;
    }
    int *tids = calloc((size_t)o.count, sizeof *tids);
    if (tids == NULL)
        return true;
    if (o.path != NULL) {
        int job = job_open(o.path[0] != 0 ? o.path : NULL, o.append);
        if (job < 0) {
            free(tids);
            return true;
        }
        printf("[%d]\n", job);
    }
    int n = pvm_spawn(argv[at], argv + at + 1, o.flags, o.where, o.count, tids);
    if (o.path != NULL)
        job_started(n > 0 ? n : 0);
    if (n >= 0)
        printf("%d successful\n", n);
    for (int i = 0; i < o.count && n >= 0; i++)
        if (tids[i] < 0)
            printf("%s\n", pvmi_error_text(tids[i]));
        else
            printf("t%x\n", (unsigned)tids[i]);
    free(tids);
    return true;
}

/* ---- the rest ------------------------------------------------------------------------------------------------------ */

static bool do_names(int argc, char **argv)
{
    struct pvmmboxinfo *c;
    int n = 0;
    char all[] = "*";
    if (pvm_getmboxinfo(argc > 1 ? argv[1] : all, &n, &c) < 0)
        return true;
    for (int i = 0; i < n; i++) {
        printf("<%s>:\n", c[i].mi_name);
        for (int k = 0; k < c[i].mi_nentries; k++)
            printf("\tindex=%d owner=0x%x/%d flags=0x%x\n", c[i].mi_indices[k], (unsigned)c[i].mi_owners[k],
                   c[i].mi_owners[k], (unsigned)c[i].mi_flags[k]);
        printf("\n");
    }
    return true;
}

static bool do_jobs(int argc, char **argv)
{
    (void)argc, (void)argv;
    jobs_print();
    return true;
}

static bool do_alias(int argc, char **argv)
{
    if (argc > 2)
        alias_define(argv[1], argv + 2);
    else
        alias_print();
    return true;
}

static bool do_unalias(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        alias_remove(argv[i]);
    return true;
}

static bool do_echo(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("%s%s", argv[i], i + 1 < argc ? " " : "");
    printf("\n");
    return true;
}

static bool do_id(int argc, char **argv)
{
    (void)argc, (void)argv;
    printf("t%x\n", (unsigned)pvm_mytid());
    return true;
}

static bool do_version(int argc, char **argv)
{
    (void)argc, (void)argv;
    printf("%s\n", pvm_version());
    return true;
}

static bool do_quit(int argc, char **argv)
{
    (void)argc, (void)argv;
    return false;
}

/* The machine's end ends its tasks, this one too, with a code of its own; here it is what was asked for. */
static void end_well(void)
{
    fflush(stdout);
    _exit(0);
}

static bool do_halt(int argc, char **argv)
{
    (void)argc, (void)argv;
    if (atexit(end_well) == 0)
        pvm_halt();
    return false;
}

static bool do_help(int argc, char **argv);

static const struct command {
    const char *name;
    bool (*run)(int argc, char **argv);
    int least, most; /* words, itself included */
    const char *about, *syntax;
} commands[] = {
    {"add", do_add, 2, CONSOLE_WORDS, "Add hosts to virtual machine", "add hostname ..."},
    {"alias", do_alias, 1, CONSOLE_WORDS, "Define/list command aliases", "alias [name command args ...]"},
    {"conf", do_conf, 1, 1, "List virtual machine configuration", "conf"},
    {"delete", do_delete, 2, CONSOLE_WORDS, "Delete hosts from virtual machine", "delete hostname ..."},
    {"echo", do_echo, 1, CONSOLE_WORDS, "Echo arguments", "echo [ arg ... ]"},
    {"halt", do_halt, 1, 1, "End the machine and every task", "halt"},
    {"help", do_help, 1, 2, "Print helpful information about a command", "help [ command ]"},
    {"id", do_id, 1, 1, "Print console task id", "id"},
    {"jobs", do_jobs, 1, 2, "Display list of running jobs", "jobs"},
    {"kill", do_kill, 2, CONSOLE_WORDS, "Terminate tasks",
     "kill [ options ] tid ...\nOptions:  -c   kill children of tid"},
    {"mstat", do_mstat, 2, CONSOLE_WORDS, "Show status of hosts", "mstat name ..."},
    {"names", do_names, 1, 2, "List message mailbox names", "names [ pattern ]"},
    {"ps", do_ps, 1, CONSOLE_WORDS, "List tasks",
     "ps [ -axl ]\nOptions:  -a       all hosts (default is local)\n          -hhost   specific host tid\n"
     "          -nhost   specific host name\n          -l       long (show process id)\n"
     "          -x       show the console too\n"
     "FLAG values:\n  f   task process is started by the machine\n  c   task has made itself known"},
    {"pstat", do_pstat, 2, CONSOLE_WORDS, "Show status of tasks", "pstat tid ..."},
    {"quit", do_quit, 1, 1, "Exit console", "quit"},
    {"reset", do_reset, 1, 4, "Kill all tasks, delete leftover mboxes",
     "reset\n\nreset info    Delete orphaned persistent mbox entries\nSyntax:  reset info [ class [ index ] ]"},
    {"sig", do_sig, 3, CONSOLE_WORDS, "Send signal to task", "sig signum task ..."},
    {"spawn", do_spawn, 2, CONSOLE_WORDS, "Spawn task",
     "spawn [ options ] file [ arg ... ]\nOptions:  -(count)         number of tasks, default is 1\n"
     "          -(host)          spawn on host, default is any\n"
     "          -(ARCH)          spawn on hosts of ARCH\n"
     "          ->               redirect job output to console\n"
     "          ->(file)         redirect output of job to file\n"
     "          ->>(file)        append output of job to file"},
    {"unalias", do_unalias, 2, CONSOLE_WORDS, "Undefine command alias", "unalias name ..."},
    {"version", do_version, 1, 1, "Show libpvm version", "version"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static bool do_help(int argc, char **argv)
{
    const struct command *c = find(argc > 1 ? argv[1] : "help");
    if (c != NULL)
        printf("%-11s %s\nSyntax:  %s\n", c->name, c->about, c->syntax);
    if (c != NULL && c->run == do_help) {
        printf("Commands are:\n");
        for (int i = 0; i < COMMANDS; i++)
            printf("  %-11s %s\n", commands[i].name, commands[i].about);
    }
    return true;
}

bool command_do(int argc, char **argv)
{
    const struct command *c = find(argv[0]);
    if (c == NULL)
        printf("%s: not found\n", argv[0]);
    else if (argc < c->least || argc > c->most)
        printf("%s: wrong #args\n", argv[0]);
    else
        return c->run(argc, argv);
    return true;
}
