// object.hpp - objects, as their senders know them and as their classes derive from: part of anetl.hpp.
#ifndef ANETL_OBJECT_HPP
#define ANETL_OBJECT_HPP

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <memory_resource>
#include <string>
#include <utility>
#include <vector>

#include "anetl/future.hpp"

namespace anetl
{

// A reference to an object on some node. It is copied and passed on as any value, and does not keep the object alive.
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

    // Sends a past message: nobody waits, and there is no answer; a result is dropped.
    template <auto M, class... A> void past(A &&...a) const
    {
        detail::send_past(ask<M>(std::forward<A>(a)...));
    }
    // Sends a now message: the calling method waits for the result. Throws anetl::error.
    template <auto M, class... A> auto now(A &&...a) const
    {
        using result = typename detail::method<M>::type::result;
        auto r = std::make_shared<detail::reply_of<detail::kept<result>>>();
        detail::send_asking(ask<M>(std::forward<A>(a)...), r);
        detail::wait_for(*r);
        if constexpr (!std::is_void_v<result>)
            return std::move(*r->value);
    }
    // Sends a future message: the result comes later.
    template <auto M, class... A> auto future(A &&...a) const
    {
        using result = detail::stored<typename detail::method<M>::type::result>;
        auto r = std::make_shared<detail::trapping_reply<result>>();
        detail::give_page(*r, sizeof(result));
        r->where = reinterpret_cast<result *>(r->page);
        detail::send_asking(ask<M>(std::forward<A>(a)...), r);
        return anetl::future<result>(std::move(r));
    }
    template <auto M, class... A> auto checked_future(A &&...a) const
    {
        using result = detail::stored<typename detail::method<M>::type::result>;
        auto r = std::make_shared<detail::reply_of<detail::kept<result>>>();
        detail::send_asking(ask<M>(std::forward<A>(a)...), r);
        return anetl::checked_future<result>(std::move(r));
    }
    // Ends the object, once its running methods are done. Messages that come later are errors.
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

// The place where an object is made: a node by its number or its host's name, or the caller's own node; or any node,
// one after the other.
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

// Makes an object of class C from an object module, a file that is loaded there if needed. Waits. Throws error.
template <class C> ref<C> create(const std::string &module, const place &p = anywhere())
{
    auto r = detail::begin_create(module, detail::class_like<C>(), p.here ? node() : resolve(p), false);
    return ref<C>(objid{detail::end_create(r)});
}
// Makes an array of n objects, the i-th on node where(i); without where, on one node after the other. All are made at
// once.
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
// Makes an object of a class of the caller's own program or module, on its own node.
template <class C> ref<C> create_here()
{
    return ref<C>(objid{detail::end_create(detail::begin_create("", detail::class_of<C>(), node(), true))});
}

// A condition that all nodes know by name. All nodes learn of set and reset by one broadcast, and hold the same
// change for the last one.
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

// The duty to answer a now or future message, kept after the method that got it has ended. Any method on the same node
// may then answer, once. If all copies of it go without an answer, the caller gets an error.
template <class R> class later
{
  public:
    later() : duty_(detail::take_duty(detail::pack_box<std::decay_t<R>>))
    {
    }
    void operator()(R result) const
    {
        detail::reply_later(*duty_, detail::make_box(std::move(result)), detail::pack_box<std::decay_t<R>>);
    }

  private:
    std::shared_ptr<detail::duty> duty_;
};

// The base of the classes of object modules.
class ANETL_PUBLIC object
{
  public:
    object() = default;
    object(const object &) = delete;
    object &operator=(const object &) = delete;
    virtual ~object();
    // Gets the error of a past message that this object has sent. If not overridden, prints a line on stderr.
    virtual void on_error(objid from, const std::string &reason);
    objid id() const
    {
        return id_;
    }
    // The instance's own heap, for containers of std::pmr; it is freed with the object.
    std::pmr::memory_resource *heap();

  protected:
    template <class C> static ref<C> ref_of(const C *self)
    {
        return ref<C>(self->id());
    }
    // For constructors: messages to these methods are kept until they are accepted.
    template <class C, auto... M> void hold()
    {
        detail::hold_methods(*this, ((std::uint64_t(1) << decltype(C::anetl_methods())::template find<M>()) | ...));
    }
    // Waits until there is a message for each of these held methods, and runs them in this order.
    template <class C, auto... M> void accept()
    {
        const int list[] = {decltype(C::anetl_methods())::template find<M>()...};
        detail::accept_methods(*this, list, static_cast<int>(sizeof...(M)));
    }

    // For constructors: a message to M is kept until the condition holds, of the object alone or of M's arguments too.
    // It is asked when a message comes, and when a method of the object has ended or waits. Accept asks it as well.
    template <class C, auto M, class F> void guard(F condition)
    {
        using arguments = typename detail::method<M>::type::arguments;
        guards_[decltype(C::anetl_methods())::template find<M>()] =
            [condition]([[maybe_unused]] const void *a) -> bool {
            if constexpr (std::is_invocable_v<F>)
                return condition();
            else
                return std::apply(condition, *static_cast<const arguments *>(a));
        };
    }

  private:
    friend struct detail::record_access;
    objid id_;
    std::uint64_t held_ = 0;
    std::map<int, std::function<bool(const void *)>> guards_;
    std::unique_ptr<std::pmr::memory_resource> heap_;
};

} // namespace anetl

#endif
