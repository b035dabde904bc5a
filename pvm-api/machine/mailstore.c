/* mailstore.c - see mailstore.h. Classes are found by the hash of their names; the entries of a class are a plain list,
 * since there are only a few of each. */
#include "mailstore.h"

#include "control.h"
#include "pvm3.h"

struct entry {
    int index, owner, flags;
    uint32_t len;
    struct entry *next; /* next of the class, by index */
    unsigned char bytes[];
};

struct class
{
    char *name;
    struct entry *entries;       /* never empty between calls */
    struct class *next, **where; /* in the order in which the classes were made; where: the pointer to this one */
    struct class *beside;        /* the next with such a hash */
};

#define HEAPS 4096

struct mailstore {
    struct class *classes, **end; /* end: the pointer behind the last */
    struct class *heaps[HEAPS];   /* by hash */
};

uint64_t mailstore_hash(const char *name)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (; *name != 0; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211u;
    return h;
}

struct mailstore *mailstore_new(void)
{
    struct mailstore *s = calloc(1, sizeof *s);
    if (s != NULL)
        s->end = &s->classes;
    return s;
}

/* Where the pointer to that class is among those with such a hash, or would be. */
static struct class **find_beside(struct mailstore *s, const char *name)
{
    struct class **at = &s->heaps[mailstore_hash(name) % HEAPS];
    while (*at != NULL && strcmp((*at)->name, name) != 0)
        at = &(*at)->beside;
    return at;
}

/* Where the pointer to the first entry with this or a higher index is, or would be. */
static struct entry **find_entry_link(struct class *c, int index)
{
    struct entry **at = &c->entries;
    while (*at != NULL && (*at)->index < index)
        at = &(*at)->next;
    return at;
}

static void unlink_entry(struct entry **at)
{
    struct entry *e = *at;
    *at = e->next;
    free(e);
}

/* Removes the class if it is empty. Returns the next one. */
static struct class *drop_if_empty(struct mailstore *s, struct class *c)
{
    struct class *next = c->next;
    if (c->entries != NULL)
        return next;
    *find_beside(s, c->name) = c->beside;
    *c->where = next;
    if (next != NULL)
        next->where = c->where;
    else
        s->end = c->where;
    free(c->name);
    free(c);
    return next;
}

static bool may_change(const struct entry *e, int asker)
{
    return e->owner == asker || (e->flags & PvmMboxOverWritable) != 0;
}

/* Returns the class of that name, which is made if there is none; NULL if there is no memory. */
static struct class *class_for(struct mailstore *s, const char *name)
{
    struct class **at = find_beside(s, name);
    if (*at != NULL)
        return *at;
    struct class *c = calloc(1, sizeof *c);
    if (c == NULL || (c->name = strdup(name)) == NULL) {
        free(c);
        return NULL;
    }
    c->where = s->end;
    s->end = &c->next;
    return *at = *c->where = c;
}

int mailstore_put(struct mailstore *s, int owner, const char *name, int flags, int index, const void *bytes,
                  uint32_t len)
{
    if (name[0] == 0)
        return PvmBadParam;
    struct class *c = class_for(s, name);
    struct entry *e = malloc(sizeof *e + len);
    if (c == NULL || e == NULL) {
        if (c != NULL)
            drop_if_empty(s, c);
        free(e);
        return PvmNoMem;
    }
    struct entry **at = find_entry_link(c, index);
    if ((flags & PvmMboxMultiInstance) != 0)
        for (; *at != NULL && (*at)->index == index && index < INT32_MAX; at = &(*at)->next)
            index++;
    if (*at != NULL && (*at)->index == index) {
        if (!may_change(*at, owner)) {
            free(e);
            return PvmDenied;
        }
        unlink_entry(at);
    }
    *e = (struct entry){index, owner, flags, len, *at};
    if (len > 0)
        memcpy(e->bytes, bytes, len);
    *at = e;
    return index;
}

/* Finds an entry; *c gets its class. `later`: if there is none, the next one after that index will do. Returns NULL if
 * there is none. */
static struct entry **find_entry(struct mailstore *s, const char *name, int index, bool later, struct class **c)
{
    *c = *find_beside(s, name);
    if (*c == NULL)
        return NULL;
    struct entry **at = find_entry_link(*c, index);
    return *at != NULL && (later || (*at)->index == index) ? at : NULL;
}

