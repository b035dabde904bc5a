/* compressed_file.cpp - see compressed_file.hpp. */
#include "observe/compressed_file.hpp"

#include <cerrno>
#include <chrono>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace ap1000
{

bool is_compressed(const std::string &path)
{
    const std::string ending = ".gz";
    return path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

bool is_written(const std::string &path)
{
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const bool written = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0; /* without locks of files: nobody knows */
    close(fd);
    return written;
}

CompressedWriter::CompressedWriter(const std::string &path)
    : file_(std::fopen(path.c_str(), "we")), compressed_(is_compressed(path))
{
    if (file_ == nullptr)
        return;
    /* Until this process ends, however that is: is_written, which has a lock for a moment itself. */
    for (int tries = 100; flock(fileno(file_), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK && tries > 0; tries--)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::setvbuf(file_, nullptr, _IONBF, 0); /* who writes collects */
}

CompressedWriter::~CompressedWriter()
{
    close();
}

void CompressedWriter::write(std::string_view text)
{
    if (!compressed_) {
        failed_ |= std::fwrite(text.data(), 1, text.size(), file_) != text.size();
        return;
    }
    if (packed_ == nullptr) {
        packed_ = gzdopen(fcntl(fileno(file_), F_DUPFD_CLOEXEC, 0), "wb");
        failed_ |= packed_ == nullptr;
        if (packed_ != nullptr)
            compressing_ = std::thread(&CompressedWriter::compress_all, this);
    }
    if (packed_ != nullptr && !text.empty())
        hand_over(text, false);
}

/* As soon as the thread has taken what it got before. */
void CompressedWriter::hand_over(std::string_view text, bool last)
{
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return handed_over_.empty(); });
    handed_over_ = text;
    last_ = last;
    changed_.notify_all();
}

/* The thread. */
void CompressedWriter::compress_all()
{
    std::string text;
    for (int why = 0;;) {
        {
            std::unique_lock<std::mutex> lock(mutex_);
            changed_.wait(lock, [this] { return !handed_over_.empty() || last_; });
            text.swap(handed_over_);
            handed_over_.clear();
            changed_.notify_all();
            if (text.empty()) {
                thread_errno_ = why;
                return;
            }
        }
        if (why == 0 && gzwrite(packed_, text.data(), static_cast<unsigned>(text.size())) == 0)
            why = errno != 0 ? errno : EIO;
    }
}

bool CompressedWriter::close()
{
    if (file_ == nullptr)
        return !failed_;
    if (packed_ != nullptr) {
        hand_over("", true);
        compressing_.join();
        failed_ |= gzclose(packed_) != Z_OK || thread_errno_ != 0;
    }
    failed_ |= std::fclose(file_) != 0;
    packed_ = nullptr;
    file_ = nullptr;
    if (thread_errno_ != 0)
        errno = thread_errno_;
    return !failed_;
}

CompressedReader::CompressedReader(const std::string &path) : file_(gzopen(path.c_str(), "rbe"))
{
}

CompressedReader::~CompressedReader()
{
    if (file_ != nullptr)
        gzclose(file_);
}

std::int64_t CompressedReader::position() const
{
    const auto on_disk = gzoffset(file_);
    return on_disk >= 0 ? on_disk : gztell(file_);
}

CompressedReader::int_type CompressedReader::underflow()
{
    const int n = file_ != nullptr ? gzread(file_, buffer_.data(), static_cast<unsigned>(buffer_.size())) : 0;
    int error = Z_OK;
    if (file_ != nullptr)
        gzerror(file_, &error);
    damaged_ |= n < 0 || (error != Z_OK && error != Z_STREAM_END);
    if (n <= 0)
        return traits_type::eof();
    setg(buffer_.data(), buffer_.data(), buffer_.data() + n);
    return traits_type::to_int_type(*gptr());
}

} // namespace ap1000
