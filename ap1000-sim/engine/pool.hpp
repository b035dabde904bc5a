/* pool.hpp - objects that are used again: once there are as many as were in use at one time, none is made. */
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

namespace ap1000
{

template <typename T> class Pool
{
  public:
    /* One as it was given back, or a new one. It stays where it is; the caller gives it back. */
    T &take()
    {
        if (unused_.empty())
            unused_.push_back(&all_.emplace_back());
        T *one = unused_.back();
        unused_.pop_back();
        return *one;
    }
    void give_back(T &one)
    {
        unused_.push_back(&one);
    }

    /* For each that was ever made, also those given back. */
    template <typename F> void for_each(F does)
    {
        std::for_each(all_.begin(), all_.end(), does);
    }

  private:
    std::deque<T> all_;
    std::vector<T *> unused_;
};

} // namespace ap1000
