/* draw.c - see draw.h: a linear congruential generator. */
#include "draw.h"

struct draw draw_begin(int seed)
{
    return (struct draw){(unsigned long long)seed * 7919 + 1};
}

int below(struct draw *d, int n)
{
    d->state = d->state * 6364136223846793005ull + 1442695040888963407ull;
    return (int)((d->state >> 33) % (unsigned)n);
}
