/* text_buffer.hpp - text that grows at its end, piece by piece, many times a message. What a piece costs is a
 * comparison and the copying of its bytes, which for literals the compiler does in place. (std::string::append, called
 * for each, took a third of the time of a traced run.) */
#ifndef AP1000_TEXT_BUFFER_HPP
#define AP1000_TEXT_BUFFER_HPP

#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

namespace ap1000
{

class TextBuffer
{
  public:
    void add(const char *text, std::size_t bytes)
    {
        if (bytes_.size() - used_ < bytes)
            bytes_.resize(2 * (bytes_.size() + bytes));
        std::memcpy(bytes_.data() + used_, text, bytes);
        used_ += bytes;
    }
    std::string_view text() const
    {
        return {bytes_.data(), used_};
    }
    std::size_t size() const
    {
        return used_;
    }
    void clear() /* its memory stays */
    {
        used_ = 0;
    }

  private:
    std::vector<char> bytes_ = std::vector<char>(std::size_t{1} << 17);
    std::size_t used_ = 0;
};

} // namespace ap1000

#endif
