/* played.cpp - see played.hpp: what the kernel asks of a program of a test. */
#include "kernel/tests/played.hpp"

#include <algorithm>
#include <csignal>
#include <utility>

namespace ap1000
{
namespace
{

bool erase(std::vector<Played *> &list, Played *e)
{
    const auto at = std::find(list.begin(), list.end(), e);
    if (at == list.end())
        return false;
    list.erase(at);
    return true;
}

} // namespace

Played::Played(PlayedCarrier &carrier, int number, Program program, bool is_child)
    : carrier_(carrier), number_(number), program_(std::move(program)), is_child_(is_child),
      worker_(std::make_unique<Worker>())
{
}

/* ---- its turn ---------------------------------------------------------------------------------------------------- */

bool Played::piece()
{
    if (!has_turn_ || dead_ || goes_)
        return !has_turn_ || dead_;
    const bool over = begun_ ? worker_->go_on() : worker_->begin([this] {
        if (program_.target<Unjoined>() == nullptr)
            join();
        program_(*this);
    });
    begun_ = true;
    if (over) { /* as by exit(0) */
        dead_ = true;
        has_turn_ = false;
    }
    return !has_turn_;
}

void Played::begin_turn()
{
    has_turn_ = !dead_;
    done_ = false;
    posted_ = 0;
}

/* ---- at any moment ----------------------------------------------------------------------------------------------- */

void Played::end(int signal)
{
    if (std::exchange(dead_, true))
        return;
    status_ = signal;
    carrier_.deaths_ = carrier_.tells_of_deaths;
}

void Played::wants(bool turn)
{
    wants_ = turn;
    carrier_.wanted_ = carrier_.wanted_ || turn;
}

/* ---- Execution: the turn ----------------------------------------------------------------------------------------- */

bool Played::take_turn()
{
    return !closed_ && erase(carrier_.running_, this);
}

bool Played::is_detached() const
{
    return std::find(carrier_.detached_.begin(), carrier_.detached_.end(), this) != carrier_.detached_.end();
}

bool Played::awaits_processor() const
{
    return waits_for_processor;
}

bool Played::dead() const
{
    return dead_;
}

bool Played::take_marks(std::vector<Mark> &into)
{
    into.insert(into.end(), marks_.begin(), marks_.end());
    marks_.clear();
    return only_marks_;
}

void Played::take_posts(std::deque<Post> &into)
{
    for (Post &p : posts_)
        into.push_back(std::move(p));
    posts_.clear();
}

void Played::call(Call &asked)
{
    asked = call_;
    left_ = left_ || (joined_ && asked.what == Request::leave);
}

Purpose Played::purpose() const
{
    return {call_.name, group, unheard};
}

Ns Played::clock() const
{
    return clock_;
}

void Played::introduce(const Introduction &with)
{
    who_ = with;
    joined_ = true;
    left_ = false;
}

void Played::answer(const Reply &reply, std::deque<Message> &messages)
{
    reply_ = reply;
    clock_ = reply.now;
    std::deque<Message> &into = call_.what == Request::control ? answer_ : inbox_;
    for (std::size_t n = 0; n < carrier_.at_once && !messages.empty(); n++, messages.pop_front())
        into.push_back(std::move(messages.front()));
    wants_ = false;
}

void Played::give_turn()
{
    begin_turn();
    auto &list = carrier_.running_;
    list.insert(std::upper_bound(list.begin(), list.end(), this,
                                 [](const Played *a, const Played *b) { return a->number_ < b->number_; }),
                this);
}

bool Played::may_run_ahead() const
{
    return could_run_ahead() && ahead_allowed && joined_ && !left_ && !outside && !dead_;
}

bool Played::could_run_ahead() const
{
    return is_child_ && number_ > 1; /* the first one is the user's own */
}

void Played::give_turn_ahead()
{
    begin_turn();
    carrier_.turns_ahead++;
    carrier_.ahead_.push_back(this);
}

void Played::await_turn(bool done)
{
    erase(carrier_.ahead_, this);
    const bool had_turn = has_turn_;
    const std::uint32_t posted = posted_; /* it is the same turn */
    give_turn();
    has_turn_ = had_turn;
    posted_ = posted;
    done_ = done;
}

void Played::fall_behind()
{
    erase(carrier_.running_, this);
    carrier_.turns_behind++;
    carrier_.ahead_.push_back(this);
}

bool Played::has_turn() const
{
    return has_turn_ && !dead_;
}

std::size_t Played::messages_at_once() const
{
    return carrier_.at_once;
}

bool Played::wants_turn() const
{
    const bool now = wants_;
    carrier_.at_question();
    return now;
}

/* ---- Execution: its end, and what else it asks ------------------------------------------------------------------- */

bool Played::ends_by(int signal) const
{
    const bool stops = signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
    return dead_ || signal == SIGKILL || !(stops || signal == SIGCONT || signal == SIGCHLD || handles.count(signal));
}

void Played::raise(int signal, bool await_end)
{
    raised.push_back(signal);
    if (await_end)
        end(signal);
}

std::optional<int> Played::exit_status()
{
    return is_child_ ? std::optional<int>(status_) : std::nullopt;
}

void Played::close()
{
    closed_ = true;
    for (auto *list : {&carrier_.running_, &carrier_.ahead_, &carrier_.detached_})
        erase(*list, this);
    std::replace(carrier_.all.begin(), carrier_.all.end(), this, static_cast<Played *>(nullptr));
}

bool Played::is_promised() const
{
    return promised_ && !dead_;
}

void Played::break_promise()
{
    promised_ = false;
    dead_ = true;
}

bool Played::may_have_output() const
{
    return !output_.empty();
}

std::string Played::take_output()
{
    return std::exchange(output_, "");
}

void Played::set_outside(bool is_outside)
{
    outside = is_outside;
}

int Played::number_for_users() const
{
    return promised_ ? 0 : 1000 + number_;
}

Folders Played::folders() const
{
    return own_folders;
}

} // namespace ap1000
