/* inprocess_waiting.cpp - see inprocess_carrier.hpp: waiting for tasks in process, and for the processes beside them;
 * and those that compute without end. */
#include <algorithm>
#include <chrono>
#include <utility>

#include "carriers/inprocess/simulator/faults.hpp"
#include "carriers/inprocess/simulator/inprocess_carrier.hpp"

namespace ap1000
{
namespace
{

constexpr int look_ms =
    20; /* real time between looks at what comes from outside, while a program computes without end */

bool earlier(const SlotExecution *a, const SlotExecution *b)
{
    return a->number < b->number;
}

} // namespace

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

/* Several processors pay while some turns are long, more than one: who has once lost the processor to another program
 * has had none. After many short ones in a row one of eight is measured, drawn so that no task is passed over: to
 * ask the clock is a twentieth of what a message costs. */
void InprocessCarrier::note_length(const InprocessExecution &e)
{
    constexpr int enough = 2, pays_for_turns = 64;
    constexpr std::uint32_t three_bits = 7U << 29;
    if (!e.may_go_elsewhere() || !(measures_ || e.was_long()))
        return;
    if (e.was_long()) {
        short_turns_ = 0;
        not_measured_ = 0;
        turns_are_long_ = (++long_turns_ >= enough && threads_.begin()) || turns_are_long_;
    } else if (++short_turns_ >= pays_for_turns) {
        short_turns_ = long_turns_ = 0;
        not_measured_ = all_elsewhere_ ? 0 : three_bits;
        turns_are_long_ = all_elsewhere_ && threads_.begin();
    }
    if (turns_are_long_ != std::exchange(kernel_knows_, turns_are_long_))
        e.owner->turns_are_long(turns_are_long_);
}

/* One has computed here for so long that it went elsewhere: those whose turns are of the same round need not wait for
 * it. */
void InprocessCarrier::spread(InprocessExecution &one)
{
    turns_are_long_ = measures_ = true;
    not_measured_ = 0;
    if (!std::exchange(kernel_knows_, true))
        one.owner->turns_are_long(true);
    for (InprocessExecution *e : running.all())
        e->begin_elsewhere();
}

/* Until it comes back, or nobody has patience any more. False: the machine is to stop. */
bool InprocessCarrier::await_elsewhere(InprocessExecution &e)
{
    while (!processes_.ahead.await_beside(e, look_around_ms)) {
        answer_inquirers();
        if (is_to_stop())
            return false;
        if (e.comes_here()) {
            e.run();
            if (!e.is_elsewhere())
                return true;
        }
        if (e.is_left_alone())
            return true;
    }
    (void)e.came_back();
    return true;
}

/* Until the task hands over or ends, or prints so much that others come first; not for long for one that may fall
 * behind. False: the machine is to stop. */
template <class List> bool InprocessCarrier::run_turn(InprocessExecution &e, List &handed_over)
{
    if (!e.has_done() && !e.is_elsewhere()) {
        drawn_ = drawn_ * 747796405U + 2891336453U;
        measures_ = (drawn_ & not_measured_) == 0;
        e.run();
        if (e.is_elsewhere())
            spread(e);
    }
    if (e.has_done() || (e.is_elsewhere() && e.owner->may_fall_behind())) {
        handed_over.push_back(&e);
        return true;
    }
    if (e.is_elsewhere() && !await_elsewhere(e))
        return false;
    if (e.dead() && is_to_stop())
        return false;
    note_length(e);
    if (e.prints())
        return true;
    if (e.is_detached())
        detach(e);
    else
        handed_over.push_back(&e);
    return true;
}

/* As far as one that prints much before those before it have been dealt with. False: the machine is to stop. */
bool InprocessCarrier::run_rest()
{
    for (InprocessExecution *e; (e = running.next_in_round()) != nullptr; running.go_on()) {
        if (!run_turn(*e, ready_))
            return false;
        if (e->prints())
            break;
    }
    return true;
}

/* The same where one program runs, and no process. */
bool InprocessCarrier::run_one(std::vector<Execution *> &handed_over)
{
    running.begin_round();
    const bool goes_on = run_turn(*running.all().front(), handed_over);
    running.go_on();
    return goes_on;
}

bool InprocessCarrier::is_next(const InprocessExecution &e) const
{
    return running.is_turn_of(e) && ready_.empty() && !processes_.running.is_in_round();
}

bool InprocessCarrier::is_behind_others(const InprocessExecution &e) const
{
    return running.is_turn_of(e) && !ready_.empty() && !processes_.running.is_in_round();
}

/* Those before the process that the round waits for next; all, if it waits for none. */
void InprocessCarrier::hand_over_ready(std::vector<Execution *> &handed_over)
{
    const SlotExecution *next = processes_.running.next_in_round();
    auto end = next != nullptr ? std::upper_bound(ready_.begin(), ready_.end(), next, earlier) : ready_.end();
    const auto before = static_cast<std::ptrdiff_t>(handed_over.size());
    handed_over.insert(handed_over.end(), ready_.begin(), end);
    ready_.erase(ready_.begin(), end);
    std::inplace_merge(handed_over.begin(), handed_over.begin() + before, handed_over.end(),
                       [](const Execution *a, const Execution *b) {
                           return earlier(static_cast<const SlotExecution *>(a), static_cast<const SlotExecution *>(b));
                       });
}

/* Processes run meanwhile by themselves. Where one of them prints, those before it are dealt with first
 * (ProcessCarrier::wait_for_all), whichever kind they are of. */
bool InprocessCarrier::wait_for_all(std::vector<Execution *> &handed_over)
{
    handed_over.clear();
    if (!running.is_in_round() && !processes_.running.is_in_round()) {
        if (running.all().size() == 1 && !processes_.anyone_runs())
            return run_one(handed_over);
        processes_.running.begin_round();
        ready_.clear();
        running.begin_round();
    }
    if (!run_rest())
        return false;
    hand_over_ready(handed_over);
    if (running.is_in_round() || !processes_.running.is_in_round())
        return true;
    if (!processes_.wait_in_round(handed_over))
        return false;
    hand_over_ready(handed_over);
    return true;
}

bool InprocessCarrier::wait_for(Execution &e)
{
    auto *own = dynamic_cast<InprocessExecution *>(&e);
    if (own == nullptr)
        return processes_.wait_for(e);
    if (!running.has(*own) || own->has_done())
        return stop() == 0;
    do {
        if (!own->is_elsewhere())
            own->run();
        else if (!await_elsewhere(*own))
            return false;
    } while (own->prints() || (own->is_elsewhere() && !own->is_detached()));
    if (own->is_detached())
        detach(*own);
    return stop() == 0;
}

/* ---- those that compute without end ------------------------------------------------------------------------------ */

void InprocessCarrier::detach(InprocessExecution &e)
{
    if (!running.remove(e) || e.exits())
        return;
    aside_.push_back(&e);
}

void InprocessCarrier::reattach(InprocessExecution &e)
{
    aside_.erase(std::remove(aside_.begin(), aside_.end(), &e), aside_.end());
    running.add(e);
}

/* One that has been set aside, and does not wait until somebody reads what it has printed. */
static bool can_go_on(const InprocessExecution *e)
{
    return e->is_aside() && !e->owner->reader_is_behind();
}

/* There is nothing else to do for so long (real time). Each goes on until the next look at it, or until it calls. */
void InprocessCarrier::go_on_with_those_set_aside(int ms)
{
    if (!any_is_aside()) {
        processes_.wait_for_news(ms);
        return;
    }
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(ms);
    while (any_is_aside() && running.all().empty() && !is_to_stop() && std::chrono::steady_clock::now() < until)
        for (InprocessExecution *e : std::vector<InprocessExecution *>(aside_)) {
            if (!can_go_on(e))
                continue;
            e->go_on_a_little();
            if (!e->is_detached())
                reattach(*e);
        }
}

News InprocessCarrier::look()
{
    for (InprocessExecution *e : std::vector<InprocessExecution *>(aside_)) {
        e->owner->send_early();
        if (e->is_elsewhere())
            e->owner->pass_on_output();
        if (e->is_elsewhere() && !e->slot_has_turn()) {
            (void)e->came_back();
            reattach(*e);
        }
    }
    if (!deaths_ && processes_.is_undisturbed())
        return {};
    News news = processes_.look();
    news.deaths = std::exchange(deaths_, false) || news.deaths;
    return news;
}

bool InprocessCarrier::wait_for_others()
{
    if (!aside_.empty()) {
        go_on_with_those_set_aside(look_ms);
        return true;
    }
    return processes_.wait_for_others();
}

void InprocessCarrier::wait_for_news(int ms)
{
    if (aside_.empty())
        processes_.wait_for_news(ms);
    else
        go_on_with_those_set_aside(ms);
}

bool InprocessCarrier::any_is_aside() const
{
    return std::any_of(aside_.begin(), aside_.end(), can_go_on);
}

bool InprocessCarrier::any_is_endless() const
{
    return any_is_aside() ||
           std::any_of(aside_.begin(), aside_.end(), [](const InprocessExecution *e) { return e->is_elsewhere(); }) ||
           processes_.any_is_endless();
}

} // namespace ap1000
