/* jobs.c - see console.h: each job is a message context of its own for what comes from its tasks, as in the console of PVM:
 * their output (control.h has the layout) and their trace events (sddf.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "control.h"
#include "sddf.h"

enum { OUTPUT_TAG = 1, TRACE_TAG };

struct job {
    int number, context;
    int *tid, ntids, room; /* tasks whose output has not ended, and those they spawned; malloc'ed */
    bool shown;            /* the output; else it is only traced */
    FILE *file;            /* of it; NULL: the console */
    struct sddf *trace;    /* NULL: not traced */
    FILE *trace_file;      /* NULL: the console */
    int begun, ended;      /* traced tasks that did, as far as told */
    struct job *next;
};

static struct job *jobs, *opening;
static int last_number;
static void (*before_writing)(void); /* not called yet; else NULL */

/* ---- tasks of a job --------------------------------------------------------------------------------------------------- */

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

/* ---- writing ------------------------------------------------------------------------------------------------------------ */

static void announce(void)
{
    if (before_writing != NULL)
        before_writing();
    before_writing = NULL;
}

/* Every line with the job and the task before it: mark "" for output, "T" for the trace. Blank ones too, if `blank`. */
static void write_lines(FILE *file, const struct job *j, const char *mark, int tid, const char *text, bool blank)
{
    if (file == NULL)
        announce();
    for (size_t n; *text != 0; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        if (n > 0 || blank)
            fprintf(file != NULL ? file : stdout, "[%s%d:t%x] %.*s\n", mark, j->number, (unsigned)tid, (int)n, text);
    }
    fflush(file != NULL ? file : stdout);
}

/* The text was malloc'ed, and is freed. */
static void write_trace(const struct job *j, int tid, char *text)
{
    if (j->trace_file == NULL)
        write_lines(NULL, j, "T", tid, text, true);
    else
        fputs(text, j->trace_file);
    free(text);
}

/* ---- begin and end ----------------------------------------------------------------------------------------------------- */

/* Sets what goes into spawned tasks from now on; tid 0: nothing more. */
static void set_sinks(const struct job *j, int tid)
{
    pvm_setopt(PvmOutputTid, tid);
    pvm_setopt(PvmOutputContext, tid != 0 ? j->context : 0);
    pvm_setopt(PvmOutputCode, tid != 0 ? OUTPUT_TAG : 0);
    if (j->trace == NULL)
        return;
    pvm_setopt(PvmTraceTid, tid);
    pvm_setopt(PvmTraceContext, tid != 0 ? j->context : 0);
    pvm_setopt(PvmTraceCode, tid != 0 ? TRACE_TAG : 0);
}

static void end_job(struct job *j)
{
    pvm_freecontext(j->context);
    if (j->file != NULL)
        fclose(j->file);
    if (j->trace_file != NULL)
        fclose(j->trace_file);
    sddf_free(j->trace);
    free(j->tid);
    free(j);
}

/* *file: NULL for the console. False, and the reason is said, if it cannot be opened. */
static bool open_file(const char *path, const char *mode, FILE **file)
{
    *file = path[0] != 0 ? fopen(path, mode) : NULL;
    if (path[0] == 0 || *file != NULL)
        return true;
    fflush(stdout);
    perror(path);
    return false;
}

int job_open(const struct job_wish *w)
{
    opening = calloc(1, sizeof *opening);
    if (opening == NULL || (w->trace && (opening->trace = sddf_new()) == NULL))
        abort();
    printf("[%d]\n", opening->number = ++last_number);
    opening->context = pvm_newcontext();
    opening->shown = w->output;
    if ((w->output && !open_file(w->path, w->append ? "a" : "wx", &opening->file)) ||
        (w->trace && !open_file(w->trace_path, "wx", &opening->trace_file))) {
        end_job(opening);
        return -1;
    }
    set_sinks(opening, pvm_mytid());
    if (w->trace)
        write_trace(opening, pvm_mytid(), sddf_begin(opening->trace));
    return opening->number;
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

void jobs_print(int number, bool full)
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

/* ---- what comes from tasks ----------------------------------------------------------------------------------------------- */

static void show(const struct job *j, int tid, const char *text)
{
    if (j->shown)
        write_lines(j->file, j, "", tid, text, false);
}

/* In the trace, each line is an event. */
static void trace_lines(struct job *j, int tid, char *text)
{
    char *rest;
    if (j->trace != NULL)
        for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
            write_trace(j, tid, sddf_output(j->trace, tid, line));
}

static void take_output(struct job *j)
{
    int tid = 0, count = 0;
    char spawned[] = "CREATION", begun[] = "GOTSPAWN", ended[] = "GOTEOF", *text;
    pvm_upkint(&tid, 1, 1);
    pvm_upkint(&count, 1, 1);
    if (count < 0) {
        add_task(j, tid);
        trace_lines(j, tid, count == CONTROL_OUTPUT_MADE ? spawned : begun);
    } else if (count == CONTROL_OUTPUT_END) {
        trace_lines(j, tid, ended);
        show(j, tid, "EOF");
        remove_task(j, tid);
    } else if ((text = calloc(1, (size_t)count + 1)) != NULL) {
        if (pvm_upkbyte(text, count, 1) == 0) {
            show(j, tid, text);
            trace_lines(j, tid, text);
        }
        free(text);
    }
}

/* All output has ended; and, if it is traced, as many tasks as began. */
static bool is_over(const struct job *j)
{
    return j->ntids == 0 && (j->trace == NULL || (j->begun > 0 && j->ended >= j->begun));
}

static void take_all(struct job *j)
{
    int own = pvm_setcontext(j->context), bufid, tag = 0, tid = 0;
    while (!is_over(j) && (bufid = pvm_nrecv(-1, -1)) > 0) {
        pvm_bufinfo(bufid, NULL, &tag, &tid);
        if (tag == OUTPUT_TAG)
            take_output(j);
        else
            write_trace(j, tid, sddf_events(j->trace, &j->begun, &j->ended));
    }
    pvm_setcontext(own);
}

bool jobs_collect(void (*before)(void))
{
    before_writing = before;
    for (struct job **at = &jobs; *at != NULL;) {
        struct job *j = *at;
        take_all(j);
        if (!is_over(j)) {
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
