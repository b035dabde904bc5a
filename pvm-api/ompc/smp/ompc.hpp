// ompc.hpp of threads - what examples/ompc/lu.cpp and fft.cpp use of ompc.hpp, for the threads of one computer and the
// three barriers of the paper's SMP. Nothing is simulated, and it is not for programs: measure.sh compiles with it.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <sched.h>
#include <string>
#include <thread>
#include <vector>

namespace ompc
{
namespace smp
{
struct alignas(64) place { // of one thread
    std::atomic<unsigned char> came[4], go;
    std::int64_t barrier_ns;
    std::size_t arrays;
};
inline std::vector<place> places(256);
inline std::size_t threads = 1;
inline thread_local std::size_t self;
inline thread_local unsigned char now; // the polarity of a round
inline std::vector<std::unique_ptr<double[]>> arrays;
inline std::mutex mutex;

inline void wait(const std::atomic<unsigned char> &flag)
{
    for (int i = 1; flag != now; i++)
        if (i % 1000 == 0)
            sched_yield(); // another thread may need this processor
}

// A counter and a mutex; the operating system may schedule.
inline void central()
{
    static std::condition_variable all;
    static std::size_t count, rounds;
    std::unique_lock<std::mutex> held(mutex);
    const std::size_t round = rounds;
    if (++count == threads)
        count = 0, rounds++, all.notify_all();
    else
        all.wait(held, [=] { return rounds != round; });
}

// Each writes its own flag; one reads them all, and then writes the one that all read.
inline void polarity()
{
    now ^= 1;
    places[self].came[0] = now;
    for (std::size_t k = 0; self == 0 && k < threads; k++)
        wait(places[k].came[0]);
    if (self == 0)
        places[0].go = now;
    wait(places[0].go);
}

// Mellor-Crummey and Scott: four children write a byte each of their parent's word; each wakes two.
inline void tree()
{
    now ^= 1;
    for (std::size_t k = 4 * self + 1; k <= 4 * self + 4 && k < threads; k++)
        wait(places[self].came[(k - 1) % 4]);
    if (self > 0) {
        places[(self - 1) / 4].came[(self - 1) % 4] = now;
        wait(places[self].go);
    }
    for (std::size_t k = 2 * self + 1; k <= 2 * self + 2 && k < threads; k++)
        places[k].go = now;
}

inline void (*meet)() = tree;
} // namespace smp

inline const auto options = [](int, char **) {};
inline const auto work = [](double) {};
inline const auto cost = [](const char *) { return 0.0; };
inline const auto now_ns = [] { return std::int64_t(std::chrono::steady_clock::now().time_since_epoch().count()); };
inline const auto barrier = [] {
    const std::int64_t from = now_ns();
    smp::meet();
    smp::places[smp::self].barrier_ns += now_ns() - from;
};

struct world {
    world(int, char **, int)
    {
    }
    static inline const auto pe = [] { return static_cast<int>(smp::self); };
    static inline const auto pes = [] { return static_cast<int>(smp::threads); };
    static inline const auto statistics = []() -> const smp::place & { return smp::places[smp::self]; };
};

namespace placement
{
inline const auto on = [](int) { return 0; };
inline const auto blocked = [] { return 0; };
} // namespace placement

// All threads make the same arrays in the same order.
template <class T, std::size_t> struct shared_array {
    using reference = T &;
    T *at;
    shared_array(std::size_t size, int, const char *)
    {
        std::lock_guard<std::mutex> held(smp::mutex);
        const std::size_t number = smp::places[smp::self].arrays++;
        if (number == smp::arrays.size())
            smp::arrays.push_back(std::make_unique<T[]>(size));
        at = smp::arrays[number].get();
    }
    template <std::size_t B>
    shared_array(const shared_array<T, B> &of, std::size_t first, std::size_t) : at(&of.at[first])
    {
    }
    T *data() const
    {
        return at;
    }
    T &operator[](std::size_t i) const
    {
        return at[i];
    }
    T get(std::size_t i) const
    {
        return at[i];
    }
    void put(std::size_t i, T value)
    {
        at[i] = value;
    }
};

template <class T> using pin_read = shared_array<T, 1>;
template <class T> using pin_write = shared_array<T, 1>;
} // namespace ompc

int ompc_main(int argc, char **argv);

inline int on_processor(std::size_t k, int argc, char **argv)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(k % std::thread::hardware_concurrency(), &one);
    sched_setaffinity(0, sizeof one, &one);
    ompc::smp::self = k;
    return ompc_main(argc - 2, argv + 2);
}

// main BARRIER THREADS OPTIONS: the program's main in so many threads, each bound to a processor.
int main(int argc, char **argv)
{
    using namespace ompc::smp;
    const std::string barrier = argc > 2 ? argv[1] : "";
    meet = barrier == "central" ? central : barrier == "polarity" ? polarity : tree;
    threads = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
    std::vector<std::thread> others;
    for (std::size_t k = 1; k < threads; k++)
        others.emplace_back(on_processor, k, argc, argv);
    const int code = on_processor(0, argc, argv);
    for (std::thread &t : others)
        t.join();
    return code;
}
#define main ompc_main
