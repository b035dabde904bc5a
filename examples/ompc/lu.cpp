// lu: LU factorisation of a dense matrix without pivoting, in square blocks that lie together in memory, each written
// by its PE alone: the algorithm of SPLASH-2's "LU contiguous", written anew. A step factors the block on the diagonal,
// then those beside and below it, then takes their products off all others; a barrier lies between.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <ompc.hpp>

constexpr std::size_t B = 16; // a block of the matrix is a block of the shared array
using shared = ompc::shared_array<double, B * B>;

enum phase { DIAGONAL, PERIMETER, INTERIOR, BARRIER, PHASES };

enum access { CHECKED, PINNED, PRIVATE };

struct problem {
    int pes = 0, n = 512;
    access how = CHECKED;
    bool first = false; // all blocks on PE 0 at first
};

// An element of a block that begins at `at`, by a checked access.
struct checked {
    shared &a;
    std::size_t at;
    shared::reference operator[](std::size_t i) const
    {
        return a[at + i];
    }
};

static double flops; // of this PE since it last said so

// row[0..n) -= f * pivot[0..n)
template <class Row, class Pivot>
static void subtract(const Row &row, std::size_t r, double f, const Pivot &pivot, std::size_t p, std::size_t n)
{
    for (std::size_t j = 0; j < n; j++)
        row[r + j] -= f * pivot[p + j];
    flops += 2.0 * static_cast<double>(n);
}

template <class D> static void factor(const D &d)
{
    for (std::size_t k = 0; k < B; k++)
        for (std::size_t i = k + 1; i < B; i++) {
            d[i * B + k] /= d[k * B + k];
            flops++;
            subtract(d, i * B + k + 1, d[i * B + k], d, k * B + k + 1, B - k - 1);
        }
}

// A block below the diagonal: x becomes x U^-1.
template <class X, class D> static void divide(const X &x, const D &d)
{
    for (std::size_t i = 0; i < B; i++)
        for (std::size_t k = 0; k < B; k++) {
            x[i * B + k] /= d[k * B + k];
            flops++;
            subtract(x, i * B + k + 1, x[i * B + k], d, k * B + k + 1, B - k - 1);
        }
}

// A block right of it: x becomes L^-1 x.
template <class X, class D> static void eliminate(const X &x, const D &d)
{
    for (std::size_t k = 0; k < B; k++)
        for (std::size_t i = k + 1; i < B; i++)
            subtract(x, i * B, d[i * B + k], x, k * B, B);
}

template <class X, class L, class U> static void multiply(const X &x, const L &l, const U &u)
{
    for (std::size_t i = 0; i < B; i++)
        for (std::size_t k = 0; k < B; k++)
            subtract(x, i * B, l[i * B + k], u, k * B, B);
}

struct worker {
    ompc::world &w;
    shared &a;
    std::vector<double> &own; // the matrix without shared memory
    access how;
    std::size_t blocks, rows, columns, pe; // of the matrix a side; of the grid of PEs
    double flop_ns;
    std::int64_t at_ns = 0, barriers_ns = 0, ns[PHASES] = {};

    std::size_t at(std::size_t i, std::size_t j) const
    {
        return (i * blocks + j) * B * B;
    }
    bool mine(std::size_t i, std::size_t j) const
    {
        return i % rows * columns + j % columns == pe;
    }
    // Changes block x, with y and z to look at, by whatever way of access; y and z may be x.
    template <class Do> void on(std::size_t x, std::size_t y, std::size_t z, Do run) const
    {
        if (how == PRIVATE) {
            run(&own[x], &own[y], &own[z]);
        } else if (how == CHECKED) {
            run(checked{a, x}, checked{a, y}, checked{a, z});
        } else {
            ompc::pin_read<double> r(a, y, y != x ? B * B : 0), s(a, z, z != x ? B * B : 0);
            run(ompc::pin_write<double>(a, x, B * B), r, s);
        }
        ompc::work(flops * flop_ns);
        flops = 0;
    }
    // The time since the last call belongs to this phase.
    void book(phase of)
    {
        (void)w.statistics(); // what has been computed takes its time before it answers
        std::int64_t now = ompc::now_ns();
        ns[of] += now - at_ns;
        at_ns = now;
    }
    // What has been computed takes its time in there, but before the meeting.
    void meet(phase before)
    {
        ompc::barrier();
        std::int64_t waited = w.statistics().barrier_ns - barriers_ns;
        barriers_ns += waited;
        at_ns += waited;
        ns[BARRIER] += waited;
        book(before);
    }
    void step(std::size_t k);
};

void worker::step(std::size_t k)
{
    if (mine(k, k))
        on(at(k, k), at(k, k), at(k, k), [](const auto &x, const auto &, const auto &) { factor(x); });
    meet(DIAGONAL);
    for (std::size_t i = k + 1; i < blocks; i++) {
        if (mine(i, k))
            on(at(i, k), at(k, k), at(i, k), [](const auto &x, const auto &d, const auto &) { divide(x, d); });
        if (mine(k, i))
            on(at(k, i), at(k, k), at(k, i), [](const auto &x, const auto &d, const auto &) { eliminate(x, d); });
    }
    meet(PERIMETER);
    for (std::size_t i = k + 1; i < blocks; i++)
        for (std::size_t j = k + 1; j < blocks; j++)
            if (mine(i, j))
                on(at(i, j), at(i, k), at(k, j),
                   [](const auto &x, const auto &l, const auto &u) { multiply(x, l, u); });
    book(INTERIOR);
}

