// ball.cpp - an object module: see ball.hpp.
#include "ball.hpp"

ANETL_MODULE(Ball)

span Ball::play(const anetl::ref<Ball> &other, int bytes, int rounds)
{
    duty_ = std::make_unique<anetl::later<span>>();
    left_ = rounds;
    anetl::event("go").wait();
    played_.begin = anetl::now_ns();
    other.past<&Ball::take>(ref_of(this), std::vector<char>(static_cast<std::size_t>(bytes)));
    return {};
}

void Ball::take(const anetl::ref<Ball> &from, const std::vector<char> &ball)
{
    if (duty_ == nullptr || --left_ > 0)
        return from.past<&Ball::take>(ref_of(this), ball);
    played_.end = anetl::now_ns();
    (*duty_)(played_);
    duty_.reset();
}

long Ball::value(long v)
{
    return v;
}

void Ball::drop(long)
{
}

span Ball::ask(const std::vector<anetl::ref<Ball>> &others, int way, int messages)
{
    span s;
    s.begin = anetl::now_ns();
    std::vector<anetl::future<long>> values;
    long sum = 0;
    for (int i = 0; i < messages; i++) {
        const auto &to = others[static_cast<std::size_t>(i) % others.size()];
        if (way == 0)
            sum += to.now<&Ball::value>(i);
        else if (way == 1)
            values.push_back(to.future<&Ball::value>(i));
        else
            to.past<&Ball::drop>(i);
    }
    for (const auto &v : values)
        sum += *v;
    s.end = anetl::now_ns();
    if (sum != (way == 2 ? 0 : messages * (messages - 1L) / 2))
        throw std::runtime_error("the answers are wrong");
    return s;
}

template <class F> static long used(const F &value, long uses)
{
    long sum = 0;
    for (long i = 0; i < uses; i++)
        sum += *value;
    return sum;
}

span Ball::use(const anetl::ref<Ball> &other, int by_flag, long uses)
{
    span s;
    s.begin = anetl::now_ns();
    const long sum =
        by_flag != 0 ? used(other.checked_future<&Ball::value>(1), uses) : used(other.future<&Ball::value>(1), uses);
    s.end = anetl::now_ns();
    if (sum != uses)
        throw std::runtime_error("the answer is wrong");
    return s;
}
