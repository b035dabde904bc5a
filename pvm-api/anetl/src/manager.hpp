// manager.hpp - one node of the layer: its objects, the contexts of their methods, and the one queue of what is to be
// done. Everything runs on one thread; a context gives control back when its method ends, or waits.
#ifndef ANETL_MANAGER_HPP
#define ANETL_MANAGER_HPP

#include <boost/context/fiber.hpp>
#include <boost/context/stack_context.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "anetl.hpp"

namespace anetl::detail
{
// Ends this task with one line, and by that the layer.
[[noreturn]] void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

enum class kind : std::uint8_t {
    past,    // run a method
    ask,     // the same, and answer
    answer,  // its result
    failed,  // there is none: text says why
    note,    // a past message came to nothing: text says why
    destroy, // the object
    create,  // what follows goes to a node, not to an object, and is answered
    load,
    unload,
    list,
    where,
    count,
    changes, // of an event: how many
    set,     // an event, by its name
    reset,
    member, // a host has joined
    gone,   // a node has ended
    over    // the layer ends
};

struct message {
    kind what = kind::past;
    std::uint32_t to = 0, from = 0; // objects
    int method = 0;
    std::uint32_t number = 0, check = 0; // of the request; of the argument types
    box body{nullptr, nullptr};
    pack_function pack = nullptr; // of body
    std::string text;
    int tid = 0;        // whose it was
    bool local = false; // it never left the node
};

// An object module that has been loaded.
struct module {
    std::string path;
    void *handle = nullptr;
    const module_entry *entry = nullptr;
    int objects = 0;
};

struct activation;
struct record {
    std::unique_ptr<object> it;
    std::uint32_t id = 0;
    class_entry type{};
    module *from = nullptr;
    int running = 0;
    bool ending = false, opening = false; // opening: lets in what its guards have kept
    std::uint64_t held = 0;               // methods, by bits
    std::deque<message> kept;
    activation *acceptor = nullptr;
    std::vector<int> accepts;
};

// A method that runs, or waits, in its context.
struct activation {
    boost::context::fiber context;
    boost::context::stack_context stack;
    record *of = nullptr;
    message what;
    std::vector<message> under; // what it was called for, and has accepted: the last one is the next
    bool is_main = false, over = false, duty_taken = false;
    std::string waits;  // for what; "": for its turn
    std::string failed; // a bare future came to nothing
    std::uint64_t began = 0;
    int sbuf = 0, rbuf = 0;
    void *caught = nullptr; // of C++ exceptions: what the thread keeps
    unsigned uncaught = 0;
};

// As its last change has left it.
struct known_event {
    bool set = false;
    std::uint32_t change = 0;
    int node = 0;
};

struct costs {
    double local_ns = 0, switch_ns = 0, trap_ns = 0, flag_ns = 0, remote_ns = 0, saved_ns_per_byte = 0;
};

struct settings {
    int nodes = 0, stack_kib = 256, patience_s = 30, methods = 10000;
    std::string program;
};

class manager
{
  public:
    manager(int number, int nodes, std::vector<int> tids, int context, const settings &s);
    static manager *there();
    static manager &needed(); // ends with a line if there is none

    // ---- What methods do
    void post(message &&m);
    void ask(message &&m, const std::shared_ptr<reply> &r);
    void need_method(const char *call) const;
    void await(reply &r);
    void cancel(reply &r);
    void trapped(reply &r);
    void wait_here(const std::string &what); // until something makes the activation ready
    void yield();
    void accept(object &o, const int *methods, int n);
    std::shared_ptr<duty> take_duty(pack_function of_result);
    void drop(const duty &d);
    void answer(std::uint32_t to, std::uint32_t number, int tid, box result, pack_function pack);
    bool in_method() const
    {
        return current_ != nullptr;
    }
    std::string current_name() const;
    std::uint32_t current_id() const;
    void say_wrong_access(const void *address) const;
    void spend(double ns);

    // ---- Of main
    void begin_main(object *o);
    [[noreturn]] void serve(); // of a node: until it is told to end
    void settle();             // waits until no message is under way in the layer
    void end_layer();

    // ---- Events
    void change(const std::string &event, bool set);
    bool is_set(const std::string &event) const;
    void wait_for_event(const std::string &event);

