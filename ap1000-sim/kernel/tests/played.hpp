/* played.hpp - a carrier whose programs are functions of the test: they do what a task's library does, and the test
 * chooses the moments. Nothing of it takes real time, and nothing runs beside anything else.
 *
 * A program runs on a stack of its own until it gives the turn back. In the middle of a turn it may say that real time
 * passes (lasts): the carrier then does what it would do meanwhile, and the program goes on a little later. */
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/worker.hpp"
#include "kernel/carrier.hpp"
#include "receive_course.h"

namespace ap1000
{

/* Bodies that the test counts. */
class PlayedBodies : public Bodies
{
  public:
    Place make(const void *bytes, std::uint32_t len_bytes) override;
    const unsigned char *bytes(Place place) override;
    void hold(Place place) override;
    void release(Place place) override;
    std::size_t count() const
    {
        return all_.size();
    }

  private:
    struct Body {
        std::string bytes;
        int references;
    };
    std::map<Place, Body> all_;
    Place last_ = 0;
};

/* A message that a program has received. */
struct Got {
    int src = 0, tag = 0, context = 0;
    std::string text;
    std::uint64_t serial = 0;
    int wid = 0;
    Ns arrived = 0;
};

class PlayedCarrier;

class Played : public Execution
{
  public:
    /* It joins before it does anything; one that is to be no task yet is Unjoined, and joins itself. */
    using Program = std::function<void(Played &)>;
    struct Unjoined {
        Program program;
        void operator()(Played &p) const
        {
            program(p);
        }
    };

    Played(PlayedCarrier &carrier, int number, Program program, bool is_child);

    /* ---- for its program, in its turn ---------------------------------------------------------------------------- */

    int tid() const
    {
        return who_.who.tid;
    }
    Ns now() const
    {
        return clock_;
    }
    const mach_identity &who() const
    {
        return who_.who;
    }
    void compute(Ns span);
    void idle(Ns span);    /* without the processor */
    void lasts(int looks); /* real time passes, until the carrier has looked so often */
    void print(const std::string &text);
    void note(const char *function); /* a mark: this call begins */
    void tell();                     /* gives the turn back for its marks alone */
    void send(int tid, int tag, const std::string &text = "", mach_route route = MACH_ROUTE_DEFAULT);
    void post(Post::To to, int tid, int tag, const std::string &text = "", bool is_bad = false);
    void join(bool real_time = false);
    Got receive(int tid, int tag = MACH_ANY); /* pvm_recv, as receive_course.h says */
    bool poll(int tid, int tag = MACH_ANY, Got *got = nullptr);
    bool wait_until(Ns deadline, int tid = MACH_ANY, Got *got = nullptr); /* pvm_trecv of the first that comes */
    const Reply &sleep(Ns span);
    Ns asks_time(); /* pvm_hostsync, gettimeofday: one that runs ahead waits until simulated time is there */
    const Reply &ask(Request what, int number = 0, const std::vector<int> &tids = {});
    const Reply &ask(Call call);
    std::string control(int number, const std::string &body = "", int *result = nullptr);
    [[noreturn]] void die(int signal);
    [[noreturn]] void exits(int code);
    void goes_outside(bool endless = false); /* the carrier lets it go its own ways: nobody waits for it */
    mach_want_values want{};                 /* of its waits, beside tid, tag and then_forever */
    std::string group, unheard;              /* in words, as in mach_want */

    /* ---- for the test, at any moment ----------------------------------------------------------------------------- */

    void end(int signal); /* the process has died */
    void wants(bool turn);
    std::set<int> handles;     /* signals that do not end it */
    Ns alarm = MACH_FOREVER;   /* of its own clock, for the control program's requests and barriers */
    bool ahead_allowed = true; /* may run ahead, as far as the carrier knows */
    bool outside = false, waits_for_processor = false;
    std::vector<int> raised;
    Folders own_folders;
    const Reply &reply() const
    {
        return reply_;
    }

    /* ---- Execution ----------------------------------------------------------------------------------------------- */

    bool take_turn() override;
    bool is_detached() const override;
    bool awaits_processor() const override;
    bool dead() const override;
    bool take_marks(std::vector<Mark> &into) override;
    void take_posts(std::deque<Post> &into) override;
    void call(Call &asked) override;
    Purpose purpose() const override;
    Ns clock() const override;
    void introduce(const Introduction &with) override;
    void answer(const Reply &reply, std::deque<Message> &messages) override;
    void give_turn() override;
    bool may_have_output() const override;
    bool may_run_ahead() const override;
    void give_turn_ahead() override;
    void await_turn(bool done) override;
    void fall_behind() override;
    bool has_turn() const override;
    bool could_run_ahead() const override;
    std::size_t messages_at_once() const override;
    bool wants_turn() const override;
    bool ends_by(int signal) const override;
    void raise(int signal, bool await_end) override;
    std::optional<int> exit_status() override;
    void close() override;
    bool is_promised() const override;
    void break_promise() override;
    std::string take_output() override;
    void set_outside(bool outside) override;
    int number_for_users() const override;
    Folders folders() const override;

