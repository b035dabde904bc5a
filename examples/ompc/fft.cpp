// fft: the Fourier transform of m x m complex numbers, by Bailey's six steps as in SPLASH-2's FFT, written anew: the
// numbers are a matrix, whose rows are divided among the PEs. Transpose, transform the rows, multiply by roots of 1,
// transpose, transform the rows, transpose. A barrier lies before each transposition, where each PE reads from all
// others.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <ompc.hpp>

enum phase { TRANSPOSE, ROWS, BARRIER, PHASES };
enum access { CHECKED, PINNED, PRIVATE };

struct problem {
    int pes = 0, log2_n = 16, block = 32;
    access how = CHECKED;
    bool first = false; // all blocks on PE 0 at first
};

using number = std::complex<double>;
static const double PI = std::acos(-1.0);

// exp(-2 pi i k / n)
static number root(std::size_t k, std::size_t n)
{
    double angle = -2 * PI * static_cast<double>(k % n) / static_cast<double>(n);
    return {std::cos(angle), std::sin(angle)};
}

static number given(std::size_t i)
{
    std::uint64_t h = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    return {static_cast<double>(h >> 40) / 8388608.0 - 1, static_cast<double>(h & 0xffffff) / 8388608.0 - 1};
}

// A matrix of complex numbers as pairs of doubles, and each access to it counted.
static double flops, accesses; // of this PE since it last said so

template <std::size_t B> class matrix
{
  public:
    matrix(std::size_t m, const problem &p, const char *name)
        : m_(m), how_(p.how),
          shared_(how_ == PRIVATE ? 0 : 2 * m * m, p.first ? ompc::placement::on(0) : ompc::placement::blocked(), name),
          own_(how_ == PRIVATE ? 2 * m * m : 0)
    {
    }
    number get(std::size_t i, std::size_t j) const
    {
        std::size_t at = 2 * (i * m_ + j);
        accesses += 2;
        return how_ == PRIVATE ? number{own_[at], own_[at + 1]} : number{shared_.get(at), shared_.get(at + 1)};
    }
    void put(std::size_t i, std::size_t j, number v)
    {
        std::size_t at = 2 * (i * m_ + j);
        accesses += 2;
        if (how_ == PRIVATE) {
            own_[at] = v.real();
            own_[at + 1] = v.imag();
        } else {
            shared_.put(at, v.real());
            shared_.put(at + 1, v.imag());
        }
    }
    ompc::shared_array<double, B> &shared()
    {
        return shared_;
    }

  private:
    std::size_t m_;
    access how_;
    ompc::shared_array<double, B> shared_;
    std::vector<double> own_;
};

// One row, by get and put; and the same where a pin has it.
template <std::size_t B> struct row_of {
    matrix<B> &a;
    std::size_t i;
    number get(std::size_t j) const
    {
        return a.get(i, j);
    }
    void put(std::size_t j, number v) const
    {
        a.put(i, j, v);
    }
};

struct pinned_row {
    double *at;
    number get(std::size_t j) const
    {
        return {at[2 * j], at[2 * j + 1]};
    }
    void put(std::size_t j, number v) const
    {
        at[2 * j] = v.real();
        at[2 * j + 1] = v.imag();
    }
};

// In place: bits of the place reversed, then log2 m passes of butterflies.
template <class Row> static void transform(const Row &x, std::size_t m, const std::vector<number> &roots)
{
    for (std::size_t i = 1, j = 0; i < m; i++) {
        std::size_t bit = m / 2;
        for (; (j & bit) != 0; bit /= 2)
            j ^= bit;
        j |= bit;
        if (i < j) {
            number v = x.get(i);
            x.put(i, x.get(j));
            x.put(j, v);
        }
    }
    for (std::size_t half = 1; half < m; half *= 2)
        for (std::size_t at = 0; at < m; at += 2 * half)
            for (std::size_t k = 0; k < half; k++) {
                number low = x.get(at + k), high = x.get(at + k + half) * roots[k * (m / 2 / half)];
                x.put(at + k, low + high);
                x.put(at + k + half, low - high);
                flops += 10;
            }
}

