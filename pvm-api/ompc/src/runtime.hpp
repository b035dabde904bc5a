// runtime.hpp - what a PE has: the protocol, the arrays, the tasks of the others, and the messages between them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ompc.hpp"
#include "protocol.hpp"
#include "spins.hpp"

namespace ompc
{
struct settings {
    int barrier = 2; // row of the table in barriers.cpp
    protocol::tell tell = protocol::tell::all;
    bool write_locks = false, share = false, multicast = false;
    int pes = 0; // 0: not said
};

// Command line before environment; takes its own options out of argv. Wrong ones end the program.
settings read_settings(int &argc, char **argv);
int barrier_named(const std::string &name); // -1: none
std::string barrier_names();

// Tags: in the context of the protocol a message's tag is its kind. Those of what belongs to no protocol:
enum { TAG_BEGIN = 900, TAG_CHECK, TAG_CHECKED, TAG_END, TAG_LEAVE, TAG_LOCK, TAG_START, TAG_WAKE, TAG_PRINT };
enum { TAG_READ = 930, TAG_ANSWER, TAG_EXIT, TAG_ROOM, TAG_DIED = 0x4f4d5043 };

struct record { // of an array
    std::string name;
    std::size_t elements, element_bytes, block_bytes, bytes;
    std::uint32_t first_block, blocks;
    char *memory; // where the library reads and writes
    bool gone;
};

// How long a PE waits at a time that looks at the same data again and again, and when it says so.
constexpr std::int64_t SPIN_LEAST_NS = 20000, YIELD_NS = 1000, SPIN_MOST_NS = 1000000000,
                       SPIN_TELL_NS = INT64_C(60000000000);

struct waiting_loop {
    bool begins = true, told = false;
    std::int64_t began_ns = 0;
};

class runtime
{
  public:
    runtime(settings s, int pe, std::vector<int> tids, int context);
    ~runtime();

    // -- What the program wants (access.cpp)
    void miss(std::uint32_t block, bool write);
    void settle();
    void pin(std::uint32_t first, std::uint32_t count);
    void unpin(std::uint32_t first, std::uint32_t count);
    void lock(std::uint32_t number);
    void unlock(std::uint32_t number);
    void barrier();
    std::uint32_t add(record r, int placement);
    void remove(int number);
    // -- Time
    void spend(); // what has been computed since, takes its time now
    void work(double ns);
    void tick();
    void checked(int array, std::size_t index); // this access was the last that was to be counted without a look
    // -- Messages (messages.cpp)
    void look();                        // at what has arrived, without waiting
    void wait_at_most(std::int64_t ns); // serves what comes meanwhile
    void sleep(std::int64_t ns);        // likewise; may last longer by the cost of a call
    // The program waits in a loop for shared data to change: serves what comes, for longer the longer it has waited.
    // After 60 s a line says so, once.
    void wait_for_change(waiting_loop &l, const std::string &what);
    void send_ints(int pe, int tag, const std::vector<int> &values);      // in the context of barriers
    std::vector<int> receive_ints(int pe, int tag, std::int64_t ns = -1); // pe -1: from any; {}: nothing came
    bool receive_nothing(int tag, std::int64_t ns); // from any; ns: at most so long, -1: for ever. false: nothing came
    void on_message(int mid);                       // of the protocol, from a handler
    void on_room();                                 // for further messages of handlers
    void on_death(int mid);
    void on_lock_question(std::vector<int> q); // lock_waits.cpp
    int context() const
    {
        return context_;
    }
    bool is_busy() const // with a message
    {
        return busy_;
    }
    bool in_handler() const // where PVM 3.4.6 has no pvm_exit
    {
        return gone_ >= 0;
    }
    [[noreturn]] void on_end();
    void watch();
    void leave(); // a barrier, and the end of a world
    void end_all(const std::string &why);
    // A PE that others have started meanwhile. From then on messages of the protocol carry the tids of all whom they
    // name (`grows`), so that nobody has to be told first.
    void learn(int pe, int tid);
    // All PEs give the same values, or the first says where they differ: what, each number's name.
    void agree(const std::string &what, const std::vector<std::string> &names, const std::vector<int> &values);

    detail::fast fast{};
    const settings set;
    const int pe;
    int pes;
    std::vector<int> tids; // 0: not known yet
    protocol::engine engine;
    std::vector<record> arrays;
    ompc::statistics counted{};
    std::uint32_t locks = 0;
    int pins = 0;
    bool in_group = false;      // PVM's, for the barriers that use one
    bool over = false;          // its world has ended
    bool grows = false;         // see learn
    std::uint64_t activity = 0; // changes with each call of the library

  private:
    struct arrival {
        protocol::message m;
        std::string bytes;
    };
    void flush();
    void post(const protocol::message &m);
    void ask_for_room();
    void send_unsent(bool in_handler); // what there is room for
    bool post_to_all(const std::vector<protocol::message> &same);
    void take(const arrival &l);
    void serve_inbox();
    void wait();
    bool wait_for_one(std::int64_t ns); // takes an answer; false: none has come in that time. -1: waits
    void wait_for_lock(std::uint32_t number);
    void wait_or_give_up(std::int64_t ns);
    void take_lock_question(const std::vector<int> &q, int to);
    void pack_head(const protocol::message &m);
    arrival unpack();
    int pe_of(int tid) const;
    char *block_at(std::uint32_t block, std::size_t &bytes);
    void caught_pages(std::uint32_t block); // their protection follows what the PE may do
    std::uint64_t checks_done();
    void count_checks(std::int64_t next);
    void count_on();

    int context_; // of the protocol; the next number is that of barriers
    std::deque<arrival> inbox_;
    bool busy_ = false, in_message_ = false;
    struct later {
        int mid, to, tag;
    };
    std::deque<later> unsent_; // by handlers, which have sent enough
    int sent_in_message_ = 0, rooms_asked_ = 0;
    int gone_ = -1; // the PE that has ended before the others
    std::uint32_t last_wanted_ = 0;
    // From the machine file, [layer.ompc]
    double check_ns_ = 0, miss_ns_ = 0, handler_ns_ = 0, write_lock_ns_ = 0, poll_ns_ = 0;
    std::int64_t checks_at_once_ = 0;                 // that many may be made before poll_us has passed
    std::int64_t checks_ = 0, counted_down_from_ = 0; // since time was last spent, but for those being counted down
    spin_watch spin_;
    waiting_loop loop_;
    std::set<std::uint32_t> held_; // locks, and the one that is waited for
    int wanted_lock_ = -1;         // that is waited for
    int lock_wait_ = 0;            // how many waits for locks there have been
    std::string deadlock_;         // of locks, if there is one
    double owed_ns_ = 0;           // time that is computed, but not yet spent
    std::uint64_t write_locks_spent_ = 0;
};

// The PE of this task; NULL before its world is made, and when that has ended.
runtime *current();
runtime &needed(); // ends the program if there is none
void set_current(runtime *r);

// Starts the PEs, or joins those that have been started; the same for both faces.
std::unique_ptr<runtime> start(int &argc, char **argv, int pes);
int two_contexts(); // the first of two
std::string own_file(const char *argv0);

// One line "ompc: ..." on stderr, and all end.
[[noreturn]] __attribute__((format(printf, 1, 2))) void fail(const char *format, ...);

// Names a stretch of calls in traces and reports.
class named
{
  public:
    explicit named(const char *call);
    ~named();
};
} // namespace ompc
