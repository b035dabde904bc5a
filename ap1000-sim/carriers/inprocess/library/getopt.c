/* getopt.c - getopt(3) for each task by itself: POSIX's rules, and, as the GNU system has it, words that are no options
 * move behind those that are, unless the letters began with `+` or `-`, or POSIXLY_CORRECT was set, at the first call.
 * optind goes the way it goes there: what was passed over is moved when the next option has been found. */
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

#define VALUE(TYPE, WHICH) (*(TYPE *)inprocess_current->variable[WHICH])
#define OPTIND VALUE(int, VARIABLE_OPTIND)

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != 0;
}

static void reverse(char **from, char **to)
{
    for (; from < --to; from++) {
        char *word = *from;
        *from = *to;
        *to = word;
    }
}

/* The words that were passed over, and the options found behind them, change places. */
static void bring_forward(struct inprocess_options *o, char **argv)
{
    reverse(argv + o->passed, argv + o->passed_end);
    reverse(argv + o->passed_end, argv + OPTIND);
    reverse(argv + o->passed, argv + OPTIND);
    o->passed += OPTIND - o->passed_end;
    o->passed_end = OPTIND;
}

static void settle(struct inprocess_options *o, char **argv)
{
    if (o->passed != o->passed_end && o->passed_end != OPTIND)
        bring_forward(o, argv);
    else if (o->passed_end != OPTIND)
        o->passed = OPTIND;
}

/* Behind `--` nothing is an option. */
static void end_options(struct inprocess_options *o, int argc, char **argv)
{
    OPTIND++;
    if (o->passed != o->passed_end && o->passed_end != OPTIND)
        bring_forward(o, argv);
    else if (o->passed == o->passed_end)
        o->passed = OPTIND;
    o->passed_end = OPTIND = argc;
}

/* Returns 0: a word of options is there; or what getopt is to return: -1, none is left; 1, a word that is none. */
static int next_word(struct inprocess_options *o, int argc, char **argv)
{
    if (o->passed_end > OPTIND)
        o->passed_end = OPTIND;
    if (o->passed > OPTIND)
        o->passed = OPTIND;
    if (o->order == ORDER_ANY) {
        settle(o, argv);
        while (OPTIND < argc && !is_option(argv[OPTIND]))
            OPTIND++;
        o->passed_end = OPTIND;
    }
    if (OPTIND != argc && strcmp(argv[OPTIND], "--") == 0)
        end_options(o, argc, argv);
    if (OPTIND == argc) {
        if (o->passed != o->passed_end)
            OPTIND = o->passed;
        return -1;
    }
    if (!is_option(argv[OPTIND])) {
        if (o->order == ORDER_ENDS)
            return -1;
        o->argument = argv[OPTIND++];
        return 1;
    }
    o->rest = argv[OPTIND] + 1;
    return 0;
}

static int complain(char *const argv[], const char *what, int letter, bool quiet)
{
    if (VALUE(int, VARIABLE_OPTERR) != 0 && !quiet)
        fprintf(inprocess_stream(VARIABLE_STDERR), "%s: %s -- '%c'\n", argv[0], what, letter);
    inprocess_current->options.wrong = letter;
    return '?';
}

/* The argument of a letter: the rest of its word, or (unless it may be missing) the next one. False: there is none. */
static bool take_argument(struct inprocess_options *o, int argc, char *const argv[], bool may_be_missing)
{
    bool here = *o->rest != 0;
    if (here) {
        o->argument = o->rest;
        OPTIND++;
    } else if (!may_be_missing && OPTIND != argc) {
        o->argument = argv[OPTIND++];
    }
    o->rest = NULL;
    return here || may_be_missing || o->argument != NULL;
}

static int next_option(struct inprocess_options *o, int argc, char *const argv[], const char *letters)
{
    if (argc < 1)
        return -1;
    o->argument = NULL;
    if (OPTIND == 0 || !o->begun) {
        OPTIND = OPTIND == 0 ? 1 : OPTIND;
        *o = (struct inprocess_options){.begun = true, .passed = OPTIND, .passed_end = OPTIND, .wrong = o->wrong};
        bool ends = *letters == '+' || (*letters != '-' && task_getenv("POSIXLY_CORRECT") != NULL);
        o->order = *letters == '-' ? ORDER_KEPT : ends ? ORDER_ENDS : ORDER_ANY;
    }
    letters += *letters == '+' || *letters == '-';
    bool quiet = *letters == ':';
    if (o->rest == NULL || *o->rest == 0) {
        const int other = next_word(o, argc, (char **)(size_t)argv);
        if (other != 0)
            return other;
    }
    int letter = *o->rest++;
    const char *found = letter != ':' && letter != ';' ? strchr(letters, letter) : NULL;
    if (*o->rest == 0)
        OPTIND++;
    if (found == NULL)
        return complain(argv, "invalid option", letter, quiet);
    if (found[1] != ':' || take_argument(o, argc, argv, found[2] == ':'))
        return letter;
    complain(argv, "option requires an argument", letter, quiet);
    return quiet ? ':' : '?';
}

/* What programs see of it is written by each call anew. */
int task_getopt(int argc, char *const argv[], const char *letters)
{
    struct inprocess_options *o = &inprocess_current->options;
    int result = next_option(o, argc, argv, letters);
    VALUE(char *, VARIABLE_OPTARG) = o->argument;
    VALUE(int, VARIABLE_OPTOPT) = o->wrong;
    return result;
}
