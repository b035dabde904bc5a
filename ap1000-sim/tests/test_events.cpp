/* test_events.cpp - events held to a naive list of them: drawn events that add and cancel others, take the place of
 * others, set alarms and let time pass, while they happen. Each step of both must be the same, and so must what they
 * say of themselves in between. */
#include <limits>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "engine/events.hpp"
#include "repeats.h"

#include "testing.h"

using ap1000::Events;
using ap1000::Ns;

namespace
{

/* What events.hpp promises, with a search through all events at each step. */
class NaiveEvents
{
  public:
    using Id = std::uint64_t;

    Id at(Ns t, std::function<void()> what)
    {
        return instead_of(++count_, t, std::move(what));
    }
    Id instead_of(Id place, Ns t, std::function<void()> what)
    {
        all_.push_back({t, place, std::move(what), false});
        return place;
    }
    void cancel(Id id)
    {
        for (std::size_t i = 0; i < all_.size(); i++)
            if (all_[i].place == id && !all_[i].rings)
                all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i--));
    }
    std::size_t new_alarm(std::function<void()> what)
    {
        alarms_.push_back(std::move(what));
        return alarms_.size() - 1;
    }
    void clear_alarm(std::size_t)
    {
        for (std::size_t i = 0; i < all_.size(); i++)
            if (all_[i].rings)
                all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i--));
    }
    void set_alarm(std::size_t a, Ns t)
    {
        clear_alarm(a);
        all_.push_back({t, ++count_, alarms_[a], true});
    }
    Ns now() const
    {
        return now_;
    }
    bool empty() const
    {
        return all_.empty();
    }
    std::size_t size() const
    {
        return all_.size();
    }
    Ns next() const
    {
        Ns first = std::numeric_limits<Ns>::max();
        for (const One &e : all_)
            first = e.time < first ? e.time : first;
        return first;
    }
    bool pass_to(Ns t)
    {
        if (next() <= t)
            return false;
        now_ = t;
        return true;
    }
    void step()
    {
        bool rang;
        do {
            std::size_t first = 0;
            for (std::size_t i = 1; i < all_.size(); i++)
                if (std::tie(all_[i].time, all_[i].place) < std::tie(all_[first].time, all_[first].place))
                    first = i;
            rang = all_[first].rings;
            const One one = all_[first];
            all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(first));
            now_ = one.time;
            one.what();
        } while (rang && alarm_is_first());
    }

  private:
    struct One {
        Ns time;
        std::uint64_t place;
        std::function<void()> what;
        bool rings;
    };
    bool alarm_is_first() const
    {
        const One *first = nullptr;
        for (const One &e : all_)
            if (first == nullptr || std::tie(e.time, e.place) < std::tie(first->time, first->place))
                first = &e;
        return first != nullptr && first->rings;
    }
    std::vector<One> all_;
    std::vector<std::function<void()>> alarms_;
    std::uint64_t count_ = 0;
    Ns now_ = 0;
};

/* A run of drawn events, and all that is seen of it. */
template <typename Engine> class Play
{
  public:
    explicit Play(std::uint64_t seed) : drawn_(seed * 2 + 1), alarm_(events_.new_alarm([this] { happens(-1); }))
    {
        /* From 0, or after 52 days, where seconds as a floating-point number cannot distinguish times. */
        events_.pass_to(seed % 2 == 0 ? 0 : Ns{1} << 52);
    }

    std::vector<Ns> run(int steps)
    {
        for (int i = 0; i < steps; i++) {
            if (events_.empty())
                add();
            events_.step();
            see();
        }
        return seen_;
    }

  private:
    std::uint64_t draw(std::uint64_t below)
    {
        drawn_ = drawn_ * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        return (drawn_ >> 33) % below;
    }
    void see()
    {
        seen_.push_back(events_.now());
        seen_.push_back(static_cast<Ns>(events_.size()));
        seen_.push_back(events_.empty() ? -1 : events_.next());
    }
    Ns soon()
    {
        return events_.now() + static_cast<Ns>(draw(6));
    }
    void add()
    {
        const int number = static_cast<int>(ids_.size());
        ids_.push_back(events_.at(soon(), [this, number] { happens(number); }));
        gone_.push_back(false);
    }
    void happens(int number)
    {
        seen_.push_back(number);
        see();
        if (number >= 0)
            gone_[static_cast<std::size_t>(number)] = true;
        for (std::uint64_t n = draw(4); n > 0; n--)
            act();
    }
    void act()
    {
        const auto one = static_cast<std::size_t>(draw(ids_.size() + 1));
        const std::uint64_t what = draw(12);
        if (what < 5 && events_.size() < 60)
            add();
        else if (what < 7 && one < ids_.size()) {
            events_.cancel(ids_[one]);
            gone_[one] = true;
        } else if (what == 7 && one < ids_.size() && gone_[one]) {
            ids_[one] = events_.instead_of(ids_[one], soon(), [this, one] { happens(static_cast<int>(one)); });
            gone_[one] = false;
        } else if (what == 8)
            events_.set_alarm(alarm_, soon());
        else if (what == 9)
            events_.clear_alarm(alarm_);
        else if (what == 10)
            seen_.push_back(events_.pass_to(soon()));
        see();
    }

    Engine events_;
    std::uint64_t drawn_;
    std::size_t alarm_;
    std::vector<decltype(std::declval<Engine>().at(0, {}))> ids_;
    std::vector<bool> gone_; /* it has happened, or was cancelled */
    std::vector<Ns> seen_;
};

TEST(drawn_events_are_those_of_a_list)
{
    for (int seed = 0; seed < repeats(300); seed++)
        assert_true(Play<Events>(seed).run(400) == Play<NaiveEvents>(seed).run(400));
}

TEST(the_past_is_refused)
{
    Events t;
    t.pass_to(10);
    try {
        t.at(9, [] {});
        fail();
    } catch (const std::logic_error &) {
    }
}

} // namespace

TEST_MAIN
