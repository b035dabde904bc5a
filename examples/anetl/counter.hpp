// counter.hpp - a class for counter.cpp, its module, and for host.cpp.
#ifndef COUNTER_HPP
#define COUNTER_HPP

#include <string>

#include <anetl.hpp>

class Counter : public anetl::object
{
  public:
    void add(long n);
    long value() const;
    std::string where() const;
    long total(const anetl::ref<Counter> &a, const anetl::ref<Counter> &b); // asks both at a time
    ANETL_METHODS(Counter, add, value, where, total)

  private:
    long value_ = 0;
};

#endif
