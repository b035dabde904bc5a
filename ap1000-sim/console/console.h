/* console.h - the PVM console: shared by its files. Commands, their words and their columns are those of PVM 3.4.6. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

#include "pvm3.h"

#define CONSOLE_WORDS 200

/* ---- words.c: a line into words ---------------------------------------------------------------------------------- */

/* Splits the line in place at blanks; '...' and "..." hold a word together, \ takes the next sign as it is, # begins a
 * comment. argv ends with NULL. The number of words, at most CONSOLE_WORDS - 1. */
int words_split(char *line, char **argv);
/* All words with blanks between them, malloc'ed. */
char *words_join(char **words);
/* A tid as people write it, hexadecimal: t40001, 40001, 0x40001. 0: it is none. */
int word_tid(const char *word);

/* ---- alias.c: names for commands --------------------------------------------------------------------------------- */

/* Put what the first word stands for in its place, once; argv has room for CONSOLE_WORDS. The number of words then;
 * they are valid until the alias is defined anew. */
int alias_apply(int argc, char **argv);

/* ---- commands.c: the table of commands --------------------------------------------------------------------------- */

typedef bool console_command(int argc, char **argv); /* false: the console is to end */

/* Does the command; false: the console is to end. */
bool command_do(int argc, char **argv);

/* Each in the file of its concept. */
console_command do_conf, do_add, do_delete, do_mstat;                    /* hosts.c */
console_command do_ps, do_pstat, do_kill, do_sig, do_reset, do_jobs;     /* tasks.c */
console_command do_spawn;                                                /* spawn.c */
console_command do_getopt, do_setopt, do_setenv, do_export, do_unexport; /* settings.c */
console_command do_names, do_put;                                        /* mailbox.c */
console_command do_groups;                                               /* groups.c */
console_command do_trace;                                                /* commands.c */
console_command do_alias, do_unalias;                                    /* alias.c */

/* ---- tasks.c ----------------------------------------------------------------------------------------------------- */

/* The columns of `ps`, and a line for each task that `shown` takes. */
void tasks_print(int where, bool full, bool (*shown)(void *arg, const struct pvmtaskinfo *t), void *arg);

/* ---- jobs.c: tasks whose output comes here ----------------------------------------------------------------------- */

/* A new job: spawned tasks are its tasks from now on. Their output goes to the file of that path, `append`: after what
 * is there; "": to the console. False: the file cannot be opened, and the reason is said. */
bool job_open(const char *path, bool append);
/* All its tasks are spawned: n tids. 0: there is no such job after all. */
void job_started(int n, const int *tids);
bool jobs_any(void);
/* Job `number` (0: all), with the tids of its tasks; `full`: as `ps` lists them. */
void jobs_print(int number, bool full);
/* Take up what the tasks printed, without waiting. before() is called once before something is written to the console;
 * true: something was. */
bool jobs_collect(void (*before)(void));

#endif
