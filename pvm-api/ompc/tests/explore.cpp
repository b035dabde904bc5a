// explore.cpp - the search through all orders of arrival. See explore.hpp.
#include "explore.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <unordered_set>

namespace explore
{
using namespace ompc::protocol;

program parse(const std::string &text)
{
    program p;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        const std::string letters = "rwhulf";
        std::size_t at = letters.find(word[0]);
        if (at == std::string::npos)
            throw std::runtime_error("no operation '" + word + "'");
        p.push_back({static_cast<what>(at), static_cast<std::uint32_t>(std::stoul(word.substr(1)))});
    }
    return p;
}

namespace
{
struct packet {
    message m;
    int value;
};

struct place {
    engine protocol;
    std::vector<int> memory; // value of each block here
    std::size_t at = 0;      // next operation
    bool begun = false;      // it waits
    int newest_at_begin = 0;
};

struct state {
    std::vector<place> pes;
    std::vector<packet> under_way;
    std::vector<int> newest; // value last written to each block
    std::vector<int> holder; // of each lock; -1: free
};

class search
{
  public:
    search(const system_case &c, std::uint64_t max_states) : case_(c), max_(max_states)
    {
        for (const std::string &text : c.programs)
            programs_.push_back(parse(text));
    }
    result run();

  private:
    void visit(const state &s);
    void begin(state s, std::size_t pe);
    void deliver(state s, std::size_t which);
    void finish(state &s, std::size_t pe);
    void post(state &s, std::size_t pe);
    void check(const state &s);
    void check_end(const state &s);
    std::string key(const state &s) const;
    void require(bool good, const std::string &rule)
    {
        if (!good && found_.wrong.empty()) {
            found_.wrong = rule + " after:";
            for (const std::string &step : steps_)
                found_.wrong += "\n    " + step;
        }
    }

