/* spawn.c - the command spawn: its options, a job for the output if one is asked for, the tids. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console.h"
#include "pvmi_console.h"

bool do_trace(int argc, char **argv)
{
    (void)argc, (void)argv;
    printf("%s\n", CONSOLE_TRACES_ELSEWHERE);
    return true;
}

struct spawn_options {
    int count, flags;
    char *where;
    bool job, append;     /* the output goes to a job */
    const char *job_path; /* the job's file; "": the console */
};

/* Reads a host or an architecture, with a folder after a colon, or only the folder. */
static void read_place(struct spawn_options *o, char *word)
{
    struct pvmhostinfo *h;
    size_t name = strcspn(word, ":");
    bool is_arch =
        pvm_config(NULL, NULL, &h) == 0 && name == strlen(h[0].hi_arch) && strncmp(word, h[0].hi_arch, name) == 0;
    o->where = word;
    o->flags |= is_arch ? PvmTaskArch : name > 0 ? PvmTaskHost : PvmTaskDefault;
}

/* Reads -N, -host, -host:folder, -ARCH, -:folder, -?, ->, ->file, ->>file; a count or a place may stand in brackets.
 * Returns false for -@, which this console does not have. */
static bool read_option(struct spawn_options *o, char *word)
{
    size_t len = strlen(word);
    if (word[0] == '(' && word[len - 1] == ')') {
        word[len - 1] = 0;
        word++;
    }
    if (word[0] == '>') {
        o->job = true;
        o->append = word[1] == '>';
        o->job_path = word + 1 + o->append;
    } else if (word[0] == '@') {
        return !do_trace(0, NULL);
    } else if (*word != 0 && strspn(word, "0123456789") == strlen(word)) {
        o->count = atoi(word);
    } else if (strcmp(word, "?") == 0) {
        o->flags |= PvmTaskDebug;
    } else if (strncmp(word, "-host=", 6) == 0) {
        read_place(o, word + 6);
    } else {
        read_place(o, word);
    }
    return true;
}

static void print_results(const int *tids, int count, int started)
{
    if (started < 0)
        return;
    printf("%d successful\n", started);
    for (int i = 0; i < count; i++)
        if (tids[i] < 0)
            printf("%s\n", pvmi_error_text(tids[i]));
        else
            printf("t%x\n", (unsigned)tids[i]);
}

/* A name without a folder is also looked for in the console's own current folder, and there first: a spawn looks
 * in the folder of the spawner's program, which is the console's and has nothing of the user's. Returns `name`, or
 * memory to be freed. */
static char *with_own_folder(char *name)
{
    size_t size = strlen(name) + sizeof "./";
    char *here = strchr(name, '/') == NULL ? malloc(size) : NULL;
    if (here == NULL)
        return name;
    (void)snprintf(here, size, "./%s", name);
    if (*name != 0 && access(here, X_OK) == 0)
        return here;
    free(here);
    return name;
}

bool do_spawn(int argc, char **argv)
{
    struct spawn_options o = {1, PvmNoSpawnParent, NULL, false, false, ""};
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++)
        if (!read_option(&o, argv[at] + 1))
            return true;
    if (at >= argc) {
        printf("incorrect arg count\n");
        return true;
    }
    int *tids = calloc((size_t)o.count + 1, sizeof *tids);
    if (tids == NULL || (o.job && !job_open(o.job_path, o.append))) {
        free(tids);
        return true;
    }
    char *file = with_own_folder(argv[at]);
    int n = pvm_spawn(file, argv + at + 1, o.flags, o.where, o.count, tids);
    if (file != argv[at])
        free(file);
    if (o.job)
        job_started(n > 0 ? n : 0, tids);
    print_results(tids, o.count, n);
    free(tids);
    return true;
}
