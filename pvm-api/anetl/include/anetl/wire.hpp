// wire.hpp - how arguments and results of methods travel between nodes: by PVM's packing families, so that unlike
// computers understand each other. Programs do not call this themselves, and a message's head is not packed here.
//
// There are rules for arithmetic types, enums, the standard library's containers, std::string, array, pair, tuple,
// optional, complex and times of chrono, ObjIds, and structures that list their members:
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

template <class T> struct as_tuple : std::false_type {
};
template <class... T> struct as_tuple<std::tuple<T...>> : std::true_type {
};
template <class A, class B> struct as_tuple<std::pair<A, B>> : std::true_type {
};
template <class T> struct as_pair : std::false_type {
};
template <class A, class B> struct as_pair<std::pair<A, B>> : std::true_type {
};
template <class T> struct as_vector : std::false_type {
};
template <class T> struct as_vector<std::vector<T>> : std::true_type {
};
template <class T> struct as_array : std::false_type {
};
template <class T, std::size_t N> struct as_array<std::array<T, N>> : std::true_type {
};

template <class T> struct as_optional : std::false_type {
};
template <class T> struct as_optional<std::optional<T>> : std::true_type {
};
template <class T> struct as_complex : std::false_type {
};
template <class T> struct as_complex<std::complex<T>> : std::true_type {
};
template <class T> struct as_span : std::false_type {
};
template <class R, class P> struct as_span<std::chrono::duration<R, P>> : std::true_type {
};
template <class T> struct as_moment : std::false_type {
};
template <class C, class D> struct as_moment<std::chrono::time_point<C, D>> : std::true_type {
};
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
    } else if constexpr (std::is_same_v<T, std::string> || as_vector<T>::value) {
        pack(to, static_cast<int>(v.size()));
        pack_all(to, v);
    } else if constexpr (as_array<T>::value) {
        pack_all(to, v);
    } else if constexpr (as_tuple<T>::value) {
        std::apply([&](const auto &...one) { (pack(to, one), ...); }, v);
    } else if constexpr (as_optional<T>::value) {
        pack(to, v.has_value());
        if (v.has_value())
            pack(to, *v);
    } else if constexpr (as_complex<T>::value) {
        pack(to, v.real());
        pack(to, v.imag());
    } else if constexpr (as_span<T>::value) {
        pack(to, v.count());
    } else if constexpr (as_moment<T>::value) {
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
                      "tuples, optionals, complex numbers, times of chrono, references to objects, "
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
    } else if constexpr (std::is_same_v<T, std::string> || as_vector<T>::value) {
        v.resize(from.count());
        unpack_all(from, v);
    } else if constexpr (as_array<T>::value) {
        unpack_all(from, v);
    } else if constexpr (as_tuple<T>::value) {
        std::apply([&](auto &...one) { (unpack(from, one), ...); }, v);
    } else if constexpr (as_optional<T>::value) {
        bool there = false;
        unpack(from, there);
        v.reset();
        if (there && from.good())
            unpack(from, v.emplace());
    } else if constexpr (as_complex<T>::value) {
        typename T::value_type real{}, imaginary{};
        unpack(from, real);
        unpack(from, imaginary);
        v = {real, imaginary};
    } else if constexpr (as_span<T>::value) {
        typename T::rep n{};
        unpack(from, n);
        v = T(n);
    } else if constexpr (as_moment<T>::value) {
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
