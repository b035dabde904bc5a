// ompc_barrier ROUNDS: the time of an OMPC++ barrier that all enter at the same time, in a table of one row. It judges
// nothing.
#include <cstdio>
#include <cstdlib>

#include <ompc.hpp>

int main(int argc, char **argv)
{
    ompc::options(argc, argv);
    int rounds = argc > 1 ? std::atoi(argv[1]) : 0;
    if (rounds < 1) {
        std::fprintf(stderr, "usage: ompc_barrier ROUNDS\n");
        return 2;
    }
    ompc::world w(argc, argv);
    ompc::barrier();
    std::int64_t begin = ompc::now_ns();
    for (int i = 0; i < rounds; i++)
        ompc::barrier();
    if (w.pe() == 0)
        std::printf("pes\tbarrier_us\n%d\t%.2f\n", w.pes(),
                    static_cast<double>(ompc::now_ns() - begin) / 1000 / rounds);
    return 0;
}
