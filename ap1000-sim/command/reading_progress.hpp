/* reading_progress.hpp - shows on a terminal, now and then, how much of a long trace has been read, in one line that is
 * overwritten and goes at the end. Where stderr is no terminal it shows nothing. */
#ifndef AP1000_READING_PROGRESS_HPP
#define AP1000_READING_PROGRESS_HPP

#include <chrono>
#include <cstdint>
#include <string>

#include "observe/compressed_file.hpp"

namespace ap1000
{

class ReadingProgress
{
  public:
    /* file: the one at `path`, which is being read. */
    ReadingProgress(const std::string &path, CompressedReader &file);
    ~ReadingProgress();
    ReadingProgress(const ReadingProgress &) = delete;
    ReadingProgress &operator=(const ReadingProgress &) = delete;

    /* One more event has been read. */
    void count_event()
    {
        if (terminal_ && ++looks_ % looks_a_clock == 0)
            look();
    }

  private:
    static constexpr unsigned looks_a_clock = 1024; /* events between two readings of the real clock */
    void look();

    CompressedReader &file_;
    std::string name_;
    std::int64_t size_ = 0; /* bytes of the file; 0: not known, as of a pipe */
    bool terminal_, said_ = false;
    unsigned looks_ = 0;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

} // namespace ap1000

#endif
