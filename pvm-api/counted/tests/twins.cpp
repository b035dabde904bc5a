// twins.cpp - the same work as C and as C++ write it; twins.sh compares their prices.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

static unsigned seed = 1;
static int next_number()
{
    return (seed = seed * 1103515245u + 12345u) >> 8;
}

#ifdef TWIN_accessor
#ifdef IN_C
struct grid {
    int w, h;
    double *cells;
};
static void work(struct grid *g)
{
    for (int y = 0; y < g->h; y++)
        for (int x = 0; x < g->w; x++)
            g->cells[y * g->w + x] = 2 * g->cells[y * g->w + x] + x;
}
int main()
{
    struct grid g = {100, 60, (double *)calloc(6000, sizeof(double))};
    for (int r = 0; r < 10; r++)
        work(&g);
    printf("%g\n", g.cells[555]);
}
#else
class Grid
{
  public:
    Grid(int width, int height) : w(width), h(height), cells(w * h)
    {
    }
    int width() const
    {
        return w;
    }
    int height() const
    {
        return h;
    }
    double &operator()(int x, int y)
    {
        return cells[y * w + x];
    }

  private:
    int w, h;
    std::vector<double> cells;
};
static void work(Grid &g)
{
    for (int y = 0; y < g.height(); y++)
        for (int x = 0; x < g.width(); x++)
            g(x, y) = 2 * g(x, y) + x;
}
int main()
{
    Grid g(100, 60);
    for (int r = 0; r < 10; r++)
        work(g);
    printf("%g\n", g(55, 5));
}
#endif
#endif

#ifdef TWIN_sort
#ifdef IN_C // the algorithm of std::sort by hand
static void insertion(int *a, int *e)
{
    for (int *i = a + 1; i < e; i++) {
        int x = *i, *j = i;
        for (; j > a && x < j[-1]; j--)
            *j = j[-1];
        *j = x;
    }
}
static void sort(int *a, int *e)
{
    while (e - a > 16) {
        int *m = a + (e - a) / 2, x = a[1], y = *m, z = e[-1],
            *median = x < y ? (y < z   ? m
                               : x < z ? e - 1
                                       : a + 1)
                            : (x < z   ? a + 1
                               : y < z ? e - 1
                                       : m);
        int t = *a;
        *a = *median;
        *median = t;
        int *l = a + 1, *r = e;
        for (;;) {
            while (*l < *a)
                l++;
            r--;
            while (*a < *r)
                r--;
            if (l >= r)
                break;
            t = *l;
            *l = *r;
            *r = t;
            l++;
        }
        sort(l, e);
        e = l;
    }
}
int main()
{
    int n = 20000, *a = (int *)malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = next_number();
    sort(a, a + n);
    insertion(a, a + n);
    printf("%d %d\n", a[0], a[n / 2]);
}
#else
int main()
{
    int n = 20000;
    std::vector<int> a(n);
    for (int i = 0; i < n; i++)
        a[i] = next_number();
    std::sort(a.begin(), a.end());
    printf("%d %d\n", a[0], a[n / 2]);
}
#endif
#endif

#ifdef TWIN_push_back
#ifdef IN_C
struct numbers {
    int *begin, *end, *room;
};
static void grow(struct numbers *v)
{
    long n = v->end - v->begin, wanted = n ? 2 * n : 1;
    int *more = (int *)malloc(wanted * sizeof *more);
    for (long i = 0; i < n; i++)
        more[i] = v->begin[i];
    free(v->begin);
    v->begin = more;
    v->end = more + n;
    v->room = more + wanted;
}
static void push_back(struct numbers *v, int x)
{
    if (v->end == v->room)
        grow(v);
    *v->end++ = x;
}
int main()
{
    struct numbers v = {0, 0, 0};
    for (int i = 0; i < 50000; i++)
        push_back(&v, i * 3);
    printf("%d\n", v.begin[777]);
}
#else
int main()
{
    std::vector<int> v;
    for (int i = 0; i < 50000; i++)
        v.push_back(i * 3);
    printf("%d\n", v[777]);
}
#endif
#endif
