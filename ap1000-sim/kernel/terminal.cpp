/* terminal.cpp - see terminal.hpp. */
#include "kernel/terminal.hpp"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <mutex>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace ap1000
{
namespace
{

constexpr std::size_t full_bytes = std::size_t{1} << 24, terminal_bytes = std::size_t{1} << 28;

/* Real time after which a reader who has taken nothing is not waited for at the end: the guardian of a run thinks that
 * a simulator which is still for 300 ms hangs. */
constexpr int end_patience_ms = 200, end_look_ms = 10;

std::atomic<std::size_t> lines_left{0}; /* of all terminals */

void write_whole(int fd, const std::string &text)
{
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t n = write(fd, text.data() + at, text.size() - at);
        pollfd room{fd, POLLOUT, 0};
        if (n < 0 && errno == EAGAIN)
            poll(&room, 1, -1);
        else if (n < 0 && errno != EINTR)
            return;
        at += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
}

} // namespace

struct Terminal::Behind {
    explicit Behind(int descriptor) : fd(descriptor)
    {
    }
    ~Behind()
    {
        if (fd >= 0)
            close(fd);
    }
    const int fd;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::string> lines; /* the first is being written */
    std::size_t bytes = 0;         /* of them */
    bool ends = false;             /* no line will come any more */
};

Terminal::Terminal(int descriptor) : fd(descriptor), behind_(std::make_shared<Behind>(descriptor))
{
}

Terminal::~Terminal()
{
    if (!writer_.joinable())
        return;
    const bool out = is_out();
    {
        const std::lock_guard<std::mutex> lock(behind_->mutex);
        behind_->ends = true;
    }
    behind_->changed.notify_all();
    out ? writer_.join() : writer_.detach();
}

void Terminal::write_behind()
{
    writes_behind_ = true;
}

void Terminal::write_line(const std::string &line)
{
    if (writes_behind_ && !writer_.joinable()) {
        try {
            writer_ = std::thread(write_all, behind_);
        } catch (const std::system_error &) {
            writes_behind_ = false; /* no room for a thread */
        }
    }
    if (!writes_behind_)
        return write_whole(fd, line + "\n");
    {
        std::unique_lock<std::mutex> lock(behind_->mutex);
        behind_->changed.wait(lock, [this] { return behind_->bytes < terminal_bytes; });
        behind_->lines.push_back(line + "\n");
        behind_->bytes += line.size() + 1;
        lines_left++;
    }
    behind_->changed.notify_all();
}

void Terminal::write_all(const std::shared_ptr<Behind> &lines)
{
    sigset_t all; /* those of the process are for the thread that simulates */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    std::unique_lock<std::mutex> lock(lines->mutex);
    for (;;) {
        lines->changed.wait(lock, [&] { return lines->ends || !lines->lines.empty(); });
        if (lines->lines.empty())
            return;
        const std::string &first = lines->lines.front();
        lock.unlock();
        write_whole(lines->fd, first);
        lock.lock();
        lines->bytes -= first.size();
        lines->lines.pop_front();
        lines_left--;
        lines->changed.notify_all();
    }
}

bool Terminal::is_out(int ms) const
{
    std::unique_lock<std::mutex> lock(behind_->mutex);
    return behind_->changed.wait_for(lock, std::chrono::milliseconds(ms), [this] { return behind_->lines.empty(); });
}

bool Terminal::is_full() const
{
    const std::lock_guard<std::mutex> lock(behind_->mutex);
    return behind_->bytes >= full_bytes;
}

void Terminal::let_out()
{
    std::size_t left = lines_left;
    for (int ms = 0; left > 0 && ms < end_patience_ms; ms += end_look_ms) {
        std::this_thread::sleep_for(std::chrono::milliseconds(end_look_ms));
        if (lines_left < left)
            ms = 0;
        left = lines_left;
    }
}

} // namespace ap1000
