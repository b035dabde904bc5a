// detail.hpp - the interface between the templates of anetl.hpp and the library: messages without types, and the table
// of a module. Not for programs.
#ifndef ANETL_DETAIL_HPP
#define ANETL_DETAIL_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "anetl/wire.hpp"

namespace anetl
{
class object;

namespace detail
{
struct record_access;

// A value of a type that only sender and receiver know. Arguments and results are passed so, by address, to an object
// of the same node.
using box = std::unique_ptr<void, void (*)(void *)>;
template <class T> void free_box(void *v)
{
    delete static_cast<T *>(v);
}
template <class T> box make_box(T &&v)
{
    return box(new std::decay_t<T>(std::forward<T>(v)), free_box<std::decay_t<T>>);
}
template <class T> void pack_box(packer &to, const void *v)
{
    pack(to, *static_cast<const T *>(v));
}
using pack_function = void (*)(packer &, const void *);

// A hash of a type's name and of what it is made of, by which sender and receiver of a message check that they mean the
// same type.
inline std::uint32_t hash(const char *text, std::uint32_t h = 2166136261u)
{
    for (; *text != 0; text++)
        h = (h ^ static_cast<unsigned char>(*text)) * 16777619u;
    return h;
}
constexpr int DEPTH = 6; // so deep is looked: a type may have members of its own kind
template <class T> std::uint32_t hash_of(int depth = 0);
template <class... T> std::uint32_t hash_of_all(const std::tuple<T...> *, std::uint32_t h, [[maybe_unused]] int depth)
{
    ((h = h * 31 + hash_of<std::decay_t<T>>(depth)), ...);
    return h;
}
template <class T> std::uint32_t hash_of(int depth)
{
    const std::uint32_t h = hash(typeid(T).name());
    if (depth == DEPTH)
        return h;
    if constexpr (has_members<T>)
        return hash_of_all(static_cast<decltype(std::declval<T &>().anetl_members()) *>(nullptr), h, depth + 1);
    else if constexpr (is_a<T, std::optional> || (as_container<T>::value && !std::is_same_v<T, std::string>))
        return h * 31 + hash_of<typename without_const<typename T::value_type>::type>(depth + 1);
    else if constexpr (is_array<T> || is_a<T, std::vector>)
        return h * 31 + hash_of<typename T::value_type>(depth + 1);
    else if constexpr (is_a<T, std::pair>)
        return h * 31 + hash_of<typename T::first_type>(depth + 1) * 31 + hash_of<typename T::second_type>(depth + 1);
    else if constexpr (is_a<T, std::tuple>)
        return hash_of_all(static_cast<T *>(nullptr), h, depth + 1);
    else
        return h;
}

// ---- Methods

template <class M> struct method_type;
template <class C, class R, class... A> struct method_type<R (C::*)(A...)> {
    using of = C;
    using result = R;
    using arguments = std::tuple<stored<A>...>;
    static constexpr bool can_change_arguments =
        ((std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>>) || ...);
};
template <class C, class R, class... A> struct method_type<R (C::*)(A...) const> : method_type<R (C::*)(A...)> {
};
template <class C, class R, class... A> struct method_type<R (C::*)(A...) noexcept> : method_type<R (C::*)(A...)> {
};
template <class C, class R, class... A>
struct method_type<R (C::*)(A...) const noexcept> : method_type<R (C::*)(A...)> {
};

// The type in which a result is kept; for a method without a result, a byte.
template <class R> using kept = std::conditional_t<std::is_void_v<R>, char, stored<R>>;

struct method_entry {
    std::uint32_t check; // of the types of its arguments and of its result
    box (*arguments)(unpacker &);
    void (*free_arguments)(void *);
    box (*run)(object &, void *arguments);
    pack_function pack_result;
};

template <auto M> struct method {
    using type = method_type<decltype(M)>;
    static std::uint32_t check()
    {
        static const std::uint32_t h =
            hash_of<typename type::arguments>() * 31 + hash_of<kept<typename type::result>>();
        return h;
    }
    static box arguments(unpacker &from)
    {
        auto made = std::make_unique<typename type::arguments>();
        unpack(from, *made);
        return box(made.release(), free_box<typename type::arguments>);
    }
    template <std::size_t... I> static box apply(object &o, typename type::arguments &a, std::index_sequence<I...>)
    {
        auto &self = static_cast<typename type::of &>(o);
        if constexpr (std::is_void_v<typename type::result>) {
            (self.*M)(std::move(std::get<I>(a))...);
            return make_box(char());
        } else {
            return make_box(kept<typename type::result>((self.*M)(std::move(std::get<I>(a))...)));
        }
    }
    static box run(object &o, void *arguments)
    {
        static_assert(!type::can_change_arguments, "a method takes its arguments by value or by const reference");
        return apply(o, *static_cast<typename type::arguments *>(arguments),
                     std::make_index_sequence<std::tuple_size_v<typename type::arguments>>());
    }
    static method_entry entry()
    {
        return {check(), arguments, free_box<typename type::arguments>, run, pack_box<kept<typename type::result>>};
    }
};

template <auto V> struct constant {
};
template <auto... M> struct method_list {
    static constexpr int size = sizeof...(M);
    template <auto Wanted> static constexpr int find()
    {
        static_assert((std::is_same_v<constant<Wanted>, constant<M>> || ...),
                      "this method is not in the ANETL_METHODS of the class");
        int at = -1, i = 0;
        ((at = std::is_same_v<constant<Wanted>, constant<M>> ? i : at, i++), ...);
        return at;
    }
    // A hash of all methods in order: if two builds of a class have the same hash, each message means the same in both.
    static std::uint32_t interface()
    {
        std::uint32_t h = sizeof...(M);
        ((h = h * 31 + method<M>::check()), ...);
        return h;
    }
    static const method_entry *entries()
    {
        static const method_entry all[] = {method<M>::entry()..., {0, nullptr, nullptr, nullptr, nullptr}};
        return all;
    }
};

// ---- Modules

constexpr int MODULE_VERSION = 3; // changes with this file

struct class_entry {
    const char *name, *methods; // "add, value"
    int count;
    std::uint32_t interface;
    const method_entry *entries;
    object *(*make)();
};
struct module_entry {
    int version, classes;
    const class_entry *first;
};
// The name by which the layer finds it in a module.
using module_function = const module_entry *();

template <class T> object *make_object()
{
    return new T;
}
// What a user of a class knows of it, without its code.
template <class T> class_entry class_like()
{
    using list = decltype(T::anetl_methods());
    return {T::anetl_name(), T::anetl_method_names(), list::size, list::interface(), nullptr, nullptr};
}
template <class T> class_entry class_of()
{
    using list = decltype(T::anetl_methods());
    static_assert(std::is_same_v<typename T::anetl_class, T>, "a class has ANETL_METHODS with its own name");
    return {T::anetl_name(), T::anetl_method_names(), list::size, list::interface(), list::entries(), make_object<T>};
}

// ---- Results for which methods wait

class ANETL_PUBLIC reply
{
  public:
    virtual ~reply();
    virtual void take(void *boxed) = 0;    // moves the value out of a box
    virtual void take(unpacker &from) = 0; // or out of a message