    std::string node_name(int n) const;
    int node_named(const std::string &host) const;
    int next_place();
    record *find(std::uint32_t id);
    record &add(std::unique_ptr<object> o, const class_entry &type, module *from);
    module *module_of(const class_entry &type) const; // nullptr: the program's own

    int number, nodes, context;
    std::vector<int> tids; // of nodes, then of hosts
    settings set;
    costs cost;
    bool stays = false; // the layer outlives its hosts
    bool owner = false; // watches the others

    // For the timer that sees methods which compute for ever.
    volatile std::uint64_t switches = 0;
    const activation *running() const
    {
        return current_;
    }

  private:
    struct work {
        activation *resume;
        std::unique_ptr<message> dispatch;
    };
    boost::context::fiber loop(boost::context::fiber &&back);
    void step();
    void run(activation *a);
    void begin(record &r, message &&m);
    void execute(activation &a);
    void suspend();
    void ready(activation *a);
    void dispatch(message &&m);
    void to_object(record &r, message &&m);
    void wait_for(reply &r);
    static bool passes(const record &r, message &m);
    static std::vector<std::size_t> one_of_each(record &r, const std::vector<int> &methods);
    void offer(record &r);
    void let_in(std::uint32_t id);
    void changed(const message &m); // an event
    void finish(activation *a);
    void drop_if_over(record &r);
    void refuse(const message &m, const std::string &reason);
    void got_answer(message &m);
    void note_for(std::uint32_t to, std::uint32_t from, const std::string &reason);
    activation *unused_context();
    std::size_t under_way() const
    {
        return contexts_.size() - static_cast<std::size_t>(left_);
    }

    // modules.cpp
    void command(message &m);
    void reply_text(const message &m, const std::string &text);
    std::string load(const std::string &path, module **out);
    std::string unload(const std::string &path);
    std::uint32_t create(const message &m, std::string &error);
    std::string listing() const;

    // messages.cpp
    void send(message &m, int tid);
    bool take_in(bool wait);
    void unpack(int mid);
    void unpack_body(message &m, unpacker &from);
    void tell_all(message &m);
    void died(int tid);
    void lost(int node_number);
    const char *what_waits() const;

    std::deque<work> queue_;
    std::unordered_map<std::uint32_t, std::unique_ptr<record>> objects_;
    std::map<std::uint32_t, std::shared_ptr<reply>> pending_; // requests under way, by their numbers
    std::map<std::string, known_event> events_;
    std::map<std::string, std::vector<activation *>> event_waits_;
    std::map<std::string, std::unique_ptr<module>> modules_;
    std::vector<std::unique_ptr<activation>> contexts_;
    std::vector<activation *> idle_;
    std::vector<std::string> names_;                      // of nodes
    std::set<int> gone_;                                  // nodes
    std::map<std::uint64_t, const activation *> waiting_; // methods, by their beginning
    activation main_;
    activation *current_ = nullptr;
    boost::context::fiber to_loop_;
    std::uint32_t last_object_ = 1, last_request_ = 0;
    std::uint64_t last_activation_ = 0;
    std::int64_t sent_ = 0, received_ = 0;
    int place_ = 0, looked_ = 0, left_ = 0; // left: contexts that futures have ended
    int encoding_;

  public:
    std::uint64_t contexts_made = 0;
};

// The n-th of "add, value".
std::string method_name(const char *methods, int n);

// "3:17"
inline std::string id_text(std::uint32_t id)
{
    return objid{id}.text();
}

void watch_patience(int seconds);

struct record_access {
    static void name(object &o, std::uint32_t id)
    {
        o.id_ = objid{id};
    }
    static std::uint64_t &held(object &o)
    {
        return o.held_;
    }
    static const auto &guards(const object &o)
    {
        return o.guards_;
    }
};

constexpr std::uint32_t object_id(int node, std::uint32_t serial)
{
    return static_cast<std::uint32_t>(node) << 20 | serial;
}
// The layer's part of a node, as a sender and a receiver.
constexpr std::uint32_t layer_id(int node)
{
    return object_id(node, 0xfffff);
}
constexpr std::uint32_t MOST_OBJECTS = 0xffffe;
} // namespace anetl::detail

#endif
