/* random_mids.c - the buffers that random.c meets, under names that are the same in both libraries. */
#include "random.h"

void forget_gone(struct walk *w)
{
    for (int i = 0; i < MIDS; i++)
        if (w->mids[i] > 0 && pvm_bufinfo(w->mids[i], NULL, NULL, NULL) < 0)
            w->mids[i] = 0;
}

const char *mid_name(struct walk *w, int mid)
{
    static char text[24];
    if (mid <= 0)
        return code_name(mid);
    for (int i = 0; i < MIDS; i++)
        if (w->mids[i] == mid) {
            snprintf(text, sizeof text, "m%d", i);
            return text;
        }
    w->mids[w->next] = mid;
    w->made[w->next] = 0;
    snprintf(text, sizeof text, "m%d new", w->next);
    w->next = (w->next + 1) % MIDS;
    return text;
}

const char *new_name(struct walk *w, int mid)
{
    for (int i = 0; i < MIDS; i++)
        if (mid > 0 && w->mids[i] == mid)
            w->mids[i] = 0;
    forget_gone(w);
    return mid_name(w, mid);
}

int mid_of_kind(struct walk *w, int made)
{
    int i = below(&w->draw, MIDS + 1);
    return i < MIDS && w->made[i] == made ? w->mids[i] : 0;
}

const char *made_name(struct walk *w, int mid)
{
    const char *name = new_name(w, mid);
    for (int i = 0; i < MIDS; i++)
        w->made[i] |= mid > 0 && w->mids[i] == mid;
    return name;
}

int some_mid(struct walk *w)
{
    int i = below(&w->draw, MIDS + 2);
    return i < MIDS ? w->mids[i] : i == MIDS ? 0 : pvm_getsbuf();
}