template <std::size_t B> struct worker {
    ompc::world &w;
    const problem &p;
    std::size_t m, first, last; // rows from first to before last are this PE's
    matrix<B> x, y, u;          // the numbers, room for them, roots of 1
    std::vector<number> roots;
    double flop_ns = ompc::cost("fft_flop_ns"), access_ns = p.how == CHECKED ? ompc::cost("fft_access_ns") : 0;
    std::int64_t at_ns = 0, ns[PHASES] = {};

    worker(ompc::world &world_, const problem &problem_, std::size_t m_)
        : w(world_), p(problem_), m(m_),
          first(m * static_cast<std::size_t>(w.pe()) / static_cast<std::size_t>(w.pes())),
          last(m * static_cast<std::size_t>(w.pe() + 1) / static_cast<std::size_t>(w.pes())), x(m, p, "x"),
          y(m, p, "y"), u(m, p, "roots")
    {
        for (std::size_t k = 0; k < m / 2; k++)
            roots.push_back(root(k, m));
    }
    void spend()
    {
        ompc::work(flops * flop_ns + accesses * access_ns);
        flops = accesses = 0;
    }
    void book(phase of)
    {
        std::int64_t now = ompc::now_ns();
        ns[of] += now - at_ns;
        at_ns = now;
    }
    void meet(phase before)
    {
        spend();
        ompc::barrier(); // what has been computed takes its time in there, but before the meeting
        std::int64_t waited = w.statistics().barrier_ns - barriers_ns;
        barriers_ns += waited;
        at_ns += waited;
        ns[BARRIER] += waited;
        book(before);
    }
    std::int64_t barriers_ns = 0;

    void fill()
    {
        bool all = p.first;
        for (std::size_t i = all ? 0 : first; i < (all ? (w.pe() == 0 ? m : 0) : last); i++)
            for (std::size_t j = 0; j < m; j++) {
                x.put(i, j, given(i * m + j));
                u.put(i, j, root(i * j, m * m));
            }
        flops = accesses = 0;
    }
    // Each PE begins with the rows of the one after it, so that not all ask the same.
    void transpose(const matrix<B> &from, matrix<B> &to)
    {
        for (std::size_t n = 0; n < m; n++) {
            std::size_t j = (n + last) % m;
            for (std::size_t i = first; i < last; i++)
                to.put(i, j, from.get(j, i));
        }
        meet(TRANSPOSE);
    }
    void transform_rows(matrix<B> &a)
    {
        for (std::size_t i = first; i < last; i++) {
            if (p.how == PINNED)
                transform(pinned_row{ompc::pin_write<double>(a.shared(), 2 * i * m, 2 * m).data()}, m, roots);
            else
                transform(row_of<B>{a, i}, m, roots);
            spend();
        }
    }
    void multiply(matrix<B> &a)
    {
        for (std::size_t i = first; i < last; i++)
            for (std::size_t j = 0; j < m; j++) {
                a.put(i, j, a.get(i, j) * u.get(i, j));
                flops += 6;
            }
    }
    void run()
    {
        transpose(x, y);
        transform_rows(y);
        multiply(y);
        meet(ROWS);
        transpose(y, x);
        transform_rows(x);
        meet(ROWS);
        transpose(x, y);
    }
};

// Some numbers of the result against the transform's definition; relative to the greatest.
template <std::size_t B> static double error(const matrix<B> &y, std::size_t m)
{
    double worst = 0, greatest = 0;
    std::size_t n = m * m;
    for (std::size_t s = 0; s < 8; s++) {
        std::size_t k = (s * (n / 8) + s * s * 3) % n;
        number sum = 0;
        for (std::size_t i = 0; i < n; i++)
            sum += given(i) * root(k * i, n);
        number got = y.get(k / m, k % m);
        worst = std::max(worst, std::abs(got - sum));
        greatest = std::max(greatest, std::abs(sum));
    }
    return worst / greatest;
}

template <std::size_t B> static int solve(ompc::world &w, const problem &p)
{
    worker<B> k(w, p, std::size_t(1) << (p.log2_n / 2));
    k.fill();
    ompc::barrier();
    k.barriers_ns = w.statistics().barrier_ns;
    std::int64_t begin = k.at_ns = ompc::now_ns();
    k.run();
    double overall = static_cast<double>(k.at_ns - begin) / 1e9;
    ompc::shared_array<double, 8> times(8 * static_cast<std::size_t>(w.pes()), ompc::placement::blocked(), "times");
    for (std::size_t f = 0; f < PHASES; f++)
        times[8 * static_cast<std::size_t>(w.pe()) + f] = static_cast<double>(k.ns[f]) / 1e9;
    ompc::barrier();
    double wrong = w.pe() == 0 ? error(k.y, k.m) : 0;
    if (w.pe() > 0)
        return 0;
    std::printf("FFT of 2^%d numbers, blocks of %zu doubles, %s, on %d PEs: %.4f s, largest error %.1e\n", p.log2_n, B,
                p.how == CHECKED  ? "checked accesses"
                : p.how == PINNED ? "pins"
                                  : "no shared memory",
                w.pes(), overall, wrong);
    static const char *const names[PHASES] = {"transpose", "rows", "barriers"};
    for (std::size_t f = 0; f < PHASES; f++) {
        double sum = 0;
        for (std::size_t pe = 0; pe < static_cast<std::size_t>(w.pes()); pe++)
            sum += times[8 * pe + f];
        std::printf("%-9s PE 0 %9.4f s   mean %9.4f s\n", names[f], times.get(f), sum / w.pes());
    }
    return !(wrong < 1e-12);
}

static void usage()
{
    std::fprintf(
        stderr, "usage: fft [-p PEs] [-m log2 of how many numbers, even, 4 to 24] [-b 2|8|32|128|512, doubles a block] "
                "[-a checked|pins|private] [-f: all on PE 0 at first]\n");
    std::exit(2);
}

static problem arguments(int argc, char **argv)
{
    problem p;
    for (int i = 1; i < argc; i++) {
        std::string o = argv[i], v = o != "-f" && i + 1 < argc ? argv[++i] : "";
        int n = std::atoi(v.c_str());
        if (o == "-f")
            p.first = true;
        else if (o == "-p" && n > 0)
            p.pes = n;
        else if (o == "-m" && n >= 4 && n <= 24 && n % 2 == 0)
            p.log2_n = n;
        else if (o == "-b" && (n == 2 || n == 8 || n == 32 || n == 128 || n == 512))
            p.block = n;
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
    return p.block == 2     ? solve<2>(w, p)
           : p.block == 8   ? solve<8>(w, p)
           : p.block == 32  ? solve<32>(w, p)
           : p.block == 128 ? solve<128>(w, p)
                            : solve<512>(w, p);
}
