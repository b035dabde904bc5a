/* getopt_long.c - the long options of getopt_long(3) and getopt_long_only(3): `--name`, `--name=argument`, and any
 * beginning of a name that no other option has. */
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/options.h"

/* What was written: its name is as long as `n`, and begins behind `mark` ("--", "-" or "-W "). */
struct written {
    const char *mark, *name, *argument; /* argument: NULL: none was written */
    size_t n;
};

static struct written read_word(const char *word, const char *mark)
{
    size_t n = strcspn(word, "=");
    return (struct written){mark, word, word[n] == '=' ? word + n + 1 : NULL, n};
}

static bool begins(const struct option *with, const struct written *w)
{
    return strncmp(with->name, w->name, w->n) == 0;
}

static bool means_the_same(const struct option *a, const struct option *b)
{
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* The option of that name, or the first whose name begins so; NULL: none. */
static const struct option *find(const struct option *all, const struct written *w)
{
    const struct option *first = NULL;
    for (const struct option *p = all; p->name != NULL; p++) {
        if (begins(p, w) && strlen(p->name) == w->n)
            return p;
        if (first == NULL && begins(p, w))
            first = p;
    }
    return first;
}

/* Another one that also could be meant, but would do something else. */
static bool competes(const struct option *p, const struct option *found, const struct written *w, bool only)
{
    return p != found && begins(p, w) && (only || !means_the_same(p, found));
}

static bool is_ambiguous(const struct inprocess_long_options *l, const struct option *found, const struct written *w)
{
    if (strlen(found->name) == w->n)
        return false;
    for (const struct option *p = found + 1; p->name != NULL; p++)
        if (competes(p, found, w, l->only))
            return true;
    return false;
}

static void tell_candidates(const char *program, const struct inprocess_long_options *l, const struct option *found,
                            const struct written *w)
{
    FILE *err = inprocess_stream(VARIABLE_STDERR);
    fprintf(err, "%s: option '%s%s' is ambiguous; possibilities:", program, w->mark, w->name);
    for (const struct option *p = found; p->name != NULL; p++)
        if (p == found || competes(p, found, w, l->only))
            fprintf(err, " '%s%s'", w->mark, p->name);
    fprintf(err, "\n");
}

/* The word is passed; `wrong` is what optopt becomes. */
static int refuse(struct inprocess_options *o, int wrong)
{
    o->rest = NULL;
    o->wrong = wrong;
    return '?';
}

static int use(struct inprocess_options *o, int argc, char *const argv[], const struct option *found,
               const struct written *w, bool quiet, bool loud)
{
    FILE *err = inprocess_stream(VARIABLE_STDERR);
    if (w->argument != NULL && found->has_arg == no_argument) {
        if (loud)
            fprintf(err, "%s: option '%s%s' doesn't allow an argument\n", argv[0], w->mark, found->name);
        return refuse(o, found->val);
    }
    if (w->argument != NULL) {
        o->argument = (char *)(size_t)w->argument;
    } else if (found->has_arg == required_argument && OPTIND < argc) {
        o->argument = argv[OPTIND++];
    } else if (found->has_arg == required_argument) {
        if (loud)
            fprintf(err, "%s: option '%s%s' requires an argument\n", argv[0], w->mark, found->name);
        (void)refuse(o, found->val);
        return quiet ? ':' : '?';
    }
    if (found->flag == NULL)
        return found->val;
    *found->flag = found->val;
    return 0;
}

int inprocess_long_option(struct inprocess_options *o, int argc, char *const argv[], const char *letters,
                          const struct inprocess_long_options *l, const char *mark)
{
    const bool quiet = *letters == ':', loud = !quiet && VALUE(int, VARIABLE_OPTERR) != 0;
    const struct written w = read_word(o->rest, mark);
    const struct option *found = find(l->all, &w);
    if (found == NULL) {
        if (l->only && argv[OPTIND][1] != '-' && strchr(letters, *w.name) != NULL)
            return -1; /* a letter */
        if (loud)
            fprintf(inprocess_stream(VARIABLE_STDERR), "%s: unrecognized option '%s%s'\n", argv[0], mark, w.name);
        OPTIND++;
        return refuse(o, 0);
    }
    OPTIND++;
    if (is_ambiguous(l, found, &w)) {
        if (loud)
            tell_candidates(argv[0], l, found, &w);
        return refuse(o, 0);
    }
    o->rest = NULL;
    int result = use(o, argc, argv, found, &w, quiet, loud);
    if (l->index != NULL && result != '?' && result != ':')
        *l->index = (int)(found - l->all);
    return result;
}
