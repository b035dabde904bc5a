/* readers.hpp - programs whose readers do not take the lines of their tasks, on a machine that stays: such a program
 * waits for its reader, and the others go on. On other machines nothing is ever written behind (terminal.hpp). */
#ifndef AP1000_READERS_HPP
#define AP1000_READERS_HPP

#include <cstdint>
#include <map>

#include "kernel/reports.hpp"
#include "kernel/task.hpp"

namespace ap1000
{

class Readers
{
  public:
    /* reports must outlive it. */
    explicit Readers(const Reports &reports) : reports_(reports)
    {
    }

    /* Each task from its beginning to its end. */
    void add(Task &t);
    void remove(const Task &t);

    /* Is the task to wait (real time) before it gets the turn? The user's own program may print by itself, but the
     * lines of its children come before. Others wait if very much is kept for their reader. */
    bool is_behind(const Task &t) const;

    /* It waits, and then gets the turn. */
    void hold(Task &t, Step turn);

    bool holds_any() const
    {
        return !held_.empty();
    }

    /* Is nothing else to happen meanwhile? As long as a reader has taken only a moment; or if no other program is on
     * the machine, whose times then do not depend on its reader. */
    bool hold_all() const;

    /* Those whose readers have gone on get their turns. */
    void look();

  private:
    struct Held {
        Step turn;
        std::int64_t since_ns;
    };
    const Reports &reports_;
    std::map<std::uint64_t, Task *> all_; /* by their number */
    std::map<std::uint64_t, Held> held_;  /* the same */
};

} // namespace ap1000

#endif
