/* compressed_file.hpp - reads and writes a text file that is compressed (gzip, by zlib) if its name ends in .gz.
 *
 * The same text gives the same bytes, because no name and no date is written. */
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <streambuf>
#include <string>
#include <string_view>
#include <thread>

#include <zlib.h>

namespace ap1000
{

/* Does the name ask for compression? */
bool is_compressed(const std::string &path);

/* Is there a CompressedWriter that writes it now, in whatever process? */
bool is_written(const std::string &path);

/* Compressing takes longer than making the text, so it has a thread of its own, which begins with the first write(). */
class CompressedWriter
{
  public:
    /* Opens the file. bad() tells whether that failed; errno says why. Nothing is written before the first write(), so
     * the process may fork before that. */
    explicit CompressedWriter(const std::string &path);
    ~CompressedWriter();
    CompressedWriter(const CompressedWriter &) = delete;
    CompressedWriter &operator=(const CompressedWriter &) = delete;

    bool bad() const
    {
        return file_ == nullptr;
    }
    void write(std::string_view text);
    bool close(); /* returns false if not everything could be written; errno says why */

  private:
    void compress_all();
    void hand_over(std::string_view text, bool last);

    std::FILE *file_;
    gzFile packed_ = nullptr;
    bool compressed_, failed_ = false;
    int thread_errno_ = 0; /* why the thread could not write */

    std::thread compressing_;
    std::mutex mutex_; /* of what follows */
    std::condition_variable changed_;
    std::string handed_over_; /* to the thread; "": it has taken it */
    bool last_ = false;       /* nothing more comes */
};

/* Reads both kinds of files, whatever the name is. */
class CompressedReader : public std::streambuf
{
  public:
    explicit CompressedReader(const std::string &path);
    ~CompressedReader() override;
    CompressedReader(const CompressedReader &) = delete;
    CompressedReader &operator=(const CompressedReader &) = delete;

    bool bad() const
    {
        return file_ == nullptr;
    }
    /* Returns whether it is a compressed file that is damaged or cut short. */
    bool damaged() const
    {
        return damaged_;
    }
    /* How much of the file has been read [byte]: as it lies on disk, or, of a pipe, of its text. */
    std::int64_t position() const;

  protected:
    int_type underflow() override;

  private:
    gzFile file_;
    bool damaged_ = false;
    std::array<char, 1 << 16> buffer_;
};

} // namespace ap1000
