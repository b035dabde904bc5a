/* test_turn_state.cpp - the states of a task in process (turn_state.hpp): every way through the table is walked. */
#include "carriers/inprocess/simulator/turn_state.hpp"

#include <set>

#include "testing.h"

using namespace ap1000;

namespace
{

TurnState state_of(std::size_t i)
{
    return static_cast<TurnState>(i);
}

TurnEvent event(std::size_t i)
{
    return static_cast<TurnEvent>(i);
}

/* none: it cannot happen. */
TurnState goes(TurnState from, TurnEvent by)
{
    try {
        return turn_after(from, by);
    } catch (const std::logic_error &) {
        return TurnState::none;
    }
}

std::set<TurnState> reached_from(TurnState from)
{
    std::set<TurnState> reached = {from};
    for (std::size_t before = 0; before != reached.size();) {
        before = reached.size();
        for (const TurnState s : std::set<TurnState>(reached))
            for (std::size_t e = 0; e < turn_events; e++)
                if (const TurnState to = goes(s, event(e)); to != TurnState::none)
                    reached.insert(to);
    }
    return reached;
}

/* Each row is found, and nothing else is. */
TEST(the_table_is_what_happens)
{
    std::size_t rows = 0;
    for (const TurnTransition &t : turn_transitions)
        assert_true(goes(t.from, t.by) == t.to);
    for (std::size_t s = 0; s < turn_states; s++)
        for (std::size_t e = 0; e < turn_events; e++)
            rows += goes(state_of(s), event(e)) != TurnState::none ? 1 : 0;
    assert_int_equal(rows, sizeof turn_transitions / sizeof turn_transitions[0]); /* no two for the same */
}

/* A task that waits may come to all; from wherever it is it may end, and be closed; and then nothing happens to it. */
TEST(every_state_is_reached_and_left)
{
    assert_int_equal(reached_from(TurnState::waits).size(), turn_states);
    for (std::size_t s = 0; s < turn_states; s++) {
        const std::set<TurnState> reached = reached_from(state_of(s));
        assert_int_equal(reached.count(TurnState::closed), 1);
        assert_int_equal(reached.count(TurnState::ended), state_of(s) == TurnState::closed ? 0 : 1);
    }
    assert_int_equal(reached_from(TurnState::closed).size(), 1);
    for (std::size_t e = 0; e < turn_events; e++)
        assert_true(goes(TurnState::ended, event(e)) == TurnState::none ||
                    reached_from(TurnState::ended).size() == 2); /* it does not live again */
}

/* The turns that a task has, told as a story. */
TEST(a_life)
{
    using E = TurnEvent;
    static const struct {
        E by;
        TurnState then;
    } story[] = {
        {E::given, TurnState::ready},      {E::entered, TurnState::runs},     {E::printed_much, TurnState::midway},
        {E::entered, TurnState::runs},     {E::handed_over, TurnState::done}, {E::taken, TurnState::waits},
        {E::given, TurnState::ready},      {E::entered, TurnState::runs},     {E::set_aside, TurnState::aside},
        {E::entered, TurnState::again},    {E::set_aside, TurnState::aside},  {E::entered, TurnState::again},
        {E::handed_over, TurnState::done}, {E::taken, TurnState::waits},      {E::given, TurnState::ready},
        {E::entered, TurnState::runs},     {E::stops, TurnState::stopped},    {E::continues, TurnState::midway},
        {E::entered, TurnState::runs},     {E::at_exit, TurnState::exits},    {E::given, TurnState::ready},
        {E::entered, TurnState::runs},     {E::died, TurnState::ended},       {E::taken, TurnState::ended},
        {E::closes, TurnState::closed}};
    TurnState now = TurnState::waits;
    for (const auto &part : story) {
        now = turn_after(now, part.by);
        assert_true(now == part.then);
    }
}

} // namespace

TEST_MAIN
