/* draw.h - numbers drawn from a seed: the same everywhere. */
#ifndef DRAW_H
#define DRAW_H

struct draw {
    unsigned long long state;
};

struct draw draw_begin(int seed);
/* The next number: 0..n-1. */
int below(struct draw *d, int n);

#endif
