/* where.c - pvm_spawn: flags and places, counts, files of every kind, and the arguments of a child. */
#include <sys/stat.h>

#include "oracle.h"

static void child(void)
{
    char folder[4096] = "", **argv = own_words();
    int argc = 0;
    while (argv[argc] != NULL)
        argc++;
    say("  %d words, the first %s", argc, strcmp(argv[0], own_path()) == 0 ? "this file" : argv[0]);
    for (int i = 1; i < argc; i++)
        say("  word %d: '%s'", i, argv[i]);
    if (strcmp(argv[1], "folder") == 0 && getcwd(folder, sizeof folder) != NULL)
        say("  folder %s", getenv("HOME") != NULL && strcmp(folder, getenv("HOME")) == 0 ? "as ever" : folder);
}

/* Prints the result of a spawn with one argument, and the first tids. Children print their lines. */
static void spawn(const char *what, const char *file, const char *word, int flags, const char *where, int count)
{
    char *args[2] = {W(word), NULL};
    int tids[4] = {7, 7, 7, 7};
    int n = pvm_spawn(W(file), word != NULL ? args : NULL, flags, W(where), count, tids);
    say("%s: %s, %s", what, code_name(n), tids[0] > 7 ? "a tid" : code_name(tids[0]));
    for (int i = 1; i < count && i < 4; i++)
        say("  and %s", tids[i] > 7 ? "a tid" : code_name(tids[i]));
    for (int i = 0; i < n && word != NULL; i++)
        take_lines(tids[i]);
}

static void places(void)
{
    struct pvmhostinfo *hosts;
    static const int flags[] = {PvmTaskDefault,
                                PvmTaskHost,
                                PvmTaskArch,
                                PvmTaskHost | PvmTaskArch,
                                PvmMppFront,
                                PvmMppFront | PvmTaskHost,
                                PvmMppFront | PvmTaskArch,
                                PvmTaskTrace};
    char *me = own_path(), *arch, what[100];
    int n;
    pvm_config(&n, NULL, &hosts);
    arch = strdup(hosts[0].hi_arch);
    char *host = strdup(hosts[0].hi_name);
    for (int i = 0; i < 8; i++) {
        static const char *names[] = {".", "", "no.such.host", "*", NULL};
        for (int k = 0; k < 5; k++) {
            snprintf(what, sizeof what, "flags %d, where %s", flags[i], names[k] != NULL ? names[k] : "NULL");
            if (names[k] != NULL || (flags[i] & 3) == 0)
                spawn(what, me, "word", flags[i], names[k], 1);
        }
    }
    spawn("by its name", me, "word", PvmTaskHost, host, 2);
    spawn("by its kind", me, "word", PvmTaskArch, arch, 2);
    spawn("kind in the place of the name", me, "word", PvmTaskHost, arch, 2);
    spawn("name in the place of the kind", me, "word", PvmTaskArch, host, 2);
    spawn("all but what is not there", me, "word", PvmTaskHost | PvmHostCompl, "no.such.host", 1);
    spawn("all but no kind", me, "word", PvmTaskArch | PvmHostCompl, "NOARCH", 1);
    spawn("all but one kind", me, "word", PvmTaskArch | PvmHostCompl, arch, 1);
    spawn("the complement of all", me, "word", PvmHostCompl, "", 1);
    spawn("the complement of all, in front", me, "word", PvmHostCompl | PvmMppFront, "", 1);
    spawn("host and kind but for no host", me, "word", PvmTaskHost | PvmTaskArch | PvmHostCompl, "no.such.host", 1);
    spawn("unknown flags", me, "word", 1024 | 4096, "", 1);
    spawn("count 0", me, "word", 0, "", 0);
    spawn("count below 0", me, "word", 0, "", -3);
    spawn("count 0 of nothing", "no-such-file", "word", 0, "", 0);
    spawn("count 0 at no host", me, "word", PvmTaskHost, "no.such.host", 0);
    free(arch);
    free(host);
}

static void folders(void)
{
    char *me = own_path();
    if (getenv("HOME") == NULL ||
        chdir(getenv("HOME")) != 0) /* PVM's daemon starts tasks there; our machine starts them in this folder */
        return;
    spawn("in the root", me, "folder", 0, ":/", 1);
    spawn("in a folder", me, "folder", 0, ":/usr/lib", 1);
    spawn("here, in a folder", me, "folder", PvmTaskHost, ".:/usr", 1);
    spawn("in no folder", me, "folder", 0, ":/no/such/folder", 1);
    spawn("in a file", me, "folder", 0, ":/etc/passwd", 1);
    spawn("no host, a folder", me, "folder", PvmTaskHost, "no.such.host:/usr", 1);
    spawn("below, where nothing is", me, "folder", 0, ":no/such/folder", 1);
    spawn("a colon alone", me, "folder", 0, ":", 1);
    spawn("two colons", me, "folder", 0, "::/usr", 1);
    spawn("a dot", me, "folder", 0, ":.", 1);
    spawn("up", me, "folder", 0, ":/usr/lib/..", 1);
}

static void files(void)
{
    char path[] = "/tmp/oracleXXXXXX", below[100];
    int fd = mkstemp(path);
    spawn("a path that is not there", "/no/such/file", NULL, 0, "", 2);
    spawn("a name that is not there", "nosuchfile", NULL, 0, "", 2);
    spawn("a folder", "/usr", NULL, 0, "", 1);
    spawn("a file that is no program", "/etc/passwd", NULL, 0, "", 1);
    spawn("an empty file that may not run", path, NULL, 0, "", 1);
    chmod(path, 0000);
    spawn("one that nobody may read", path, NULL, 0, "", 1);
    snprintf(below, sizeof below, "%s/below", path);
    spawn("below a file", below, NULL, 0, "", 1);
    spawn("no name", "", NULL, 0, "", 1);
    spawn("a blank", " ", NULL, 0, "", 1);
    spawn("with a slash only", "/", NULL, 0, "", 1);
    close(fd);
    unlink(path);
}

static void words(void)
{
    char longer[3001], *none[1] = {NULL};
    char *empty[3] = {W("x"), W(""), NULL};
    char *several[7] = {W("a b"), W("'quoted'"), W("\"double\""), W("$HOME"), W("back\\slash"), W("*"), NULL};
    int tid = 0;
    CODE(pvm_spawn(own_path(), empty, 0, NULL, 1, &tid));
    take_lines(tid);
    CODE(pvm_spawn(own_path(), several, 0, NULL, 1, &tid));
    take_lines(tid);
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    char *large[2] = {longer, NULL};
    CODE(pvm_spawn(own_path(), large, 0, NULL, 1, &tid));
    take_lines(tid);
    CODE(pvm_spawn(W("/bin/true"), none, 0, NULL, 1, &tid), pvm_spawn(W("/bin/true"), none, 0, NULL, 1, NULL));
}

ROLES({"", child, REPORTS});
PARTS(places, folders, files, words);
