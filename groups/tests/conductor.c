/* conductor.c - a PVM program that plays a score: tasks make the group calls that a text file lists, one after another,
 * and the results are printed, so that the same score can be played on PVM 3.4.6 and on ours and the lines compared.
 *
 * Usage: conductor SCORE. The score, one step a line (`#` begins a comment):
 *   tasks N          first: spawn N tasks, numbered from 0
 *   3 join g         task 3 makes the call; its result is printed
 *   3& barrier g 2   the same, without waiting for its result
 *   3 end            wait for the result of the call begun with `&`
 *   3 busy           whether that call is still waiting
 *   settle           leave time for what is under way
 *   kill 3           end task 3
 *   show COMMAND     what that program prints, tids as below; without it the score ends, with exit code 77
 * A group's name is a word; `-` is the empty name, `_` in it a blank, and `x*500` 500 times x.
 * Results are printed as error names or numbers, a task's tid as t0, t1... by its number in the score. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/time.h>

#include "pvm3.h"

#define MAX_TASKS 64
#define MAX_WORDS 8
#define NAME_BYTES 4096
#define TAG_STEP 1
#define TAG_RESULT 2

struct step {
    char word[MAX_WORDS][32]; /* task, call, arguments */
    int nwords;
};

static const struct {
    int code;
    const char *name;
} names[] = {{PvmBadParam, "PvmBadParam"}, {PvmMismatch, "PvmMismatch"}, {PvmNullGroup, "PvmNullGroup"},
             {PvmDupGroup, "PvmDupGroup"}, {PvmNoGroup, "PvmNoGroup"},   {PvmNotInGroup, "PvmNotInGroup"},
             {PvmNoInst, "PvmNoInst"},     {PvmSysErr, "PvmSysErr"},     {PvmNoBuf, "PvmNoBuf"},
             {PvmNoTask, "PvmNoTask"}};

/* ---- a player ---- */

static struct timeval millisec(long ms)
{
    struct timeval t = {ms / 1000, ms % 1000 * 1000};
    return t;
}

/* The int in the next message of this tag from anyone but the conductor, now or within a moment; -999 if none comes. */
static int take(int tag, int wait)
{
    struct timeval moment = millisec(300);
    int value = -999, bufid = wait ? pvm_recv(-1, tag) : pvm_trecv(-1, tag, &moment);
    if (bufid > 0)
        pvm_upkint(&value, 1, 1);
    return value;
}

static int broadcast(char *group, int tag, int value)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    return pvm_bcast(group, tag);
}

/* Returns 1 if group calls leave the user's buffers and context as they were, else 0. */
static int keeps(char *group)
{
    int sbuf = pvm_initsend(PvmDataRaw), rbuf = pvm_mkbuf(PvmDataDefault), context = pvm_newcontext(), same;
    int old_rbuf = pvm_setrbuf(rbuf), old_context = pvm_setcontext(context);
    pvm_gsize(group);
    pvm_joingroup(group);
    pvm_barrier(group, 1);
    pvm_lvgroup(group);
    same = pvm_getsbuf() == sbuf && pvm_getrbuf() == rbuf && pvm_getcontext() == context;
    pvm_setcontext(old_context);
    pvm_setrbuf(old_rbuf);
    pvm_freebuf(rbuf);
    return same;
}

/* A sum of `value` over the group at the member of instance `root`. Returns the sum at the root, the code elsewhere. */
static int sum(char *group, int value, int root)
{
    int code = pvm_reduce(PvmSum, &value, 1, PVM_INT, 77, group, root);
    return code < 0 || pvm_getinst(group, pvm_mytid()) != root ? code : value;
}

/* The name of the group that this word of the score stands for. */
static void read_name(const char *word, char *group)
{
    size_t len = strcspn(word, "*"), times = word[len] == '*' ? (size_t)atoi(word + len + 1) : 1;

    if (strcmp(word, "-") == 0 || len * times >= NAME_BYTES)
        times = 0;
    for (size_t i = 0; i < len * times; i++)
        group[i] = word[i % len] == '_' ? ' ' : word[i % len];
    group[len * times] = '\0';
}

static int perform(const struct step *s)
{
    const char *call = s->word[1];
    char group[NAME_BYTES];
    int a = atoi(s->word[3]), b = atoi(s->word[4]);

    read_name(s->word[2], group);
    if (strcmp(call, "join") == 0)
        return pvm_joingroup(group);
    if (strcmp(call, "leave") == 0)
        return pvm_lvgroup(group);
    if (strcmp(call, "size") == 0)
        return pvm_gsize(group);
    if (strcmp(call, "inst") == 0)
        return pvm_getinst(group, a);
    if (strcmp(call, "tid") == 0)
        return pvm_gettid(group, a);
    if (strcmp(call, "barrier") == 0)
        return pvm_barrier(group, a);
    if (strcmp(call, "freeze") == 0)
        return pvm_freezegroup(group, a);
    if (strcmp(call, "bcast") == 0)
        return broadcast(group, a, b);
    if (strcmp(call, "sum") == 0)
        return sum(group, a, b);
    if (strcmp(call, "keeps") == 0)
        return keeps(group);
    if (strcmp(call, "take") == 0)
        return take(atoi(s->word[2]), 1);
    if (strcmp(call, "none") == 0)
        return take(atoi(s->word[2]), 0) == -999;
    if (strcmp(call, "exit") == 0)
        return pvm_exit();
    _exit(0); /* die */
}

