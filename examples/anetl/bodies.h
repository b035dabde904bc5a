/* bodies.h - the n-body problem that nbody_pvm.c, nbody_ompc.cpp and nbody_host.cpp solve in three ways: bodies in
 * a plane that attract each other, every pair by itself, in steps. Whatever divides the work, each body's sum goes
 * over all others in the same order, so the digits are alike. */
#ifndef BODIES_H
#define BODIES_H

#include <math.h>

#define STEP_S 0.01
/* What a pair costs on a cell: 20 operations at LINPACK's rate, 4.17 Mflop/s [ns]. */
#define PAIR_NS 4800

struct body {
    double x, y, vx, vy;
};

/* Body i of n at the beginning: on a spiral, at rest. */
static inline struct body body_of(int i, int n)
{
    double turn = 2.399963 * i, r = sqrt((i + 0.5) / n);
    struct body b = {r * cos(turn), r * sin(turn), 0, 0};
    return b;
}

/* Adds what a body of mass 1/n at (x, y) does to one at (at_x, at_y), softened. */
static inline void attract(double at_x, double at_y, double x, double y, int n, double *ax, double *ay)
{
    double dx = x - at_x, dy = y - at_y, d2 = dx * dx + dy * dy + 1e-3, f = 1 / (n * d2 * sqrt(d2));
    *ax += f * dx;
    *ay += f * dy;
}

static inline void move(struct body *b, double ax, double ay)
{
    b->vx += STEP_S * ax;
    b->vy += STEP_S * ay;
    b->x += STEP_S * b->vx;
    b->y += STEP_S * b->vy;
}

/* The first body of part p of n bodies in parts. */
static inline int part_begin(int p, int n, int parts)
{
    return (int)((long)n * p / parts);
}

#endif
