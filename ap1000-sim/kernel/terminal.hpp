/* terminal.hpp - the destination of lines that people read. */
#pragma once

#include <memory>
#include <string>
#include <thread>

namespace ap1000
{

/* A process's own stderr. What its children print goes there, each line marked. */
class Terminal
{
  public:
    /* The descriptor is owned; -1: there is none. */
    explicit Terminal(int descriptor);
    ~Terminal();
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    /* From now on a thread writes, and write_line does not wait for a reader who pauses: what that one has not taken is
     * kept, up to 256 MiB. */
    void write_behind();
    bool writes_behind() const
    {
        return writes_behind_;
    }

    void write_line(const std::string &line); /* adds the end of the line; errors are ignored */

    /* Returns true if nothing waits to be written, or at the latest in so many ms of real time. */
    bool is_out(int ms = 0) const;

    /* Returns true if so much is kept, 16 MiB, that those who print are to wait. */
    bool is_full() const;

    /* Waits (real time) for what write_behind has left anywhere, while readers go on. */
    static void let_out();

    const int fd;

  private:
    struct Behind;
    static void write_all(const std::shared_ptr<Behind> &lines);

    const std::shared_ptr<Behind> behind_; /* the thread's, too, which may be left with a reader who pauses for ever */
    bool writes_behind_ = false;
    std::thread writer_;
};

} // namespace ap1000