  private:
    friend class PlayedCarrier;

    bool piece(); /* it goes on until it gives the turn back, or real time passes. True: it has not got the turn (any
                     more) */
    void give_back();
    void begin_turn();
    int pull(mach_pull how, int tid, int tag);
    bool take_kept(int tid, int tag, Got &got);
    void take_in(Message &m);

    PlayedCarrier &carrier_;
    const int number_;
    Program program_;
    const bool is_child_;
    std::unique_ptr<Worker> worker_;
    bool begun_ = false, has_turn_ = true, done_ = false, dead_ = false, closed_ = false, promised_ = false;
    bool joined_ = false, left_ = false, only_marks_ = false, wants_ = false, goes_ = false, endless_ = false;
    int status_ = 0;
    Ns clock_ = 0, processor_ = 0;
    Call call_;
    Reply reply_;
    Introduction who_{};
    std::vector<std::int32_t> body_;
    std::deque<Post> posts_;
    std::uint32_t posted_ = 0;
    std::vector<Mark> marks_;
    std::string output_;
    std::deque<Message> inbox_, answer_; /* answer_: of the control program */
    bool found_none_ = false;            /* the reply was to the wait behind a poll */
    std::deque<Got> kept_;
};

class PlayedCarrier : public Carrier
{
  public:
    /* ---- for the test -------------------------------------------------------------------------------------------- */

    std::deque<Played::Program> programs; /* of those that are started, in this order; none is left: none starts */
    std::vector<Played *> all;            /* the programs that have begun; nullptr: closed */
    std::vector<std::string> started;     /* their paths */
    std::vector<Program> given;           /* and what else the kernel says of each */
    bool quiet = false;                   /* says so when it is */
    int stop_signal = 0;
    bool in_order = false; /* request_stop was called */
    bool tells_of_deaths = true;
    bool master_waits = false;
    bool master_comes = true;
    int told_exits_with = -1;              /* the first program, when it is told of the end; -1: with what it is told */
    std::size_t at_once = 64;              /* messages with an answer */
    int longest_wait_ms = 0;               /* for news, as the kernel has asked; nothing takes that long here */
    int turns_ahead = 0, turns_behind = 0; /* that were given ahead of their time; that fell behind */
    std::function<bool()> others = [] { return false; }, signals = [] { return false; };
    std::function<void()> at_look = [] {};
    std::function<void()> at_question = [] {}; /* somebody has asked whether a program wants its turn back */
    std::function<std::string()> inquiry;
    std::vector<Ending> endings;
    PlayedBodies store;

    /* A program comes that the machine has not started. */
    void comes(const Played::Program &program, const std::string &path, bool is_master,
               std::shared_ptr<Terminal> terminal = nullptr);
    /* A process becomes a promised task. */
    void becomes(Played &promised, const Played::Program &program);

    /* ---- Carrier ------------------------------------------------------------------------------------------------- */

    Bodies &bodies() override;
    std::unique_ptr<Execution> start(const std::string &path, const Program &program, Ns now,
                                     bool own_terminal) override;
    std::unique_ptr<Execution> promise(const Execution &starter, Ns now,
                                       std::vector<std::string> *environment) override;
    std::vector<JoinedProgram> take_joined(Ns now) override;
    bool await_master() override;
    bool anyone_runs() const override;
    bool is_quiet() const override;
    bool wait_for_all(std::vector<Execution *> &handed_over) override;
    bool wait_for(Execution &e) override;
    News look() override;
    void on_inquiry(std::function<std::string()> text) override;
    bool wait_for_others() override;
    bool wait_for_signals() override;
    void wait_for_news(int ms) override;
    bool any_is_endless() const override;
    int stop() const override;
    void request_stop() override;
    bool master_exits() const override;
    void end_all(const Ending &ending) override;
    void end_orphans() override;

  private:
    friend class Played;

    Played *make(Played::Program program, Ns now, bool is_child);
    void look_ahead();
    bool wait_long(Played &e, bool is_next);
    void take_turn_from(Played &e);

    std::vector<Played *> running_, ahead_, detached_; /* running_: by their numbers */
    std::deque<JoinedProgram> newcomers_;
    std::vector<Played *> come_; /* their executions, until they are taken */
    bool deaths_ = false, wanted_ = false;
};

} // namespace ap1000
