// pingpong: what an element that two PEs write in turn costs, over the size of its block; first while the others leave
// it alone, then where all others have read it before each write, and are told that their copies are no longer good.
#include <cstdio>
#include <cstdlib>

#include <ompc.hpp>

// Returns the time of a hand-over to this PE in us.
template <std::size_t B> static double play(ompc::world &w, int rounds, bool readers)
{
    ompc::shared_array<unsigned char, B> a(B, ompc::placement::on(0), "ball");
    double spent = 0;
    for (int i = 0; i < 2 * rounds; i++) {
        if (readers && w.pe() > 1)
            (void)a.get(0);
        ompc::barrier();
        std::int64_t begin = ompc::now_ns();
        if (w.pe() == i % 2) {
            a[0] = static_cast<unsigned char>(a.get(0) + 1);
            spent += i < 2 ? 0 : static_cast<double>(ompc::now_ns() - begin); // the first of each is no hand-over
        }
        ompc::barrier();
    }
    if (w.pe() == 0 && a.get(0) != static_cast<unsigned char>(2 * rounds))
        std::printf("the ball was lost\n");
    return spent / (rounds - 1) / 1000;
}

template <std::size_t B> static void row(ompc::world &w, int rounds)
{
    double alone = play<B>(w, rounds, false), read = play<B>(w, rounds, true);
    if (w.pe() == 0)
        std::printf("%6zu %14.1f %14.1f\n", B, alone, read);
}

int main(int argc, char **argv)
{
    ompc::options(argc, argv);
    int rounds = argc > 1 ? std::atoi(argv[1]) : 10;
    if (rounds < 2 || argc > 2) {
        std::fprintf(stderr, "usage: pingpong [rounds = 10, 2 or more]\n");
        return 2;
    }
    ompc::world w(argc, argv);
    if (w.pes() < 2) {
        std::fprintf(stderr, "pingpong: two PEs at least are wanted\n");
        return 2;
    }
    if (w.pe() == 0)
        std::printf("%d PEs: PE 0 writes where PE 1 has written\n bytes  no readers_us  %d readers_us\n", w.pes(),
                    w.pes() - 2);
    row<16>(w, rounds);
    row<256>(w, rounds);
    row<1024>(w, rounds);
    row<4096>(w, rounds);
    row<16384>(w, rounds);
    row<65536>(w, rounds);
    return 0;
}
