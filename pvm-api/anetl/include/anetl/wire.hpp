// wire.hpp - how arguments and results of methods travel between nodes: by PVM's packing families, so that unlike
// computers understand each other. Programs do not call this themselves, and a message's head is not packed here.
//
// There are rules for arithmetic types, enums, the standard library's containers, std::string, array, pair, tuple,
// optional, variant, complex and times of chrono, ObjIds, and structures that list their members:
//     struct point { double x, y; ANETL_MEMBERS(x, y) };
#ifndef ANETL_WIRE_HPP
#define ANETL_WIRE_HPP

#include <array>
#include <chrono>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#define ANETL_PUBLIC __attribute__((visibility("default")))

// Used in a structure to list its members, in the order in which they travel.
#define ANETL_MEMBERS(...)            \
    auto anetl_members()              \
    {                                 \
        return std::tie(__VA_ARGS__); \
    }                                 \
    auto anetl_members() const        \
    {                                 \
        return std::tie(__VA_ARGS__); \
    }

namespace anetl
{

// Packs into, or unpacks from, the library's current message. n: how many.
class ANETL_PUBLIC packer
{
  public:
    void put(const char *v, std::size_t n);
    void put(const signed char *v, std::size_t n);
    void put(const unsigned char *v, std::size_t n);
    void put(const short *v, std::size_t n);
    void put(const unsigned short *v, std::size_t n);
    void put(const int *v, std::size_t n);
    void put(const unsigned *v, std::size_t n);
    void put(const long *v, std::size_t n);
    void put(const unsigned long *v, std::size_t n);
    void put(const float *v, std::size_t n);
    void put(const double *v, std::size_t n);
};

class ANETL_PUBLIC unpacker
{
  public:
    void get(char *v, std::size_t n);
    void get(signed char *v, std::size_t n);
    void get(unsigned char *v, std::size_t n);
    void get(short *v, std::size_t n);
    void get(unsigned short *v, std::size_t n);
    void get(int *v, std::size_t n);
    void get(unsigned *v, std::size_t n);
    void get(long *v, std::size_t n);
    void get(unsigned long *v, std::size_t n);
    void get(float *v, std::size_t n);
    void get(double *v, std::size_t n);
    // Returns how many elements come next; 0 if the message is over.
    std::size_t count();
    bool good() const
    {
        return good_;
    }

