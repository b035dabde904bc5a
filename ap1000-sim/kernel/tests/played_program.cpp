/* played_program.cpp - see played.hpp: what a program of a test does in its turn, as a task's library would. */
#include <algorithm>
#include <cstring>
#include <utility>

#include "kernel/tests/played.hpp"

namespace ap1000
{

void Played::give_back()
{
    has_turn_ = false;
    worker_->stop();
}

void Played::compute(Ns span)
{
    clock_ += span;
    processor_ += span;
}

void Played::idle(Ns span)
{
    clock_ += span;
}

void Played::lasts(int looks)
{
    for (; looks > 0; looks--)
        worker_->stop();
}

void Played::goes_outside(bool endless)
{
    goes_ = true;
    endless_ = endless;
    worker_->stop();
}

void Played::print(const std::string &text)
{
    output_ += text;
}

void Played::note(const char *function)
{
    marks_.push_back({Mark::What::call, clock_, posted_, 0, 0, 0, function});
}

void Played::tell()
{
    only_marks_ = true;
    give_back();
    only_marks_ = false;
}

void Played::post(Post::To to, int tid, int tag, const std::string &text, bool is_bad)
{
    Header h;
    h.dst_tid = tid;
    h.tag = tag;
    h.len_bytes = static_cast<std::uint32_t>(text.size());
    compute(mach_pull_cost(who_.native_send, who_.copy, tag, h.len_bytes)); /* sending costs what receiving does */
    posts_.emplace_back(to, h, carrier_.store, carrier_.store.make(text.data(), h.len_bytes), clock_, processor_,
                        is_bad);
    processor_ = 0;
    posted_++;
}

void Played::send(int tid, int tag, const std::string &text, mach_route route)
{
    post(Post::To::task, tid, tag, text);
    posts_.back().message.route = route;
}

/* ---- its calls --------------------------------------------------------------------------------------------------- */

const Reply &Played::ask(Call call)
{
    call.clock = clock_;
    call.processor = std::exchange(processor_, 0);
    call_ = call;
    give_back();
    return reply_;
}

const Reply &Played::ask(Request what, int number, const std::vector<int> &tids)
{
    Call c;
    c.what = what;
    c.number = number;
    body_.assign(tids.begin(), tids.end());
    c.body = body_.empty() ? nullptr : reinterpret_cast<const unsigned char *>(body_.data());
    c.body_bytes = static_cast<std::uint32_t>(body_.size() * sizeof body_[0]);
    c.deadline = alarm;
    return ask(c);
}

void Played::join(bool real_time)
{
    ask(Request::join, real_time ? 1 : 0);
}

std::string Played::control(int number, const std::string &body, int *result)
{
    Call c;
    c.what = Request::control;
    c.number = number;
    c.body = reinterpret_cast<const unsigned char *>(body.data());
    c.body_bytes = static_cast<std::uint32_t>(body.size());
    c.deadline = alarm;
    answer_.clear();
    ask(c);
    if (result != nullptr)
        *result = reply_.interrupted ? MACH_SIGNALLED : reply_.result;
    std::string answer;
    if (!answer_.empty())
        answer.assign(reinterpret_cast<const char *>(answer_.front().bytes()), answer_.front().len_bytes);
    return answer;
}

const Reply &Played::sleep(Ns span)
{
    Call c;
    c.what = Request::idle;
    c.deadline = clock_ + span;
    return ask(c);
}

Ns Played::asks_time()
{
    if (reply_.ahead)
        ask(Request::settle);
    return clock_;
}

void Played::die(int signal)
{
    end(signal);
    for (;;)
        give_back();
}

void Played::exits(int code)
{
    status_ = code << 8;
    dead_ = true;
    for (;;)
        give_back();
}

/* One that was there before what the last wait gave has been paid for. */
void Played::take_in(Message &m)
{
    if (!m.earlier)
        compute(mach_pull_cost(who_.native_recv, who_.copy, m.tag, m.len_bytes));
    const std::string text(reinterpret_cast<const char *>(m.bytes()), m.bytes() != nullptr ? m.len_bytes : 0);
    kept_.push_back({m.src_tid, m.tag, m.context, text, m.serial, m.wid, m.arrived});
}

/* 0: nothing has come; 2: a message that was there before what the last wait gave. */
int Played::pull(mach_pull how, int tid, int tag)
{
    const bool waits_on = std::exchange(found_none_, false); /* its poll had the reply already */
    if (waits_on)
        clock_ = reply_.now;
    if (inbox_.empty() && !waits_on) {
        Call c;
        c.what = Request::wait;
        c.want = want;
        c.want.tid = tid;
        c.want.tag = tag;
        c.want.then_forever = how == MACH_PULL_FIRST;
        c.want.plain = how != MACH_PULL_POLL && want.plain;
        c.deadline = how == MACH_PULL_WAIT ? MACH_FOREVER : 0;
        std::strcpy(c.name, "pvm_recv");
        ask(c);
        if (reply_.waited) {
            found_none_ = true;
            clock_ = reply_.found_none;
            return 0;
        }
    }
    if (inbox_.empty())
        return 0;
    const int code = inbox_.front().earlier ? 2 : 1;
    take_in(inbox_.front());
    inbox_.pop_front();
    return code;
}

bool Played::take_kept(int tid, int tag, Got &got)
{
    auto at = std::find_if(kept_.begin(), kept_.end(), [&](const Got &g) {
        return (tid <= 0 || g.src == tid) && (tag == MACH_ANY || g.tag == tag) && g.context == want.context;
    });
    if (at == kept_.end())
        return false;
    got = *at;
    kept_.erase(at);
    compute(who_.who.cost_ns[MACH_COST_RECV]);
    return true;
}

Got Played::receive(int tid, int tag)
{
    Got got;
    mach_pull how = MACH_PULL_FIRST;
    if (take_kept(tid, tag, got))
        return got;
    for (;;) {
        const int code = pull(how, tid, tag);
        const bool came = code > 0, again = code == 2 && how != MACH_PULL_WAIT;
        if ((mach_pull_looks(how, came) || again) && take_kept(tid, tag, got))
            return got;
        how = again ? MACH_PULL_FIRST : mach_pull_after(how, came);
    }
}

bool Played::poll(int tid, int tag, Got *got)
{
    Got one;
    while (pull(MACH_PULL_POLL, tid, tag) != 0)
        ;
    const bool has = take_kept(tid, tag, one);
    if (has && got != nullptr)
        *got = one;
    return has;
}

bool Played::wait_until(Ns deadline, int tid, Got *got)
{
    Call c;
    c.what = Request::wait;
    c.want = want;
    c.want.tid = tid;
    c.want.tag = MACH_ANY;
    c.deadline = deadline;
    std::strcpy(c.name, "pvm_trecv");
    ask(c);
    for (; !inbox_.empty(); inbox_.pop_front())
        take_in(inbox_.front());
    Got one;
    const bool has = take_kept(tid, MACH_ANY, one);
    if (has && got != nullptr)
        *got = one;
    return has;
}

} // namespace ap1000
