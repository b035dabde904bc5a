/* unused_choices.hpp - what a user has chosen that a program may never come to use: the algorithm of barriers, the
 * hardware's collectives. At the end of a run in which such a choice changed nothing, that is said, and why. */
#pragma once

#include <memory>
#include <string>

#include "kernel/execution.hpp"
#include "kernel/reports.hpp"
#include "kernel/run_options.hpp"

namespace ap1000
{

class UnusedChoices
{
  public:
    /* nullptr: there is none. The options must outlive it. */
    static std::unique_ptr<UnusedChoices> of(const RunOptions &options);

    /* A task waits for a message. */
    void waits(const Call &call, const Execution &execution);

    /* A frozen group meets on the S-Net; or it cannot, since its members do not sit as that wants. */
    void meets(bool on_snet);

    /* A multicast goes over the B-Net; or it is not for all other tasks. */
    void multicasts(bool on_bnet);

    /* One line for each choice without effect. */
    void say(Reports &reports) const;

  private:
    explicit UnusedChoices(const RunOptions &options) : options_(options)
    {
    }
    std::string why_no_algorithm() const;
    std::string why_no_hardware() const;

    const RunOptions &options_;
    bool barriers_ = false, met_ = false, algorithm_ = false, on_bnet_ = false;
    bool not_covered_ = false, to_some_ = false;
    std::string unheard_; /* of the first barrier at the group server: the group, and why there */
};

} // namespace ap1000
