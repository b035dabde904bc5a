/* outbox.cpp - see outbox.hpp. */
#include "kernel/outbox.hpp"

#include <utility>

namespace ap1000
{

void Outbox::set_audience(std::vector<int> tids)
{
    audience_ = std::move(tids);
}

void Outbox::take()
{
    const std::size_t had = posts_.size();
    task_.execution->take_posts(posts_);
    for (std::size_t i = had; i < posts_.size(); i++) {
        posts_[i].message.src_tid = task_.tid;
        if (task_.ahead != nullptr)
            task_.ahead->state.place(posts_[i]);
    }
}

void Outbox::end_turn()
{
    number_ = 0;
}

void Outbox::send_all()
{
    while (!posts_.empty() && !task_.cut_short) {
        const Post &p = posts_.front();
        if (p.body_is_bad) {
            machine_.end_for_misuse(task_, "a message body outside its memory");
            break;
        }
        if (!clock_.spend(p.clock, p.processor, number_++, Step::of<&Outbox::is_due>(this)))
            return;
        send_first();
    }
    posts_.clear();
    after_();
}

/* A step: the time of the first has come. */
void Outbox::is_due()
{
    send_first();
    send_all();
}

void Outbox::send_first()
{
    Post p = std::move(posts_.front());
    posts_.pop_front();
    send(std::move(p));
}

void Outbox::send(Post &&p)
{
    if (task_.cut_short || !task_.joined || task_.state == Task::State::left)
        return;
    task_.looks = 0;
    if (p.to == Post::To::task && machine_.options.observer)
        p.message.serial = machine_.options.observer->sent(task_, p.message, machine_.timeline.now());
    if (p.message.route == MACH_ROUTE_DATAGRAM)
        machine_.ahead_rule.stop("a message went as a datagram"); /* which may be lost */
    if (p.to == Post::To::task) {
        machine_.delivery.post(task_, std::move(p.message));
    } else if (p.to == Post::To::all) {
        int whom = p.message.dst_tid;
        if (task_.node->index == 0 && (whom == MACH_ROW || whom == MACH_COLUMN)) {
            machine_.end_for_misuse(task_, "a broadcast along a row or column that the host is not in");
            return;
        }
        machine_.ahead_rule.stop("a message went to many at a time"); /* their order is not known before */
        machine_.delivery.broadcast(task_, std::move(p.message), whom, machine_.tasks.others(task_, whom));
    } else if (p.to == Post::To::audience) {
        machine_.ahead_rule.stop("a message went to many at a time");
        machine_.delivery.broadcast(task_, std::move(p.message), MACH_MACHINE, audience_);
    } else {
        machine_.end_for_misuse(task_, "an unknown posting");
    }
}

} // namespace ap1000
