/* lines.hpp - pieces of output made into whole lines. */
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
        text_ += piece;
    }

    /* The next whole line, without its end; `rest`: also a last one that has none. False: no more. */
    bool next(std::string &line, bool rest)
    {
        std::size_t end = text_.find('\n');
        if (end == std::string::npos) {
            if (!rest || text_.empty())
                return false;
            line = std::move(text_);
            text_.clear();
            return true;
        }
        line = text_.substr(0, end);
        text_.erase(0, end + 1);
        return true;
    }

  private:
    std::string text_;
};

} // namespace ap1000

#endif