// A matrix that needs no pivoting: anything between -1 and 1, and n more on the diagonal.
static double given(std::size_t i, std::size_t j, std::size_t n)
{
    std::uint64_t h = (i * n + j + 1) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    return static_cast<double>(h >> 11) / 4503599627370496.0 - 1 + (i == j ? static_cast<double>(n) : 0);
}

// The largest error of the solution of A x = b, where b is such that all x are 1.
static double error(const std::vector<double> &lu, std::size_t n)
{
    auto element = [&](std::size_t i, std::size_t j) {
        return lu[(i / B * (n / B) + j / B) * B * B + i % B * B + j % B];
    };
    std::vector<double> x(n);
    double worst = 0;
    for (std::size_t i = 0; i < n; i++) {
        for (std::size_t j = 0; j < n; j++)
            x[i] += given(i, j, n);
        for (std::size_t j = 0; j < i; j++)
            x[i] -= element(i, j) * x[j];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t j = i + 1; j < n; j++)
            x[i] -= element(i, j) * x[j];
        x[i] /= element(i, i);
        worst = std::max(worst, std::fabs(x[i] - 1));
    }
    return worst;
}

static void fill(shared &a, std::vector<double> &own, const worker &k, const problem &p)
{
    std::size_t n = static_cast<std::size_t>(p.n);
    for (std::size_t i = 0; i < n; i++)
        for (std::size_t j = 0; j < n; j++) {
            std::size_t at = k.at(i / B, j / B) + i % B * B + j % B;
            if (p.how == PRIVATE)
                own[at] = given(i, j, n);
            else if (p.first ? k.pe == 0 : k.mine(i / B, j / B))
                a[at] = given(i, j, n);
        }
}

// Times of all PEs, in s: PE 0's, and the mean.
static void report(ompc::world &w, const worker &k, const problem &p, double overall, double wrong)
{
    ompc::shared_array<double, 8> times(8 * static_cast<std::size_t>(w.pes()), ompc::placement::blocked(), "times");
    for (std::size_t f = 0; f < PHASES; f++)
        times[8 * k.pe + f] = static_cast<double>(k.ns[f]) / 1e9;
    ompc::barrier();
    if (w.pe() > 0)
        return;
    static const char *const names[PHASES] = {"diagonal", "perimeter", "interior", "barriers"};
    std::printf("LU of %d x %d, blocks of %zu x %zu, %s, on %d PEs: %.4f s, largest error %.1e\n", p.n, p.n, B, B,
                p.how == CHECKED  ? "checked accesses"
                : p.how == PINNED ? "pins"
                                  : "no shared memory",
                w.pes(), overall, wrong);
    for (std::size_t f = 0; f < PHASES; f++) {
        double sum = 0;
        for (std::size_t pe = 0; pe < static_cast<std::size_t>(w.pes()); pe++)
            sum += times[8 * pe + f];
        std::printf("%-9s PE 0 %9.4f s   mean %9.4f s\n", names[f], times.get(f), sum / w.pes());
    }
}

static void usage()
{
    std::fprintf(
        stderr,
        "usage: lu [-p PEs] [-n size, a multiple of %zu] [-a checked|pins|private] [-f: all on PE 0 at first]\n", B);
    std::exit(2);
}

static problem arguments(int argc, char **argv)
{
    problem p;
    for (int i = 1; i < argc; i++) {
        std::string o = argv[i], v = o != "-f" && i + 1 < argc ? argv[++i] : "";
        if (o == "-f")
            p.first = true;
        else if (o == "-p" && std::atoi(v.c_str()) > 0)
            p.pes = std::atoi(v.c_str());
        else if (o == "-n" && std::atoi(v.c_str()) > 0 && std::atoi(v.c_str()) % static_cast<int>(B) == 0)
            p.n = std::atoi(v.c_str());
        else if (o == "-a" && (v == "checked" || v == "pins" || v == "private"))
            p.how = v == "checked" ? CHECKED : v == "pins" ? PINNED : PRIVATE;
        else
            usage();
    }
    if (p.how == PRIVATE)
        p.pes = 1;
    return p;
}

int main(int argc, char **argv)
{
    ompc::options(argc, argv);
    problem p = arguments(argc, argv);
    ompc::world w(argc, argv, p.pes);
    std::size_t n = static_cast<std::size_t>(p.n), pes = static_cast<std::size_t>(w.pes()), rows = 1;
    for (std::size_t r = 1; r * r <= pes; r++)
        if (pes % r == 0)
            rows = r;
    shared a(p.how == PRIVATE ? 0 : n * n, p.first ? ompc::placement::on(0) : ompc::placement::blocked(), "matrix");
    std::vector<double> own(p.how == PRIVATE ? n * n : 0);
    worker k{w, a, own, p.how, n / B, rows, pes / rows, static_cast<std::size_t>(w.pe()), ompc::cost("lu_flop_ns")};
    fill(a, own, k, p);
    ompc::barrier();
    k.barriers_ns = w.statistics().barrier_ns;
    std::int64_t begin = k.at_ns = ompc::now_ns();
    for (std::size_t s = 0; s < k.blocks; s++)
        k.step(s);
    k.meet(INTERIOR);
    double overall = static_cast<double>(k.at_ns - begin) / 1e9, wrong = 0;
    if (w.pe() == 0) {
        for (std::size_t i = own.size(); i < n * n; i++)
            own.push_back(a[i]);
        wrong = error(own, n);
    }
    report(w, k, p, overall, wrong);
    return w.pe() == 0 && !(wrong < 1e-10);
}
