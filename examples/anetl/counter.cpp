// counter.cpp - an object module.
#include "counter.hpp"

#include <stdexcept>

ANETL_MODULE(Counter)

void Counter::add(long n)
{
    if (n < 0)
        throw std::invalid_argument("a counter only grows");
    value_ += n;
}

long Counter::value() const
{
    return value_;
}

std::string Counter::where() const
{
    return anetl::node_name(anetl::node());
}

long Counter::total(const anetl::ref<Counter> &a, const anetl::ref<Counter> &b)
{
    auto x = a.future<&Counter::value>(), y = b.future<&Counter::value>();
    return *x + *y; // here the method waits, for both
}
