/* end_deadline.hpp - how long the simulator may still take to end a run once the end was requested, in its own time, so
 * that a busy computer does not count. It gets the time as an argument. */
#pragma once

#include <cstdint>

namespace ap1000
{

class EndDeadline
{
  public:
    /* What the system tells of the thread that simulates: its processor time, how long it has waited for a processor in
     * all (told when it has got one), and whether it runs now or waits for one, or for what it does not wait for itself
     * but the system does. known: if not, it told nothing. */
    struct Look {
        bool known;
        std::int64_t used_ns, delayed_ns;
        bool runnable;
    };

    /* The end is wanted from now on: by a signal, or else since the master has died. Anew if both happen. */
    void begin(bool by_order, std::int64_t now_ns, const Look &look);

    bool is_set() const
    {
        return is_set_;
    }

    bool by_order() const
    {
        return by_order_;
    }

    /* So much time it has had since then. */
    std::int64_t spent_ns() const
    {
        return spent_ns_;
    }

    /* Another look. begun: it has begun to end all. Returns whether it has had its time. */
    bool is_late(bool begun, std::int64_t now_ns, const Look &look);

  private:
    bool is_set_ = false, by_order_ = false;
    std::int64_t looked_ns_ = 0;                /* the last look */
    std::int64_t used_ns_ = 0, delayed_ns_ = 0; /* at that */
    std::int64_t waited_ns_ = 0;                /* for a processor, until now, of which the system has not told yet */
    std::int64_t spent_ns_ = 0;                 /* since the end was wanted, while it could have had the processor */
    std::int64_t still_ns_ = 0;                 /* of that, since it last did something */
};

} // namespace ap1000
