// litmus.cpp [SEED [ROUNDS [OPERATIONS]]]: random reads and writes of all PEs in a small array, and whether one order
// of all of them explains what was read (sequential consistency). Each element has one writer at a time, that counts
// upwards; so the order of the writes of an element is known, and the rest is a search for a circle: an operation comes
// after the one before it in its PE, a read after the write that it saw and before the next write of that element.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <ompc.hpp>

namespace
{
constexpr int BLOCK = 4, BLOCKS = 3, ELEMENTS = BLOCK * BLOCKS;

struct draw { // xorshift: the same on every computer
    unsigned long long state;
    unsigned operator()(unsigned below)
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<unsigned>((state >> 11) % below);
    }
};

struct operation {
    int element, value;
    bool write;
};

// Kahn's algorithm: an order exists if every operation can be taken after all that come before it.
bool one_order(const std::vector<std::vector<operation>> &of_pe)
{
    std::vector<operation> all;
    std::vector<std::vector<std::size_t>> after;
    std::vector<int> before;
    std::vector<std::vector<std::size_t>> writer(ELEMENTS); // of value v: writer[element][v]; 0: at first
    auto edge = [&](std::size_t a, std::size_t b) {
        after[a].push_back(b);
        before[b]++;
    };
    for (auto &w : writer)
        w.push_back(0);
    all.push_back({0, 0, true});
    for (const auto &list : of_pe)
        for (const operation &o : list) {
            if (o.write) {
                auto &w = writer[static_cast<std::size_t>(o.element)];
                if (w.size() <= static_cast<std::size_t>(o.value))
                    w.resize(static_cast<std::size_t>(o.value) + 1);
                w[static_cast<std::size_t>(o.value)] = all.size();
            }
            all.push_back(o);
        }
    after.resize(all.size());
    before.resize(all.size());
    std::size_t i = 1;
    for (const auto &list : of_pe)
        for (std::size_t k = 0; k < list.size(); k++, i++) {
            const auto &w = writer[static_cast<std::size_t>(all[i].element)];
            auto value = static_cast<std::size_t>(all[i].value);
            if (value >= w.size())
                return false; // nobody wrote that
            edge(k > 0 ? i - 1 : 0, i);
            if (!all[i].write && w[value] != 0)
                edge(w[value], i);
            if (value + 1 < w.size())
                edge(i, w[value + 1]);
        }
    std::vector<std::size_t> ready = {0};
    std::size_t taken = 0;
    while (!ready.empty()) {
        std::size_t at = ready.back();
        ready.pop_back();
        taken++;
        for (std::size_t next : after[at])
            if (--before[next] == 0)
                ready.push_back(next);
    }
    return taken == all.size();
}
} // namespace

// One round; the operations of all, put into an array that PE 0 reads, are its result.
static bool play(ompc::world &w, draw next, int operations)
{
    const auto pe = static_cast<std::size_t>(w.pe()), pes = static_cast<std::size_t>(w.pes()),
               each = static_cast<std::size_t>(operations);
    ompc::shared_array<int, BLOCK> a(ELEMENTS,
                                     next(2) == 0
                                         ? ompc::placement::cyclic()
                                         : ompc::placement::on(static_cast<int>(next(static_cast<unsigned>(pes)))),
                                     "a");
    ompc::shared_array<operation, 64> log(4 * each * pes, ompc::placement::blocked(), "log");
    std::vector<operation> mine;
    next.state += pe * 7919 + 1;
    next(2);
    for (std::size_t i = 0; i < each; i++) {
        auto element = next(ELEMENTS);
        bool write = next(3) == 0 && element % pes == pe; // its writer
        if (next(8) == 0)
            ompc::work(next(300) * 1000.0);
        if (write) {
            int value = a[element] + 1;
            mine.push_back({static_cast<int>(element), value - 1, false});
            a[element] = value;
            mine.push_back({static_cast<int>(element), value, true});
        } else if (next(4) == 0) {
            std::size_t first = element / BLOCK * BLOCK;
            ompc::pin_read<int> row(a, first, BLOCK);
            for (std::size_t j = 0; j < BLOCK; j++)
                mine.push_back({static_cast<int>(first + j), row[j], false});
        } else {
            mine.push_back({static_cast<int>(element), a[element], false});
        }
    }
    mine.resize(4 * each, {-1, 0, false}); // no operation
    for (std::size_t i = 0; i < 4 * each; i++)
        log[pe * 4 * each + i] = mine[i];
    ompc::barrier();
    if (pe > 0)
        return true;
    std::vector<std::vector<operation>> of_pe(pes);
    for (std::size_t i = 0; i < 4 * each * pes; i++)
        if (log.get(i).element >= 0)
            of_pe[i / each / 4].push_back(log.get(i));
    return one_order(of_pe);
}

// Sums under a lock: nothing is lost.
static bool count(ompc::world &w, draw next, int times)
{
    ompc::shared_array<long, 1> sums(2, ompc::placement::cyclic(), "sums");
    ompc::lock l[3];
    next.state += static_cast<unsigned>(w.pe()) * 104729u;
    for (int i = 0; i < times; i++) {
        l[2].acquire();
        sums[0] += 1;
        sums[1] += sums[0];
        l[2].release();
        ompc::work(next(100) * 1000.0);
    }
    ompc::barrier();
    long n = static_cast<long>(w.pes()) * times;
    return sums[0] == n && sums[1] == n * (n + 1) / 2;
}

#ifdef OMPC_LOOP
#define main litmus_main // a task is a thread there (test_loop.cpp)
#endif
int main(int argc, char **argv)
{
    ompc::world w(argc, argv);
    unsigned long long seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    int rounds = argc > 2 ? std::atoi(argv[2]) : 4, operations = argc > 3 ? std::atoi(argv[3]) : 60, wrong = 0;
    for (int i = 0; i < rounds; i++)
        wrong += !play(w, draw{seed * 1000003 + static_cast<unsigned>(i) * 65537u}, operations);
    wrong += !count(w, draw{seed}, 5);
    ompc::statistics s = w.statistics();
    if (w.pe() == 0)
        std::printf("%d PEs, seed %llu: %d of %d rounds have no order; %s\n", w.pes(), seed, wrong, rounds + 1,
                    s.read_misses + s.write_misses > 0 || w.pes() == 1 ? "blocks moved" : "no block moved");
    return w.pe() == 0 ? wrong > 0 : 0;
}
