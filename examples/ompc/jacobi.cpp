// jacobi: the heat equation on a square plate whose edges are held at given temperatures, by Jacobi's method, in two
// shared arrays. Each PE sets a strip of rows; of its neighbours' strips it only reads the rows beside its own, and
// nobody says so: the blocks come when they are read.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <ompc.hpp>

constexpr double TOLERANCE_DEGC = 1e-4; // the end: no point changes by more in a sweep
constexpr int SWEEPS_PER_CHECK = 50;
constexpr std::size_t BLOCK = 64; // elements

using field = ompc::shared_array<double, BLOCK>;

static double metres(std::size_t point, std::size_t points)
{
    return 2.0 * static_cast<double>(point) / static_cast<double>(points - 1) - 1;
}

// exp(x) sin(y) solves the heat equation: used on the edges alone, it checks the result inside.
static double exact_degC(std::size_t row, std::size_t column, std::size_t points)
{
    return 50 + 6.5 * std::exp(2 * metres(column, points)) * std::sin(2 * metres(row, points));
}

struct strip { // rows of the inside from first to before last
    std::size_t first, last;
};

static void fill(field &u, strip s, std::size_t points)
{
    for (std::size_t i = s.first == 1 ? 0 : s.first; i < (s.last == points - 1 ? points : s.last); i++)
        for (std::size_t j = 0; j < points; j++) {
            bool inside = i > 0 && i < points - 1 && j > 0 && j < points - 1;
            u[i * points + j] = inside ? 50 : exact_degC(i, j, points);
        }
}

// One sweep from u to v; the largest change of a point.
static double sweep(field &u, field &v, strip s, std::size_t points)
{
    double change = 0;
    for (std::size_t i = s.first; i < s.last; i++)
        for (std::size_t p = i * points + 1; p < i * points + points - 1; p++) {
            double mean = (u[p - points] + u[p + points] + u[p - 1] + u[p + 1]) / 4;
            change = std::max(change, std::fabs(mean - u[p]));
            v[p] = mean;
        }
    ompc::work(static_cast<double>((s.last - s.first) * (points - 2)) * 6 * ompc::cost("jacobi_flop_ns"));
    ompc::barrier();
    return change;
}

// Everybody's change lies beside everybody else's; each PE reads them all.
static double largest(ompc::world &w, ompc::shared_array<double, 1> &changes, double mine)
{
    changes[static_cast<std::size_t>(w.pe())] = mine;
    ompc::barrier();
    double all = 0;
    for (std::size_t pe = 0; pe < changes.size(); pe++)
        all = std::max(all, changes.get(pe));
    ompc::barrier();
    return all;
}

static double write_field(FILE *file, field &u, std::size_t points)
{
    double worst = 0;
    std::fprintf(file, "# x_m y_m temperature_degC\n");
    for (std::size_t p = 0; p < points * points; p++) {
        worst = std::max(worst, std::fabs(u.get(p) - exact_degC(p / points, p % points, points)));
        std::fprintf(file, "%.4f %.4f %.3f\n%s", metres(p % points, points), metres(p / points, points), u.get(p),
                     (p + 1) % points != 0 ? "" : "\n");
    }
    return worst;
}

int main(int argc, char **argv)
{
    ompc::options(argc, argv);
    const std::size_t points = argc > 1 ? static_cast<std::size_t>(std::atol(argv[1])) : 32;
    if (points < 4 || points > 4096 || argc > 2) {
        std::fprintf(stderr, "usage: jacobi [points a side = 32, 4 to 4096]\n");
        return 2;
    }
    ompc::world w(argc, argv);
    const std::size_t pe = static_cast<std::size_t>(w.pe()), pes = static_cast<std::size_t>(w.pes());
    const strip mine = {1 + (points - 2) * pe / pes, 1 + (points - 2) * (pe + 1) / pes};
    field u(points * points, ompc::placement::blocked(), "u"), v(points * points, ompc::placement::blocked(), "v");
    ompc::shared_array<double, 1> changes(pes, ompc::placement::cyclic(), "changes");
    fill(u, mine, points);
    fill(v, mine, points);
    ompc::barrier();
    int sweeps = 0;
    for (double change = 2 * TOLERANCE_DEGC; change > TOLERANCE_DEGC; sweeps += SWEEPS_PER_CHECK) {
        for (int i = 0; i < SWEEPS_PER_CHECK; i += 2) {
            sweep(u, v, mine, points);
            change = sweep(v, u, mine, points);
        }
        change = largest(w, changes, change);
    }
    ompc::statistics s = w.statistics();
    FILE *file = pe == 0 ? std::fopen("jacobi.dat", "w") : nullptr;
    if (pe > 0)
        return 0;
    if (file == nullptr) {
        std::fprintf(stderr, "jacobi: could not write jacobi.dat\n");
        return 1;
    }
    std::printf("%zu x %zu points on %zu PEs: steady after %d sweeps\n", points, points, pes, sweeps);
    std::printf("PE 0 fetched %.1f blocks a sweep, and lost %.1f copies\n", static_cast<double>(s.read_misses) / sweeps,
                static_cast<double>(s.invalidated) / sweeps);
    std::printf("field written to jacobi.dat, largest error %.4f degC\n", write_field(file, u, points));
    return std::fclose(file) == 0 ? 0 : 1;
}