bool mailstore_has(struct mailstore *s, const char *name, int index)
{
    struct class *c;
    return find_entry(s, name, index, false, &c) != NULL;
}

int mailstore_get(struct mailstore *s, int asker, const char *name, int index, int flags, struct wire_out *out)
{
    struct class *c;
    struct entry **at = find_entry(s, name, index, (flags & PvmMboxFirstAvail) != 0, &c);
    if (at == NULL)
        return PvmNotFound;
    bool removes = (flags & PvmMboxReadAndDelete) != 0;
    if (removes && !may_change(*at, asker))
        return PvmDenied;
    const struct control_value found = {{(*at)->bytes, (int32_t)(*at)->len}};
    control_value_put(out, &found);
    if (removes && !out->bad) { /* else the asker does not get it */
        unlink_entry(at);
        drop_if_empty(s, c);
    }
    return 0;
}

int mailstore_remove(struct mailstore *s, int asker, const char *name, int index)
{
    struct class *c;
    struct entry **at = find_entry(s, name, index, false, &c);
    if (at == NULL)
        return PvmNotFound;
    if (!may_change(*at, asker))
        return PvmDenied;
    unlink_entry(at);
    drop_if_empty(s, c);
    return 0;
}

void mailstore_remove_orphans(struct mailstore *s, const char *name, int index)
{
    for (struct class *c = s->classes; c != NULL; c = drop_if_empty(s, c)) {
        bool fits = name[0] == 0 || strcmp(name, c->name) == 0;
        for (struct entry **at = &c->entries; fits && *at != NULL;) {
            if ((*at)->owner == 0 && (index < 0 || (*at)->index == index))
                unlink_entry(at);
            else
                at = &(*at)->next;
        }
    }
}

/* Returns true if name begins with the pattern up to its next *, and how many characters of both that takes. */
static bool match_piece(const char *pattern, const char *name, size_t *npattern, size_t *nname)
{
    *npattern = *nname = 0;
    while (pattern[*npattern] != 0 && pattern[*npattern] != '*') {
        *npattern += *npattern > 0 && pattern[*npattern] == '\\' && pattern[*npattern + 1] != 0;
        if (pattern[(*npattern)++] != name[(*nname)++])
            return false;
    }
    return true;
}

/* As in PVM, a pattern fits a name that contains all its pieces (the texts between *s) one behind the other. A
 * backslash takes the next character literally, unless a piece begins with it. */
static bool matches_pattern(const char *pattern, const char *name)
{
    while (*pattern != 0) {
        size_t npattern, nname;
        while (!match_piece(pattern, name, &npattern, &nname))
            if (*name++ == 0)
                return false;
        name += nname;
        pattern += npattern + (pattern[npattern] == '*');
    }
    return true;
}

int mailstore_list(const struct mailstore *s, const char *pattern, struct wire_out *out)
{
    int n = 0;
    for (const struct class *c = s->classes; c != NULL; c = c->next) {
        if (!matches_pattern(pattern, c->name))
            continue;
        struct control_class head = {c->name, 0};
        for (const struct entry *e = c->entries; e != NULL; e = e->next)
            head.entries++;
        control_class_put(out, &head);
        for (const struct entry *e = c->entries; e != NULL; e = e->next)
            control_owned_put(out, &(struct control_owned){e->index, e->owner, e->flags});
        n++;
    }
    return n;
}

void mailstore_task_ended(struct mailstore *s, int tid)
{
    for (struct class *c = s->classes; c != NULL; c = drop_if_empty(s, c)) {
        for (struct entry **at = &c->entries; *at != NULL;) {
            if ((*at)->owner == tid && ((*at)->flags & PvmMboxPersistent) == 0) {
                unlink_entry(at);
                continue;
            }
            if ((*at)->owner == tid)
                (*at)->owner = 0;
            at = &(*at)->next;
        }
    }
}

void mailstore_free(struct mailstore *s)
{
    if (s == NULL)
        return;
    while (s->classes != NULL) {
        while (s->classes->entries != NULL)
            unlink_entry(&s->classes->entries);
        drop_if_empty(s, s->classes);
    }
    free(s);
}
