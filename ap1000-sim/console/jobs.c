/* jobs.c - see console.h. Each job is a message context of its own for the output of its tasks, as in PVM's console
 * (control.h has the layout). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "control.h"

enum { OUTPUT_TAG = 1 };

struct job {
    int number, context;
    int *tid, ntids, room; /* tasks whose output has not ended, and tasks that they spawned; malloc'ed */
    FILE *file;            /* where the output goes; NULL: to the console */
    struct job *next;
};

static struct job *jobs, *opening;
static int last_number;
static void (*before_writing)(void); /* NULL after it has been called */

/* ---- tasks of a job ---------------------------------------------------------------------------------------------- */

static int place_of(const struct job *j, int tid)
{
    int i = 0;
    while (i < j->ntids && j->tid[i] != tid)
        i++;
    return i;
}

static void add_task(struct job *j, int tid)
{
    if (place_of(j, tid) < j->ntids)
        return;
    if (j->ntids == j->room && (j->tid = realloc(j->tid, (size_t)(j->room = 2 * j->room + 8) * sizeof *j->tid)) == NULL)
        abort();
    j->tid[j->ntids++] = tid;
}

static void remove_task(struct job *j, int tid)
{
    int at = place_of(j, tid);
    if (at == j->ntids)
        return;
    memmove(j->tid + at, j->tid + at + 1, (size_t)(j->ntids - at - 1) * sizeof *j->tid);
    j->ntids--;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void announce(void)
{
    if (before_writing != NULL)
        before_writing();
    before_writing = NULL;
}

/* Writes every line that is not blank, with the job and the task before it. */
static void write_lines(const struct job *j, int tid, const char *text)
{
    FILE *to = j->file != NULL ? j->file : stdout;
    if (j->file == NULL)
        announce();
    for (size_t n; *text != 0; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        if (n > 0)
            fprintf(to, "[%d:t%x] %.*s\n", j->number, (unsigned)tid, (int)n, text);
    }
    fflush(to);
}

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

/* Sets where spawned tasks send their output from now on; tid 0: nowhere. */
static void set_sinks(const struct job *j, int tid)
{
    pvm_setopt(PvmOutputTid, tid);
    pvm_setopt(PvmOutputContext, tid != 0 ? j->context : 0);
    pvm_setopt(PvmOutputCode, tid != 0 ? OUTPUT_TAG : 0);
}

static void end_job(struct job *j)
{
    pvm_freecontext(j->context);
    if (j->file != NULL)
        fclose(j->file);
    free(j->tid);
    free(j);
}

bool job_open(const char *path, bool append)
{
    opening = calloc(1, sizeof *opening);
    if (opening == NULL)
        abort();
    printf("[%d]\n", opening->number = ++last_number);
    opening->context = pvm_newcontext();
    if (path[0] != 0 && (opening->file = fopen(path, append ? "a" : "wx")) == NULL) {
        fflush(stdout);
        perror(path);
        end_job(opening);
        return false;
    }
    set_sinks(opening, pvm_mytid());
    return true;
}

void job_started(int n, const int *tids)
{
    struct job **at = &jobs;
    set_sinks(opening, 0);
    while (*at != NULL)
        at = &(*at)->next;
    for (int i = 0; i < n; i++)
        add_task(opening, tids[i]);
    if (n > 0)
        *at = opening;
    else
        end_job(opening);
    opening = NULL;
}

bool jobs_any(void)
{
    return jobs != NULL;
}

static bool is_of_job(void *job, const struct pvmtaskinfo *t)
{
    const struct job *j = job;
    return place_of(j, t->ti_tid) < j->ntids;
}

/* Prints the job with that number (0: all jobs) and the tids of its tasks; `full`: as `ps` lists them. */
static void print_jobs(int number, bool full)
{
    for (struct job *j = jobs; j != NULL; j = j->next) {
        if (number != 0 && j->number != number)
            continue;
        printf(" %d:", j->number);
        for (int i = 0; i < j->ntids && !full; i++)
            printf(" t%x", (unsigned)j->tid[i]);
        printf("\n");
        if (full)
            tasks_print(0, false, is_of_job, j);
    }
}

bool do_jobs(int argc, char **argv)
{
    bool full = argc > 1 && strcmp(argv[1], "-l") == 0;
    if (full)
        tasks_columns(false);
    print_jobs(argc > 1 && !full ? atoi(argv[1]) : 0, full);
    return true;
}

/* ---- what comes from tasks --------------------------------------------------------------------------------------- */

static void take_output(struct job *j)
{
    int tid = 0, count = 0;
    char *text;
    pvm_upkint(&tid, 1, 1);
    pvm_upkint(&count, 1, 1);
    if (count < 0) {
        add_task(j, tid);
    } else if (count == CONTROL_OUTPUT_END) {
        write_lines(j, tid, "EOF");
        remove_task(j, tid);
    } else if ((text = calloc(1, (size_t)count + 1)) != NULL) {
        if (pvm_upkbyte(text, count, 1) == 0)
            write_lines(j, tid, text);
        free(text);
    }
}

static void take_all(struct job *j)
{
    int own = pvm_setcontext(j->context);
    while (j->ntids > 0 && pvm_nrecv(-1, -1) > 0)
        take_output(j);
    pvm_setcontext(own);
}

bool jobs_collect(void (*before)(void))
{
    before_writing = before;
    for (struct job **at = &jobs; *at != NULL;) {
        struct job *j = *at;
        take_all(j);
        if (j->ntids > 0) {
            at = &j->next;
            continue;
        }
        *at = j->next;
        announce();
        printf("[%d] finished\n", j->number);
        end_job(j);
    }
    fflush(stdout);
    bool written = before_writing == NULL;
    before_writing = NULL;
    return written;
}
