/* inquiries.cpp - see inquiries.hpp. */
#include "carriers/process/simulator/inquiries.hpp"

#include <unistd.h>
#include <utility>

#include "sockets.h"

namespace ap1000
{

void Inquiries::show(std::function<std::string()> text)
{
    text_ = std::move(text);
}

void Inquiries::answer_all()
{
    if (!clients_.has_inquirers())
        return;
    for (const Client &c : clients_.take_inquirers()) {
        const std::string text = text_ ? text_() : "";
        const ssize_t n = c.terminal->fd >= 0 ? write(c.terminal->fd, text.data(), text.size()) : -1;
        const carrier_ps_answer answer{n > 0 ? static_cast<std::uint32_t>(n) : 0};
        clients_.answer(c, &answer, sizeof answer);
    }
}

} // namespace ap1000
