// faces.cpp PART: what ompc.hpp offers, part by part; and, one part each, what ends a program with a line.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ompc.hpp>

namespace
{
struct point {
    float x;
    short n;
};

int wrong;

void require(bool good, const char *what)
{
    if (good)
        return;
    std::printf("not so: %s\n", what);
    wrong++;
}

// Sizes around a block, element types, places; every element is written by one PE and read by all.
template <class T, std::size_t Block> void array(ompc::world &w, std::size_t size, ompc::placement where)
{
    ompc::shared_array<T, Block> a(size, where);
    const auto pes = static_cast<std::size_t>(w.pes()), pe = static_cast<std::size_t>(w.pe());
    require(a.size() == size && a.block() == Block, "size and block");
    for (std::size_t i = 0; i < size; i++)
        require(a[i] == T(), "an array is zero at first");
    ompc::barrier();
    for (std::size_t i = pe; i < size; i += pes)
        a[i] = static_cast<T>(i + 1);
    ompc::barrier();
    for (std::size_t i = 0; i < size; i++)
        require(a[i] == static_cast<T>(i + 1), "all see what each wrote");
    ompc::barrier();
    if (size > 1 && pe == pes - 1) {
        a[0] += 3;
        a[1] *= 2;
        a[1] -= 1;
        a[0] = a[1] = a[0] + a[1];
    }
    ompc::barrier();
    require(size < 2 || (a[0] == static_cast<T>(7) && a[1] == a[0]), "+= and its like, and assignments in a row");
}

void arrays(ompc::world &w)
{
    array<double, 4>(w, 0, ompc::placement::blocked());
    array<double, 4>(w, 1, ompc::placement::on(w.pes() - 1));
    array<int, 4>(w, 4, ompc::placement::cyclic());
    array<long, 4>(w, 5, ompc::placement::blocked());
    array<unsigned char, 1>(w, 9, ompc::placement::cyclic());
    array<float, 64>(w, 200, ompc::placement::on(0));
    ompc::shared_array<point, 2> points(5);
    if (w.pe() == 0)
        points[3] = point{1.5f, 7};
    ompc::barrier();
    point p = points[3];
    require(p.x == 1.5f && p.n == 7, "structures");
}

void pins(ompc::world &w)
{
    ompc::shared_array<int, 8> a(64, ompc::placement::on(0), "a");
    const int pes = w.pes();
    for (int round = 0; round < pes; round++) { // all want the same three blocks, to write
        ompc::pin_write<int> mine(a, 6, 12);
        for (std::size_t i = 0; i < 12; i++)
            mine[i]++;
    }
    ompc::barrier();
    {
        ompc::pin_read<int> row(a, 5, 14);
        require(row[0] == 0 && row[13] == 0, "beside a pin_write");
        for (std::size_t i = 1; i < 13; i++)
            require(row[i] == pes * pes, "a pin_write loses nothing");
    }
    ompc::barrier();
    for (int round = 0; round < 3; round++) {
        ompc::write_lock<int> l(a, 40);
        a[40] = a[40] + 1;
    }
    ompc::barrier();
    require(a[40] == 3 * pes, "a write_lock keeps the block");
    ompc::pin_read<int> none(a, 0, 0);
    ompc::pin_write<int> nothing(a, 0, 0);
}

// While PE 0 does not look, each of the others asks for a block of its own: PE 0 answers all at once, and tells all.
void crowd(ompc::world &w)
{
    ompc::shared_array<int, 16> a(4096, ompc::placement::on(0));
    ompc::barrier();
    if (w.pe() == 0) {
        const timespec span = {0, 300000000};
        syscall(SYS_nanosleep, &span, nullptr);
    } else {
        a[static_cast<std::size_t>(w.pe()) * 16] = w.pe();
    }
    ompc::barrier();
    for (int pe = 0; pe < w.pes(); pe++)
        require(a[static_cast<std::size_t>(pe) * 16] == pe, "each has its block");
}

// Misses are counted: PE 1 reads four blocks of PE 0, then writes into one of them.
void counts(ompc::world &w)
{
    ompc::shared_array<int, 16> a(64, ompc::placement::on(0));
    ompc::statistics before = w.statistics();
    ompc::barrier(); // on a real machine PE 1 may be so far ahead that PE 0 has sent blocks before it counts
    if (w.pe() == 1) {
        for (std::size_t i = 0; i < 64; i++)
            require(a[i] == 0, "zero");
        a[20] = 5;
    }
    ompc::barrier();
    ompc::statistics s = w.statistics();
    if (w.pe() == 1) {
        require(s.checks - before.checks == 65, "65 checks");
        require(s.read_misses - before.read_misses == 4, "4 read misses");
        require(s.write_misses == before.write_misses && s.upgrades - before.upgrades == 1, "1 upgrade");
        require(s.bytes == before.bytes, "PE 1 sends no block");
    }
    require(w.pe() != 0 || s.bytes - before.bytes == 4 * 64, "PE 0 sends four blocks of 64 byte");
    require(s.barriers - before.barriers == 2, "2 barriers");
}

// Waits that a program writes as loops over shared data: who looks has a copy, and must give it back.
void spins(ompc::world &w)
{
    ompc::shared_array<int, 4> turn(1, ompc::placement::on(0), "turn"), done(64, ompc::placement::cyclic(), "done");
    ompc::shared_array<int, 1> two(2, ompc::placement::on(1), "two");
    const int pe = w.pe(), pes = w.pes();
    for (int round = 0; round < 3; round++) {
        while (turn[0] != round * pes + pe)
            ;
        turn[0] += 1;
    }
    for (std::size_t i = static_cast<std::size_t>(pe); i < 64; i += static_cast<std::size_t>(pes))
        done[i] = 1;
    for (int n = 0; n < 64;) { // over many elements
        n = 0;
        for (std::size_t i = 0; i < 64; i++)
            n += done[i];
    }
    if (pe == 0)
        ompc::work(1e9);
    if (pe == 0 || pe == 1)
        two[static_cast<std::size_t>(pe)] = 1;
    while (two[0] == 0 || two[1] == 0)
        ;
    require(turn[0] == 3 * pes, "all had their turns");
}

// One expression changes an element; fetch_add and locks do so undisturbed.
void changes(ompc::world &w)
{
    const int pes = w.pes();
    ompc::shared_array<int, 4> a(8, ompc::placement::on(0), "a");
    ompc::shared_array<point, 2> points(4);
    ompc::mutex m;
    for (int i = 0; i < 10; i++)
        a[5].fetch_add(1);
    for (int i = 0; i < 5; i++) {
        std::lock_guard<ompc::mutex> guard(m);
        a[6]++;
        ++a[6];
    }
    ompc::barrier();
    require(a[5] == 10 * pes && a[6] == 10 * pes, "fetch_add, and ++ in a lock");
    if (w.pe() == 0) {
        a[0] = 13;
        a[0] %= 8;
        a[0] |= 2;
        a[0] ^= 1;
        a[0] &= 14;
        a[0] <<= 3;
        a[0] >>= 3;
        a[1] = a[0]--;
        a[2] += a[1];
        points[1].set(&point::n, 3);
        points[1].set(&point::x, 0.5);
    }
    ompc::barrier();
    require(a[0] == 5 && a[1] == 6 && a[2] == 6, "the other operators");
    require(points[1]->n == 3 && points[1]->x == 0.5f, "members of structures");
    int sum = 0;
    for (int v : ompc::pin_read<int>(a, 0, 3))
        sum += v;
    require(sum == 17, "a pin is a range");
    static_assert(!std::is_copy_constructible<decltype(a[0])>::value, "auto x = a[0] would read later");
    static_assert(!std::is_convertible<decltype(a[0]) &, int>::value, "the same");
    static_assert(std::is_convertible<decltype(a[0]), int>::value, "a value");
}

void beyond(ompc::world &w)
{
    ompc::shared_array<int, 4> a(8, ompc::placement::on(0), "a");
    if (w.pe() == 1)
        ompc::pin_read<int> p(a, static_cast<std::size_t>(-2), 5);
    ompc::barrier();
}

void release(ompc::world &w)
{
    ompc::lock k, l;
    if (w.pe() == 0)
        l.acquire();
    ompc::barrier();
    if (w.pe() == 1)
        l.release();
    ompc::barrier();
}

void again(ompc::world &w)
{
    ompc::lock k;
    if (w.pe() == 2) {
        k.acquire();
        k.acquire();
    }
    ompc::barrier();
}

// Each PE takes a lock and then the next one's; and one that waits for a PE that has none to wait for.
void ring(ompc::world &w)
{
    std::vector<ompc::lock> locks(static_cast<std::size_t>(w.pes()));
    locks[static_cast<std::size_t>(w.pe())].acquire();
    ompc::barrier();
    locks[static_cast<std::size_t>((w.pe() + 1) % w.pes())].acquire();
}

void long_held(ompc::world &w)
{
    ompc::lock k;
    if (w.pe() == 2)
        k.acquire();
    ompc::barrier();
    if (w.pe() == 1)
        k.acquire();
    if (w.pe() == 2)
        sleep(90);
    if (w.pe() == 1 || w.pe() == 2)
        k.release();
    ompc::barrier();
}

void die(ompc::world &w)
{
    ompc::shared_array<int, 4> a(40, ompc::placement::on(2), "field");
    ompc::barrier();
    if (w.pe() == 2)
        std::abort();
    a[static_cast<std::size_t>(w.pe())] = 1;
    ompc::barrier();
}

void leave(ompc::world &w)
{
    if (w.pe() == 1)
        std::exit(0);
    ompc::barrier();
}

void mismatch(ompc::world &w)
{
    ompc::shared_array<int, 4> first(8);
    ompc::shared_array<int, 4> second(w.pe() == 3 ? 12 : 8, ompc::placement::blocked(), "second");
}

void outside(ompc::world &w)
{
    ompc::shared_array<int, 4> a(8, ompc::placement::blocked(), "a");
    if (w.pe() == 1)
        a[8] = 1;
    ompc::barrier();
}

void held(ompc::world &w)
{
    ompc::shared_array<int, 4> a(8, ompc::placement::on(0), "a");
    if (w.pe() == 1) {
        ompc::pin_write<int> p(a, 0, 4);
        a[4] = 1;
    }
    ompc::barrier();
}

void nowhere(ompc::world &)
{
    ompc::shared_array<int, 4> a(8, ompc::placement::on(9));
}

void thrown(ompc::world &w)
{
    if (w.pe() == 2)
        throw std::runtime_error("x");
    ompc::barrier();
}

void caught(ompc::world &w)
{
    try {
        ompc::shared_array<int> a(100, ompc::placement::blocked(), "a");
        ompc::barrier();
        thrown(w);
        ompc::barrier();
    } catch (const std::runtime_error &) {
    }
}

const struct {
    const char *name;
    void (*run)(ompc::world &w);
} parts[] = {{"arrays", arrays},   {"pins", pins},           {"crowd", crowd},     {"counts", counts},
             {"changes", changes}, {"beyond", beyond},       {"release", release}, {"again", again},
             {"ring", ring},       {"long_held", long_held}, {"spins", spins},     {"die", die},
             {"leave", leave},     {"mismatch", mismatch},   {"outside", outside}, {"held", held},
             {"nowhere", nowhere}, {"thrown", thrown},       {"caught", caught}};
} // namespace

extern "C" int pvm_newcontext() // another task makes one meanwhile
{
    static const auto real = reinterpret_cast<int (*)()>(dlsym(RTLD_NEXT, "pvm_newcontext"));
    static bool before;
    const int context = real();
    return std::exchange(before, true) ? context : (real(), context);
}

int main(int argc, char **argv)
{
    try {
        ompc::world w(argc, argv);
        const char *part = argc > 1 ? argv[1] : "arrays";
        for (const auto &p : parts)
            if (std::strcmp(part, p.name) == 0)
                p.run(w);
        if (w.pe() == 0)
            std::printf("%s: %d PEs, %s\n", part, w.pes(), wrong == 0 ? "right" : "wrong");
    } catch (const std::exception &e) {
        std::printf("caught %s\n", e.what());
    }
    return wrong > 0;
}
