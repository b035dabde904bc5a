// protocol.cpp - the protocol's events and what follows from each. No input, no output: see protocol.hpp.
#include "protocol.hpp"

#include <algorithm>
#include <utility>

namespace ompc::protocol
{
const char *name(kind what)
{
    static const char *const names[kinds] = {"read request", "write request", "data",  "grant",
                                             "invalidate",   "acknowledge",   "owner", "lock request",
                                             "lock grant",   "lock release"};
    return names[static_cast<int>(what)];
}

engine::engine(int pe, int pes, tell policy) : pe_(pe), pes_(pes), policy_(policy)
{
}

std::uint32_t engine::add_blocks(const std::vector<int> &owners)
{
    std::uint32_t first = blocks();
    for (int owner : owners) {
        if (blocks() % all_blocks::AT_ONCE == 0)
            blocks_.made.emplace_back();
        else if (!blocks_.made.back().empty())
            blocks_.made.back().push_back({owner, 0, {}, 0, {}});
        blocks_.owners.push_back(owner);
        access_.push_back(owner == pe_ ? access_write : access_none);
    }
    return first;
}

engine::block &engine::all_blocks::operator[](std::uint32_t b) const
{
    std::vector<block> &some = made[b / AT_ONCE];
    if (some.empty())
        for (std::size_t k = b / AT_ONCE * AT_ONCE; k < owners.size() && some.size() < AT_ONCE; k++)
            some.push_back({owners[k], 0, {}, 0, {}});
    return some[b % AT_ONCE];
}

void engine::send(kind what, int to, std::uint32_t b, int requester, bool with_bytes, std::vector<int> copies)
{
    std::uint32_t version = what < kind::lock_request ? blocks_[b].version : 0;
    counted_.sent[static_cast<std::size_t>(what)]++;
    output_.push_back({what, pe_, to, b, requester, version, with_bytes, std::move(copies)});
}

std::vector<message> engine::take_output()
{
    return std::exchange(output_, {});
}

// ---- What the program wants

// With a home for each block all ask there; it passes the request on.
int engine::whom_to_ask(std::uint32_t b) const
{
    int home = static_cast<int>(b % static_cast<std::uint32_t>(pes_));
    return policy_ == tell::home && home != pe_ ? home : blocks_[b].owner;
}

bool engine::want(std::uint32_t b, bool write)
{
    settle();
    wanted_ = b;
    unsettled_ = true;
    if (access_[b] >= (write ? access_write : access_read))
        return true;
    (!write ? counted_.read_misses : access_[b] == access_read ? counted_.upgrades : counted_.write_misses)++;
    if (blocks_[b].owner == pe_) { // it has the block; others have copies
        invalidate_copies(b);
        return false;
    }
    waiting_ = write ? wait::write : wait::read;
    invalidated_ = false;
    send(write ? kind::write_request : kind::read_request, whom_to_ask(b), b, pe_);
    if (whom_to_ask(b) != blocks_[b].owner)
        output_.back().version = 0; // the home knows better than to look for a certain owner
    return false;
}

void engine::settle()
{
    if (!unsettled_ || waiting())
        return;
    unsettled_ = false;
    if (std::exchange(invalidated_, false))
        access_[wanted_] = access_none;
    serve_queue(wanted_);
}

void engine::hold(std::uint32_t b)
{
    blocks_[b].holds++;
}

bool engine::release(std::uint32_t b)
{
    blocks_[b].holds--;
    bool waited = !blocks_[b].queue.empty();
    serve_queue(b);
    return waited;
}

// ---- What arrives

void engine::receive(const message &m)
{
    settle();
    switch (m.what) {
    case kind::read_request:
    case kind::write_request:
        return serve_request(m);
    case kind::data:
        return take_data(m);
    case kind::grant:
        return take_grant(m);
    case kind::invalidate:
        return take_invalidate(m);
    case kind::acknowledge:
        return take_acknowledge(m);
    case kind::owner:
        return learn(m.block, m.requester, m.version);
    case kind::lock_request:
        return lock_asked(m.block, m.requester);
    case kind::lock_grant:
        waiting_ = wait::nothing;
        return;
    case kind::lock_release:
        return lock_freed(m.block);
    }
}

// An older owner is no news.
void engine::learn(std::uint32_t b, int owner, std::uint32_t version)
{
    if (version <= blocks_[b].version)
        return;
    blocks_[b].owner = owner;
    blocks_[b].version = version;
}

// Rule 3.
bool engine::unavailable(std::uint32_t b) const
{
    return blocks_[b].holds > 0 || (waiting_ == wait::acknowledges && wanted_ == b);
}

// Rule 1. The number of the owner looked for rises with every step, so no request goes round in a circle.
void engine::serve_request(const message &m)
{
    block &b = blocks_[m.block];
    if (b.owner == pe_ ? unavailable(m.block) : m.version > b.version) {
        b.queue.push_back(m);
    } else if (b.owner != pe_) {
        counted_.forwarded++;
        send(m.what, b.owner, m.block, m.requester);
    } else if (m.what == kind::read_request) {
        give_copy(m);
    } else {
        give_block(m);
    }
}

void engine::serve_queue(std::uint32_t b)
{
    std::vector<message> queue = std::exchange(blocks_[b].queue, {});
    for (const message &m : queue)
        serve_request(m);
}

void engine::give_copy(const message &m)
{
    std::vector<int> &copies = blocks_[m.block].copies;
    auto at = std::lower_bound(copies.begin(), copies.end(), m.requester);
    if (at == copies.end() || *at != m.requester)
        copies.insert(at, m.requester);
    access_[m.block] = access_read;
    send(kind::data, m.requester, m.block, m.requester, true);
}

void engine::give_block(const message &m)
{
    block &b = blocks_[m.block];
    auto at = std::lower_bound(b.copies.begin(), b.copies.end(), m.requester);
    bool has_copy = at != b.copies.end() && *at == m.requester;
    if (has_copy)
        b.copies.erase(at);
    access_[m.block] = access_none;
    learn(m.block, m.requester, b.version + 1);
    send(kind::grant, m.requester, m.block, m.requester, !has_copy, std::exchange(b.copies, {}));
    tell_owner(m.block);
}

void engine::tell_owner(std::uint32_t b)
{
    int owner = blocks_[b].owner, home = static_cast<int>(b % static_cast<std::uint32_t>(pes_));
    for (int pe = 0; pe < pes_; pe++)
        if (pe != pe_ && pe != owner && (policy_ == tell::all || (policy_ == tell::home && pe == home)))
            send(kind::owner, pe, b, owner);
}

void engine::take_data(const message &m)
{
    learn(m.block, m.from, m.version);
    access_[m.block] = access_read; // settle() takes it back if it has been invalidated
    waiting_ = wait::nothing;
}

void engine::take_grant(const message &m)
{
    learn(m.block, pe_, m.version);
    blocks_[m.block].copies = m.copies;
    invalidate_copies(m.block);
}

void engine::invalidate_copies(std::uint32_t b)
{
    const std::vector<int> &copies = blocks_[b].copies;
    acknowledges_ = static_cast<int>(copies.size());
    access_[b] = copies.empty() ? access_write : access_read;
    waiting_ = copies.empty() ? wait::nothing : wait::acknowledges;
    for (int pe : copies)
        send(kind::invalidate, pe, b, pe_);
}

// Rule 2: whoever has a copy according to the owner, and waits for one, has it on its way.
void engine::take_invalidate(const message &m)
{
    counted_.invalidated++;
    access_[m.block] = access_none;
    if (waiting_ == wait::read && wanted_ == m.block)
        invalidated_ = true;
    learn(m.block, m.from, m.version);
    send(kind::acknowledge, m.from, m.block, pe_);
}

void engine::take_acknowledge(const message &m)
{
    if (--acknowledges_ > 0)
        return;
    access_[m.block] = access_write;
    blocks_[m.block].copies.clear();
    waiting_ = wait::nothing;
}

// ---- Locks: each has a home, where they queue

bool engine::want_lock(std::uint32_t l)
{
    settle();
    int home = lock_home(l);
    if (home == pe_ && locks_[l].holder < 0) {
        locks_[l].holder = pe_;
        return true;
    }
    waiting_ = wait::lock;
    wanted_ = l;
    if (home == pe_)
        lock_asked(l, pe_);
    else
        send(kind::lock_request, home, l, pe_);
    return false;
}

int engine::lock_holder(std::uint32_t l) const
{
    auto at = locks_.find(l);
    return at == locks_.end() ? -1 : at->second.holder;
}

void engine::release_lock(std::uint32_t l)
{
    settle();
    int home = lock_home(l);
    if (home == pe_)
        lock_freed(l);
    else
        send(kind::lock_release, home, l, pe_);
}

void engine::lock_asked(std::uint32_t l, int requester)
{
    lock &k = locks_[l];
    if (k.holder >= 0) {
        k.queue.push_back(requester);
        return;
    }
    k.holder = requester;
    send(kind::lock_grant, requester, l, requester);
}

void engine::lock_freed(std::uint32_t l)
{
    lock &k = locks_[l];
    k.holder = -1;
    if (k.queue.empty())
        return;
    int next = k.queue.front();
    k.queue.erase(k.queue.begin());
    lock_asked(l, next);
}

// ---- For who looks on

int engine::owner(std::uint32_t b) const
{
    const std::vector<block> &some = blocks_.made[b / all_blocks::AT_ONCE];
    return some.empty() ? blocks_.owners[b] : some[b % all_blocks::AT_ONCE].owner;
}

std::vector<int> engine::copies(std::uint32_t b) const
{
    return blocks_[b].copies;
}

std::uint32_t engine::owned_by(int pe, std::uint32_t first, std::uint32_t count) const
{
    std::uint32_t n = 0;
    for (std::uint32_t b = first; b < first + count; b++)
        n += owner(b) == pe;
    return n;
}

bool engine::owes() const
{
    return std::any_of(blocks_.made.begin(), blocks_.made.end(), [](const auto &some) {
        return std::any_of(some.begin(), some.end(), [](const block &b) { return !b.queue.empty(); });
    });
}

static void put(std::string &to, std::uint32_t value)
{
    to.append(reinterpret_cast<const char *>(&value), sizeof value);
}

void engine::write_state(std::string &to) const
{
    for (std::uint32_t b = 0; b < blocks(); b++) {
        const block &k = blocks_[b];
        for (std::uint32_t v : {std::uint32_t(access_[b]), std::uint32_t(k.owner), k.version, std::uint32_t(k.holds),
                                std::uint32_t(k.copies.size()), std::uint32_t(k.queue.size())})
            put(to, v);
        for (int pe : k.copies)
            put(to, std::uint32_t(pe));
        for (const message &m : k.queue)
            for (std::uint32_t v : {std::uint32_t(m.what), std::uint32_t(m.requester), m.version})
                put(to, v);
    }
    for (const auto &[l, k] : locks_) {
        put(to, l);
        put(to, std::uint32_t(k.holder));
        put(to, std::uint32_t(k.queue.size()));
        for (int pe : k.queue)
            put(to, std::uint32_t(pe));
    }
    for (std::uint32_t v : {std::uint32_t(waiting_), waiting() || unsettled_ ? wanted_ : 0,
                            std::uint32_t(acknowledges_), std::uint32_t(invalidated_), std::uint32_t(unsettled_)})
        put(to, v);
}
} // namespace ompc::protocol
