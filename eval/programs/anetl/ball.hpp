// ball.hpp - the objects that anetl.sh measures with.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <anetl.hpp>

// When somebody began and was ready [ns].
struct span {
    long long begin = 0, end = 0;
    ANETL_MEMBERS(begin, end)
};

class Ball : public anetl::object
{
  public:
    span play(const anetl::ref<Ball> &other, int bytes, int rounds); // there and back, rounds times
    void take(const anetl::ref<Ball> &from, const std::vector<char> &ball);
    long value(long v);
    void drop(long v);
    // K messages, one to each of the others in turn; the time until all are done.
    span ask(const std::vector<anetl::ref<Ball>> &others, int way, int messages);
    // A result that is used so often, by trap or by flag.
    span use(const anetl::ref<Ball> &other, int by_flag, long uses);
    ANETL_METHODS(Ball, play, take, value, drop, ask, use)

  private:
    std::unique_ptr<anetl::later<span>> duty_;
    span played_;
    int left_ = 0;
};
