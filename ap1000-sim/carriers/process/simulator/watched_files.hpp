/* watched_files.hpp - the descriptors that the watcher's thread listens to, each with its kind.
 *
 * It owns none of them, and closes only those that it is told to close. Any thread may call it. */
#pragma once

#include <cstdint>

namespace ap1000
{

class WatchedFiles
{
  public:
    enum class Kind : std::uint64_t { listening, client, process, output, signals, quit };

    /* One that can be read, or has ended: of what it is, and the number that it was added with. */
    struct Ready {
        Kind kind;
        std::uint32_t number;
    };

    /* Throws std::system_error if the computer cannot. */
    WatchedFiles();
    ~WatchedFiles();
    WatchedFiles(const WatchedFiles &) = delete;
    WatchedFiles &operator=(const WatchedFiles &) = delete;

    /* number: a slot or a connection. False: the computer cannot; errno says why. */
    bool add(int fd, Kind kind, std::uint32_t number = 0);

    /* This one, added with the same kind and number, is told of again, or no longer; but its end always is. */
    void listen_to(int fd, Kind kind, std::uint32_t number, bool listens);

    /* It is told of no more, and closed. */
    void close_file(int fd);

    /* Sleep (real time) until some are ready; returns how many have been written to `ready`. One may be told of once
     * more after it was closed, if it was ready before. */
    static constexpr int most_ready = 32;
    int wait(Ready (&ready)[most_ready]);

  private:
    int epoll_;
};

} // namespace ap1000
