/* trace_json.cpp - see trace_json.hpp. */
#include "observe/trace_json.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

namespace ap1000
{
namespace
{

constexpr int tasks_pid = 1, networks_pid = 2;

std::string quoted(const std::string &text)
{
    std::string out = "\"";
    for (unsigned char c : text) {
        if (c == '"' || c == '\\')
            out += {'\\', static_cast<char>(c)};
        else if (c < 0x20 || c >= 0x7f) /* a name that is not UTF-8 would damage the file */
            out += fmt::format("\\u{:04x}", c);
        else
            out += static_cast<char>(c);
    }
    return out + '"';
}

std::string us(Ns t)
{
    return fmt::format("{}.{:03}", t / 1000, t % 1000);
}

std::string task(int tid)
{
    return tid < 0 ? "any task" : fmt::format("t{:x}", tid);
}

/* The name, category and arguments of a slice. */
std::string description(const Slice &s)
{
    switch (s.what) {
    case Activity::computing:
        return R"("name":"computing","cat":"computing")";
    case Activity::sleeping:
        return R"("name":"sleeping","cat":"sleeping")";
    case Activity::call:
        return fmt::format(R"("name":{},"cat":"call")", quoted(s.call));
    case Activity::wait_message: {
        const std::string tag = s.want_tag < 0 ? "any tag" : fmt::format("tag {}", s.want_tag);
        return fmt::format(R"("name":"waits for {}, {}","cat":"wait","args":{{"for":"message","tid":{},"tag":{}}})",
                           task(s.want_tid), tag, s.want_tid, s.want_tag);
    }
    case Activity::wait_host:
        return R"("name":"waits for the host's control program","cat":"wait","args":{"for":"host"})";
    case Activity::wait_barrier:
        return R"("name":"waits in the barrier of the machine","cat":"wait","args":{"for":"barrier"})";
    default:
        return R"("name":"waits for the processor","cat":"wait","args":{"for":"processor"})";
    }
}

std::string description(const Provenance &by)
{
    std::string command, settings;
    for (const std::string &word : by.command)
        command += (command.empty() ? "" : ",") + quoted(word);
    for (const Provenance::Setting &s : by.settings)
        settings += fmt::format(R"({}{{"option":{},"value":{},"from":{}}})", settings.empty() ? "" : ",",
                                quoted(s.option), quoted(s.value), quoted(s.from));
    return fmt::format(R"("command":[{}],"settings":[{}])", command, settings);
}

const char *counter(Resource what)
{
    switch (what) {
    case Resource::tnet_links:
        return "T-Net links in use";
    case Resource::bnet:
        return "B-Net in use";
    case Resource::ethernet:
        return "Ethernet in use";
    case Resource::ports:
        return "wires of the switch in use";
    default:
        return "host interface in use";
    }
}

} // namespace

TraceJson::TraceJson(std::string path, const Parameters &p, const Provenance &by)
    : path_(std::move(path)), head_(fmt::format("{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"machine\":{},\"cells\":"
                                                "{},\"version\":\"{}\",{}}},\n\"traceEvents\":[",
                                                quoted(p.name), p.grid.cells(), by.version, description(by))),
      file_(path_)
{
    if (file_.bad())
        throw std::runtime_error("--trace '" + path_ + "': cannot be written: " + std::strerror(errno) +
                                 "; the path of a file in a folder you may write to is wanted");
}

/* Is not called before something happens, because `up` forks after this object has been made. */
void TraceJson::begin()
{
    const std::string head = std::move(head_);
    head_.clear();
    file_.write(head);
    event(fmt::format(R"("ph":"M","pid":{},"name":"process_name","args":{{"name":"tasks"}})", tasks_pid));
    event(fmt::format(R"("ph":"M","pid":{},"name":"process_name","args":{{"name":"networks"}})", networks_pid));
}

void TraceJson::event(const std::string &body)
{
    if (!head_.empty())
        begin();
    file_.write((first_ ? "\n{" : ",\n{") + body + "}");
    first_ = false;
}

void TraceJson::begin_track(const Track &track, Ns t)
{
    event(fmt::format(R"("ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}})", tasks_pid, track.tid,
                      quoted(fmt::format("t{:x} {} ({})", track.tid, track.program, track.place))));
    event(fmt::format(R"("ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}})", tasks_pid,
                      track.tid, tid_local(track.tid)));
    event(fmt::format(
        R"("ph":"i","pid":{},"tid":{},"ts":{},"s":"t","name":"begins","cat":"life","args":{{"program":{},"node":{}}})",
        tasks_pid, track.tid, us(t), quoted(track.program), track.node));
}

void TraceJson::end_track(int tid, Ns t)
{
    event(
        fmt::format(R"("ph":"i","pid":{},"tid":{},"ts":{},"s":"t","name":"ends","cat":"life")", tasks_pid, tid, us(t)));
    slice_since_.erase(tid);
}

void TraceJson::enter(int tid, const Slice &s, Ns t)
{
    event(fmt::format(R"("ph":"B","pid":{},"tid":{},"ts":{},{})", tasks_pid, tid, us(t), description(s)));
    slice_since_[tid] = t;
}

void TraceJson::leave(int tid, Activity, Ns t)
{
    event(fmt::format(R"("ph":"E","pid":{},"tid":{},"ts":{})", tasks_pid, tid, us(t)));
}

void TraceJson::flow(const char *phase, const TracedMessage &m, int tid, Ns t, const std::string &more)
{
    event(fmt::format(R"("ph":"{}","pid":{},"tid":{},"ts":{},"id":{},"name":"message","cat":"message"{})", phase,
                      tasks_pid, tid, us(t), m.serial, more));
}

/* An arrow belongs to the slice that is open at its end. A call may end at the time at which its message leaves, so
 * arrows begin a nanosecond early. */
void TraceJson::sent(const TracedMessage &m, const std::string &, Ns t)
{
    const auto since = slice_since_.find(m.src_tid);
    const Ns at = since != slice_since_.end() ? std::max(t - 1, std::min(t, since->second)) : t;
    flow("s", m, m.src_tid, at,
         fmt::format(R"(,"args":{{"from":{},"to":{},"tag":{},"bytes":{}}})", m.src_tid, m.dst_tid, m.tag, m.bytes));
}

void TraceJson::accepted(const TracedMessage &m, const std::string &, Ns t)
{
    if (m.serial != 0)
        flow("f", m, m.dst_tid, t, R"(,"bp":"e")");
}

void TraceJson::level(Resource what, int units, Ns t)
{
    event(fmt::format(R"("ph":"C","pid":{},"ts":{},"name":"{}","args":{{"in use":{}}})", networks_pid, us(t),
                      counter(what), units));
}

void TraceJson::finish(Ns)
{
    if (!head_.empty())
        begin();
    file_.write("\n]}\n");
    whole_ = file_.close();
    if (!whole_)
        fmt::print(stderr, "ap1000: trace '{}': could not be written whole: {}\n", path_, std::strerror(errno));
}

} // namespace ap1000
