/* played_carrier.cpp - see played.hpp: who has the turn, and what a carrier does while real time passes. */
#include <algorithm>
#include <csignal>
#include <utility>

#include "kernel/tests/played.hpp"

namespace ap1000
{

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

Bodies::Place PlayedBodies::make(const void *bytes, std::uint32_t len_bytes)
{
    if (len_bytes == 0)
        return 0;
    all_[++last_] = {std::string(static_cast<const char *>(bytes), len_bytes), 1};
    return last_;
}

const unsigned char *PlayedBodies::bytes(Place place)
{
    return reinterpret_cast<const unsigned char *>(all_.at(place).bytes.data());
}

void PlayedBodies::hold(Place place)
{
    all_.at(place).references++;
}

void PlayedBodies::release(Place place)
{
    if (--all_.at(place).references == 0)
        all_.erase(place);
}

Bodies &PlayedCarrier::bodies()
{
    return store;
}

/* ---- beginning --------------------------------------------------------------------------------------------------- */

Played *PlayedCarrier::make(Played::Program program, Ns now, bool is_child)
{
    auto *e = new Played(*this, static_cast<int>(all.size()) + 1, std::move(program), is_child);
    e->clock_ = now;
    all.push_back(e);
    return e;
}

std::unique_ptr<Execution> PlayedCarrier::start(const std::string &path, const Program &program, Ns now, bool)
{
    started.push_back(path);
    given.push_back(program);
    if (programs.empty())
        return nullptr;
    Played *e = make(std::move(programs.front()), now, true);
    programs.pop_front();
    e->give_turn();
    return std::unique_ptr<Execution>(e);
}

std::unique_ptr<Execution> PlayedCarrier::promise(const Execution &, Ns now, std::vector<std::string> *)
{
    if (programs.empty())
        return nullptr;
    Played *e = make(std::move(programs.front()), now, false);
    programs.pop_front();
    e->promised_ = true;
    e->has_turn_ = false;
    return std::unique_ptr<Execution>(e);
}

void PlayedCarrier::becomes(Played &promised, const Played::Program &program)
{
    promised.promised_ = false;
    promised.program_ = program;
    promised.give_turn();
}

void PlayedCarrier::comes(const Played::Program &program, const std::string &path, bool is_master,
                          std::shared_ptr<Terminal> terminal)
{
    Played *e = make(program, 0, false);
    newcomers_.push_back({std::unique_ptr<Execution>(e), path, is_master, std::move(terminal)});
    come_.push_back(e);
}

std::vector<JoinedProgram> PlayedCarrier::take_joined(Ns now)
{
    std::vector<JoinedProgram> taken;
    for (JoinedProgram &p : newcomers_)
        taken.push_back(std::move(p));
    newcomers_.clear();
    for (Played *e : std::exchange(come_, {})) {
        e->clock_ = now;
        e->give_turn();
    }
    return taken;
}

bool PlayedCarrier::await_master()
{
    return master_comes;
}

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

bool PlayedCarrier::anyone_runs() const
{
    return !running_.empty();
}

bool PlayedCarrier::is_quiet() const
{
    return quiet && running_.empty() && detached_.empty() && newcomers_.empty() && !deaths_ && !wanted_ &&
           stop_signal == 0;
}

/* Those ahead go on; who comes to a call may be given the next turn at once, and let others begin. */
void PlayedCarrier::look_ahead()
{
    for (std::size_t i = 0; i < ahead_.size();) {
        Played *e = ahead_[i];
        if (!e->piece()) {
            i++;
            continue;
        }
        ahead_.erase(ahead_.begin() + static_cast<std::ptrdiff_t>(i));
        e->owner->came_to_call();
    }
}

/* False: the machine is to stop. */
bool PlayedCarrier::wait_long(Played &e, bool is_next)
{
    while (!e.piece()) {
        if (stop_signal != 0)
            return false;
        if (e.goes_) {
            take_turn_from(e);
            return true;
        }
        if (is_next && !e.output_.empty())
            e.owner->pass_on_output();
        look_ahead();
    }
    return true;
}

void PlayedCarrier::take_turn_from(Played &e)
{
    (void)e.take_turn();
    e.goes_ = false;
    detached_.push_back(&e);
    if (e.endless_)
        e.owner->complain_of_turn("computes for ever");
}

bool PlayedCarrier::wait_for_all(std::vector<Execution *> &handed_over)
{
    handed_over.clear();
    const std::vector<Played *> round = running_;
    for (Played *e : round) {
        if (std::find(running_.begin(), running_.end(), e) == running_.end())
            continue; /* somebody has waited for it alone */
        if (!e->done_ && !e->piece()) {
            e->owner->turns_are_long(true);
            if (!e->owner->may_fall_behind() && !wait_long(*e, handed_over.empty()))
                return false;
        }
        if (!e->is_detached())
            handed_over.push_back(e);
    }
    return true;
}

bool PlayedCarrier::wait_for(Execution &e)
{
    auto &own = static_cast<Played &>(e);
    if (std::find(running_.begin(), running_.end(), &own) == running_.end())
        return true;
    return own.done_ || wait_long(own, true);
}

News PlayedCarrier::look()
{
    at_look();
    if (stop_signal != 0)
        return {false, false, false, true};
    look_ahead();
    for (Played *e : std::vector<Played *>(detached_))
        if (e->piece()) {
            detached_.erase(std::find(detached_.begin(), detached_.end(), e));
            e->give_turn();
            e->has_turn_ = false;
            e->done_ = true;
        } else {
            e->owner->send_early();
        }
    return {!newcomers_.empty(), std::exchange(deaths_, false), std::exchange(wanted_, false), false};
}

void PlayedCarrier::on_inquiry(std::function<std::string()> text)
{
    inquiry = std::move(text);
}

bool PlayedCarrier::wait_for_others()
{
    return others();
}

bool PlayedCarrier::wait_for_signals()
{
    return signals();
}

void PlayedCarrier::wait_for_news(int ms)
{
    longest_wait_ms = std::max(longest_wait_ms, ms);
}

bool PlayedCarrier::any_is_endless() const
{
    return std::any_of(detached_.begin(), detached_.end(), [](const Played *e) { return e->endless_; });
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

int PlayedCarrier::stop() const
{
    return stop_signal;
}

void PlayedCarrier::request_stop()
{
    in_order = true;
    stop_signal = SIGTERM;
}

bool PlayedCarrier::master_exits() const
{
    return master_waits;
}

/* The user's own program is told, and the others are killed. */
void PlayedCarrier::end_all(const Ending &ending)
{
    endings.push_back(ending);
    for (Played *e : all)
        if (e != nullptr && !std::exchange(e->dead_, true))
            e->status_ = e->number_ != 1 ? SIGKILL : (told_exits_with >= 0 ? told_exits_with : ending.code) << 8;
}

void PlayedCarrier::end_orphans()
{
}

} // namespace ap1000
