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

struct lu {
    int n;             /* order of the matrix */
    int rows, columns; /* of the grid */
    int row, column;   /* of this cell */
    int height, width; /* of its part of the matrix; the width counts b */
    double *a, *l, *u; /* its part, row by row; a column of multipliers and a row, as they are passed on */
    double *x;         /* the solution: x[k / columns] for each k with k % columns equal to this cell's column */
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

static struct lu lu_new(int n, int rows, int columns, int row, int column)
{
    struct lu s = {n, rows, columns, row, column, up_to(n - 1, row, rows), up_to(n, column, columns), 0, 0, 0, 0};
    int i, j;
    s.a = malloc(sizeof *s.a * (size_t)(s.height * s.width + 1));
    s.l = malloc(sizeof *s.l * (size_t)(s.height + 1));
    s.u = malloc(sizeof *s.u * (size_t)(s.width + 1));
    s.x = malloc(sizeof *s.x * (size_t)(s.width + 1));
    if (!s.a || !s.l || !s.u || !s.x)
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

/* Rows k and `pivot` change places, from column k + 1 on; u becomes the new row k, in all cells. */
static void exchange(struct lu *s, int k, int pivot)
{
    int first = up_to(k, s->column, s->columns), count = s->width - first;
    int has_k = k % s->rows == s->row, has_pivot = pivot % s->rows == s->row;
    double *row_k = s->a + k / s->rows * s->width + first, *row_pivot = s->a + pivot / s->rows * s->width + first;
    size_t bytes = sizeof *s->u * (size_t)count;
    if (count == 0)
        return;
    if (has_pivot)
        memcpy(s->u, row_pivot, bytes);
    if (has_k && !has_pivot)
        put(s, pivot % s->rows, s->column, OLD_ROW, row_k, count);
    spread_in_column(s, pivot % s->rows, s->u, count);
    if (has_pivot && !has_k)
        take(s, k % s->rows, s->column, OLD_ROW, row_pivot, count);
    if (has_pivot && has_k)
        memcpy(row_pivot, row_k, bytes);
    if (has_k)
        memcpy(row_k, s->u, bytes);
}

static void update(struct lu *s, int k)
{
    int top = up_to(k, s->row, s->rows), left = up_to(k, s->column, s->columns), i, j;
    for (i = top; i < s->height; i++) {
        double multiplier = s->l[1 + i - top], *row = s->a + i * s->width;
        for (j = left; j < s->width; j++)
            row[j] -= multiplier * s->u[j - left];
    }
    compute(s->height - top, s->width - left, 2);
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
