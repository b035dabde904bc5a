/* lines.hpp - makes whole lines of pieces of output. */
#ifndef AP1000_LINES_HPP
#define AP1000_LINES_HPP

#include <string>

namespace ap1000
{

class Lines
{
  public:
    void add(const std::string &piece)
    {
        text_.erase(0, taken_);
        taken_ = 0;
        text_ += piece;
    }

    /* Gives the next whole line, without its end; `rest`: also a last line that has no end. Returns false if there is
     * no more. */
    bool next(std::string &line, bool rest)
    {
        std::size_t end = text_.find('\n', taken_);
        if (end == std::string::npos && (!rest || taken_ == text_.size()))
            return false;
        line = text_.substr(taken_, end - taken_);
        taken_ = end == std::string::npos ? text_.size() : end + 1;
        return true;
    }

  private:
    std::string text_;
    std::size_t taken_ =
        0; /* bytes that have been given out. The next add drops them; dropping them for each line would move
              megabytes */
};

} // namespace ap1000

#endif
