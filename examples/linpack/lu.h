/*
 * lu.h: solves A x = b by Gaussian elimination with partial pivoting on a grid of cells, over any message library.
 * The program that includes it says below how a cell sends, and how its computing takes time; linpack.c does so with
 * PVM, native.c with the AP1000's own library.
 *
 * Row i of the matrix belongs to the cells of grid row i % rows, column j to those of grid column j % columns; b is
 * column n. So every cell has work until the end. Nothing is done twice, and no cell ever holds the whole matrix.
 */
#ifndef LU_H
#define LU_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Compiled counted, a cell's time is that of its operations; otherwise the program waits for as long. */
#ifdef PVM_COUNTED
#define CELL_MFLOP_PER_S 0
#else
#define CELL_MFLOP_PER_S 4.17
#endif

enum { MAX_BLOCK = 64 };

struct lu {
    int n;             /* order of the matrix */
    int rows, columns; /* of the grid */
    int row, column;   /* of this cell */
    int height, width; /* of its part of the matrix; the width counts b */
    int block;         /* so many columns are eliminated before the rest of the matrix hears of them; 1: each at once */
    double *a, *l, *u; /* its part, row by row; a column of multipliers and a row, as they are passed on */
    double *ls,
        *us; /* what the rest has not heard of: `block` multipliers for each row; their rows, one after the other */
    double *spare; /* a row, and its multipliers */
    double *x;     /* the solution: x[k / columns] for each k with k % columns equal to this cell's column */
};

enum { PIVOT = 1, OLD_ROW = 2, RIGHT_SIDE = 3, IN_ROW = 4, IN_COLUMN = 5 }; /* message tags */

/* The program defines these: messages of `count` numbers to and from one cell; messages from one cell to all others of
 * its own row or column of the grid; and `operations` floating-point operations, which take time. */
static void put(const struct lu *s, int row, int column, int tag, const double *v, int count);
static void take(const struct lu *s, int row, int column, int tag, double *v, int count);
static void spread_in_row(const struct lu *s, int from_column, double *v, int count);
static void spread_in_column(const struct lu *s, int from_row, double *v, int count);
static void compute(int vectors, int length, int operations);

