/* inprocess_execution.cpp - see inprocess_execution.hpp. */
#include "carriers/inprocess/simulator/inprocess_execution.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>

#include "carriers/inprocess/simulator/inprocess_carrier.hpp"
#include "carriers/inprocess/simulator/program_stack.hpp"
#include "carriers/inprocess/simulator/stacks.hpp"

namespace ap1000
{

InprocessExecution::InprocessExecution(InprocessCarrier &carrier, std::uint32_t slot_index, std::uint64_t in_order)
    : SlotExecution(carrier.region(), slot_index, in_order, true), carrier_(carrier)
{
}

InprocessExecution::~InprocessExecution()
{
    release();
}

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

bool InprocessExecution::begin(const Image &image, const inprocess_start &start)
{
    static const inprocess_simulator simulator = {hand_over, end, await_others, print, await_outside, stop};
    inprocess_start with = start;
    with.simulator = &simulator;
    with.owner = this;
    with.heap = room_.heap();
    with.heap_bytes = heap_bytes;
    with.heap_is_mapped = room_.heap_is_mapped();
    room_.bring();
    program_ = block_.take() ? carrier_.library().begin(&with) : nullptr;
    if (program_ == nullptr)
        return false;
    void (*entry)() = room_.furnish(image, program_);
    if (entry == nullptr)
        return false;
    memory().program_base = reinterpret_cast<std::uintptr_t>(room_.stack_top());
    begin_block(image.thread_local_variables());
    may_go_elsewhere_ = carrier_.threads().are_possible() && image.runs_in_any_thread() && !own_terminal &&
                        !room_.is_shared() && folder_ == nullptr;
    unmark_stack(room_.stack());
    its_stack_ = stack_that_enters(lay_stack(room_.stack_top(), start.argv, start.environment), entry);
    give_turn();
    return true;
}

bool InprocessExecution::begin_in(const std::string &folder)
{
    if (folder != carrier_.folder().path())
        folder_ = std::make_unique<Folder>(folder);
    return folder_ == nullptr || folder_->is_known();
}

void InprocessExecution::begin_block(const Image::ThreadLocal &of)
{
    for (const Image::ThreadLocal::Piece &p : of.pieces)
        std::memcpy(block_.end_of_room() - p.below, room_.stack_top() + p.from, p.bytes);
}

/* All that it had in this process. What it has not written by its orderly end is lost, as with a process; what it has
 * posted lies in the shared memory. */
void InprocessExecution::release()
{
    if (program_ != nullptr) {
        room_.bring();
        block_.enter(); /* the next task's: nobody who asks there who runs (faults.cpp) finds one that has gone */
        carrier_.library().run_as(nullptr);
        block_.leave();
        carrier_.library().end(std::exchange(program_, nullptr));
    }
    room_.leave();
}

void InprocessExecution::end_by(int signal)
{
    if (dead())
        return;
    const TurnState before = state_;
    recall();
    if (!dead())
        step(TurnEvent::died);
    status_ = signal;
    release();
    carrier_.note_death();
    if (before == TurnState::aside || before == TurnState::alone || before == TurnState::stopped)
        carrier_.reattach(*this);
    else if (before == TurnState::exits)
        carrier_.running.add(*this); /* nobody has waited for it */
}

/* ---- signals and its end ----------------------------------------------------------------------------------------- */

void InprocessExecution::tell_end(const Ending &ending)
{
    if (ending.halted && ends_by(SIGTERM)) {
        end_by(SIGTERM);
        return;
    }
    answer_end(ending);
    memory().reply.values.signals = ending.halted ? std::uint64_t{1} << (SIGTERM - 1) : 0;
    go_on();
}

bool InprocessExecution::ends_by(int signal) const
{
    return dead() || carrier_.library().ends_by(program_, signal);
}

/* One that has joined gets a signal which does not end it in its turn. */
void InprocessExecution::raise(int signal, bool)
{
    if (signal == SIGCONT && is_stopped()) {
        step(TurnEvent::continues);
        carrier_.reattach(*this);
    }
    if (ends_by(signal))
        end_by(signal);
    else
        carrier_.library().signal_later(program_, signal);
}

void InprocessExecution::close()
{
    recall();
    carrier_.forget(*this);
    step(TurnEvent::closes);
    release();
    give_back_all();
    carrier_.region().give_slot(slot);
}

bool InprocessExecution::handles(int signal) const
{
    return carrier_.library().handles(program_, signal);
}

void InprocessExecution::handle_fault(int signal, const siginfo_t *why)
{
    carrier_.library().fault(signal, why);
}

/* ---- what else is known of it ------------------------------------------------------------------------------------ */

bool InprocessExecution::awaits_processor() const
{
    return state_ == TurnState::ready;
}

std::string InprocessExecution::take_output()
{
    const std::lock_guard<std::mutex> lock(printed_mutex_);
    return std::exchange(printed_, {});
}

/* Beyond every number that the system gives to a process. */
int InprocessExecution::number_for_users() const
{
    return first_number_in_process + static_cast<int>(number);
}

Folders InprocessExecution::folders() const
{
    const std::string program = path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
    return {program, folder_ != nullptr ? folder_->path() : carrier_.folder().path()};
}

} // namespace ap1000
