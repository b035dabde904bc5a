// anetl.hpp - active objects above PVM, after A-NETL's run-time system: objects on the nodes of a machine, which send
// each other past, now and future messages. C++17; runs on simulated machines and on PVM 3.4.6.
//
//     // counter.hpp                                            // counter.cpp: an object module, counter.so
//     class Counter : public anetl::object {                    #include "counter.hpp"
//         long v = 0;                                           ANETL_MODULE(Counter)
//       public:
//         void add(long n) { v += n; }                          // c++ -std=c++17 -fPIC -shared counter.cpp ...
//         long value() const { return v; }
//         ANETL_METHODS(Counter, add, value)
//     };
//     int main(int argc, char **argv) {                         // the host object: a program, linked with -lanetl
//         anetl::host h(argc, argv);
//         auto c = h.create<Counter>("counter.so", anetl::on("cell3"));
//         c.past<&Counter::add>(5);                             // nobody waits
//         long n = c.now<&Counter::value>();                    // this method waits, others of its object go on
//         auto f = c.future<&Counter::value>();                 // goes on; the first use of *f waits, without a test
//         std::printf("%ld %ld\n", n, *f);
//     }
//
// Messages between two objects arrive in the order in which they were sent. A method runs until it ends, sends a now
// message, uses a future that is not there yet, waits for an event, or yields; meanwhile other methods of its node
// run, also of the same object. There is one thread a node: no locks. What goes wrong with a now or future message is
// thrown as anetl::error where its result is wanted; what goes wrong with a past one comes to object::on_error of its
// sender.
#ifndef ANETL_HPP
#define ANETL_HPP

#include <cstdint>
#include <functional>
#include <memory>
#include <memory_resource>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pvm3.h>

#include "anetl/detail.hpp"

