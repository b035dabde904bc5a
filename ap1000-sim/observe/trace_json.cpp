/* trace_json.cpp - see trace_json.hpp. */
#include "observe/trace_json.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

namespace ap1000
{
namespace
{

constexpr int tasks_pid = 1, networks_pid = 2;
constexpr std::size_t written_at_bytes = 1 << 16;

/* Pieces of a line are appended to the text that waits to be written: no memory is taken, and nothing is parsed, for an
 * event. (With a format and a few strings for each, a traced ping-pong took 12 times the plain one.) */
void put(std::string &to, std::string_view text)
{
    to.append(text);
}

void put(std::string &to, std::int64_t n)
{
    const fmt::format_int digits(n);
    to.append(digits.data(), digits.size());
}

void put(std::string &to, std::uint64_t n)
{
    const fmt::format_int digits(n);
    to.append(digits.data(), digits.size());
}

void put(std::string &to, int n)
{
    put(to, std::int64_t{n});
}

/* A time, in us with three decimals. */
struct Us {
    Ns t;
};

void put(std::string &to, Us at)
{
    const auto ns = static_cast<int>(at.t % 1000);
    put(to, at.t / 1000);
    to += {'.', static_cast<char>('0' + ns / 100), static_cast<char>('0' + ns / 10 % 10),
           static_cast<char>('0' + ns % 10)};
}

/* A name, in quotation marks. */
struct Quoted {
    std::string_view text;
};

void put(std::string &to, Quoted name)
{
    to += '"';
    for (unsigned char c : name.text) {
        if (c == '"' || c == '\\')
            to += {'\\', static_cast<char>(c)};
        else if (c < 0x20 || c >= 0x7f) /* a name that is not UTF-8 would damage the file */
            to += fmt::format("\\u{:04x}", c);
        else
            to += static_cast<char>(c);
    }
    to += '"';
}

/* Whom a task waits for. */
struct Sender {
    int tid;
};

void put(std::string &to, Sender s)
{
    char digits[12];
    std::snprintf(digits, sizeof digits, "t%x", static_cast<unsigned>(s.tid));
    put(to, s.tid < 0 ? "any task" : digits);
}

template <typename... Pieces> void append(std::string &to, const Pieces &...pieces)
{
    (put(to, pieces), ...);
}

/* The name, category and arguments of a slice. */
void describe(std::string &to, const Slice &s)
{
    switch (s.what) {
    case Activity::computing:
        return append(to, R"("name":"computing","cat":"computing")");
    case Activity::sleeping:
        return append(to, R"("name":"sleeping","cat":"sleeping")");
    case Activity::call:
        return append(to, R"("name":)", Quoted{s.call.text()}, R"(,"cat":"call")");
    case Activity::wait_message:
        append(to, R"("name":"waits for )", Sender{s.want_tid}, s.want_tag < 0 ? ", any tag" : ", tag ");
        if (s.want_tag >= 0)
            append(to, s.want_tag);
        return append(to, R"(","cat":"wait","args":{"for":"message","tid":)", s.want_tid, R"(,"tag":)", s.want_tag,
                      "}");
    case Activity::wait_host:
        return append(to, R"("name":"waits for the host's control program","cat":"wait","args":{"for":"host"})");
    case Activity::wait_barrier:
        return append(to, R"("name":"waits in the barrier of the machine","cat":"wait","args":{"for":"barrier"})");
    default:
        return append(to, R"("name":"waits for the processor","cat":"wait","args":{"for":"processor"})");
    }
}

void describe(std::string &to, const Provenance &by)
{
    append(to, R"("command":[)");
    for (std::size_t i = 0; i < by.command.size(); i++)
        append(to, i > 0 ? "," : "", Quoted{by.command[i]});
    append(to, R"(],"settings":[)");
    for (std::size_t i = 0; i < by.settings.size(); i++)
        append(to, i > 0 ? "," : "", R"({"option":)", Quoted{by.settings[i].option}, R"(,"value":)",
               Quoted{by.settings[i].value}, R"(,"from":)", Quoted{by.settings[i].from}, "}");
    append(to, "]");
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

TraceJson::TraceJson(std::string path, const Parameters &p, const Provenance &by) : path_(std::move(path)), file_(path_)
{
    if (file_.bad())
        throw std::runtime_error("--trace '" + path_ + "': cannot be written: " + std::strerror(errno) +
                                 "; the path of a file in a folder you may write to is wanted");
    append(text_, R"({"displayTimeUnit":"ns","otherData":{"machine":)", Quoted{p.name}, R"(,"cells":)", p.grid.cells(),
           R"(,"version":")", by.version, "\",");
    describe(text_, by);
    append(text_, "},\n\"traceEvents\":[\n", R"({"ph":"M","pid":)", tasks_pid,
           R"(,"name":"process_name","args":{"name":"tasks"}})", ",\n", R"({"ph":"M","pid":)", networks_pid,
           R"(,"name":"process_name","args":{"name":"networks"}})");
}

/* A line of these pieces. The file is not written to before something happens, because `up` forks after this object has
 * been made. */
template <typename... Pieces> void TraceJson::event(const Pieces &...pieces)
{
    append(text_, ",\n{", pieces..., "}");
    if (text_.size() < written_at_bytes)
        return;
    file_.write(text_);
    text_.clear();
}

/* A line about a task at a time. */
template <typename... Pieces> void TraceJson::at(const char *phase, int tid, Ns t, const Pieces &...pieces)
{
    event(R"("ph":")", phase, R"(","pid":)", tasks_pid, R"(,"tid":)", tid, R"(,"ts":)", Us{t}, pieces...);
}

void TraceJson::begin_track(const Track &track, Ns t)
{
    event(R"("ph":"M","pid":)", tasks_pid, R"(,"tid":)", track.tid, R"(,"name":"thread_name","args":{"name":)",
          Quoted{fmt::format("t{:x} {} ({})", track.tid, track.program, track.place)}, "}");
    event(R"("ph":"M","pid":)", tasks_pid, R"(,"tid":)", track.tid,
          R"(,"name":"thread_sort_index","args":{"sort_index":)", tid_local(track.tid), "}");
    at("i", track.tid, t, R"(,"s":"t","name":"begins","cat":"life","args":{"program":)", Quoted{track.program},
       R"(,"node":)", track.node, "}");
}

void TraceJson::end_track(int tid, Ns t)
{
    at("i", tid, t, R"(,"s":"t","name":"ends","cat":"life")");
    slice_since_.erase(tid);
}

void TraceJson::enter(int tid, const Slice &s, Ns t)
{
    append(text_, ",\n{", R"("ph":"B","pid":)", tasks_pid, R"(,"tid":)", tid, R"(,"ts":)", Us{t}, ",");
    describe(text_, s);
    append(text_, "}");
    slice_since_[tid] = t;
}

void TraceJson::leave(int tid, Activity, Ns t)
{
    at("E", tid, t);
}

/* An arrow belongs to the slice that is open at its end. A call may end at the time at which its message leaves, so
 * arrows begin a nanosecond early. */
void TraceJson::sent(const TracedMessage &m, CallName, Ns t)
{
    const auto since = slice_since_.find(m.src_tid);
    const Ns leaves = since != slice_since_.end() ? std::max(t - 1, std::min(t, since->second)) : t;
    at("s", m.src_tid, leaves, R"(,"id":)", m.serial, R"(,"name":"message","cat":"message","args":{"from":)", m.src_tid,
       R"(,"to":)", m.dst_tid, R"(,"tag":)", m.tag, R"(,"bytes":)", m.bytes, "}");
}

void TraceJson::accepted(const TracedMessage &m, CallName, Ns t)
{
    if (m.serial != 0)
        at("f", m.dst_tid, t, R"(,"id":)", m.serial, R"(,"name":"message","cat":"message","bp":"e")");
}

void TraceJson::level(Resource what, int units, Ns t)
{
    event(R"("ph":"C","pid":)", networks_pid, R"(,"ts":)", Us{t}, R"(,"name":")", counter(what),
          R"(","args":{"in use":)", units, "}");
}

void TraceJson::finish(Ns)
{
    append(text_, "\n]}\n");
    file_.write(text_);
    text_.clear();
    whole_ = file_.close();
    if (!whole_)
        fmt::print(stderr, "ap1000: trace '{}': could not be written whole: {}\n", path_, std::strerror(errno));
}

} // namespace ap1000
