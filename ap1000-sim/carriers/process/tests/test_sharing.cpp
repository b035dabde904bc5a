/* test_sharing.cpp - when the simulator and the processes that have the turn share a processor: after 64 short turns,
 * as long as none takes long; then all are where they were allowed to be before. Needs two processors. */
#include "carriers/process/simulator/sharing.hpp"
#include "carriers/process/tests/bound_child.hpp"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include "testing.h"

using namespace ap1000;

namespace
{

cpu_set_t all; /* where this test may run */

cpu_set_t where(pid_t pid)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    assert_int_equal(sched_getaffinity(pid, sizeof set, &set), 0);
    return set;
}

bool is_anywhere(pid_t pid)
{
    const cpu_set_t now = where(pid);
    return CPU_EQUAL(&now, &all);
}

bool is_here(pid_t pid)
{
    const cpu_set_t now = where(pid), own = where(0);
    return CPU_COUNT(&now) == 1 && CPU_EQUAL(&now, &own);
}

/* A process that only is there, and may have started another one. */
struct Child {
    explicit Child(bool starts_another = false)
    {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid = fork_bound();
        if (pid == 0) {
            other = starts_another ? fork_bound() : 0;
            if (!(starts_another && other == 0) && write(ends[1], &other, sizeof other) < 0)
                _exit(1);
            for (;;)
                pause();
        }
        close(ends[1]);
        assert_int_equal(read(ends[0], &other, sizeof other), sizeof other);
        close(ends[0]);
    }

    ~Child()
    {
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
    }

    pid_t pid = 0, other = 0;
};

/* So many short turns until they share. */
int turns_until_on(Sharing &s)
{
    int n = 0;
    for (; !s.is_on() && n < 200000; n++)
        s.short_turn();
    return n;
}

TEST(together_after_64_short_turns)
{
    Sharing s;
    const Child c;
    Sharing::Place place;
    s.take(c.pid, place);
    assert_int_equal(place.pid, 0);
    assert_int_equal(turns_until_on(s), 64);
    assert_true(is_here(0));
    s.short_turn();
    s.take(0, place);
    assert_int_equal(place.pid, 0);
    s.take(c.pid, place);
    assert_int_equal(place.pid, c.pid);
    assert_true(is_here(c.pid));
    assert_true(CPU_EQUAL(&place.before, &all));
    s.take(c.pid, place);
    assert_true(is_here(c.pid));
    Sharing::release(place);
    assert_int_equal(place.pid, 0);
    assert_true(is_anywhere(c.pid));
    Sharing::release(place);
    s.end(false);
    assert_false(s.is_on());
    assert_true(is_anywhere(0));
}

/* Each time that it did not pay it takes twice as many, up to 65,536. */
TEST(longer_when_it_does_not_pay)
{
    Sharing s;
    for (int i = 0; i < 40; i++) {
        s.short_turn();
        s.end(true); /* not on: nothing was lost */
    }
    for (int needed = 64; needed < 70000; needed *= 2) {
        assert_int_equal(turns_until_on(s), needed);
        s.end(true);
        assert_true(is_anywhere(0));
    }
    assert_int_equal(turns_until_on(s), 65536);
    s.end(false);
    assert_int_equal(turns_until_on(s), 65536);
    s.end(true);
}

TEST(a_long_turn_begins_anew)
{
    Sharing s;
    for (int i = 0; i < 63; i++)
        s.short_turn();
    s.end(false);
    assert_int_equal(turns_until_on(s), 64);
    s.end(false);
}

/* After 4096 turns it looks around for 16. */
TEST(it_looks_around)
{
    Sharing s;
    const Child c;
    Sharing::Place place;
    turns_until_on(s);
    for (int i = 0; i < 4096; i++)
        s.take(c.pid, place);
    assert_true(s.is_on());
    s.take(c.pid, place);
    assert_false(s.is_on());
    assert_true(is_anywhere(0));
    assert_int_equal(turns_until_on(s), 16);
    assert_true(is_here(0));
    s.take(c.pid, place);
    assert_true(s.is_on());
    assert_true(is_here(c.pid));
    Sharing::release(place);
    s.end(false);
}

/* What it has started while it shared goes with it; what has chosen a place of its own stays. */
TEST(what_a_process_has_started)
{
    Sharing s;
    const Child c(true), apart(true);
    Sharing::Place place, other;
    turns_until_on(s);
    s.take(c.pid, place);
    s.take(apart.pid, other);
    const cpu_set_t here = where(0);
    assert_int_equal(sched_setaffinity(c.other, sizeof here, &here), 0);
    cpu_set_t own = all;
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&own) > 1; i++)
        if (CPU_ISSET(i, &here))
            CPU_CLR(i, &own);
    assert_int_equal(sched_setaffinity(apart.pid, sizeof own, &own), 0);
    Sharing::release(place);
    Sharing::release(other);
    assert_true(is_anywhere(c.pid));
    assert_true(is_anywhere(c.other));
    const cpu_set_t stays = where(apart.pid);
    assert_true(CPU_EQUAL(&stays, &own));
    s.end(false);
}

/* One that may run there alone was started by one that shared; one that may not run there is left alone. */
TEST(processes_with_places_of_their_own)
{
    Sharing s;
    const Child c, elsewhere;
    Sharing::Place place, none;
    turns_until_on(s);
    const cpu_set_t here = where(0);
    sched_setaffinity(c.pid, sizeof here, &here);
    cpu_set_t there = all;
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &here))
            CPU_CLR(i, &there);
    sched_setaffinity(elsewhere.pid, sizeof there, &there);
    s.take(c.pid, place);
    s.take(elsewhere.pid, none);
    assert_int_equal(none.pid, 0);
    const cpu_set_t stays = where(elsewhere.pid);
    assert_true(CPU_EQUAL(&stays, &there));
    Sharing::release(place);
    assert_true(is_anywhere(c.pid));
    s.end(false);
}

/* Another process with the same place, as a slot that has a new task. */
TEST(a_place_that_is_taken_over)
{
    Sharing s;
    Sharing::Place place;
    turns_until_on(s);
    const Child a, b;
    s.end(false);
    turns_until_on(s);
    s.take(a.pid, place);
    s.take(b.pid, place);
    assert_int_equal(place.pid, b.pid);
    assert_true(is_here(b.pid));
    s.end(false);
}

} // namespace

int main()
{
    CPU_ZERO(&all);
    if (sched_getaffinity(0, sizeof all, &all) != 0 || CPU_COUNT(&all) < 2)
        return 77;
    return run_all_tests(nullptr, nullptr);
}
