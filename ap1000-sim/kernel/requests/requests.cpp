/* requests.cpp - see requests.hpp. */
#include "kernel/requests/requests.hpp"

namespace ap1000
{

void Requests::begin()
{
    Task &t = parts_.task;
    t.reply = Reply(t.reply.told);
    parts_.gives = &parts_.answer;
    const bool is_task = t.joined && t.state != Task::State::left;
    if (!is_task && t.call.what != Request::join) {
        parts_.machine.end_for_misuse(t, "a call before joining");
        return parts_.served();
    }
    switch (t.call.what) {
    case Request::join:
        return membership_.join();
    case Request::leave:
        return membership_.leave();
    case Request::wait:
        return wait_.begin();
    case Request::idle:
        return sleep_.begin();
    case Request::control:
        return control_.begin();
    case Request::barrier:
        return barrier_.begin();
    case Request::meet:
        return barrier_.begin_meet();
    case Request::status:
        return questions_.status();
    case Request::audience:
        return questions_.audience();
    case Request::covers:
        return questions_.covers();
    case Request::flush:
        break;
    case Request::settle:
    case Request::unknown:
        parts_.machine.end_for_misuse(t, "an unknown call");
        break;
    }
    return parts_.served();
}

} // namespace ap1000