  private:
    void note(int code);
    bool good_ = true;
};

namespace detail
{
template <class T> constexpr bool always_false = false;

// The types that pack directly: those of PVM's families.
template <class T>
constexpr bool is_plain =
    std::is_same_v<T, char> || std::is_same_v<T, signed char> || std::is_same_v<T, unsigned char> ||
    std::is_same_v<T, short> || std::is_same_v<T, unsigned short> || std::is_same_v<T, int> ||
    std::is_same_v<T, unsigned> || std::is_same_v<T, long> || std::is_same_v<T, unsigned long> ||
    std::is_same_v<T, float> || std::is_same_v<T, double>;

template <class T, class = void> constexpr bool has_members = false;
template <class T> constexpr bool has_members<T, std::void_t<decltype(std::declval<T &>().anetl_members())>> = true;

// Is T a std::vector<...>, and so on?
template <class T, template <class...> class W> constexpr bool is_a = false;
template <class... A, template <class...> class W> constexpr bool is_a<W<A...>, W> = true;
template <class T> constexpr bool is_tuple = is_a<T, std::tuple> || is_a<T, std::pair>;
template <class T> constexpr bool is_array = false;
template <class T, std::size_t N> constexpr bool is_array<std::array<T, N>> = true;
// list, deque, set, map and their kin; of a map's pairs the first is const.
template <class T, class = void> struct as_container : std::false_type {
};
template <class T>
struct as_container<
    T, std::void_t<typename T::value_type, decltype(std::declval<T &>().insert(
                                               std::declval<T &>().end(), std::declval<typename T::value_type>()))>>
    : std::true_type {
};
template <class T> struct without_const {
    using type = T;
};
template <class A, class B> struct without_const<std::pair<const A, B>> {
    using type = std::pair<A, B>;
};
// What a message keeps for a parameter: for text that lies elsewhere, the text.
template <class A>
using stored = std::conditional_t<std::is_same_v<std::decay_t<A>, std::string_view>, std::string, std::decay_t<A>>;

// The type as which T travels: long long is a long (or is refused where it is not one), bool a byte.
template <class T>
using stand_in =
    std::conditional_t<std::is_same_v<T, bool>, unsigned char,
                       std::conditional_t<std::is_same_v<T, long long>, long,
                                          std::conditional_t<std::is_same_v<T, unsigned long long>, unsigned long, T>>>;

template <class T> void pack(packer &to, const T &v);
template <class T> void unpack(unpacker &from, T &v);

template <class T> void pack_all(packer &to, const T &v)
{
    if constexpr (is_plain<typename T::value_type>)
        to.put(v.data(), v.size());
    else
        for (const auto &one : v)
            pack(to, static_cast<const typename T::value_type &>(one));
}

template <class T> void pack(packer &to, const T &v)
{
    if constexpr (is_plain<T>) {
        to.put(&v, 1);
    } else if constexpr (std::is_enum_v<T>) {
        pack(to, static_cast<std::underlying_type_t<T>>(v));
    } else if constexpr (!std::is_same_v<stand_in<T>, T>) {
        static_assert(sizeof(stand_in<T>) == sizeof(T), "this type has no family of PVM's on this computer");
        pack(to, static_cast<stand_in<T>>(v));
    } else if constexpr (std::is_same_v<T, std::string> || is_a<T, std::vector>) {
        pack(to, static_cast<int>(v.size()));
        pack_all(to, v);
    } else if constexpr (is_array<T>) {
        pack_all(to, v);
    } else if constexpr (is_tuple<T>) {
        std::apply([&](const auto &...one) { (pack(to, one), ...); }, v);
    } else if constexpr (is_a<T, std::optional>) {
        pack(to, v.has_value());
        if (v.has_value())
            pack(to, *v);
    } else if constexpr (is_a<T, std::variant>) {
        pack(to, static_cast<int>(v.index()));
        std::visit([&](const auto &one) { pack(to, one); }, v);
    } else if constexpr (std::is_same_v<T, std::monostate>) {
    } else if constexpr (is_a<T, std::complex>) {
        pack(to, v.real());
        pack(to, v.imag());
    } else if constexpr (is_a<T, std::chrono::duration>) {
        pack(to, v.count());
    } else if constexpr (is_a<T, std::chrono::time_point>) {
        pack(to, v.time_since_epoch());
    } else if constexpr (as_container<T>::value) {
        pack(to, static_cast<int>(v.size()));
        for (const typename T::value_type &one : v)
            pack(to, typename without_const<typename T::value_type>::type(one));
    } else if constexpr (has_members<T>) {
        std::apply([&](const auto &...one) { (pack(to, one), ...); }, v.anetl_members());
    } else {
        static_assert(always_false<T>,
                      "arguments and results are arithmetic types, strings, containers, arrays, pairs, "
                      "tuples, optionals, variants, complex numbers, times of chrono, references to objects, "
                      "and structures with ANETL_MEMBERS");
    }
}

template <class T> void unpack_all(unpacker &from, T &v)
{
    if constexpr (is_plain<typename T::value_type>) {
        from.get(v.data(), v.size());
    } else {
        for (std::size_t i = 0; i < v.size() && from.good(); i++) {
            typename T::value_type one{};
            unpack(from, one);
            v[i] = std::move(one);
        }
    }
}

template <std::size_t I = 0, class T> void unpack_alternative(unpacker &from, T &v, int at)
{
    if constexpr (I < std::variant_size_v<T>) {
        if (at == static_cast<int>(I))
            unpack(from, v.template emplace<I>());
        else
            unpack_alternative<I + 1>(from, v, at);
    }
}

template <class T> void unpack(unpacker &from, T &v)
{
    if constexpr (is_plain<T>) {
        from.get(&v, 1);
    } else if constexpr (std::is_enum_v<T>) {
        std::underlying_type_t<T> one{};
        unpack(from, one);
        v = static_cast<T>(one);
    } else if constexpr (!std::is_same_v<stand_in<T>, T>) {
        stand_in<T> one{};
        unpack(from, one);
        v = static_cast<T>(one);
    } else if constexpr (std::is_same_v<T, std::string> || is_a<T, std::vector>) {
        v.resize(from.count());
        unpack_all(from, v);
    } else if constexpr (is_array<T>) {
        unpack_all(from, v);
    } else if constexpr (is_tuple<T>) {
        std::apply([&](auto &...one) { (unpack(from, one), ...); }, v);
    } else if constexpr (is_a<T, std::optional>) {
        bool there = false;
        unpack(from, there);
        v.reset();
        if (there && from.good())
            unpack(from, v.emplace());
    } else if constexpr (is_a<T, std::variant>) {
        int at = 0;
        unpack(from, at);
        unpack_alternative(from, v, at);
    } else if constexpr (std::is_same_v<T, std::monostate>) {
    } else if constexpr (is_a<T, std::complex>) {
        typename T::value_type real{}, imaginary{};
        unpack(from, real);
        unpack(from, imaginary);
        v = {real, imaginary};
    } else if constexpr (is_a<T, std::chrono::duration>) {
        typename T::rep n{};
        unpack(from, n);
        v = T(n);
    } else if constexpr (is_a<T, std::chrono::time_point>) {
        typename T::duration since{};
        unpack(from, since);
        v = T(since);
    } else if constexpr (as_container<T>::value) {
        v.clear();
        for (std::size_t n = from.count(); n > 0 && from.good(); n--) {
            typename without_const<typename T::value_type>::type one{};
            unpack(from, one);
            v.insert(v.end(), std::move(one));
        }
    } else if constexpr (has_members<T>) {
        std::apply([&](auto &...one) { (unpack(from, one), ...); }, v.anetl_members());
    } else {
        static_assert(always_false<T>, "see pack");
    }
}
} // namespace detail
} // namespace anetl

#endif
