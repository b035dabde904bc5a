/* jobs.c - see console.h: each job is a message context of its own for the output of its tasks (control.h has the
 * layout), as in the console of PVM. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "control.h"
#include "pvm3.h"

enum { OUTPUT_TAG = 1 };

struct job {
    int number, context, alive; /* alive: tasks whose output has not ended */
    FILE *file;                 /* NULL: the console */
    struct job *next;
};

static struct job *jobs, *opening;
static int last_number;

int job_open(const char *path, bool append)
{
    FILE *file = path != NULL ? fopen(path, append ? "a" : "wx") : NULL;
    if (path != NULL && file == NULL) {
        perror(path);
        return -1;
    }
    opening = calloc(1, sizeof *opening);
    if (opening == NULL)
        abort();
    *opening = (struct job){++last_number, pvm_newcontext(), 0, file, NULL};
    pvm_setopt(PvmOutputTid, pvm_mytid());
    pvm_setopt(PvmOutputContext, opening->context);
    pvm_setopt(PvmOutputCode, OUTPUT_TAG);
    return opening->number;
}

static void end_job(struct job *j)
{
    pvm_freecontext(j->context);
    if (j->file != NULL)
        fclose(j->file);
    free(j);
}

void job_started(int n)
{
    struct job **at = &jobs;
    pvm_setopt(PvmOutputTid, 0);
    pvm_setopt(PvmOutputContext, 0);
    while (*at != NULL)
        at = &(*at)->next;
    opening->alive = n;
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

void jobs_print(void)
{
    for (const struct job *j = jobs; j != NULL; j = j->next)
        printf(" %d:\n", j->number);
}

/* Every line with the job and the task before it. */
static void write_lines(const struct job *j, int tid, char *text)
{
    FILE *to = j->file != NULL ? j->file : stdout;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        fprintf(to, "[%d:t%x] %s\n", j->number, (unsigned)tid, line);
    fflush(to);
}

/* One message of a task's output. */
static void take(struct job *j)
{
    int tid = 0, count = 0;
    pvm_upkint(&tid, 1, 1);
    pvm_upkint(&count, 1, 1);
    if (count == CONTROL_OUTPUT_BEGIN)
        return;
    if (count == CONTROL_OUTPUT_END) {
        char end[] = "EOF";
        write_lines(j, tid, end);
        j->alive--;
        return;
    }
    char *text = calloc(1, (size_t)count + 1);
    if (text != NULL && pvm_upkbyte(text, count, 1) == 0)
        write_lines(j, tid, text);
    free(text);
}

void jobs_collect(void)
{
    int own = pvm_getcontext();
    for (struct job **at = &jobs; *at != NULL;) {
        struct job *j = *at;
        pvm_setcontext(j->context);
        while (j->alive > 0 && pvm_nrecv(-1, OUTPUT_TAG) > 0)
            take(j);
        pvm_setcontext(own);
        if (j->alive > 0) {
            at = &j->next;
            continue;
        }
        *at = j->next;
        printf("[%d] finished\n", j->number);
        end_job(j);
    }
    fflush(stdout);
}