namespace anetl
{

// The name of an object in the whole system: its node and its number there, from 1 on. 0:0 is no object.
struct objid {
    std::uint32_t word = 0;
    int node() const
    {
        return static_cast<int>(word >> 20);
    }
    int number() const
    {
        return static_cast<int>(word & 0xfffff);
    }
    std::string text() const // "3:17"; of a node itself "node 3"
    {
        return number() == 0xfffff ? "node " + std::to_string(node())
                                   : std::to_string(node()) + ":" + std::to_string(number());
    }
    bool operator==(objid o) const
    {
        return word == o.word;
    }
    bool operator!=(objid o) const
    {
        return word != o.word;
    }
    bool operator<(objid o) const
    {
        return word < o.word;
    }
    ANETL_MEMBERS(word)
};

// What a message came to instead of an answer. from: the object that it was for.
class ANETL_PUBLIC error : public std::runtime_error
{
  public:
    error(objid from_, const std::string &reason);
    ~error() override;
    objid from;
};

// ---- Results that come later

// A result under way. *f and f-> are the value; the first use waits by a trap: no test at any use. A reference to the
// value is good as long as the future. An answer that is an error: wait() and get() throw it; a bare *f ends the
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
    // Where the value is, or will be: whoever reads there waits. For library functions that copy (memcpy). If they
    // are in a call of PVM, or of libc that may hold a lock (fwrite), the run ends with a line: use *f there. System
    // calls do not wait: they give EFAULT.
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

// The same with a test of a flag at each use, instead of a trap: dearer for a value that is used often.
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

// ---- Objects

// An object on some node, as others know it. Copied and passed on as any value; it does not keep the object alive.
template <class C> class ref
{
  public:
    ref() = default;
    explicit ref(objid id) : id_(id)
    {
    }
    objid id() const
    {
        return id_;
    }

    // Nobody waits, and there is no answer; a result is dropped.
    template <auto M, class... A> void past(A &&...a) const
    {
        detail::send_past(ask<M>(std::forward<A>(a)...));
    }
    // The method that calls waits for the result. Throws anetl::error.
    template <auto M, class... A> auto now(A &&...a) const
    {
        using result = typename detail::method<M>::type::result;
        auto r = std::make_shared<detail::reply_of<detail::kept<result>>>();
        detail::send_asking(ask<M>(std::forward<A>(a)...), r);
        detail::wait_for(*r);
        if constexpr (!std::is_void_v<result>)
            return std::move(*r->value);
    }
    // The result comes later.
    template <auto M, class... A> auto future(A &&...a) const
    {
        using result = std::decay_t<typename detail::method<M>::type::result>;
        auto r = std::make_shared<detail::trapping_reply<result>>();
        detail::give_page(*r, sizeof(result));
        r->where = reinterpret_cast<result *>(r->page);
        detail::send_asking(ask<M>(std::forward<A>(a)...), r);
        return anetl::future<result>(std::move(r));
    }
    template <auto M, class... A> auto checked_future(A &&...a) const
    {
        using result = typename detail::method<M>::type::result;
        auto r = std::make_shared<detail::reply_of<detail::kept<result>>>();
        detail::send_asking(ask<M>(std::forward<A>(a)...), r);
        return anetl::checked_future<std::conditional_t<std::is_void_v<result>, void, std::decay_t<result>>>(
            std::move(r));
    }
    // Ends it, once what it does is over. Messages that come later are errors.
    void destroy() const
    {
        detail::destroy(id_.word);
    }
    bool operator==(const ref &o) const
    {
        return id_ == o.id_;
    }
    ANETL_MEMBERS(id_)

  private:
    template <auto M, class... A> detail::request ask(A &&...a) const
    {
        using list = decltype(C::anetl_methods());
        using type = typename detail::method<M>::type;
        constexpr int at = list::template find<M>();
        static_assert(at >= 0, "this method is not in the ANETL_METHODS of the class");
        static_assert(std::is_constructible_v<typename type::arguments, A &&...> &&
                          sizeof...(A) == std::tuple_size_v<typename type::arguments>,
                      "the arguments are not those of the method");
        return {id_.word,
                at,
                detail::method<M>::check(),
                detail::make_box(typename type::arguments(std::forward<A>(a)...)),
                detail::pack_box<typename type::arguments>,
                C::anetl_method_names()};
    }
    objid id_;
};

// Where an object is made: on a node by its number or its host's name, on the caller's own; or wherever it comes to,
// one node after the other.
struct ANETL_PUBLIC place {
    int node = -1;    // by number;
    std::string host; // or by name;
    bool here = false;
};
inline place on(int node)
{
    return {node, "", false};
}
inline place on(const std::string &host)
{
    return {-1, host, false};
}
inline place here()
{
    return {-1, "", true};
}
inline place anywhere()
{
    return {};
}

ANETL_PUBLIC int nodes(); // of the layer, without its hosts; numbers 0 to nodes() - 1
ANETL_PUBLIC int node();  // the caller's own
ANETL_PUBLIC std::string node_name(int node);
ANETL_PUBLIC void yield();                // lets the node's other methods run, and takes in what has arrived
ANETL_PUBLIC void work(double ns);        // simulated computing [ns]; nothing on PVM 3.4.6
ANETL_PUBLIC std::int64_t now_ns();       // simulated time, or real time on PVM 3.4.6 [ns]
ANETL_PUBLIC int resolve(const place &p); // its node's number

// Makes an object of class C from an object module, a file that is loaded there if it is not yet. Waits. Throws error.
template <class C> ref<C> create(const std::string &module, const place &p = anywhere())
{
    auto r = detail::begin_create(module, detail::class_like<C>(), p.here ? node() : resolve(p), false);
    return ref<C>(objid{detail::end_create(r)});
}
// An array of n objects, the i-th on node where(i); none: one node after the other. All are made at once.
template <class C>
std::vector<ref<C>> create_n(const std::string &module, int n, const std::function<int(int)> &where = nullptr)
{
    std::vector<std::shared_ptr<detail::reply>> made;
    std::vector<ref<C>> all;
    for (int i = 0; i < n; i++)
        made.push_back(
            detail::begin_create(module, detail::class_like<C>(), resolve(on(where ? where(i) : i % nodes())), false));
    for (const auto &r : made)
        all.push_back(ref<C>(objid{detail::end_create(r)}));
    return all;
}
// An object of a class of the caller's own program or module, on its own node.
template <class C> ref<C> create_here()
{
    return ref<C>(objid{detail::end_create(detail::begin_create("", detail::class_of<C>(), node(), true))});
}

// A condition that all nodes know by name. set and reset are told to all by one broadcast; each node sees those of
// one sender in order.
class ANETL_PUBLIC event
{
  public:
    explicit event(std::string name);
    void set() const;
    void reset() const;
    void wait() const; // until it is set, as this node knows it
    bool is_set() const;