static int play(void)
{
    struct step s;
    int result, parent = pvm_parent();

    pvm_setopt(PvmAutoErr, 0);
    for (;;) {
        pvm_recv(parent, TAG_STEP);
        pvm_upkint(&s.nwords, 1, 1);
        memset(s.word, 0, sizeof s.word);
        for (int i = 0; i < s.nwords; i++)
            pvm_upkstr(s.word[i]);
        result = perform(&s);
        if (strcmp(s.word[1], "exit") == 0)
            return 0;
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&result, 1, 1);
        pvm_send(parent, TAG_RESULT);
    }
}

/* ---- the conductor ---- */

struct band {
    int tid[MAX_TASKS], ntasks;
};

static void show(const struct band *b, const char *line, int result)
{
    printf("%-24s ", line);
    for (int i = 0; i < b->ntasks; i++)
        if (b->tid[i] == result) {
            printf("t%d\n", i);
            return;
        }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].code == result) {
            printf("%s\n", names[i].name);
            return;
        }
    printf("%d\n", result);
}

/* "t3" as an argument stands for the tid of task 3. */
static void send_step(const struct band *b, const struct step *s)
{
    char number[32];

    pvm_initsend(PvmDataDefault);
    pvm_pkint((int *)&s->nwords, 1, 1);
    for (int i = 0; i < s->nwords; i++) {
        snprintf(number, sizeof number, "%s", s->word[i]);
        if (i >= 3 && number[0] == 't')
            snprintf(number, sizeof number, "%d", b->tid[atoi(s->word[i] + 1)]);
        pvm_pkstr(number);
    }
    pvm_send(b->tid[atoi(s->word[0])], TAG_STEP);
}

static int await(int tid)
{
    int result = 0;
    pvm_recv(tid, TAG_RESULT);
    pvm_upkint(&result, 1, 1);
    return result;
}

static void spawn_band(struct band *b, int ntasks)
{
    char self[PATH_MAX] = "";
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        exit(2);
    b->ntasks = ntasks;
    if (ntasks > MAX_TASKS || pvm_spawn(self, NULL, PvmTaskDefault, (char *)"", ntasks, b->tid) != ntasks) {
        printf("cannot spawn %d tasks\n", ntasks);
        exit(2);
    }
}

/* The number in the score of the task with that tid; -1 if it is none of them. */
static int number_of(const struct band *b, int tid)
{
    for (int i = 0; i < b->ntasks; i++)
        if (b->tid[i] == tid)
            return i;
    return -1;
}

/* Prints what the command prints, with t0, t1... in place of each 0x... that is a task's tid. */
static void show_command(const struct band *b, const char *command)
{
    char line[2 * NAME_BYTES];
    FILE *from = popen(command, "r");

    while (from != NULL && fgets(line, sizeof line, from) != NULL)
        for (char *at = line; *at != '\0';) {
            char *end = at;
            int i = strncmp(at, "0x", 2) == 0 ? number_of(b, (int)strtol(at, &end, 16)) : -1;
            if (i >= 0)
                printf("t%d", i);
            else
                putchar(*at);
            at = i >= 0 ? end : at + 1;
        }
    if (from == NULL || pclose(from) == 127 << 8) {
        printf("skipped: no %s to run\n", command);
        exit(77);
    }
}

static void step(struct band *b, const struct step *s, const char *line)
{
    const char *who = s->word[0];
    int tid = b->tid[atoi(who)];

    if (strcmp(who, "tasks") == 0) {
        spawn_band(b, atoi(s->word[1]));
    } else if (strcmp(who, "settle") == 0) {
        sleep(1);
    } else if (strcmp(who, "kill") == 0) {
        pvm_kill(b->tid[atoi(s->word[1])]);
    } else if (strcmp(who, "show") == 0) {
        show_command(b, s->word[1]);
    } else if (strcmp(s->word[1], "end") == 0) {
        show(b, line, await(tid));
    } else if (strcmp(s->word[1], "busy") == 0) {
        show(b, line, pvm_probe(tid, TAG_RESULT) == 0);
    } else {
        send_step(b, s);
        if (strchr(who, '&') == NULL && strcmp(s->word[1], "exit") != 0 && strcmp(s->word[1], "die") != 0)
            show(b, line, await(tid));
    }
}

int main(int argc, char **argv)
{
    struct band band = {.ntasks = 0};
    char line[128];
    FILE *score;

    if (pvm_parent() > 0)
        return play();
    score = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (score == NULL) {
        fprintf(stderr, "usage: conductor SCORE\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, score) != NULL) {
        struct step s = {.nwords = 0};
        line[strcspn(line, "#\n")] = '\0';
        for (char *at = line, *word; s.nwords < MAX_WORDS && (word = strtok(at, " ")) != NULL; at = NULL)
            snprintf(s.word[s.nwords++], sizeof s.word[0], "%s", word);
        if (s.nwords == 0)
            continue;
        /* strtok has cut the line; it is put together again for the report. */
        line[0] = '\0';
        for (int i = 0; i < s.nwords; i++)
            snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s", i > 0 ? " " : "", s.word[i]);
        step(&band, &s, line);
    }
    fclose(score);
    for (int i = 0; i < band.ntasks; i++)
        pvm_kill(band.tid[i]);
    pvm_exit();
    return 0;
}
