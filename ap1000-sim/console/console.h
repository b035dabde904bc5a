/* console.h - what the files of the PVM console share. Commands, their words and their columns are those of PVM
 * 3.4.6. */
#pragma once

#include <stdbool.h>

#include "pvm3.h"

#define CONSOLE_WORDS 200

/* ---- parse.c: words and tids ------------------------------------------------------------------------------------ */

/* Splits the line in place at blanks. '...' and "..." hold a word together, \ outside of them takes the next character
 * as it is, and # begins a comment. argv ends with NULL. Returns the number of words, at most CONSOLE_WORDS - 1.
 * *unmatched: 0, or the quote or \ that lacks its other half; then there are none. */
int split_line(char *line, char **argv, char *unmatched);
/* Returns all words with blanks between them, malloc'ed. */
char *join_words(char **words);
/* Returns a tid that is written in hexadecimal (t40001, 40001, 0x40001), or 0 if the word is none. */
int parse_tid(const char *word);

/* ---- alias.c: names for commands --------------------------------------------------------------------------------- */

/* While the first word is an alias, and not of itself, puts the alias's words in its place; argv has room for
 * CONSOLE_WORDS. Returns the number of words then: 0, after a message, if it has no end. */
int alias_apply(int argc, char **argv);

/* ---- commands.c: the table of commands --------------------------------------------------------------------------- */

typedef bool console_command(int argc, char **argv); /* returns false if the console is to end */

/* Does the command. Returns false if the console is to end. */
bool command_do(int argc, char **argv);

/* Trace files of tasks are not written here. */
#define CONSOLE_TRACES_ELSEWHERE \
    "pvm, PVM's own console (Debian package pvm), writes trace files of this machine: spawn -@file, trace."

/* Each is in the file of its concept. */
console_command do_conf, do_add, do_delete, do_mstat;                    /* hosts.c */
console_command do_ps, do_pstat, do_kill, do_sig, do_reset;              /* tasks.c */
console_command do_jobs;                                                 /* jobs.c */
console_command do_spawn, do_trace;                                      /* spawn.c */
console_command do_getopt, do_setopt, do_setenv, do_export, do_unexport; /* settings.c */
console_command do_names, do_put;                                        /* mailbox.c */
console_command do_groups;                                               /* groups.c */
console_command do_alias, do_unalias;                                    /* alias.c */

/* ---- tasks.c ----------------------------------------------------------------------------------------------------- */

/* Prints the names of the columns of `ps`. */
void tasks_columns(bool full);
/* Prints the columns of `ps`, and a line for each task that `shown` accepts. */
void tasks_print(int where, bool full, bool (*shown)(void *arg, const struct pvmtaskinfo *t), void *arg);

/* ---- jobs.c: tasks whose output comes here ----------------------------------------------------------------------- */

/* Begins a new job: tasks that are spawned from now on belong to it. Their output goes to the file with that path, with
 * `append` after what is there; "": to the console. Returns false, after a message, if the file cannot be opened. */
bool job_open(const char *path, bool append);
/* All tasks of the job have been spawned: n tids. 0: the job is dropped. */
void job_started(int n, const int *tids);
bool jobs_any(void);
/* Takes up what the tasks have printed, without waiting. before() is called once before something is written to the
 * console. Returns true if something was. */
bool jobs_collect(void (*before)(void));
