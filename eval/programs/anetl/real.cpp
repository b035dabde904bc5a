// real.cpp - of this computer, in real time: the paper's Table 2, four threads that each add to and take from a list,
// with a heap each and with one; and what a fault and its handler take. No simulated machine, no PVM.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <list>
#include <memory_resource>
#include <sys/mman.h>
#include <thread>
#include <vector>

static double seconds(void (*f)())
{
    const auto begin = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

constexpr int threads = 4, elements = 1000000;

static void fill(std::pmr::memory_resource *heap)
{
    std::pmr::list<int> all(heap);
    for (int i = 0; i < elements; i++)
        all.push_back(i);
    while (!all.empty())
        all.pop_front();
}

static void with_threads(void (*f)())
{
    std::vector<std::thread> all;
    for (int i = 0; i < threads; i++)
        all.emplace_back(f);
    for (std::thread &t : all)
        t.join();
}

static void own_heaps()
{
    with_threads([] {
        std::pmr::unsynchronized_pool_resource heap;
        fill(&heap);
    });
}

static std::pmr::synchronized_pool_resource *shared;
static void one_heap()
{
    std::pmr::synchronized_pool_resource heap;
    shared = &heap;
    with_threads([] { fill(shared); });
}

static char *page;
constexpr int faults = 20000;
static void on_fault(int)
{
    mprotect(page, 4096, PROT_READ);
}
static void traps()
{
    for (int i = 0; i < faults; i++) {
        (void)*static_cast<volatile char *>(page);
        mprotect(page, 4096, PROT_NONE);
    }
}

int main()
{
    struct sigaction action {
    };
    action.sa_handler = on_fault;
    action.sa_flags = SA_NODEFER;
    sigaction(SIGSEGV, &action, nullptr);
    page = static_cast<char *>(mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    std::printf("quantity\tvalue\tunit\n");
    std::printf("four heaps, four threads\t%.1f\tms\n", 1e3 * seconds(own_heaps));
    std::printf("one heap, four threads\t%.1f\tms\n", 1e3 * seconds(one_heap));
    std::printf("fault, handler, page opened and closed\t%.3f\tus\n", 1e6 * seconds(traps) / faults);
    return 0;
}
