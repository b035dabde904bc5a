/* test_kernel_early.cpp - what a program has sent in a turn that goes on without end (ExecutionOwner::send_early): it
 * comes when it would have come if the turn had ended. */
#include <csignal>

#include "kernel/tests/stage.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

constexpr int for_ever = 1000000; /* looks: more than any of these runs has */

using Hears = std::vector<std::pair<Ns, Got>>;

/* The master receives so many messages of anybody; then the run is over. */
Played::Program hears(Hears &all, int count)
{
    return [&all, count](Played &p) {
        for (int i = 0; i < count; i++) {
            const Got got = p.receive(MACH_ANY);
            all.emplace_back(p.now(), got);
        }
    };
}

void same(const Hears &one, const Hears &other)
{
    assert_int_equal(one.size(), other.size());
    for (std::size_t i = 0; i < one.size(); i++) {
        assert_int_equal(one[i].first, other[i].first);
        assert_int_equal(one[i].second.tag, other[i].second.tag);
        assert_int_equal(one[i].second.src, other[i].second.src);
        assert_string_equal(one[i].second.text.c_str(), other[i].second.text.c_str());
    }
}

/* Another one whose events come all the time: the carrier looks before each. */
Played::Program ticks(int count)
{
    return [count](Played &p) {
        for (int i = 0; i < count; i++)
            p.sleep(1000);
    };
}

/* ---- one that never comes back ----------------------------------------------------------------------------------- */

/* As of one that makes a call after it, and as often as it sends. */
TEST(one_that_sends_and_computes_for_ever)
{
    Hears wanted;
    for (const int looks : {0, 1, 2, for_ever})
        for (const int processors : {1, 2}) {
            StageSettings settings;
            settings.options.processors = processors;
            Stage s(settings);
            Hears heard;
            s.master(hears(heard, 4));
            s.task([&](Played &p) {
                for (int tag = 1; tag <= 4; tag++) {
                    p.compute(tag == 3 ? 0 : 1000000 * tag);
                    p.send(nth_tid(1), tag, std::string(tag, 'x'));
                    if (looks > 0 && tag == 1)
                        p.goes_outside(true);
                    if (looks > 0)
                        p.lasts(tag < 4 ? looks % for_ever : looks);
                }
                p.sleep(1);
            });
            assert_int_equal(s.run(), 0);
            if (wanted.empty())
                wanted = heard;
            same(wanted, heard);
        }
    assert_int_equal(wanted.size(), 4);
}

/* What it was given ahead of its time, and what it does with that, is the beginning of that turn. */
TEST(one_that_had_run_ahead)
{
    Hears wanted;
    std::string notes;
    for (const bool endless : {false, true})
        for (const int processors : {1, 2}) {
            StageSettings settings;
            settings.options.processors = processors;
            settings.watched = true;
            Stage s(settings);
            Hears heard;
            s.master(hears(heard, 3));
            s.task([](Played &p) {
                p.want.plain = 1;
                p.compute(1000000);
                p.send(nth_tid(3), 5, "first");
                p.compute(1000000);
                p.sleep(1000000000);
            });
            s.task([&](Played &p) {
                p.want.plain = 1;
                (void)p.receive(nth_tid(2), 5);
                p.note("pvm_send");
                p.send(nth_tid(1), 6, "second");
                p.compute(10);
                p.note("pvm_bufinfo");
                p.lasts(5);
                if (endless)
                    p.goes_outside(true);
                p.note("pvm_mytid");
                p.send(nth_tid(1), 7, "third");
                if (endless)
                    p.lasts(1);
                p.note("pvm_mcast");
                p.send(nth_tid(1), 8, "fourth"); /* while the other is being sent */
                if (endless)
                    p.lasts(for_ever);
            });
            assert_int_equal(s.run(), 0);
            if (wanted.empty())
                wanted = heard;
            same(wanted, heard);
            std::string noted;
            for (const std::string &line : s.notes->of[nth_tid(3)])
                if (line.find("ended") == std::string::npos)
                    noted += line + "\n";
            if (notes.empty())
                notes = noted;
            if (!endless)
                assert_string_equal(notes.c_str(), noted.c_str());
            else
                assert_memory_equal(notes.c_str(), noted.c_str(), noted.size());
        }
    assert_int_equal(wanted.size(), 3);
}

/* ---- while they are being sent ----------------------------------------------------------------------------------- */

/* It gives the turn back, and what it has posted since then comes behind them. */
TEST(one_that_comes_back_meanwhile)
{
    Hears wanted;
    std::string notes;
    for (const bool early : {false, true}) {
        StageSettings settings;
        settings.watched = true;
        Stage s(settings);
        Hears heard;
        s.master(hears(heard, 3));
        s.task([&](Played &p) {
            for (int round = 0; round < 2; round++) {
                p.note("pvm_send");
                p.compute(1000000);
                p.send(nth_tid(1), 2 * round, "early");
                if (early) {
                    p.goes_outside(true);
                    p.lasts(2);
                }
                p.note("pvm_mcast");
                p.send(nth_tid(1), 2 * round + 1, "late");
                p.sleep(1000);
            }
        });
        s.task(ticks(3000));
        assert_int_equal(s.run(), 0);
        if (wanted.empty()) {
            wanted = heard;
            for (const std::string &line : s.notes->of[nth_tid(2)])
                notes += line + "\n";
            continue;
        }
        same(wanted, heard);
        std::string noted;
        for (const std::string &line : s.notes->of[nth_tid(2)])
            noted += line + "\n";
        assert_string_equal(notes.c_str(), noted.c_str());
    }
}

/* Killed, or dead by itself: what was not due by then is lost if it is killed, and what was posted comes if it died. */
TEST(one_that_ends_meanwhile)
{
    for (const bool killed : {true, false}) {
        Stage s;
        std::vector<int> tags;
        s.task(hears_all(tags));
        s.task([&](Played &p) {
            p.compute(100000);
            p.send(nth_tid(2), 1);
            p.compute(1000000);
            p.send(nth_tid(2), 2);
            p.goes_outside(true);
            p.lasts(killed ? for_ever : 3);
            p.die(SIGSEGV);
        });
        s.task(ticks(3000));
        s.at(500000, [&] {
            if (killed)
                s.machine->lifecycle.signal(*s.of(3), SIGKILL);
        });
        s.at(2000000, [&] { assert_null(s.of(3)); });
        assert_int_equal(s.run(), 0);
        assert_true(tags == (killed ? std::vector<int>{1} : std::vector<int>{1, 2}));
    }
}

TEST(one_that_posts_what_it_has_not)
{
    Stage s;
    s.task([&](Played &p) {
        p.post(Post::To::task, nth_tid(1), 1, "none", true);
        p.goes_outside(true);
        p.lasts(for_ever);
    });
    s.task(ticks(100));
    (void)s.run();
    assert_true(s.says("a message body outside its memory"));
}

/* Before its first call, and after it has left, a program sends nothing. */
TEST(one_that_is_no_task)
{
    for (const bool has_left : {false, true}) {
        Stage s;
        std::vector<int> tags;
        s.task(hears_all(tags));
        s.task(Played::Unjoined{[&](Played &p) {
            if (has_left) {
                p.join();
                p.ask(Request::leave);
            }
            p.send(nth_tid(2), 1);
            p.goes_outside(true);
            p.lasts(for_ever);
        }});
        s.task(ticks(100));
        assert_int_equal(s.run(), 0);
        assert_int_equal(tags.size(), 0);
    }
}

} // namespace

STAGE_TEST_MAIN
