// nbody_host.cpp [BODIES [STEPS]] - the same with objects (libanetl): an array of parts, one a node, which are told
// to run by future messages. Needs nbody.so beside the program, or where NBODY_MODULE says.
#include <cstdio>
#include <cstdlib>

#include "nbody.hpp"

int main(int argc, char **argv)
{
    anetl::host h(argc, argv);
    const int n = argc > 1 ? std::atoi(argv[1]) : 256, steps = argc > 2 ? std::atoi(argv[2]) : 4;
    const char *module_file = std::getenv("NBODY_MODULE");
    if (n < anetl::nodes() || steps < 1) {
        std::fprintf(stderr, "usage: %s [BODIES [STEPS]] [--anetl-nodes NODES]\n", argv[0]);
        return 2;
    }
    auto parts = h.create_n<Part>(module_file != nullptr ? module_file : "./nbody.so", anetl::nodes());
    for (std::size_t p = 0; p < parts.size(); p++)
        parts[p].now<&Part::set>(static_cast<int>(p), n, parts);
    const std::int64_t start = anetl::now_ns();
    std::vector<anetl::future<double>> sums;
    for (const auto &p : parts)
        sums.push_back(p.future<&Part::run>(steps));
    double sum = 0;
    for (const auto &s : sums)
        sum += *s;
    std::printf("%d bodies, %d steps on %d nodes: mean square distance %.9f, %.6f s a step\n", n, steps, anetl::nodes(),
                sum / n, 1e-9 * static_cast<double>(anetl::now_ns() - start) / steps);
}
