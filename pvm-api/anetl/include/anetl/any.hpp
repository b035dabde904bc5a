// any.hpp - a value whose type is known where the program runs, not where it is compiled: part of anetl.hpp.
#ifndef ANETL_ANY_HPP
#define ANETL_ANY_HPP

#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "anetl/object.hpp"

namespace anetl
{

// Nothing, a bool, a whole number, a real one, a text, an object, or a list or a table of such. It travels as any other
// argument, and becomes what it is needed as: as<int>(), as<std::string>(), as<ref<C>>() ...
class any
{
  public:
    using list = std::vector<any>;
    using table = std::map<std::string, any>;
    any() = default;
    template <class T, class = std::enable_if_t<!std::is_same_v<std::decay_t<T>, any>>> any(T &&v)
    {
        using type = std::decay_t<T>;
        if constexpr (std::is_same_v<type, bool> || std::is_same_v<type, list> || std::is_same_v<type, table> ||
                      std::is_same_v<type, objid>)
            value_ = std::forward<T>(v);
        else if constexpr (std::is_integral_v<type>)
            value_ = whole(v);
        else if constexpr (std::is_floating_point_v<type>)
            value_ = static_cast<double>(v);
        else if constexpr (detail::is_a<type, ref>)
            value_ = v.id();
        else
            value_ = std::string(std::forward<T>(v));
    }
    template <class T> bool is() const
    {
        return std::holds_alternative<T>(value_);
    }
    // The value as a T; a whole number is a real one, too. Throws anetl::error if it is something else, or too large.
    template <class T> T as() const
    {
        if constexpr (std::is_floating_point_v<T>) {
            return static_cast<T>(is<long>() ? static_cast<double>(need<long>()) : need<double>());
        } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
            const long n = need<long>();
            if (static_cast<long>(static_cast<T>(n)) != n || (std::is_unsigned_v<T> && n < 0))
                throw error(objid{}, "the number " + std::to_string(n) + " does not fit what it is used as");
            return static_cast<T>(n);
        } else if constexpr (detail::is_a<T, ref>) {
            return T(need<objid>());
        } else {
            return need<T>();
        }
    }
    bool operator==(const any &o) const
    {
        return value_ == o.value_;
    }
    ANETL_MEMBERS(value_)

  private:
    using kinds = std::variant<std::monostate, bool, long, double, std::string, objid, list, table>;
    template <class T> static long whole(T v)
    {
        const auto n = static_cast<long>(v);
        if (std::is_unsigned_v<T> && n < 0)
            throw error(objid{}, "the number " + std::to_string(v) + " is too large for an any");
        return n;
    }
    template <class T> const T &need() const
    {
        static const char *const names[] = {"nothing", "a bool",    "a whole number", "a real number",
                                            "a text",  "an object", "a list",         "a table"};
        if (!is<T>())
            throw error(objid{}, std::string(names[value_.index()]) + " is used as " + names[kinds(T()).index()]);
        return *std::get_if<T>(&value_);
    }
    kinds value_;
};

} // namespace anetl

#endif
