/* turn_state.hpp - what a task in process does with its turn: its states, and what makes one of another. */
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace ap1000
{

enum class TurnState : unsigned char {
    waits,     /* it has no turn: its program stands in a call, or has not begun */
    ready,     /* it has the turn, and its program has not run in it yet */
    runs,      /* its program runs in the simulator's thread; also while it is left for a moment, until who asks has
                  been answered */
    midway,    /* left in the middle, and goes on in its round: it prints much, and the turns before it are dealt with
                  first; or it was stopped */
    aside,     /* left in the middle since it computes without end: it goes on when the others have nothing to do */
    again,     /* it was aside in this turn, and runs for a little */
    stopped,   /* left in the middle since a signal has stopped it, until another one lets it go on */
    elsewhere, /* its program runs in a thread of its own (turn_threads.hpp); what it has come to is not known yet */
    alone,     /* the same, and it computes without end: nobody waits for it */
    done,      /* its program has given the turn back, and nobody has taken it yet */
    exits,     /* the master, which has left and is at its exit, until the run is over */
    ended,     /* its program has ended, or was ended; its last turn is taken as any other */
    closed,    /* nothing is left of it */
    none       /* no state: that cannot happen */
};

enum class TurnEvent : unsigned char {
    given,        /* it gets the turn */
    entered,      /* its program goes on */
    sent,         /* to a thread of its own */
    back,         /* from there: it has come to something, which follows */
    handed_over,  /* its program has come to a call */
    printed_much, /* its program has printed more than is kept, and others come first */
    set_aside,    /* its program has computed for longer than anybody has patience */
    stops,        /* a signal stops its program */
    continues,    /* a signal lets it go on */
    at_exit,      /* its program waits at its exit for the others */
    died,         /* it ends, by itself or by a signal */
    taken,        /* the kernel takes the turn back */
    closes        /* the kernel has done with it */
};

constexpr std::size_t turn_states = static_cast<std::size_t>(TurnState::none);
constexpr std::size_t turn_events = static_cast<std::size_t>(TurnEvent::closes) + 1;

struct TurnTransition {
    TurnState from;
    TurnEvent by;
    TurnState to;
};

constexpr TurnTransition turn_transitions[] = {
    {TurnState::waits, TurnEvent::given, TurnState::ready},
    {TurnState::ready, TurnEvent::entered, TurnState::runs},
    {TurnState::ready, TurnEvent::sent, TurnState::elsewhere},
    {TurnState::ready, TurnEvent::taken, TurnState::waits},
    {TurnState::runs, TurnEvent::handed_over, TurnState::done},
    {TurnState::runs, TurnEvent::printed_much, TurnState::midway},
    {TurnState::runs, TurnEvent::set_aside, TurnState::aside},
    {TurnState::runs, TurnEvent::at_exit, TurnState::exits},
    {TurnState::runs, TurnEvent::sent, TurnState::elsewhere}, /* it computes for long */
    {TurnState::elsewhere, TurnEvent::back, TurnState::runs},
    {TurnState::elsewhere, TurnEvent::set_aside, TurnState::alone},
    {TurnState::elsewhere, TurnEvent::given, TurnState::ready}, /* all threads were busy */
    {TurnState::alone, TurnEvent::back, TurnState::runs},
    {TurnState::midway, TurnEvent::entered, TurnState::runs},
    {TurnState::aside, TurnEvent::entered, TurnState::again},
    {TurnState::again, TurnEvent::handed_over, TurnState::done},
    {TurnState::again, TurnEvent::set_aside, TurnState::aside},
    {TurnState::again, TurnEvent::at_exit, TurnState::exits},
    {TurnState::done, TurnEvent::taken, TurnState::waits},
    {TurnState::exits, TurnEvent::given, TurnState::ready}, /* the run is over */
    {TurnState::runs, TurnEvent::stops, TurnState::stopped},
    {TurnState::again, TurnEvent::stops, TurnState::stopped},
    {TurnState::stopped, TurnEvent::continues, TurnState::midway},
    {TurnState::waits, TurnEvent::died, TurnState::ended},
    {TurnState::ready, TurnEvent::died, TurnState::ended},
    {TurnState::runs, TurnEvent::died, TurnState::ended},
    {TurnState::midway, TurnEvent::died, TurnState::ended},
    {TurnState::aside, TurnEvent::died, TurnState::ended},
    {TurnState::again, TurnEvent::died, TurnState::ended},
    {TurnState::stopped, TurnEvent::died, TurnState::ended},
    {TurnState::done, TurnEvent::died, TurnState::ended},
    {TurnState::exits, TurnEvent::died, TurnState::ended},
    {TurnState::ended, TurnEvent::given, TurnState::ended}, /* as with processes */
    {TurnState::ended, TurnEvent::taken, TurnState::ended},
    {TurnState::waits, TurnEvent::closes, TurnState::closed}, /* it could not begin */
    {TurnState::ready, TurnEvent::closes, TurnState::closed},
    {TurnState::midway, TurnEvent::closes, TurnState::closed},
    {TurnState::aside, TurnEvent::closes, TurnState::closed},
    {TurnState::stopped, TurnEvent::closes, TurnState::closed},
    {TurnState::done, TurnEvent::closes, TurnState::closed},
    {TurnState::exits, TurnEvent::closes, TurnState::closed},
    {TurnState::ended, TurnEvent::closes, TurnState::closed},
};

/* The same to look up. */
constexpr std::array<std::array<TurnState, turn_events>, turn_states> turn_table()
{
    std::array<std::array<TurnState, turn_events>, turn_states> table{};
    for (std::size_t from = 0; from < turn_states; from++)
        for (std::size_t by = 0; by < turn_events; by++)
            table[from][by] = TurnState::none;
    for (const TurnTransition &t : turn_transitions)
        table[static_cast<std::size_t>(t.from)][static_cast<std::size_t>(t.by)] = t.to;
    return table;
}

/* Throws std::logic_error: that cannot happen there. */
inline TurnState turn_after(TurnState from, TurnEvent by)
{
    static constexpr auto table = turn_table();
    const TurnState to = table[static_cast<std::size_t>(from)][static_cast<std::size_t>(by)];
    if (to == TurnState::none)
        throw std::logic_error("a task in process in state " + std::to_string(static_cast<int>(from)) +
                               " has no event " + std::to_string(static_cast<int>(by)));
    return to;
}

} // namespace ap1000