    volatile bool done = false;
    std::string error;                // "": none
    std::uint32_t number = 0, to = 0; // which request, and to which object;
    const char *methods = "";         // the names of its class's methods,
    int method = 0;                   // and which of them
    std::vector<void *> waiting;      // the activations that wait for it
    char *page = nullptr;             // of a future: where it traps; nullptr: it has not been asked for
    std::size_t page_bytes = 0;
    bool open = false;      // the page may be read and written:
    virtual void trapped(); // make the value there
};

template <class T> class reply_of : public reply
{
  public:
    void take(void *boxed) override
    {
        value = std::make_unique<T>(std::move(*static_cast<T *>(boxed)));
    }
    void take(unpacker &from) override
    {
        value = std::make_unique<T>();
        unpack(from, *value);
    }
    std::unique_ptr<T> value;
};

// Reads one byte of a future's value. If the value is not there yet, the method waits here; meanwhile other methods may
// change memory.
template <class T> const T *touched(const T *value)
{
    (void)*reinterpret_cast<const volatile char *>(value);
    __asm__ __volatile__("" ::: "memory");
    return value;
}

// The reply of a future: readers go through `where`, which points to pages that trap until the value is there.
template <class T> class trapping_reply : public reply_of<T>
{
  public:
    ~trapping_reply() override
    {
        if (in_page_)
            where->~T();
    }
    void take(void *boxed) override
    {
        reply_of<T>::take(boxed);
        where = this->value.get();
    }
    void take(unpacker &from) override
    {
        reply_of<T>::take(from);
        where = this->value.get();
    }
    void trapped() override
    {
        if (in_page_) // several methods have waited for it
            return;
        // A copy if possible, because others may have read the value in place.
        if constexpr (std::is_copy_constructible_v<T>)
            where = new (this->page) T(*this->value);
        else
            where = new (this->page) T(std::move(*this->value));
        in_page_ = true;
    }
    T *volatile where = nullptr;

  private:
    bool in_page_ = false;
};

struct request {
    std::uint32_t to;
    int method;
    std::uint32_t check;
    box arguments;
    pack_function pack;
    const char *methods; // their names, for reports
};

// Sends a past message, or one whose reply is `r`. wait: waits for the reply; throws anetl::error if there is none.
ANETL_PUBLIC void send_past(request &&q);
ANETL_PUBLIC void send_asking(request &&q, std::shared_ptr<reply> r);
ANETL_PUBLIC void wait_for(reply &r);
ANETL_PUBLIC void forget(reply &r);
ANETL_PUBLIC void give_page(reply &r, std::size_t bytes);
ANETL_PUBLIC void check_flag(const reply &r); // counts the cost of a test of a flag

ANETL_PUBLIC std::shared_ptr<reply> begin_create(const std::string &module, const class_entry &like, int node,
                                                 bool here);
ANETL_PUBLIC std::uint32_t end_create(const std::shared_ptr<reply> &r);
ANETL_PUBLIC void destroy(std::uint32_t id);

// For later replies: takes the duty to reply away from the calling method. If nobody has replied when the duty goes,
// the caller gets an error.
struct ANETL_PUBLIC duty {
    std::uint32_t to, number;
    int tid;
    bool done = false;
    ~duty();
};
ANETL_PUBLIC std::shared_ptr<duty> take_duty(pack_function of_result);
ANETL_PUBLIC void reply_later(duty &d, box result, pack_function pack);

ANETL_PUBLIC void hold_methods(object &o, std::uint64_t which);
ANETL_PUBLIC void accept_methods(object &o, const int *methods, int n);
} // namespace detail
} // namespace anetl

#endif
