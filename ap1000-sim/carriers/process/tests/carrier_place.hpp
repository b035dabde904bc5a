/* carrier_place.hpp - a carrier of processes without a kernel, for tests: its programs are ordinary ones, which know
 * nothing of it, and the test gives the turn back for them, in their slots. */
#pragma once

#include "carriers/process/simulator/process_carrier.hpp"

#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "testing.h"

namespace ap1000
{

/* What the kernel is told of a program, and what it says. */
struct Told : ExecutionOwner {
    int passed_on = 0, came = 0, sent_early = 0;
    std::vector<std::string> complaints;
    std::function<void()> at_output, at_call;
    bool reader_pauses = false;

    void pass_on_output() override
    {
        passed_on++;
        if (at_output)
            at_output();
    }
    bool reader_is_behind() const override
    {
        return reader_pauses;
    }
    void send_early() override
    {
        sent_early++;
    }
    void has_given_turn_back(bool) override
    {
    }
    void complain_of_turn(const std::string &what) override
    {
        complaints.push_back(what);
    }
    bool may_fall_behind() const override
    {
        return false;
    }
    void came_to_call() override
    {
        came++;
        if (at_call)
            at_call();
    }
    void turns_are_long(bool) override
    {
    }
};

/* What this one and task_place.hpp have in common. */
struct Place {
    static constexpr std::uint32_t most = 6; /* slots: one less than that are for tasks */
    static constexpr int most_looks = 6000;  /* of 10 ms: more than any computer needs, so that a hang is a failure */

    struct One {
        std::unique_ptr<Execution> execution;
        Told told;
        ProcessExecution &process() const
        {
            return static_cast<ProcessExecution &>(*execution);
        }
    };
    One &own(std::unique_ptr<Execution> e);

    /* What wait_for_all gives, as the numbers of `all` in one text, and then "!" if the machine is to stop. */
    std::string waited_for();

    /* Whether that comes, in real time. */
    bool comes(const std::function<bool()> &is);

    std::unique_ptr<Carrier> made;
    std::vector<std::unique_ptr<One>> all{};
    std::vector<Execution *> handed_over{}; /* as the kernel has it: of the last time */
};

struct CarrierPlace : Place {
    /* change: of the settings. */
    explicit CarrierPlace(const std::function<void(ProcessSettings &)> &change = {});
    ~CarrierPlace();

    static ProcessSettings settings_of(const std::function<void(ProcessSettings &)> &change);
    static std::string socket_name();
    static Guardian &guardian(); /* one for all: it guards for ever */

    /* A program that has the turn. The first sleeps for ever. */
    One &start(const std::vector<std::string> &command = {"/bin/sleep", "1000"}, bool own_terminal = false);
    One &start_script(const std::string &script)
    {
        return start({"/bin/sh", "-c", script});
    }

    carrier_slot &slot(const One &o)
    {
        return carrier.region.slot(o.process().slot);
    }

    /* Its process gives the turn back; with that it joins or leaves, as the kernel sees it then. */
    void give_back(const One &o);
    void join(const One &o);
    void leave(const One &o);

    /* It is closed, and its process ended. */
    void end(One &o);

    ProcessCarrier &carrier;
};

/* ---- processes that join by themselves --------------------------------------------------------------------------- */

constexpr int refused = 50; /* a joiner's exit code, less the answer's */

/* A process that joins with this ticket, 0: by itself. It sleeps then, or has ended with what it was answered. */
pid_t start_joiner(std::uint64_t ticket);
void end_joiner(pid_t pid);

/* The one that has joined by itself, when it has come. */
CarrierPlace::One &take_joiner(CarrierPlace &p, bool is_master);

/* The ticket in an entry of an environment. */
std::uint64_t ticket_of(const std::string &entry);

/* The last line of a program of such tests. */
#define CARRIER_TEST_MAIN                       \
    int main()                                  \
    {                                           \
        block_watched_signals();                \
        return run_all_tests(nullptr, nullptr); \
    }

} // namespace ap1000
