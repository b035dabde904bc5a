/* notices.cpp - see notices.hpp. */
#include "control/notices.hpp"

#include <string>

#include "control/host_control.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

bool same(const Notices::Notice &a, const Notices::Notice &b)
{
    return a.what == b.what && a.about == b.about && a.to == b.to && a.tag == b.tag && a.context == b.context;
}

} // namespace

void Notices::tell(const Notice &n, const std::vector<int> &ints)
{
    std::string body;
    for (int v : ints)
        for (int shift = 24; shift >= 0; shift -= 8)
            body += static_cast<char>(static_cast<unsigned>(v) >> shift & 0xff);
    Header f;
    f.src_tid = TID_SYSTEM;
    f.dst_tid = n.to;
    f.tag = n.tag;
    f.context = n.context;
    f.encoding = PvmDataDefault;
    Message m = control_.message(f, body.data(), body.size());
    if (n.what == PvmTaskExit)
        control_.machine.delivery.send_behind(n.about, 0, std::move(m));
    else
        control_.machine.delivery.send_from_node(0, std::move(m));
}

void Notices::add(const Notice &n)
{
    if (n.what == PvmHostAdd)
        notices_.remove_if([&](const Notice &old) { return same(old, n); });
    if (n.what != PvmHostAdd || n.remaining != 0)
        notices_.push_back(n);
}

void Notices::cancel(const Notice &wanted)
{
    for (auto n = notices_.begin(); n != notices_.end();) {
        if (same(*n, wanted)) {
            if (n->what != PvmHostAdd)
                tell(*n, {n->about});
            n = notices_.erase(n);
        } else {
            ++n;
        }
    }
}

void Notices::task_ended(int tid)
{
    for (auto n = notices_.begin(); n != notices_.end();) {
        bool due = n->what == PvmTaskExit && n->about == tid;
        if (due && n->to != tid)
            tell(*n, {tid});
        n = due || n->to == tid ? notices_.erase(n) : std::next(n);
    }
}

void Notices::host_deleted(int node_tid)
{
    for (auto n = notices_.begin(); n != notices_.end();) {
        bool due = n->what == PvmHostDelete && n->node == node_tid;
        if (due)
            tell(*n, {node_tid});
        n = due ? notices_.erase(n) : std::next(n);
    }
}

void Notices::hosts_added(const std::vector<int> &node_tids)
{
    for (auto n = notices_.begin(); n != notices_.end();) {
        bool last = false;
        if (n->what == PvmHostAdd) {
            std::vector<int> body{static_cast<int>(node_tids.size())};
            body.insert(body.end(), node_tids.begin(), node_tids.end());
            tell(*n, body);
            last = n->remaining > 0 && --n->remaining == 0;
        }
        n = last ? notices_.erase(n) : std::next(n);
    }
}

} // namespace ap1000
