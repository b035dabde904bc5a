/* sharing.hpp - if nothing runs at the same time, a process that has the turn runs on the simulator's processor.
 *
 * In most runs one process at a time has the turn, for a few microseconds, and the simulator sleeps meanwhile. If the
 * two are on different processors, each hand-over wakes one that has gone idle, which takes several times what a
 * change of process on one processor takes. So after many such turns in a row the simulator stays on the processor
 * where it is, and takes the processes that get the turn alone there too. As soon as a turn takes long, all are where
 * they were allowed to be before, and it takes more short turns in a row until they share again.
 *
 * It changes only where a process runs; processes that it has started meanwhile are released with it. */
#pragma once

#include <sched.h>
#include <sys/types.h>

namespace ap1000
{

class Sharing
{
  public:
    /* A process, and where it was allowed to run before it shared our processor. */
    struct Place {
        pid_t pid = 0; /* 0: it does not share */
        int processor = -1;
        cpu_set_t before;
    };

    /* Real time from which on a turn is long. */
    static constexpr int long_turn_ms = 2;

    Sharing();

    bool is_on() const
    {
        return on_;
    }

    /* A process that had the turn alone has given it back soon. */
    void short_turn();

    /* This process gets the turn next, alone. Takes it here, if the simulator shares its processor. */
    void take(pid_t pid, Place &place);

    /* Lets a process, and what it has started, run where it was allowed to before. */
    static void release(Place &place);

    /* The simulator, and what it starts from now on, may run anywhere. The places are to be released, all for good,
     * those of processes that are to start others at least. longer: it takes longer until all share again. */
    void end(bool longer);

  private:
    void stay_here();
    void look_around();

    cpu_set_t own_; /* where the simulator may run */
    bool possible_ = false, on_ = false;
    int processor_ = -1;
    int short_turns_ = 0, needed_;
    int turns_here_ = 0;
};

} // namespace ap1000