  private:
    std::string name_;
};

// The duty to answer a now or future message, kept beyond the method that got it: on the same node, by any method.
template <class R> class later
{
  public:
    later() : duty_(detail::take_duty())
    {
    }
    void operator()(R result) const
    {
        detail::reply_later(duty_, detail::make_box(std::move(result)), detail::pack_box<std::decay_t<R>>);
    }

  private:
    detail::duty duty_;
};

// What the classes of object modules are derived from.
class ANETL_PUBLIC object
{
  public:
    object() = default;
    object(const object &) = delete;
    object &operator=(const object &) = delete;
    virtual ~object();
    // What became of a past message that this object has sent. If not overridden: a line on stderr.
    virtual void on_error(objid from, const std::string &reason);
    objid id() const
    {
        return id_;
    }
    // The instance's own heap, for containers of std::pmr; what is left in it goes with the object.
    std::pmr::memory_resource *heap();

  protected:
    template <class C> static ref<C> ref_of(const C *self)
    {
        return ref<C>(self->id());
    }
    // In a constructor: messages to these methods are kept until they are accepted.
    template <class C, auto... M> void hold()
    {
        detail::hold_methods(*this, ((std::uint64_t(1) << decltype(C::anetl_methods())::template find<M>()) | ...));
    }
    // Waits until there is a message for each of these methods, which are held, and runs them in this order.
    template <class C, auto... M> void accept()
    {
        const int list[] = {decltype(C::anetl_methods())::template find<M>()...};
        detail::accept_methods(*this, list, static_cast<int>(sizeof...(M)));
    }

  private:
    friend struct detail::record_access;
    objid id_;
    std::uint64_t held_ = 0;
    std::unique_ptr<std::pmr::memory_resource> heap_;
};

// ---- The host object

// In main, first and once: starts a node of the layer on each node of the machine, or joins one that `anetl-control
// start` has started; takes its options out of argv. Its end ends the layer that it has started. Options, each also
// from the environment:
//     --anetl-nodes N    ANETL_NODES     how many nodes, 1 to 4000; all of the machine if nothing is said
//     --anetl-stack N    ANETL_STACK     stack of a method's context in KiB, 16 to 1048576; 256
//     --anetl-methods N  ANETL_METHODS_MOST  so many methods of a node run or wait at a time, 1 to 1000000; 10000
//     --anetl-patience S ANETL_PATIENCE  a method that computes for so many seconds of real time is named; 30; 0: never
//     --anetl-program F  ANETL_PROGRAM   the node's program, if anetl-node is not where it was installed
class ANETL_PUBLIC host
{
  public:
    // Here, so that the program itself needs libpvm3, and has it before libc: its clocks and sleeps are libpvm3's.
    host(int &argc, char **argv) : host(argc, argv, pvm_mytid())
    {
    }
    ~host();
    host(const host &) = delete;
    host &operator=(const host &) = delete;
    template <class C> ref<C> create(const std::string &module, const place &p = anywhere())
    {
        return anetl::create<C>(module, p);
    }
    template <class C>
    std::vector<ref<C>> create_n(const std::string &module, int n, const std::function<int(int)> &where = nullptr)
    {
        return anetl::create_n<C>(module, n, where);
    }
    anetl::event event(const std::string &name)
    {
        return anetl::event(name);
    }
    // What becomes of past messages that main has sent.
    void on_error(std::function<void(objid, const std::string &)> f);
    void load(const std::string &module, const place &p);
    void unload(const std::string &module, const place &p); // throws error while objects of it live

  private:
    host(int &argc, char **argv, int tid);
};
} // namespace anetl

// ---- What a class and a module say

#define ANETL_METHODS(CLASS, ...)                                              \
  public:                                                                      \
    using anetl_class = CLASS;                                                 \
    static const char *anetl_name()                                            \
    {                                                                          \
        return #CLASS;                                                         \
    }                                                                          \
    static const char *anetl_method_names()                                    \
    {                                                                          \
        return #__VA_ARGS__;                                                   \
    }                                                                          \
    static constexpr auto anetl_methods()                                      \
    {                                                                          \
        return ::anetl::detail::method_list<ANETL_EACH(CLASS, __VA_ARGS__)>(); \
    }

// The classes of an object module, in one of its files.
#define ANETL_MODULE(...)                                                       \
    extern "C" ANETL_PUBLIC const ::anetl::detail::module_entry *anetl_module() \
    {                                                                           \
        return ::anetl::detail::module_of<__VA_ARGS__>();                       \
    }

