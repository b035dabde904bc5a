/* commands.c - see console.h: the table of commands, and the commands that are too small for a file of their own. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console.h"

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

/* The command `tickle` is for debugging PVM's daemon; it prints the numbers that the machine answers. */
static bool do_tickle(int argc, char **argv)
{
    int ask[CONSOLE_WORDS], answer[10], n = 0;
    for (int i = 1; i < argc; i++)
        ask[i - 1] = (int)strtol(argv[i], NULL, 0);
    if (pvm_tickle(argc - 1, ask, &n, answer) < 0)
        return true;
    printf("(");
    for (int i = 0; i < n; i++)
        printf(" %d", answer[i]);
    printf(" )\n");
    return true;
}

static bool do_quit(int argc, char **argv)
{
    (void)argc, (void)argv;
    return false;
}

/* The end of the machine ends its tasks, also this one, with an exit code of its own. Here that is what was asked
 * for. */
static void exit_with_0(void)
{
    fflush(stdout);
    _exit(0);
}

static bool do_halt(int argc, char **argv)
{
    (void)argc, (void)argv;
    signal(SIGTERM, SIG_IGN); /* the machine ends its tasks with it */
    if (atexit(exit_with_0) == 0)
        pvm_halt();
    return false;
}

static console_command do_help;

static const struct command {
    const char *name;
    console_command *run;
    int least, most; /* the number of words, with the command itself */
    const char *about, *syntax;
} commands[] = {
    {"add", do_add, 2, CONSOLE_WORDS, "Add hosts to virtual machine", "add hostname ..."},
    {"alias", do_alias, 1, CONSOLE_WORDS, "Define/list command aliases", "alias [name command args ...]"},
    {"conf", do_conf, 1, 1, "List virtual machine configuration", "conf"},
    {"delete", do_delete, 2, CONSOLE_WORDS, "Delete hosts from virtual machine", "delete hostname ..."},
    {"echo", do_echo, 1, CONSOLE_WORDS, "Echo arguments", "echo [ arg ... ]"},
    {"export", do_export, 1, CONSOLE_WORDS, "Pass environment variables to spawned tasks", "export [ varname ... ]"},
    {"getopt", do_getopt, 1, 2, "Display PVM options of the console", "getopt [ what ]"},
    {"groups", do_groups, 1, 1, "List groups, their members and barriers", "groups"},
    {"halt", do_halt, 1, 1, "End the machine and every task", "halt"},
    {"help", do_help, 1, 2, "Print helpful information about a command", "help [ command ]"},
    {"id", do_id, 1, 1, "Print console task id", "id"},
    {"jobs", do_jobs, 1, 2, "Display list of running jobs", "jobs [ -l ] [ number ]"},
    {"kill", do_kill, 2, CONSOLE_WORDS, "Terminate tasks",
     "kill [ options ] tid ...\nOptions:  -c   kill children of tid"},
    {"mstat", do_mstat, 2, CONSOLE_WORDS, "Show status of hosts", "mstat name ..."},
    {"names", do_names, 1, 2, "List message mailbox names", "names [ pattern ]"},
    {"ps", do_ps, 1, 2, "List tasks",
     "ps [ -alwx ]\nOptions:  -a       all hosts (default is local)\n          -hhost   specific host tid\n"
     "          -nhost   specific host name\n          -l       long (show process id)\n"
     "          -w       what each task does or waits for, since when\n"
     "          -x       show the console too\n"
     "FLAG values:\n  f   task process is started by the machine\n  c   task has made itself known\n"
     "  H   hoster  R   resource manager  T   tasker"},
    {"pstat", do_pstat, 2, CONSOLE_WORDS, "Show status of tasks", "pstat tid ..."},
    {"put", do_put, 3, 4, "Add entry to message mailbox", "put name flags [ text ]"},
    {"quit", do_quit, 1, 1, "Exit console", "quit"},
    {"reset", do_reset, 1, 4, "Kill all tasks, delete leftover mboxes",
     "reset\n\nreset info    Delete orphaned persistent mbox entries\nSyntax:  reset info [ class [ index ] ]"},
    {"setenv", do_setenv, 1, CONSOLE_WORDS, "Display or set environment variables", "setenv [ name [ value ] ]"},
    {"setopt", do_setopt, 3, 3, "Set PVM options of the console, not of others", "setopt what value"},
    {"sig", do_sig, 3, CONSOLE_WORDS, "Send signal to task", "sig signum task ..."},
    {"spawn", do_spawn, 2, CONSOLE_WORDS, "Spawn task",
     "spawn [ options ] file [ arg ... ]\nOptions:  -(count)         number of tasks, default is 1\n"
     "          -(host)          spawn on host, default is any\n"
     "          -(ARCH)          spawn on hosts of ARCH\n"
     "          -(place):(wd)    the same, in directory wd\n"
     "          -:(wd)           in directory wd\n"
     "          -?               enable debugging\n"
     "          ->               redirect job output to console\n"
     "          ->(file)         redirect output of job to file\n"
     "          ->>(file)        append output of job to file\n"
     "          -@ -@(file)      trace job: in pvm, PVM's own console"},
    {"tickle", do_tickle, 2, 10, "Ask for numbers about PVM's daemon: there is none", "tickle how [ arg ... ]"},
    {"trace", do_trace, 1, CONSOLE_WORDS, "Trace files: PVM's own console writes them",
     "trace ...\n" CONSOLE_TRACES_ELSEWHERE},
    {"unalias", do_unalias, 2, CONSOLE_WORDS, "Undefine command alias", "unalias name ..."},
    {"unexport", do_unexport, 1, CONSOLE_WORDS, "Pass environment variables no more", "unexport [ varname ... ]"},
    {"version", do_version, 1, 1, "Show libpvm version", "version"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static bool do_help(int argc, char **argv)
{
    const struct command *c = find_command(argc > 1 ? argv[1] : "help");
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
    const struct command *c = find_command(argv[0]);
    if (c == NULL)
        printf("%s: not found\n", argv[0]);
    else if (argc < c->least || argc > c->most)
        printf("%s: wrong #args\n", argv[0]);
    else
        return c->run(argc, argv);
    return true;
}
