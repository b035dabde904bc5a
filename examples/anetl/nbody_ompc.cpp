// nbody_ompc.cpp [BODIES [STEPS]] --ompc-pes TASKS - the same on shared memory (libompc): the places are a shared
// array, and a block that another PE has moved is fetched when it is read.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <ompc.hpp>

#include "bodies.h"

struct place {
    double x, y;
};

int main(int argc, char **argv)
{
    ompc::world w(argc, argv);
    const int n = argc > 1 ? std::atoi(argv[1]) : 256, steps = argc > 2 ? std::atoi(argv[2]) : 4;
    if (n < w.pes() || steps < 1) {
        if (w.pe() == 0)
            std::fprintf(stderr, "usage: %s [BODIES [STEPS]] [--ompc-pes TASKS]\n", argv[0]);
        return 2;
    }
    const int begin = part_begin(w.pe(), n, w.pes()), end = part_begin(w.pe() + 1, n, w.pes());
    ompc::shared_array<place, 4> shared(static_cast<std::size_t>(n), ompc::placement::blocked(), "places");
    std::vector<body> own;
    for (int i = begin; i < end; i++) {
        own.push_back(body_of(i, n));
        shared[static_cast<std::size_t>(i)] = place{own.back().x, own.back().y};
    }
    ompc::barrier();
    const double start = static_cast<double>(ompc::now_ns()) * 1e-9;
    std::vector<place> all(static_cast<std::size_t>(n));
    for (int step = 0; step < steps; step++) {
        for (int k = 0; k < n; k++) { // from its own part on: not all ask the same PE at a time
            const std::size_t j = static_cast<std::size_t>((begin + k) % n);
            all[j] = place(shared[j]);
        }
        ompc::barrier(); // everybody has read
        for (int i = begin; i < end; i++) {
            double ax = 0, ay = 0;
            const place &at = all[static_cast<std::size_t>(i)];
            for (const place &p : all)
                attract(at.x, at.y, p.x, p.y, n, &ax, &ay);
            move(&own[static_cast<std::size_t>(i - begin)], ax, ay);
        }
        ompc::work(static_cast<double>(PAIR_NS) * (end - begin) * n);
        for (int i = begin; i < end; i++)
            shared[static_cast<std::size_t>(i)] =
                place{own[static_cast<std::size_t>(i - begin)].x, own[static_cast<std::size_t>(i - begin)].y};
        ompc::barrier(); // everybody has written
    }
    const double s = static_cast<double>(ompc::now_ns()) * 1e-9 - start;
    double sum = 0;
    for (int j = 0; w.pe() == 0 && j < n; j++) {
        const place p = place(shared[static_cast<std::size_t>(j)]);
        sum += p.x * p.x + p.y * p.y;
    }
    ompc::barrier();
    if (w.pe() == 0)
        std::printf("%d bodies, %d steps on %d PEs: mean square distance %.9f, %.6f s a step\n", n, steps, w.pes(),
                    sum / n, s / steps);
    return 0;
}
