// test_explore.cpp - every order of arrival in small systems: all cases whole, for each way of telling who owns a
// block.
#include <cstdio>
#include <cstdlib>

#include "explore.hpp"

using ompc::protocol::tell;

static const struct {
    const char *name;
    std::vector<std::string> programs;
    std::vector<int> owners;
} cases[] = {
    {"two write one block in turn", {"w0 r0 w0", "w0 r0 w0"}, {0}},
    {"a reader and a writer", {"w0 w0 w0", "r0 r0 r0"}, {0}},
    {"a reader and a writer, owned by the reader", {"w0 w0 w0", "r0 w0 r0"}, {1}},
    {"two blocks, written and read crosswise", {"w0 r1 w0", "w1 r0 w1"}, {0, 1}},
    {"two blocks, both elsewhere", {"w0 r1 w1", "w1 r0 w0"}, {1, 0}},
    {"a block is held", {"h0 r0 u0 r0", "w0 r0", "r0"}, {1}},
    {"three want one block", {"w0 r0", "w0 r0", "w0 r0"}, {0}},
    {"two writers, and one who reads twice", {"w0", "w0", "r0 r0"}, {2}},
    {"readers who become writers", {"r0 w0", "r0 w0", "r0"}, {2}},
    {"a read while the block moves on twice", {"w0 w0", "w0", "r0 r0"}, {1}},
    {"three, two blocks", {"w0 r1", "w1 r0", "r0 r1"}, {2, 0}},
    {"a lock, its home takes part", {"l0 r0 w0 f0", "l0 r0 w0 f0"}, {0}},
    {"a lock at the third", {"l2 w0 f2", "l2 w0 f2", "l2 f2"}, {0}},
    {"four, one block", {"w0", "w0", "r0", "w0"}, {3}},
};

int main(int argc, char **argv)
{
    std::uint64_t limit = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0, all = 0;
    int wrong = 0;
    for (const auto &c : cases)
        for (tell policy : {tell::all, tell::home, tell::nobody}) {
            explore::result r = explore::run({c.name, c.programs, c.owners, policy}, limit);
            const char *told = policy == tell::all ? "all" : policy == tell::home ? "home" : "nobody";
            std::printf("%-45s told: %-7s %8llu states, %6llu ends\n", c.name, told,
                        static_cast<unsigned long long>(r.states), static_cast<unsigned long long>(r.ends));
            all += r.states;
            if (!r.wrong.empty()) {
                std::printf("wrong: %s\n", r.wrong.c_str());
                wrong++;
                if (limit > 0)
                    return 1; /* of a mutant one mistake is enough */
            }
        }
    std::printf("%llu states; wrong in %d of %zu systems\n", static_cast<unsigned long long>(all), wrong,
                sizeof cases / sizeof *cases * 3);
    return wrong > 0;
}
