/* console.h - the PVM console: shared by its files. Commands, their words and their columns are those of PVM 3.4.6. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

#define CONSOLE_WORDS 200

/* ---- words.c: a line into words; aliases ------------------------------------------------------------------------- */

/* Splits the line in place at blanks; '...' and "..." hold a word together, # begins a comment. argv ends with NULL.
 * The number of words, at most CONSOLE_WORDS - 1. */
int words_split(char *line, char **argv);

/* alias NAME: the words it stands for; NULL: none. Kept until it is defined anew. */
const char *alias_find(const char *name);
void alias_define(const char *name, char **words);
void alias_remove(const char *name);
void alias_print(void);

/* ---- commands.c ---------------------------------------------------------------------------------------------------- */

/* Does the command; false: the console is to end. */
bool command_do(int argc, char **argv);

/* ---- jobs.c: tasks whose output comes here ------------------------------------------------------------------------- */

/* A new job, and from now on spawned tasks are its tasks; `path`: where its output goes, NULL: the console, with marks;
 * `append`: after what is there. Its number; -1: the file cannot be opened, and the reason is said. */
int job_open(const char *path, bool append);
/* All its tasks are spawned: n of them. 0: there is no such job after all. */
void job_started(int n);
bool jobs_any(void);
void jobs_print(void);
/* Take up what the tasks printed, without waiting. */
void jobs_collect(void);

#endif
