/* spawn.c - the command spawn: its options, a job for the output if one is asked for, the tids. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "pvmi_console.h"

struct spawn_options {
    int count, flags;
    char *where;
    struct job_wish job;
};

/* A host or an architecture, with a folder behind a colon, or the folder alone. */
static void read_place(struct spawn_options *o, char *word)
{
    struct pvmhostinfo *h;
    size_t name = strcspn(word, ":");
    bool is_arch = pvm_config(NULL, NULL, &h) == 0 && name == strlen(h[0].hi_arch) && strncmp(word, h[0].hi_arch, name) == 0;
    o->where = word;
    o->flags |= is_arch ? PvmTaskArch : name > 0 ? PvmTaskHost : PvmTaskDefault;
}

/* -N, -host, -host:folder, -ARCH, -:folder, -?, ->, ->file, ->>file, -@, -@file; a count or a place also in brackets. */
static void read_option(struct spawn_options *o, char *word)
{
    size_t len = strlen(word);
    if (word[0] == '(' && word[len - 1] == ')') {
        word[len - 1] = 0;
        word++;
    }
    if (word[0] == '>') {
        o->job.output = true;
        o->job.append = word[1] == '>';
        o->job.path = word + 1 + o->job.append;
    } else if (word[0] == '@') {
        o->job.trace = true;
        o->job.trace_path = word + 1;
    } else if (strspn(word, "0123456789") == strlen(word)) {
        o->count = atoi(word);
    } else if (strcmp(word, "?") == 0) {
        o->flags |= PvmTaskDebug;
    } else if (strncmp(word, "-host=", 6) == 0) {
        read_place(o, word + 6);
    } else {
        read_place(o, word);
    }
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

bool do_spawn(int argc, char **argv)
{
    struct spawn_options o = {1, PvmNoSpawnParent, NULL, {false, false, "", "", false}};
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++)
        read_option(&o, argv[at] + 1);
    if (at >= argc) {
        printf("incorrect arg count\n");
        return true;
    }
    int *tids = calloc((size_t)o.count + 1, sizeof *tids);
    bool job = o.job.output || o.job.trace;
    if (tids == NULL || (job && job_open(&o.job) < 0)) {
        free(tids);
        return true;
    }
    int n = pvm_spawn(argv[at], argv + at + 1, o.flags, o.where, o.count, tids);
    if (job)
        job_started(n > 0 ? n : 0, tids);
    print_results(tids, o.count, n);
    free(tids);
    return true;
}
