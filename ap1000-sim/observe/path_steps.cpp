/* path_steps.cpp - see path_steps.hpp. */
#include "observe/path_steps.hpp"

namespace ap1000
{

void PathStep::spend_more(const Own &what)
{
    for (Own &o : more)
        if (o.call == what.call && o.part == what.part) {
            o.time += what.time;
            return;
        }
    more.push_back(what);
}

void PathStep::add_to(PathAdder &sum) const
{
    auto add = [&](const Own &o) {
        sum.add(o.part, o.call, o.time);
        sum.add_of_task(tid, o.part, o.time);
    };
    for (std::uint32_t i = 0; i < nown; i++)
        add(own[i]);
    for (const Own &o : more)
        add(o);
    if (requests > 0)
        sum.add_requests(requests, requests_of_the_host);
    sum.add(came);
    if (older)
        sum.add(*older);
}

PathWay PathSteps::after(PathWay way)
{
    PathStep &s = pool_.take();
    count_++;
    s.home = this;
    s.number = way ? way->number + 1 : 1;
    s.folded = way ? way->folded : 0;
    s.before = std::move(way);
    return PathWay(&s);
}

void PathSteps::give_back(PathStep &s)
{
    s.tid = 0;
    s.nown = 0;
    s.more.clear();
    s.requests = s.requests_of_the_host = 0;
    s.came = PathPiece{};
    s.older.reset();
    count_--;
    pool_.give_back(s);
}

} // namespace ap1000
