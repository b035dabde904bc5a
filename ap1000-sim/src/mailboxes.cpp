/* mailboxes.cpp - see mailboxes.hpp. Meanings as measured on PVM 3.4.6. */
#include "mailboxes.hpp"

#include "pvm3.h"

namespace ap1000
{

int Mailboxes::put(const std::string &name, const Entry &e)
{
    Class &entries = classes_[name];
    bool multiple = (e.flags & PvmMboxMultiInstance) != 0;
    int direct = PvmMboxDirectIndexOf(e.flags);
    auto refuse = [&] {
        if (entries.empty())
            classes_.erase(name);
        return PvmDupEntry;
    };
    if (!entries.empty()) {
        const Entry &first = entries.begin()->second;
        bool owns_all = first.owner == e.owner;
        if (multiple != ((first.flags & PvmMboxMultiInstance) != 0))
            return refuse();
        if (!multiple) {
            if (!owns_all && (first.flags & PvmMboxOverWritable) == 0)
                return refuse();
            if ((e.flags & PvmMboxOverWritable) == 0 && (first.flags & PvmMboxOverWritable) == 0)
                return refuse();
        }
    }
    int index = 0;
    if (multiple) {
        index = direct >= 0 ? direct : 0;
        while (direct < 0 && entries.count(index) != 0)
            index++;
        auto old = entries.find(index);
        if (old != entries.end() && (old->second.flags & PvmMboxOverWritable) == 0)
            return refuse();
    }
    entries.insert_or_assign(index, e);
    return index;
}

int Mailboxes::get(const std::string &name, int index, int flags, Entry &out)
{
    auto c = classes_.find(name);
    if (c == classes_.end())
        return PvmNotFound;
    auto e = (flags & PvmMboxFirstAvail) != 0 ? c->second.lower_bound(index) : c->second.find(index);
    if (e == c->second.end())
        return PvmNotFound;
    out = e->second;
    if ((flags & PvmMboxReadAndDelete) != 0)
        erase(c, e);
    return 0;
}

int Mailboxes::remove(const std::string &name, int index, int asker)
{
    auto c = classes_.find(name);
    if (c == classes_.end())
        return PvmNotFound;
    auto e = c->second.find(index);
    if (e == c->second.end())
        return PvmNotFound;
    if (e->second.owner != asker && (e->second.flags & PvmMboxOverWritable) == 0)
        return PvmDenied;
    erase(c, e);
    return 0;
}

void Mailboxes::task_ended(int tid)
{
    for (auto c = classes_.begin(); c != classes_.end();) {
        for (auto e = c->second.begin(); e != c->second.end();)
            e = e->second.owner == tid && (e->second.flags & PvmMboxPersistent) == 0 ? c->second.erase(e) : std::next(e);
        c = c->second.empty() ? classes_.erase(c) : std::next(c);
    }
}

void Mailboxes::erase(std::map<std::string, Class>::iterator c, Class::iterator e)
{
    c->second.erase(e);
    if (c->second.empty())
        classes_.erase(c);
}

} // namespace ap1000
