/* test_snet.cpp - who is in a barrier, when it completes, and its status word. */
#include "snet.hpp"
#include "expectation.hpp"

#include <stdexcept>

using namespace ap1000;
using Group = SNet::Group;

static const Ns barrier = 3000; /* ns, in hardware */

/* All cells arrive, 10 ns apart, beginning at 0. Returns the release. */
static Ns release_of(int ncells)
{
    SNet snet(ncells, barrier);
    for (int c = 0; c < ncells - 1; c++)
        assert_false(snet.enter(Group::cells, c, 0, 10 * c).has_value());
    const auto done = snet.enter(Group::cells, ncells - 1, 0, 10 * (ncells - 1));
    assert_true(done.has_value());
    return done->release;
}

TEST(cost_is_independent_of_the_number)
{
    expectation("4 cells: last arrival 30 + 3000", 3030, release_of(4));
    expectation("1024 cells: last arrival 10230 + 3000", 13230, release_of(1024));
    expectation("1 cell: its arrival 0 + 3000", 3000, release_of(1));
}

TEST(the_host_is_waited_for)
{
    std::vector<Booking> seen;
    SNet snet(4, barrier, record(seen));
    for (int c = 0; c < 4; c++)
        assert_false(snet.enter(Group::cells_and_host, c, 0, 100).has_value());
    expectation("waiting before the host comes", 4, snet.waiting(Group::cells_and_host));
    const auto done = snet.enter(Group::cells_and_host, SNet::host, 0, 5000);
    assert_true(done.has_value());
    expectation("release = host's arrival 5000 + 3000", 8000, done->release);
    expectation("seen from the first arrival", 100, seen.at(0).start);
    expectation("seen to the release", 8000, seen.at(0).end);
    expectation("seen as group", 1, seen.at(0).resource);
}

TEST(status_is_the_or_of_all)
{
    SNet snet(3, barrier);
    snet.enter(Group::cells, 2, 0x4, 0);
    snet.enter(Group::cells, 0, 0x1, 0);
    const auto done = snet.enter(Group::cells, 1, 0x80000000, 0);
    expectation("0x4 | 0x1 | 0x80000000", 0x80000005, done->status);
    snet.enter(Group::cells, 0, 0, 10);
    snet.enter(Group::cells, 1, 0, 10);
    expectation("the next barrier starts from 0", 0, snet.enter(Group::cells, 2, 0, 10)->status);
}

TEST(status_lines_need_no_barrier)
{
    SNet snet(3, barrier);
    snet.set_status(0, 1);
    snet.set_status(2, 6);
    expectation("cell 2's own", 6, snet.status(2));
    expectation("1 | 0 | 6", 7, snet.status_or());
    snet.set_status(2, 0);
    expectation("1 | 0 | 0", 1, snet.status_or());
}

TEST(again_and_again)
{
    SNet snet(2, barrier);
    for (Ns t = 0; t < 1000000; t += 10000) {
        assert_false(snet.enter(Group::cells, 1, 0, t).has_value());
        assert_int_equal(snet.enter(Group::cells, 0, 0, t + 7)->release, t + 7 + barrier);
    }
    assert_false(snet.enter(Group::cells_and_host, 0, 0, 1000000).has_value());
    assert_false(snet.enter(Group::cells_and_host, 1, 0, 1000000).has_value());
    assert_true(snet.enter(Group::cells_and_host, SNet::host, 0, 1000000).has_value());
}

template <class F> static bool refused(F f)
{
    try {
        f();
    } catch (const std::logic_error &) {
        return true;
    }
    return false;
}

TEST(what_cannot_be_is_refused)
{
    SNet snet(4, barrier);
    assert_true(refused([&] { snet.enter(Group::cells, SNet::host, 0, 0); }));
    assert_true(refused([&] { snet.enter(Group::cells, 4, 0, 0); }));
    assert_true(refused([&] { snet.enter(Group::cells_and_host, -2, 0, 0); }));
    snet.enter(Group::cells, 1, 0, 0);
    assert_true(refused([&] { snet.enter(Group::cells, 1, 0, 0); }));
    assert_true(refused([&] { snet.enter(Group::cells_and_host, 1, 0, 0); }));
    assert_int_equal(snet.waiting(Group::cells), 1); /* the refused call has changed nothing */
    assert_int_equal(snet.waiting(Group::cells_and_host), 0);
}

TEST(a_waiting_host_does_not_stop_the_cells)
{
    SNet snet(2, barrier);
    snet.enter(Group::cells_and_host, SNet::host, 0, 0);
    snet.enter(Group::cells, 0, 0, 5);
    expectation("cells alone = 5 + 3000", 3005, snet.enter(Group::cells, 1, 0, 5)->release);
    snet.enter(Group::cells_and_host, 0, 0, 4000);
    expectation("then with the host = 4000 + 3000", 7000, snet.enter(Group::cells_and_host, 1, 0, 4000)->release);
}

TEST_MAIN
