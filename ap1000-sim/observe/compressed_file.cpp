/* compressed_file.cpp - see compressed_file.hpp. */
#include "observe/compressed_file.hpp"

#include <unistd.h>

namespace ap1000
{

bool is_compressed(const std::string &path)
{
    const std::string ending = ".gz";
    return path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

CompressedWriter::CompressedWriter(const std::string &path)
    : file_(std::fopen(path.c_str(), "we")), compressed_(is_compressed(path))
{
}

CompressedWriter::~CompressedWriter()
{
    close();
}

void CompressedWriter::write(const std::string &text)
{
    if (!compressed_) {
        failed_ |= std::fwrite(text.data(), 1, text.size(), file_) != text.size();
        return;
    }
    if (packed_ == nullptr)
        packed_ = gzdopen(dup(fileno(file_)), "wb");
    failed_ |=
        packed_ == nullptr || (!text.empty() && gzwrite(packed_, text.data(), static_cast<unsigned>(text.size())) == 0);
}

bool CompressedWriter::close()
{
    if (file_ == nullptr)
        return !failed_;
    if (packed_ != nullptr)
        failed_ |= gzclose(packed_) != Z_OK;
    failed_ |= std::fclose(file_) != 0;
    packed_ = nullptr;
    file_ = nullptr;
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
