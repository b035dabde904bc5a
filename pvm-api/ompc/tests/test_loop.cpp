// test_loop.cpp - the random program of litmus.cpp on the loop machine, where tasks are threads of one process: many
// seeds, few and many PEs, other times on the way each; the same in every run.
#include <cstdio>

extern "C" {
#include "loop.h"
#include "repeats.h"
}

int litmus_main(int argc, char **argv);

static thread_local int failed_here;
static int failed, through;

static int play(int argc, char **argv)
{
    failed_here = litmus_main(argc, argv);
    failed += failed_here != 0;
    through++;
    return 0;
}

static char words[8][32];

static void first(int, void *)
{
    char *argv[9] = {};
    int argc = 0;
    while (argc < 8 && words[argc][0] != 0) {
        argv[argc] = words[argc];
        argc++;
    }
    play(argc, argv);
}

int main(int, char **)
{
    static const struct loop_program programs[] = {{"litmus", play}, {nullptr, nullptr}};
    static const char *const told[] = {"all", "home", "nobody"};
    int wanted = 0, deadlocks = 0;
    std::freopen("/dev/null", "w", stdout); // what PE 0 prints, a hundred times
    for (int seed = 1; seed <= repeats(60); seed++) {
        int pes = seed % 5 + 2;
        struct loop_settings s = loop_defaults();
        s.programs = programs;
        s.nodes = pes;
        s.latency_ns = seed * 977 % 5000;
        s.control_ns = 100;
        for (mach_ns &cost : s.cost_ns)
            cost = seed % 3 * 100;
        loop_configure(&s);
        std::snprintf(words[0], sizeof words[0], "litmus");
        std::snprintf(words[1], sizeof words[1], "%d", seed);
        std::snprintf(words[2], sizeof words[2], "3");
        std::snprintf(words[3], sizeof words[3], "60");
        std::snprintf(words[4], sizeof words[4], "--ompc-pes=%d", pes);
        std::snprintf(words[5], sizeof words[5], "--ompc-tell=%s", told[seed % 3]);
        deadlocks += loop_run(1, first, nullptr);
        wanted += pes;
    }
    std::fprintf(stderr, "%d PEs in 60 programs, %d came through; wrong in %d, deadlocks %d\n", wanted, through, failed,
                 deadlocks);
    return failed > 0 || deadlocks > 0 || through != wanted;
}
