/* lines.hpp - makes whole lines of pieces of output. */
#pragma once

#include <algorithm>
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

    /* Gets the next whole line, without its end; with `rest`, also a last one that has no end. False: no more. A line
     * longer than longest_bytes is split. */
    bool next(std::string &line, bool rest)
    {
        if (is_cut_ && taken_ < text_.size()) {
            taken_ += text_[taken_] == '\n' ? 1 : 0;
            is_cut_ = false;
        }
        std::size_t end = text_.find('\n', taken_), left = text_.size() - taken_;
        if (end == std::string::npos && left < longest_bytes && (!rest || left == 0))
            return false;
        line = text_.substr(taken_, std::min(end - taken_, longest_bytes));
        is_cut_ = line.size() == longest_bytes && taken_ + line.size() != end;
        taken_ += line.size() + (taken_ + line.size() == end ? 1 : 0);
        return true;
    }

    static constexpr std::size_t longest_bytes = std::size_t{1} << 20;

  private:
    std::string text_;
    bool is_cut_ = false; /* the last line had no end yet, but could not grow: an end right behind it is its own */
    std::size_t taken_ =
        0; /* bytes that have been given out. The next add drops them; dropping them for each line would move
              megabytes */
};

} // namespace ap1000
