// page_watch.hpp - sees that a program waits in a loop for shared memory to change whose page it has: it reads without
// us then, and nothing else would make it answer those who want to write there.
//
// A timer of processor time looks whether the PE has called us since. If not, all pages are veiled: the next access is
// seen, and shows where the program is and what its registers and the top of its stack hold. The same again and again,
// and nothing written: a loop in which nothing happens. Or, for much longer, only reads of the same few places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <csignal>
#include <functional>
#include <vector>

namespace ompc
{
inline int tick_signal() // which programs do not use: SIGVTALRM may be theirs, and SIGRTMAX is valgrind's
{
    return SIGRTMAX - 1;
}
std::uintptr_t code_at(void *context), stack_at(void *context); // where a signal has interrupted the program

class page_watch
{
  public:
    // The program's pages: veil makes all inaccessible but the stack that the program runs on, unveil gives each the
    // protection that it is to have. What the stack holds is looked at up to its end: behind it is another PE's.
    struct pages {
        std::function<bool()> veil;
        std::function<void()> unveil;
        const char *own_stack;
        std::size_t own_stack_bytes;
    };
    void begin(pages p, void (*on_tick)(int, siginfo_t *, void *));
    // Called by on_tick. activity: a number that changes with each call of the library.
    void tick(std::uint64_t activity, void *context);
    // A fault at this address: takes the veil away, if there is one. Returns false if there was none.
    bool unveil();
    // A fault of a veil, at an access that the PE may make. Returns what has been seen with this one: nothing; a loop
    // in which nothing happens; or one that only looks, whatever else it does.
    enum class seen { nothing, still, looking };
    seen look(const char *at, bool write, void *context);
    bool begins() const // with the last look that has seen a loop
    {
        return begins_;
    }
    void reset();                       // the program does something else
    void called(std::uint64_t activity) // the library, on account of what was seen
    {
        activity_ = activity;
    }

  private:
    enum { FEW = 4, STILL = 8, STILL_AGAIN = 2, LOOKING = 300, STACK_BYTES = 512 };
    struct place {
        std::uintptr_t code;
        const char *at;
        std::uint64_t state;
        int times;
    };
    bool of_program(std::uintptr_t code) const;

    pages pages_{};
    std::vector<std::pair<std::uintptr_t, std::uintptr_t>> libraries_; // that may be inside a system call
    std::uint64_t activity_ = 0;
    bool veiled_ = false, going_ = false, begins_ = false;
    int places_count_ = 0, looks_ = 0;
    place places_[FEW];
    std::uintptr_t known_ = 0; // where a loop has waited before
};
} // namespace ompc