    const system_case &case_;
    std::uint64_t max_;
    std::vector<program> programs_;
    std::unordered_set<std::string> seen_;
    std::vector<std::string> steps_;
    result found_{};
};

std::string number(std::size_t n)
{
    return std::to_string(n);
}

result search::run()
{
    state s;
    int pes = static_cast<int>(programs_.size());
    for (int pe = 0; pe < pes; pe++) {
        place p{engine(pe, pes, case_.policy), std::vector<int>(case_.owners.size(), 0)};
        p.protocol.add_blocks(case_.owners);
        for (std::size_t b = 0; b < case_.owners.size(); b++)
            p.memory[b] = case_.owners[b] == pe ? 0 : -1; // never to be seen
        s.pes.push_back(p);
    }
    s.newest.assign(case_.owners.size(), 0);
    s.holder.assign(4, -1);
    visit(s);
    found_.states = seen_.size();
    return found_;
}

std::string search::key(const state &s) const
{
    std::string k;
    for (const place &p : s.pes) {
        p.protocol.write_state(k);
        for (int v : p.memory)
            k += static_cast<char>(v);
        k += static_cast<char>(p.at);
        k += static_cast<char>(p.begun);
        k += static_cast<char>(p.begun ? p.newest_at_begin : 0);
    }
    std::vector<std::string> words;
    for (const packet &l : s.under_way) {
        std::string t;
        for (int v : {static_cast<int>(l.m.what), l.m.from, l.m.to, static_cast<int>(l.m.block), l.m.requester,
                      static_cast<int>(l.m.version), static_cast<int>(l.m.with_bytes), l.value})
            t += static_cast<char>(v);
        for (int pe : l.m.copies)
            t += static_cast<char>(pe);
        words.push_back(t);
    }
    std::sort(words.begin(), words.end());
    for (const std::string &t : words)
        k += t + '\xff';
    for (int v : s.newest)
        k += static_cast<char>(v);
    return k;
}

void search::visit(const state &s)
{
    if (!found_.wrong.empty() || (max_ > 0 && seen_.size() >= max_) || !seen_.insert(key(s)).second)
        return;
    check(s);
    bool moved = false;
    for (std::size_t pe = 0; pe < s.pes.size(); pe++)
        if (!s.pes[pe].begun && s.pes[pe].at < programs_[pe].size()) {
            moved = true;
            begin(s, pe);
        }
    for (std::size_t i = 0; i < s.under_way.size(); i++) {
        moved = true;
        deliver(s, i);
    }
    if (!moved)
        check_end(s);
}

void search::begin(state s, std::size_t pe)
{
    place &p = s.pes[pe];
    operation o = programs_[pe][p.at];
    steps_.push_back("PE " + number(pe) + " begins operation " + number(p.at));
    bool now = true;
    if (o.it <= what::hold) {
        p.newest_at_begin = s.newest[o.where];
        now = p.protocol.want(o.where, o.it != what::read);
    } else if (o.it == what::lock) {
        now = p.protocol.want_lock(o.where);
    }
    p.begun = true;
    post(s, pe);
    if (now)
        finish(s, pe);
    visit(s);
    steps_.pop_back();
}

// The access itself, and the end of the operation.
void search::finish(state &s, std::size_t pe)
{
    place &p = s.pes[pe];
    operation o = programs_[pe][p.at];
    if (o.it == what::read) {
        require(p.memory[o.where] >= p.newest_at_begin,
                "PE " + number(pe) + " read block " + number(o.where) + ": an old value");
    } else if (o.it == what::write) {
        require(p.memory[o.where] == s.newest[o.where],
                "PE " + number(pe) + " writes into an old block " + number(o.where));
        p.memory[o.where] = ++s.newest[o.where];
    } else if (o.it == what::hold) {
        p.protocol.hold(o.where);
    } else if (o.it == what::release) {
        require(p.protocol.access()[o.where] == access_write, "block " + number(o.where) + " went while it was held");
        p.protocol.release(o.where);
    } else if (o.it == what::lock) {
        require(s.holder[o.where] == -1, "lock " + number(o.where) + " has two holders");
        s.holder[o.where] = static_cast<int>(pe);
    } else {
        s.holder[o.where] = -1;
        p.protocol.release_lock(o.where);
    }
    p.begun = false;
    p.at++;
    if (o.it <= what::hold)
        p.protocol.settle();
    post(s, pe);
}

void search::deliver(state s, std::size_t which)
{
    packet l = s.under_way[which];
    s.under_way.erase(s.under_way.begin() + static_cast<std::ptrdiff_t>(which));
    place &p = s.pes[static_cast<std::size_t>(l.m.to)];
    steps_.push_back("PE " + number(static_cast<std::size_t>(l.m.to)) + " gets " + name(l.m.what) + " from PE " +
                     number(static_cast<std::size_t>(l.m.from)));
    if (l.m.with_bytes)
        p.memory[l.m.block] = l.value;
    bool waited = p.protocol.waiting();
    p.protocol.receive(l.m);
    require(is_answer(l.m.what) || p.protocol.waiting() == waited, std::string(name(l.m.what)) + " ends a wait");
    post(s, static_cast<std::size_t>(l.m.to));
    if (p.begun && !p.protocol.waiting())
        finish(s, static_cast<std::size_t>(l.m.to));
    visit(s);
    steps_.pop_back();
}

void search::post(state &s, std::size_t pe)
{
    for (const message &m : s.pes[pe].protocol.take_output())
        s.under_way.push_back({m, m.with_bytes ? s.pes[pe].memory[m.block] : -1});
}

void search::check(const state &s)
{
    for (std::size_t b = 0; b < s.newest.size(); b++) {
        int writers = 0, have = 0;
        for (const place &p : s.pes) {
            writers += p.protocol.access()[b] == access_write;
            have += p.protocol.access()[b] >= access_read;
        }
        require(writers == 0 || (writers == 1 && have == 1), "block " + number(b) + " has a writer and others");
    }
}

void search::check_end(const state &s)
{
    found_.ends++;
    for (std::size_t pe = 0; pe < s.pes.size(); pe++) {
        require(s.pes[pe].at == programs_[pe].size(), "PE " + number(pe) + " waits for ever");
        require(!s.pes[pe].protocol.owes(), "a request waits at PE " + number(pe) + " for ever");
    }
    for (std::size_t b = 0; b < s.newest.size(); b++) {
        int owners = 0;
        for (std::size_t pe = 0; pe < s.pes.size(); pe++)
            owners += s.pes[pe].protocol.owner(static_cast<std::uint32_t>(b)) == static_cast<int>(pe);
        require(owners == 1, "block " + number(b) + " has " + number(static_cast<std::size_t>(owners)) + " owners");
    }
}
} // namespace

result run(const system_case &c, std::uint64_t max_states)
{
    return search(c, max_states).run();
}
} // namespace explore