namespace anetl
{
namespace detail
{
template <class... C> const module_entry *module_of()
{
    static const class_entry all[] = {class_of<C>()...};
    static const module_entry entry = {MODULE_VERSION, static_cast<int>(sizeof...(C)), all};
    return &entry;
}
} // namespace detail
} // namespace anetl

// &CLASS::a, &CLASS::b ... of up to 32 names.
#define ANETL_COUNT(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17, _18, _19, _20, _21, \
                    _22, _23, _24, _25, _26, _27, _28, _29, _30, _31, _32, N, ...)                                  \
    N
#define ANETL_EACH(C, ...)                                                                                             \
    ANETL_COUNT(__VA_ARGS__, ANETL_32, ANETL_31, ANETL_30, ANETL_29, ANETL_28, ANETL_27, ANETL_26, ANETL_25, ANETL_24, \
                ANETL_23, ANETL_22, ANETL_21, ANETL_20, ANETL_19, ANETL_18, ANETL_17, ANETL_16, ANETL_15, ANETL_14,    \
                ANETL_13, ANETL_12, ANETL_11, ANETL_10, ANETL_9, ANETL_8, ANETL_7, ANETL_6, ANETL_5, ANETL_4, ANETL_3, \
                ANETL_2, ANETL_1, 0)                                                                                   \
    (C, __VA_ARGS__)
#define ANETL_1(C, M) &C::M
#define ANETL_2(C, M, ...) &C::M, ANETL_1(C, __VA_ARGS__)
#define ANETL_3(C, M, ...) &C::M, ANETL_2(C, __VA_ARGS__)
#define ANETL_4(C, M, ...) &C::M, ANETL_3(C, __VA_ARGS__)
#define ANETL_5(C, M, ...) &C::M, ANETL_4(C, __VA_ARGS__)
#define ANETL_6(C, M, ...) &C::M, ANETL_5(C, __VA_ARGS__)
#define ANETL_7(C, M, ...) &C::M, ANETL_6(C, __VA_ARGS__)
#define ANETL_8(C, M, ...) &C::M, ANETL_7(C, __VA_ARGS__)
#define ANETL_9(C, M, ...) &C::M, ANETL_8(C, __VA_ARGS__)
#define ANETL_10(C, M, ...) &C::M, ANETL_9(C, __VA_ARGS__)
#define ANETL_11(C, M, ...) &C::M, ANETL_10(C, __VA_ARGS__)
#define ANETL_12(C, M, ...) &C::M, ANETL_11(C, __VA_ARGS__)
#define ANETL_13(C, M, ...) &C::M, ANETL_12(C, __VA_ARGS__)
#define ANETL_14(C, M, ...) &C::M, ANETL_13(C, __VA_ARGS__)
#define ANETL_15(C, M, ...) &C::M, ANETL_14(C, __VA_ARGS__)
#define ANETL_16(C, M, ...) &C::M, ANETL_15(C, __VA_ARGS__)
#define ANETL_17(C, M, ...) &C::M, ANETL_16(C, __VA_ARGS__)
#define ANETL_18(C, M, ...) &C::M, ANETL_17(C, __VA_ARGS__)
#define ANETL_19(C, M, ...) &C::M, ANETL_18(C, __VA_ARGS__)
#define ANETL_20(C, M, ...) &C::M, ANETL_19(C, __VA_ARGS__)
#define ANETL_21(C, M, ...) &C::M, ANETL_20(C, __VA_ARGS__)
#define ANETL_22(C, M, ...) &C::M, ANETL_21(C, __VA_ARGS__)
#define ANETL_23(C, M, ...) &C::M, ANETL_22(C, __VA_ARGS__)
#define ANETL_24(C, M, ...) &C::M, ANETL_23(C, __VA_ARGS__)
#define ANETL_25(C, M, ...) &C::M, ANETL_24(C, __VA_ARGS__)
#define ANETL_26(C, M, ...) &C::M, ANETL_25(C, __VA_ARGS__)
#define ANETL_27(C, M, ...) &C::M, ANETL_26(C, __VA_ARGS__)
#define ANETL_28(C, M, ...) &C::M, ANETL_27(C, __VA_ARGS__)
#define ANETL_29(C, M, ...) &C::M, ANETL_28(C, __VA_ARGS__)
#define ANETL_30(C, M, ...) &C::M, ANETL_29(C, __VA_ARGS__)
#define ANETL_31(C, M, ...) &C::M, ANETL_30(C, __VA_ARGS__)
#define ANETL_32(C, M, ...) &C::M, ANETL_31(C, __VA_ARGS__)

#endif
