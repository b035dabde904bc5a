/* trace_json.cpp - see trace_json.hpp. */
#include "observe/trace_json.hpp"

#include "observe/computing_words.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/resource_words.hpp"

namespace ap1000
{
namespace
{

constexpr int tasks_pid = 1, networks_pid = 2;
constexpr std::size_t written_at_bytes = 1 << 16;
constexpr int lines_for_a_look = 8; /* at the clock */

/* Pieces of a line are put behind the text that waits to be written: no memory is taken, and nothing is parsed, for an
 * event. (With a format and a few strings for each, a traced ping-pong took 12 times the plain one.) */
template <std::size_t bytes> void put(TextBuffer &to, const char (&literal)[bytes])
{
    to.add(literal, bytes - 1); /* of a known length, so that no call is made */
}

void put(TextBuffer &to, std::string_view text)
{
    to.add(text.data(), text.size());
}

constexpr std::size_t most_digits = 20;

/* Writes the digits of n so that they end before `end`. Returns where they begin. */
char *digits_before(char *end, std::uint64_t n)
{
    static constexpr char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                                    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                                    "8081828384858687888990919293949596979899";
    for (; n >= 100; n /= 100) {
        end -= 2;
        std::memcpy(end, pairs + 2 * (n % 100), 2);
    }
    if (n < 10) {
        *--end = static_cast<char>('0' + n);
        return end;
    }
    end -= 2;
    std::memcpy(end, pairs + 2 * n, 2);
    return end;
}

void put(TextBuffer &to, std::uint64_t n)
{
    char digits[most_digits], *const end = digits + sizeof digits, *const first = digits_before(end, n);
    to.add(first, static_cast<std::size_t>(end - first));
}

void put(TextBuffer &to, std::int64_t n)
{
    if (n < 0)
        put(to, "-");
    put(to, n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n));
}

void put(TextBuffer &to, int n)
{
    put(to, std::int64_t{n});
}

/* A time, in us with three decimals. */
struct Us {
    Ns t;
};

void put(TextBuffer &to, Us at)
{
    char digits[most_digits + 1], *const end = digits + sizeof digits;
    const auto t = static_cast<std::uint64_t>(at.t);
    char *first = digits_before(end, 1000 + t % 1000); /* four digits, of which the point takes the first one's place */
    *first = '.';
    first = digits_before(first, t / 1000);
    to.add(first, static_cast<std::size_t>(end - first));
}

/* A name, in quotation marks, as reports write it. What is not UTF-8 in it becomes U+FFFD. */
std::string in_quotes(std::string_view name)
{
    return nlohmann::json(name).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

template <typename... Pieces> void append(TextBuffer &to, const Pieces &...pieces)
{
    (put(to, pieces), ...);
}

/* Whom a task waits for. */
struct Sender {
    int tid;
};

void put(TextBuffer &to, Sender s)
{
    if (s.tid < 0) {
        put(to, "any task");
        return;
    }
    char digits[9], *const end = digits + sizeof digits, *first = end;
    for (auto left = static_cast<unsigned>(s.tid); left != 0 || first == end; left /= 16)
        *--first = "0123456789abcdef"[left % 16];
    *--first = 't';
    to.add(first, static_cast<std::size_t>(end - first));
}

/* Each with a comma before it. */
std::string classes_of(const WorkCounts &work)
{
    std::string classes;
    for (std::size_t i = 0; i < work.size(); i++)
        if (work[i] > 0)
            classes += fmt::format(R"(,"{}":{})", work_class_name(i), work[i]);
    return classes;
}

} // namespace

TraceJson::TraceJson(std::string path, const Parameters &p, const Provenance &by) : path_(std::move(path)), file_(path_)
{
    if (file_.bad())
        throw std::runtime_error("--trace '" + path_ + "': cannot be written: " + std::strerror(errno) +
                                 "; the path of a file in a folder you may write to is wanted");
    append(text_, R"({"displayTimeUnit":"ns","otherData":{"machine":)", in_quotes(p.name), R"(,"cells":)",
           p.grid.cells(), ",", made_by(by, p).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace).substr(1),
           ",\n\"traceEvents\":[\n", R"({"ph":"M","pid":)", tasks_pid,
           R"(,"name":"process_name","args":{"name":"tasks"}})", ",\n", R"({"ph":"M","pid":)", networks_pid,
           R"(,"name":"process_name","args":{"name":"networks"}})");
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* A line of these pieces. The file is not written to before something happens, because `up` forks after this object has
 * been made. */
template <typename... Pieces> void TraceJson::event(const Pieces &...pieces)
{
    append(text_, ",\n{", pieces..., "}");
    write_if_long();
}

/* Or twice a second, for those who follow a slow run. */
void TraceJson::write_if_long()
{
    if (text_.size() < written_at_bytes) {
        if (++unwritten_lines_ % lines_for_a_look != 0)
            return;
        timespec now{};
        clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
        const std::int64_t now_ms = now.tv_sec * 1000 + now.tv_nsec / 1000000;
        if (now_ms < written_ms_ + 500)
            return;
        written_ms_ = now_ms;
    }
    file_.write(text_.text());
    text_.clear();
}

TraceJson::Line &TraceJson::line(int tid)
{
    if (last_line_ != nullptr && last_line_->first == tid)
        return last_line_->second;
    auto found = lines_.find(tid);
    if (found == lines_.end())
        found = lines_.insert({tid, {fmt::format(R"(","pid":{},"tid":{},"ts":)", tasks_pid, tid), -1}}).first;
    last_line_ = &*found;
    return found->second;
}

/* A line about a task at a time. */
template <typename... Pieces> void TraceJson::at(char phase, const Line &of, Ns t, const Pieces &...pieces)
{
    event(R"("ph":")", std::string_view(&phase, 1), of.head, Us{t}, pieces...);
}

const std::string &TraceJson::name_of(CallName call)
{
    if (names_.size() <= call.number())
        names_.resize(call.number() + 1);
    std::string &name = names_[call.number()];
    if (name.empty())
        name = in_quotes(call.text());
    return name;
}

/* The name, category and arguments of a slice. */
void TraceJson::describe(const Slice &s)
{
    TextBuffer &to = text_;
    switch (s.what) {
    case Activity::computing:
        append(to, R"("name":"computing","cat":"computing")");
        if (const std::string classes = s.work != nullptr ? classes_of(*s.work) : ""; !classes.empty())
            append(to, R"(,"args":{)", std::string_view(classes).substr(1), "}");
        return;
    case Activity::sleeping:
        return append(to, R"("name":"sleeping","cat":"sleeping")");
    case Activity::call:
        append(to, R"("name":)", name_of(s.call), R"(,"cat":"call")");
        if (s.call.line() != 0)
            append(to, R"(,"args":{"line":)", in_quotes(CallName::text_of(s.call.line())), "}");
        return;
    case Activity::wait_message:
        append(to, R"("name":"waits for )", Sender{s.want_tid},
               std::string_view(s.want_tag < 0 ? ", any tag" : ", tag "));
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

/* ---- what happens ------------------------------------------------------------------------------------------------ */

void TraceJson::begin_track(const Track &track, Ns t)
{
    event(R"("ph":"M","pid":)", tasks_pid, R"(,"tid":)", track.tid, R"(,"name":"thread_name","args":{"name":)",
          in_quotes(fmt::format("t{:x} {} ({})", track.tid, track.program, track.place)), "}");
    event(R"("ph":"M","pid":)", tasks_pid, R"(,"tid":)", track.tid,
          R"(,"name":"thread_sort_index","args":{"sort_index":)", tid_local(track.tid), "}");
    at('i', line(track.tid), t, R"(,"s":"t","name":"begins","cat":"life","args":{"program":)", in_quotes(track.program),
       R"(,"node":)", track.node, "}");
}

void TraceJson::end_track(int tid, Ns t)
{
    at('i', line(tid), t, R"(,"s":"t","name":"ends","cat":"life")");
    lines_.erase(tid);
    last_line_ = nullptr;
}

void TraceJson::enter(int tid, const Slice &s, Ns t)
{
    Line &of = line(tid);
    append(text_, R"(,
{"ph":"B)",
           of.head, Us{t}, ",");
    describe(s);
    append(text_, "}");
    of.slice_since = t;
}

void TraceJson::leave(int tid, Activity, Ns t)
{
    at('E', line(tid), t);
}

/* An arrow belongs to the slice that is open at its end. A call may end at the time at which its message leaves, so
 * arrows begin a nanosecond early. */
void TraceJson::sent(const TracedMessage &m, CallName, Ns t)
{
    const Line &of = line(m.src_tid);
    const Ns leaves = of.slice_since >= 0 ? std::max(t - 1, std::min(t, of.slice_since)) : t;
    at('s', of, leaves, R"(,"id":)", m.serial, R"(,"name":"message","cat":"message","args":{"from":)", m.src_tid,
       R"(,"to":)", m.dst_tid, R"(,"tag":)", m.tag, R"(,"bytes":)", m.bytes, "}");
}

void TraceJson::accepted(const TracedMessage &m, CallName, Ns t)
{
    if (m.serial != 0)
        at('f', line(m.dst_tid), t, R"(,"id":)", m.serial, R"(,"name":"message","cat":"message","bp":"e")");
}

/* Of a program whose computing costs nothing there is nothing to say. */
void TraceJson::computed(int tid, const WorkDone &work)
{
    if (work.how == WorkDone::How::free)
        return;
    event(R"("ph":"M","pid":)", tasks_pid, R"(,"tid":)", tid, R"(,"name":"computing","args":{"how":")",
          std::string_view(ap1000::name_of(work.how)), R"(","charged_ns":)", work.charged, classes_of(work.count), "}");
}

void TraceJson::level(Resource what, int units, Ns t)
{
    event(R"("ph":"C","pid":)", networks_pid, R"(,"ts":)", Us{t}, R"(,"name":")",
          std::string_view(words_of(what).counter), R"(","args":{"in use":)", units, "}");
}

void TraceJson::finish(Ns)
{
    append(text_, "\n]}\n");
    file_.write(text_.text());
    text_.clear();
    whole_ = file_.close();
    if (!whole_)
        fmt::print(stderr, "ap1000: trace '{}': could not be written whole: {}\n", path_, std::strerror(errno));
}

} // namespace ap1000
