/* host_control.hpp - the control program of the simulated machine: what the kernel asks (kernel/control.hpp), from its parts. */
#ifndef AP1000_HOST_CONTROL_HPP
#define AP1000_HOST_CONTROL_HPP

#include <memory>

#include "control/life_events.hpp"
#include "control/notices.hpp"
#include "control/registrar.hpp"
#include "kernel/control.hpp"
#include "kernel/machine.hpp"
#include "mailstore.h"

namespace ap1000
{

class HostControl : public Control
{
  public:
    /* machine must outlive it; its other parts are used only once they are there. */
    explicit HostControl(Machine &m);

    Answer answer(Task &asker, int request, const std::string &body) override;
    void hear(Node &n, const Message &m) override;
    void made(Task &t) override;
    void joined(Task &t) override;
    void ended(Task &t) override;
    void output_ended(Task &t) override;
    void deleted(Node &n) override;
    int manager_of(const Node &n) const override;

    mailstore *mailboxes() const
    {
        return mailboxes_.get();
    }

    /* A message from the system, with a copy of these bytes. */
    Message message(const Header &h, const void *bytes, std::size_t len) const;

    Machine &machine;
    Notices notices;
    LifeEvents life_events;
    Registrar registrar;

  private:
    struct FreeMail {
        void operator()(mailstore *s) const
        {
            mailstore_free(s);
        }
    };
    std::unique_ptr<mailstore, FreeMail> mailboxes_{mailstore_new()};
};

} // namespace ap1000

#endif
