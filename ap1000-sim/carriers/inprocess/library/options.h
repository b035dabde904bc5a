/* options.h - the interface of getopt.c, which knows the letters and the order of words, to getopt_long.c (names).
 */
#ifndef INPROCESS_OPTIONS_H
#define INPROCESS_OPTIONS_H

#include <getopt.h>

#include "carriers/inprocess/library/task.h"

#define VALUE(TYPE, WHICH) (*(TYPE *)inprocess_current->variable[WHICH])
#define OPTIND VALUE(int, VARIABLE_OPTIND)

/* What getopt_long is given beside the letters. only: a name may stand behind a single `-` (getopt_long_only). */
struct inprocess_long_options {
    const struct option *all;
    int *index; /* where the number of the one that was found is wanted; NULL: nowhere */
    bool only;
};

/* The word at optind; its name is at o->rest, behind `mark`. letters: without a first `+` or `-`. Returns what
 * getopt_long is to return; -1: it is no name but a letter. */
int inprocess_long_option(struct inprocess_options *o, int argc, char *const argv[], const char *letters,
                          const struct inprocess_long_options *l, const char *mark);

#endif
