/* draw.h - numbers drawn from a seed, the same on every computer. */
#pragma once

struct draw {
    unsigned long long state;
};

struct draw draw_begin(int seed);
/* Returns the next number, 0..n-1. */
int below(struct draw *d, int n);
