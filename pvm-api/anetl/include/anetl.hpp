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
//         long n = c.now<&Counter::value>();                    // this method waits; others of its object go on
//         auto f = c.future<&Counter::value>();                 // the first use of *f waits, without a test
//         std::printf("%ld %ld\n", n, *f);
//     }
//
// Messages between two objects arrive in the order in which they were sent. A method runs until it ends, sends a now
// message, uses a future that is not there yet, waits for an event, or yields; meanwhile other methods of its node run,
// also of the same object. There is one thread per node, so there are no locks. An error of a now or future message is
// thrown as anetl::error where its result is used; an error of a past message goes to object::on_error of its sender.
#ifndef ANETL_HPP
#define ANETL_HPP

#include <functional>
#include <string>
#include <vector>

#include <pvm3.h>

#include "anetl/any.hpp"

namespace anetl
{

// ---- The host object

// Make one at the beginning of main, and only one. It starts a node of the layer on each node of the machine, or joins
// a layer that `anetl-control start` has started, and takes its options out of argv. Its destructor ends the layer that
// it has started. Each option also has an environment variable:
//     --anetl-nodes N    ANETL_NODES     number of nodes, 1 to 4000; default: all of the machine
//     --anetl-stack N    ANETL_STACK     stack of a method's context in KiB, 16 to 1048576; default 256
//     --anetl-methods N  ANETL_METHODS_MOST  most methods of a node that run or wait, 1 to 1000000; default 10000
//     --anetl-patience S ANETL_PATIENCE  names a method that computes for S s of real time; default 30; 0: never
//     --anetl-program F  ANETL_PROGRAM   the node's program, if anetl-node is not where it was installed
class ANETL_PUBLIC host
{
  public:
    // Inline, so that the program itself needs libpvm3 and has it before libc: its clocks and sleeps are libpvm3's.
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
    // Sets the function that gets errors of past messages sent by main.
    void on_error(std::function<void(objid, const std::string &)> f);
    void load(const std::string &module, const place &p);
    void unload(const std::string &module, const place &p); // throws error while objects of it live

  private:
    host(int &argc, char **argv, int tid);
};
} // namespace anetl

// ---- Declarations in a class and in a module

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

// Lists the classes of an object module, in one of its files.
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

// One of several methods of a name: past<anetl::overload<void(int)>(&C::add)>(5). In ANETL_METHODS it is written as
// (void(int), add).
namespace anetl
{
template <class F> struct overload_of {
    template <class C> constexpr auto operator()(F C::*method) const
    {
        return method;
    }
};
template <class F> inline constexpr overload_of<F> overload{};
} // namespace anetl
#define ANETL_SECOND(...) ANETL_SECOND_OF(__VA_ARGS__)
#define ANETL_SECOND_OF(A, B, ...) B
#define ANETL_IS_LISTED(...) ~, ANETL_LISTED
#define ANETL_LIST(...) __VA_ARGS__
#define ANETL_METHOD(C, M) ANETL_SECOND(ANETL_IS_LISTED M, ANETL_NAMED, ~)(C, M)
#define ANETL_NAMED(C, M) &C::M
#define ANETL_LISTED(C, M) ANETL_LISTED_OF(C, ANETL_LIST M)
#define ANETL_LISTED_OF(...) ANETL_LISTED_AS(__VA_ARGS__)
#define ANETL_LISTED_AS(C, F, M) ::anetl::overload<F>(&C::M)

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
#define ANETL_1(C, M) ANETL_METHOD(C, M)
#define ANETL_2(C, M, ...) ANETL_METHOD(C, M), ANETL_1(C, __VA_ARGS__)
#define ANETL_3(C, M, ...) ANETL_METHOD(C, M), ANETL_2(C, __VA_ARGS__)
#define ANETL_4(C, M, ...) ANETL_METHOD(C, M), ANETL_3(C, __VA_ARGS__)
#define ANETL_5(C, M, ...) ANETL_METHOD(C, M), ANETL_4(C, __VA_ARGS__)
#define ANETL_6(C, M, ...) ANETL_METHOD(C, M), ANETL_5(C, __VA_ARGS__)
#define ANETL_7(C, M, ...) ANETL_METHOD(C, M), ANETL_6(C, __VA_ARGS__)
#define ANETL_8(C, M, ...) ANETL_METHOD(C, M), ANETL_7(C, __VA_ARGS__)
#define ANETL_9(C, M, ...) ANETL_METHOD(C, M), ANETL_8(C, __VA_ARGS__)
#define ANETL_10(C, M, ...) ANETL_METHOD(C, M), ANETL_9(C, __VA_ARGS__)
#define ANETL_11(C, M, ...) ANETL_METHOD(C, M), ANETL_10(C, __VA_ARGS__)
#define ANETL_12(C, M, ...) ANETL_METHOD(C, M), ANETL_11(C, __VA_ARGS__)
#define ANETL_13(C, M, ...) ANETL_METHOD(C, M), ANETL_12(C, __VA_ARGS__)
#define ANETL_14(C, M, ...) ANETL_METHOD(C, M), ANETL_13(C, __VA_ARGS__)
#define ANETL_15(C, M, ...) ANETL_METHOD(C, M), ANETL_14(C, __VA_ARGS__)
#define ANETL_16(C, M, ...) ANETL_METHOD(C, M), ANETL_15(C, __VA_ARGS__)
#define ANETL_17(C, M, ...) ANETL_METHOD(C, M), ANETL_16(C, __VA_ARGS__)
#define ANETL_18(C, M, ...) ANETL_METHOD(C, M), ANETL_17(C, __VA_ARGS__)
#define ANETL_19(C, M, ...) ANETL_METHOD(C, M), ANETL_18(C, __VA_ARGS__)
#define ANETL_20(C, M, ...) ANETL_METHOD(C, M), ANETL_19(C, __VA_ARGS__)
#define ANETL_21(C, M, ...) ANETL_METHOD(C, M), ANETL_20(C, __VA_ARGS__)
#define ANETL_22(C, M, ...) ANETL_METHOD(C, M), ANETL_21(C, __VA_ARGS__)
#define ANETL_23(C, M, ...) ANETL_METHOD(C, M), ANETL_22(C, __VA_ARGS__)
#define ANETL_24(C, M, ...) ANETL_METHOD(C, M), ANETL_23(C, __VA_ARGS__)
#define ANETL_25(C, M, ...) ANETL_METHOD(C, M), ANETL_24(C, __VA_ARGS__)
#define ANETL_26(C, M, ...) ANETL_METHOD(C, M), ANETL_25(C, __VA_ARGS__)
#define ANETL_27(C, M, ...) ANETL_METHOD(C, M), ANETL_26(C, __VA_ARGS__)
#define ANETL_28(C, M, ...) ANETL_METHOD(C, M), ANETL_27(C, __VA_ARGS__)
#define ANETL_29(C, M, ...) ANETL_METHOD(C, M), ANETL_28(C, __VA_ARGS__)
#define ANETL_30(C, M, ...) ANETL_METHOD(C, M), ANETL_29(C, __VA_ARGS__)
#define ANETL_31(C, M, ...) ANETL_METHOD(C, M), ANETL_30(C, __VA_ARGS__)
#define ANETL_32(C, M, ...) ANETL_METHOD(C, M), ANETL_31(C, __VA_ARGS__)

#endif
