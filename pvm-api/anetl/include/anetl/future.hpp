// future.hpp - results that come later: part of anetl.hpp.
#ifndef ANETL_FUTURE_HPP
#define ANETL_FUTURE_HPP

#include <memory>
#include <type_traits>
#include <utility>

#include "anetl/names.hpp"

namespace anetl
{

// A result under way. *f and f-> are the value. The first use waits by a trap, so no use needs a test. A reference to
// the value is valid as long as the future. If the answer is an error, wait() and get() throw it; a bare *f ends the
// method that uses it, whose sender gets the error (its local variables are not destroyed), or main, with a line.
template <class T> class future
{
    static_assert(!std::is_void_v<T>, "a future of nothing: checked_future has wait()");

  public:
    future() = default;
    explicit future(std::shared_ptr<detail::trapping_reply<T>> r) : r_(std::move(r))
    {
    }
    future(future &&) = default;
    future &operator=(future &&o) noexcept
    {
        std::swap(r_, o.r_);
        return *this;
    }
    ~future()
    {
        if (r_ != nullptr)
            detail::forget(*r_);
    }
    const T &operator*() const
    {
        return *operator->();
    }
    const T *operator->() const
    {
        return detail::touched(static_cast<const T *>(r_->where));
    }
    // The address of the value: code that reads there waits. Use it for library functions that copy (memcpy). In a
    // call of PVM, or of libc that may hold a lock (fwrite), the run ends with a line: use *f there. System
    // calls do not wait: they return EFAULT.
    const T *where() const
    {
        return r_->where;
    }
    // Waits without a trap, and throws anetl::error if there is no value.
    const T &get() const
    {
        detail::wait_for(*r_);
        return *r_->where;
    }
    void wait() const
    {
        detail::wait_for(*r_);
    }
    bool ready() const // never waits
    {
        return r_->done;
    }

  private:
    std::shared_ptr<detail::trapping_reply<T>> r_;
};

// The same with a test of a flag at each use, instead of a trap: more expensive for a value that is used often.
template <class T> class checked_future
{
  public:
    checked_future() = default;
    explicit checked_future(std::shared_ptr<detail::reply_of<detail::kept<T>>> r) : r_(std::move(r))
    {
    }
    checked_future(checked_future &&) = default;
    checked_future &operator=(checked_future &&o) noexcept
    {
        std::swap(r_, o.r_);
        return *this;
    }
    ~checked_future()
    {
        if (r_ != nullptr)
            detail::forget(*r_);
    }
    template <class U = T> const std::enable_if_t<!std::is_void_v<U>, U> &operator*() const
    {
        detail::check_flag(*r_);
        if (!r_->done || !r_->error.empty())
            detail::wait_for(*r_);
        return *r_->value;
    }
    template <class U = T> const std::enable_if_t<!std::is_void_v<U>, U> *operator->() const
    {
        return &**this;
    }
    void wait() const
    {
        detail::wait_for(*r_);
    }
    bool ready() const
    {
        return r_->done;
    }

  private:
    std::shared_ptr<detail::reply_of<detail::kept<T>>> r_;
};

} // namespace anetl

#endif
