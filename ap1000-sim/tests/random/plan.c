/* plan.c - see plan.h. */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

struct making {
    struct plan *p;
    unsigned long long state;
    unsigned living;
    struct unread at[PLAN_TASKS];
};

static int below(struct making *m, int n)
{
    m->state = m->state * 6364136223846793005ull + 1442695040888963407ull;
    return (int)((m->state >> 33) % (unsigned)n);
}

/* The n-th task of the set, counted round. */
static int member(unsigned set, int n)
{
    int count = 0, i = 0;
    for (int k = 0; k < PLAN_TASKS; k++)
        count += (set >> k & 1) != 0;
    for (n %= count; (set >> i & 1) == 0 || n-- > 0;)
        i++;
    return i;
}

int unread_find(const struct plan *p, const struct unread *u, int from, int tag, int context)
{
    for (int i = 0; i < u->n; i++) {
        const struct step *s = &p->steps[u->steps[i]];
        if (s->context == context && (from < 0 || s->actor == from) && (tag < 0 || s->tag == tag))
            return i;
    }
    return -1;
}

void unread_take(struct unread *u, int place)
{
    u->n--;
    memmove(u->steps + place, u->steps + place + 1, (size_t)(u->n - place) * sizeof u->steps[0]);
}

int plan_items(const struct plan *p, int step)
{
    while (p->steps[step].kind == PLAN_FORWARD)
        step = p->steps[step].from_step;
    return p->steps[step].items;
}

static void send_to(struct making *m, int number, unsigned set)
{
    for (int i = 0; i < PLAN_TASKS; i++)
        if ((set & m->living) >> i & 1)
            m->at[i].steps[m->at[i].n++] = number;
}

/* One of the messages that lie unread at the actor: the oldest of its sender, or of its sender and tag. False: none. */
static bool choose_message(struct making *m, struct step *s, int which)
{
    struct unread *u = &m->at[s->actor];
    if (u->n == 0)
        return false;
    const struct step *about = &m->p->steps[u->steps[which % u->n]];
    bool by_tag = s->way & 1;
    int place = unread_find(m->p, u, about->actor, by_tag ? about->tag : -1, about->context);
    s->from_step = u->steps[place];
    unread_take(u, place);
    return true;
}

static int make_drain(struct making *m, const struct step *s)
{
    int n = 0;
    for (int place; (place = unread_find(m->p, &m->at[s->actor], -1, s->way & 1 ? s->tag : -1, s->context)) >= 0; n++)
        unread_take(&m->at[s->actor], place);
    return n;
}

/* Can this step be done now? Then what lies unread is as after it. */
static bool enter(struct making *m, int number, struct step *s, int which)
{
    switch (s->kind) {
    case PLAN_SEND:
        send_to(m, number, 1u << s->whom);
        return true;
    case PLAN_MCAST:
        s->set &= m->living & ~(1u << s->actor);
        send_to(m, number, s->set);
        return s->set != 0;
    case PLAN_BCAST:
        send_to(m, number, m->living & ~(1u << s->actor));
        return (m->living & ~(1u << s->actor)) !=
               0; /* alone in its group it has nobody to send to, which is an error */
    case PLAN_RECV:
        return choose_message(m, s, which);
    case PLAN_FORWARD:
        if (!choose_message(m, s, which))
            return false;
        send_to(m, number, 1u << s->third);
        return true;
    case PLAN_DRAIN:
        s->count = make_drain(m, s);
        return true;
    case PLAN_DIE:
        if (s->actor == 0 || s->actor == s->whom)
            return false;
        m->living &= ~(1u << s->actor);
        return true;
    default:
        return true;
    }
}

static enum plan_kind kind_of(int draw)
{
    static const struct {
        enum plan_kind kind;
        int weight;
    } all[] = {{PLAN_SEND, 40},   {PLAN_MCAST, 8}, {PLAN_BCAST, 4},   {PLAN_RECV, 25},
               {PLAN_FORWARD, 5}, {PLAN_DRAIN, 6}, {PLAN_NOTHING, 4}, {PLAN_BARRIER, 3},
               {PLAN_REDUCE, 2},  {PLAN_PUT, 3},   {PLAN_DIE, 1}};
    unsigned i = 0;
    for (draw %= 101; draw >= all[i].weight; i++)
        draw -= all[i].weight;
    return all[i].kind;
}

static int items_of(int draw, int size)
{
    return draw < 5 ? size % 50 : draw < 8 ? size % 2000 : draw == 8 ? 0 : size % 60000;
}

static bool is_in(const char *list, int number)
{
    for (const char *at = list; *at != 0;) {
        char *end;
        if (strtol(at, &end, 10) == number)
            return true;
        at = *end != 0 ? end + 1 : end;
    }
    return false;
}

/* Each step draws the same number of random numbers, so that one more or less changes no other. */
static void make_step(struct making *m, int number, const char *skip)
{
    struct step *s = &m->p->steps[number];
    int draw[10];
    for (int i = 0; i < 10; i++)
        draw[i] = below(m, 1 << 30);
    *s = (struct step){.kind = kind_of(draw[0]),
                       .actor = member(m->living, draw[1]),
                       .whom = member(m->living, draw[2]),
                       .third = member(m->living, draw[3]),
                       .tag = draw[4] % PLAN_TAGS,
                       .context = draw[5] % 4 == 0 ? 1 + draw[5] / 4 % (PLAN_CONTEXTS - 1) : 0,
                       .way = draw[6],
                       .items = items_of(draw[7] % 10, draw[8]),
                       .encoding = draw[9] % 3,
                       .set = (unsigned)draw[8],
                       .living = m->living};
    s->skipped = is_in(skip, number) || !enter(m, number, s, draw[9]);
}

void plan_make(struct plan *p, int seed, int nsteps, const char *skip)
{
    static struct making m;
    memset(&m, 0, sizeof m);
    m.p = p;
    m.state = (unsigned long long)seed * 7919 + 1;
    p->ntasks = 2 + below(&m, PLAN_TASKS - 1);
    p->nsteps = nsteps < PLAN_STEPS ? nsteps : PLAN_STEPS;
    for (int i = 1; i < PLAN_TASKS; i++)
        p->parent[i] = below(&m, i);
    m.living = (1u << p->ntasks) - 1;
    for (int i = 0; i < p->nsteps; i++)
        make_step(&m, i, skip);
}