/* Element (i, j) of the matrix, b where j is n: from -0.5 to 0.5, scattered, and the same for every cell that asks. */
static double element(int i, int j, int n)
{
    uint64_t z = ((uint64_t)i * (uint64_t)(n + 1) + (uint64_t)j + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0 - 0.5;
}

/* How many of the numbers 0 to k belong to the cell `mine` of `count`. This is also the place of the cell's first
 * number above k. */
static int up_to(int k, int mine, int count)
{
    return (k - mine + count) / count;
}

static struct lu lu_new(int n, int block, int rows, int columns, int row, int column)
{
    struct lu s = {.n = n,
                   .rows = rows,
                   .columns = columns,
                   .row = row,
                   .column = column,
                   .height = up_to(n - 1, row, rows),
                   .width = up_to(n, column, columns),
                   .block = block};
    int i, j;
    s.ls = calloc((size_t)(s.height * block + 1), sizeof *s.ls);
    s.us = malloc(sizeof *s.us * (size_t)(s.width * block + 1));
    s.spare = malloc(sizeof *s.spare * (size_t)(s.width + block));
    s.a = malloc(sizeof *s.a * (size_t)(s.height * s.width + 1));
    s.l = malloc(sizeof *s.l * (size_t)(s.height + 1));
    s.u = malloc(sizeof *s.u * (size_t)(s.width + 1));
    s.x = malloc(sizeof *s.x * (size_t)(s.width + 1));
    if (!s.a || !s.l || !s.u || !s.x || !s.ls || !s.us || !s.spare)
        abort();
    for (i = 0; i < s.height; i++)
        for (j = 0; j < s.width; j++)
            s.a[i * s.width + j] = element(i * rows + row, j * columns + column, n);
    return s;
}

/* Finds the largest element of column k from row k on, as {value, its row, the element in row k}. It is gathered
 * pairwise in a tree at the cell of row k, then spread to all cells of that column. */
static void find_pivot(const struct lu *s, int k, double *pivot)
{
    int root = k % s->rows, place = (s->row - root + s->rows) % s->rows, at = k / s->columns, i, span;
    double best[2] = {0, -1}, other[2];
    for (i = up_to(k - 1, s->row, s->rows); i < s->height; i++)
        if (best[1] < 0 || fabs(s->a[i * s->width + at]) > fabs(best[0])) {
            best[0] = s->a[i * s->width + at];
            best[1] = i * s->rows + s->row;
        }
    for (span = 1; span < s->rows; span *= 2) {
        if (place & span) {
            put(s, (root + place - span) % s->rows, s->column, PIVOT, best, 2);
            break;
        }
        if (place + span >= s->rows)
            continue;
        take(s, (root + place + span) % s->rows, s->column, PIVOT, other, 2);
        if (other[1] >= 0 && (best[1] < 0 || fabs(other[0]) > fabs(best[0])))
            memcpy(best, other, sizeof best);
    }
    if (place == 0) {
        pivot[0] = best[0];
        pivot[1] = best[1];
        pivot[2] = s->a[k / s->rows * s->width + at];
    }
    spread_in_column(s, root, pivot, 3);
}

/* In the grid column of column k: l becomes {the pivot's row, the multipliers of this cell's rows below k}. */
static void scale(struct lu *s, int k, const double *pivot)
{
    int first = up_to(k, s->row, s->rows), at = k / s->columns, i;
    s->l[0] = pivot[1];
    for (i = first; i < s->height; i++)
        s->l[1 + i - first] = s->a[i * s->width + at] / pivot[0];
    if ((int)pivot[1] % s->rows == s->row && (int)pivot[1] != k)
        s->l[1 + (int)pivot[1] / s->rows - first] = pivot[2] / pivot[0];
    if (k % s->rows == s->row)
        s->a[k / s->rows * s->width + at] = pivot[0];
    compute(1, s->height - first, 1);
}

/* The place of the cell's first column behind the block of column k. */
static int behind(const struct lu *s, int k)
{
    int end = k - k % s->block + s->block;
    return up_to((end < s->n ? end : s->n) - 1, s->column, s->columns);
}

/* Rows from `top` on, columns from `left` on: what the first `count` columns of the block do to them. Two rows and four
 * columns at a time, so that a number is loaded once for several operations. */
static void catch_up(struct lu *s, int top, int rows, int left, int count)
{
    int i, j, t, w = s->width;
    for (i = top; i < top + rows; i += 2) {
        double *row = s->a + i * w, *two = i + 1 < top + rows ? row + w : s->spare;
        const double *l = s->ls + i * s->block, *m = i + 1 < top + rows ? l + s->block : l;
        for (t = 0; t + 4 <= count; t += 4) {
            const double *u = s->us + t * w, l0 = l[t], l1 = l[t + 1], l2 = l[t + 2], l3 = l[t + 3];
            const double m0 = m[t], m1 = m[t + 1], m2 = m[t + 2], m3 = m[t + 3];
            for (j = left; j < w; j++) {
                double u0 = u[j], u1 = u[w + j], u2 = u[2 * w + j], u3 = u[3 * w + j];
                row[j] -= l0 * u0 + l1 * u1 + l2 * u2 + l3 * u3;
                two[j] -= m0 * u0 + m1 * u1 + m2 * u2 + m3 * u3;
            }
        }
        for (; t < count; t++) {
            const double *u = s->us + t * w, l0 = l[t], m0 = m[t];
            for (j = left; j < w; j++)
                row[j] -= l0 * u[j];
            if (two != s->spare)
                for (j = left; j < w; j++)
                    two[j] -= m0 * u[j];
        }
    }
    compute(rows, w - left, 2 * count);
}

/* Rows k and `pivot` change places, from column k + 1 on; u becomes the new row k, in all cells. */
static void exchange(struct lu *s, int k, int pivot)
{
    int first = up_to(k, s->column, s->columns), count = s->width - first, waiting = k % s->block;
    int has_k = k % s->rows == s->row, has_pivot = pivot % s->rows == s->row, at = pivot / s->rows;
    double *row_k = s->a + k / s->rows * s->width + first, *row_pivot = s->a + at * s->width + first;
    double *ls_k = s->ls + k / s->rows * s->block, *ls_pivot = s->ls + at * s->block;
    size_t bytes = sizeof *s->u * (size_t)count, more = sizeof *s->u * (size_t)waiting;
    if (count == 0)
        return;
    if (has_pivot) {
        if (waiting > 0)
            catch_up(s, at, 1, behind(s, k), waiting);
        memcpy(s->u, row_pivot, bytes);
    }
    if (has_k && pivot != k) {
        memcpy(s->spare, row_k, bytes);
        memcpy(s->spare + count, ls_k, more);
        if (!has_pivot)
            put(s, pivot % s->rows, s->column, OLD_ROW, s->spare, count + waiting);
    }
    spread_in_column(s, pivot % s->rows, s->u, count);
    if (has_pivot && pivot != k) {
        if (!has_k)
            take(s, k % s->rows, s->column, OLD_ROW, s->spare, count + waiting);
        memcpy(row_pivot, s->spare, bytes);
        memcpy(ls_pivot, s->spare + count, more);
    }
    if (has_k)
        memcpy(row_k, s->u, bytes);
}

/* Column k of the block is done: the others of the block hear of it now, the rest when the block is done. */
static void update(struct lu *s, int k)
{
    int top = up_to(k, s->row, s->rows), left = up_to(k, s->column, s->columns), right = behind(s, k), t = k % s->block,
        i, j;
    for (i = top; i < s->height; i++) {
        double multiplier = s->l[1 + i - top], *row = s->a + i * s->width;
        s->ls[i * s->block + t] = multiplier;
        for (j = left; j < right; j++)
            row[j] -= multiplier * s->u[j - left];
    }
    compute(s->height - top, right - left, 2);
    memcpy(s->us + t * s->width + right, s->u + right - left, sizeof *s->u * (size_t)(s->width - right));
    if (t == s->block - 1 || k == s->n - 1)
        catch_up(s, top, s->height - top, right, t + 1);
}

static void lu_eliminate(struct lu *s)
{
    double pivot[3];
    int k;
    for (k = 0; k < s->n; k++) {
        if (k % s->columns == s->column) {
            find_pivot(s, k, pivot);
            scale(s, k, pivot);
        }
        spread_in_row(s, k % s->columns, s->l, 1 + s->height - up_to(k, s->row, s->rows));
        exchange(s, k, (int)s->l[0]);
        update(s, k);
    }
}

/* From the last unknown to the first. The right side travels through the grid columns to the one where the next unknown
 * is solved. */
static void lu_solve(struct lu *s)
{
    int holder = s->n % s->columns, k, i;
    double *y = s->l;
    for (i = 0; holder == s->column && i < s->height; i++)
        y[i] = s->a[i * s->width + s->n / s->columns];
    for (k = s->n - 1; k >= 0; k--) {
        int column = k % s->columns, at = k / s->columns, count = up_to(k, s->row, s->rows);
        if (holder != column && holder == s->column && count > 0)
            put(s, s->row, column, RIGHT_SIDE, y, count);
        if (holder != column && column == s->column && count > 0)
            take(s, s->row, holder, RIGHT_SIDE, y, count);
        holder = column;
        if (column != s->column)
            continue;
        if (k % s->rows == s->row)
            s->x[at] = y[k / s->rows] / s->a[k / s->rows * s->width + at];
        spread_in_column(s, k % s->rows, s->x + at, 1);
        count = up_to(k - 1, s->row, s->rows);
        for (i = 0; i < count; i++)
            y[i] -= s->a[i * s->width + at] * s->x[at];
        compute(1, count, 2);
    }
}

/* LINPACK's check, in a cell that has all of x: the largest |A x - b| over n |A| |x| epsilon. It is below 16 if x is
 * right. */
static double lu_residual(const double *x, int n)
{
    double worst = 0, norm_a = 0, norm_x = 0;
    int i, j;
    for (i = 0; i < n; i++) {
        double left = -element(i, n, n), sum = 0;
        for (j = 0; j < n; j++) {
            left += element(i, j, n) * x[j];
            sum += fabs(element(i, j, n));
        }
        worst = fabs(left) > worst || isnan(left) ? fabs(left) : worst;
        norm_a = sum > norm_a ? sum : norm_a;
        norm_x = fabs(x[i]) > norm_x ? fabs(x[i]) : norm_x;
    }
    return worst / (n * norm_a * norm_x * DBL_EPSILON);
}

/* The grid for a number of cells: as square as possible, with the longer side across, as in the machine's own array. */
static int lu_grid_rows(int cells)
{
    int rows = (int)sqrt((double)cells);
    while (cells % rows != 0)
        rows--;
    return rows;
}

/* Seconds for `vectors` loops over `length` numbers, `operations` floating-point operations a number. A cell does
 * mflop_per_s million operations a second on long vectors, and half as many on vectors of half_length, since a loop
 * takes time to begin and to end (Hockney's r-infinity and n-half). Nothing if mflop_per_s is 0. */
static double lu_seconds(int vectors, int length, int operations, double mflop_per_s, double half_length)
{
    if (mflop_per_s <= 0 || vectors <= 0 || length <= 0)
        return 0;
    return (double)operations * vectors * (length + half_length) / (mflop_per_s * 1e6);
}

/* The operations that a solution counts as, however it is done. */
static double lu_operations(double n)
{
    return 2.0 / 3.0 * n * n * n + 2.0 * n * n;
}

#endif
