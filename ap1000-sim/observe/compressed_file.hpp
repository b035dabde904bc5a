/* compressed_file.hpp - reads and writes a text file that is compressed (gzip, by zlib) if its name ends in .gz.
 *
 * The same text gives the same bytes, because no name and no date is written.
 */
#ifndef AP1000_COMPRESSED_FILE_HPP
#define AP1000_COMPRESSED_FILE_HPP

#include <array>
#include <cstdint>
#include <cstdio>
#include <istream>
#include <streambuf>
#include <string>

#include <zlib.h>

namespace ap1000
{

/* Does the name ask for compression? */
bool is_compressed(const std::string &path);

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
    void write(const std::string &text);
    bool close(); /* returns false if not everything could be written */

  private:
    std::FILE *file_;
    gzFile packed_ = nullptr;
    bool compressed_, failed_ = false;
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

#endif
