/* test_trace_json.cpp - traces to the byte: every kind of line, times and numbers of every length, names with strange
 * letters. ts is in us, all else in ns. */
#include "observe/trace_json.hpp"

#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <stdexcept>

#include <unistd.h>

#include "expectation.hpp"

using namespace ap1000;

namespace
{

constexpr int tid = 0x40001;

std::string contents(const std::string &path)
{
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/* A file that is there while the test runs. */
class Scratch
{
  public:
    Scratch() : path_("/tmp/trace-XXXXXX")
    {
        const int fd = mkstemp(path_.data());
        assert_true(fd >= 0);
        close(fd);
    }
    ~Scratch()
    {
        unlink(path_.c_str());
    }
    const std::string &path() const
    {
        return path_;
    }

  private:
    std::string path_;
};

Parameters machine()
{
    Parameters p{};
    p.name = "m";
    p.grid = {3, 2};
    return p;
}

const std::string head = R"({"displayTimeUnit":"ns","otherData":{"machine":"m","cells":6,"version":"",)"
                         R"("command":[],"settings":[],"numbers":{}},
"traceEvents":[
{"ph":"M","pid":1,"name":"process_name","args":{"name":"tasks"}},
{"ph":"M","pid":2,"name":"process_name","args":{"name":"networks"}})";
const std::string tail = "\n]}\n";

/* What is written for what `tell` tells, without the lines that every trace has. */
std::string lines(const std::function<void(TraceJson &)> &tell)
{
    const Scratch file;
    TraceJson json(file.path(), machine(), {});
    tell(json);
    json.finish(0);
    assert_true(json.is_whole());
    const std::string all = contents(file.path());
    expectation("the head", head, all.substr(0, head.size()));
    expectation("the tail", tail, all.substr(all.size() - tail.size()));
    return all.substr(head.size(), all.size() - head.size() - tail.size());
}

TEST(the_head_says_what_made_it)
{
    const Scratch file;
    TraceJson json(file.path(), machine(),
                   {"1.2", {"prog", "a \"b\""}, {{"--cells", "6", "x"}, {"--on", "cell", "y"}}});
    json.finish(7);
    expectation("the whole file",
                R"({"displayTimeUnit":"ns","otherData":{"machine":"m","cells":6,"version":"1.2",)"
                R"("command":["prog","a \"b\""],"settings":[{"option":"--cells","value":"6","from":"x"},)"
                R"({"option":"--on","value":"cell","from":"y"}],"numbers":{}},
"traceEvents":[
{"ph":"M","pid":1,"name":"process_name","args":{"name":"tasks"}},
{"ph":"M","pid":2,"name":"process_name","args":{"name":"networks"}}
]}
)",
                contents(file.path()));
}

TEST(a_task_begins_and_ends)
{
    expectation("its lines",
                R"-(,
{"ph":"M","pid":1,"tid":262145,"name":"thread_name","args":{"name":"t40001 prog (cell 2)"}},
{"ph":"M","pid":1,"tid":262145,"name":"thread_sort_index","args":{"sort_index":1}},
{"ph":"i","pid":1,"tid":262145,"ts":0.050,"s":"t","name":"begins","cat":"life","args":{"program":"prog","node":3}},
{"ph":"i","pid":1,"tid":262145,"ts":1.900,"s":"t","name":"ends","cat":"life"})-",
                lines([](TraceJson &json) {
                    json.begin_track({tid, 3, "cell 2", "prog"}, 50);
                    json.end_track(tid, 1900);
                }));
}

/* Levels have nothing but a time and a number. */
TEST(times_and_numbers_have_all_their_digits)
{
    const struct {
        Ns t;
        const char *us;
    } times[] = {{0, "0.000"},
                 {7, "0.007"},
                 {10, "0.010"},
                 {99, "0.099"},
                 {100, "0.100"},
                 {999, "0.999"},
                 {1000, "1.000"},
                 {9999, "9.999"},
                 {10000, "10.000"},
                 {99099, "99.099"},
                 {100001, "100.001"},
                 {1234567, "1234.567"},
                 {90807060504030, "90807060504.030"},
                 {std::numeric_limits<Ns>::max(), "9223372036854775.807"}};
    for (const auto &row : times)
        expectation("a time",
                    std::string(",\n{\"ph\":\"C\",\"pid\":2,\"ts\":") + row.us +
                        ",\"name\":\"B-Net in use\",\"args\":{\"in use\":1}}",
                    lines([&](TraceJson &json) { json.level(Resource::bnet, 1, row.t); }));
    for (int n : {0, 1, 9, 10, 11, 59, 99, 100, 101, 999, 1000, 12345, 1000000, std::numeric_limits<int>::max(), -1,
                  -10, -100, std::numeric_limits<int>::min()})
        expectation("a number",
                    ",\n{\"ph\":\"C\",\"pid\":2,\"ts\":0.000,\"name\":\"B-Net in use\",\"args\":{\"in use\":" +
                        std::to_string(n) + "}}",
                    lines([&](TraceJson &json) { json.level(Resource::bnet, n, 0); }));
}

TEST(networks_have_names)
{
    const std::pair<Resource, const char *> names[] = {{Resource::tnet_links, "T-Net links in use"},
                                                       {Resource::bnet, "B-Net in use"},
                                                       {Resource::host_interface, "host interface in use"},
                                                       {Resource::ethernet, "Ethernet in use"},
                                                       {Resource::ports, "wires of the switch in use"}};
    for (const auto &[what, name] : names)
        expectation("a level",
                    std::string(",\n{\"ph\":\"C\",\"pid\":2,\"ts\":0.001,\"name\":\"") + name +
                        "\",\"args\":{\"in use\":2}}",
                    lines([what = what](TraceJson &json) { json.level(what, 2, 1); }));
}

std::string begins(const Slice &s)
{
    const std::string line = lines([&](TraceJson &json) { json.enter(tid, s, 12); }),
                      first = ",\n{\"ph\":\"B\",\"pid\":1,\"tid\":262145,\"ts\":0.012,";
    expectation("how it begins", first, line.substr(0, first.size()));
    return line.substr(first.size());
}

TEST(slices_say_what_they_are)
{
    expectation("computing", R"("name":"computing","cat":"computing"})", begins({Activity::computing, ""}));
    expectation("sleeping", R"("name":"sleeping","cat":"sleeping"})", begins({Activity::sleeping, ""}));
    expectation("a call", R"("name":"pvm_send","cat":"call"})", begins({Activity::call, "pvm_send"}));
    expectation("the host", R"("name":"waits for the host's control program","cat":"wait","args":{"for":"host"}})",
                begins({Activity::wait_host, ""}));
    expectation("a barrier", R"("name":"waits in the barrier of the machine","cat":"wait","args":{"for":"barrier"}})",
                begins({Activity::wait_barrier, ""}));
    expectation("the processor", R"("name":"waits for the processor","cat":"wait","args":{"for":"processor"}})",
                begins({Activity::wait_processor, ""}));
}

TEST(waits_say_for_whom)
{
    const struct {
        int want_tid, want_tag;
        const char *name;
    } rows[] = {{-1, -1, "any task, any tag"}, {tid, -1, "t40001, any tag"},
                {-1, 0, "any task, tag 0"},    {0x9abcdef0 & 0x7fffffff, 77, "t1abcdef0, tag 77"},
                {0, 5, "t0, tag 5"},           {10, 1, "ta, tag 1"},
                {16, 100, "t10, tag 100"},     {0x7fffffff, 1, "t7fffffff, tag 1"}};
    for (const auto &row : rows)
        expectation("a wait",
                    std::string(R"("name":"waits for )") + row.name +
                        R"(","cat":"wait","args":{"for":"message","tid":)" + std::to_string(row.want_tid) +
                        R"(,"tag":)" + std::to_string(row.want_tag) + "}}",
                    begins({Activity::wait_message, "", row.want_tid, row.want_tag}));
}

TEST(a_slice_ends)
{
    expectation("its end", ",\n{\"ph\":\"E\",\"pid\":1,\"tid\":262145,\"ts\":3.210}",
                lines([](TraceJson &json) { json.leave(tid, Activity::call, 3210); }));
}

/* When the arrow of a message sent at t begins, if a slice of its task began at `since`; -1: none did. */
std::string arrow_begins(Ns since, Ns t)
{
    const std::string line = lines([&](TraceJson &json) {
        if (since >= 0)
            json.enter(tid, {Activity::computing, ""}, since);
        json.sent({1234567890123, tid, 0x40002, 5, 99}, "pvm_send", t);
    });
    const std::size_t at = line.find("{\"ph\":\"s\",");
    assert_true(at != std::string::npos);
    const std::string first = "{\"ph\":\"s\",\"pid\":1,\"tid\":262145,\"ts\":",
                      last = R"(,"id":1234567890123,"name":"message","cat":"message","args":{"from":262145,)"
                             R"("to":262146,"tag":5,"bytes":99}})",
                      arrow = line.substr(at);
    expectation("how it begins", first, arrow.substr(0, first.size()));
    expectation("how it ends", last, arrow.substr(arrow.size() - last.size()));
    return arrow.substr(first.size(), arrow.size() - first.size() - last.size());
}

/* An arrow begins a ns early, but in the slice. */
TEST(arrows_begin_in_their_slice)
{
    expectation("no slice", "0.500", arrow_begins(-1, 500));
    expectation("a slice that began before", "0.499", arrow_begins(400, 500));
    expectation("a slice that began a ns before", "0.499", arrow_begins(499, 500));
    expectation("a slice that began with it", "0.500", arrow_begins(500, 500));
    expectation("a slice that began after it", "0.500", arrow_begins(600, 500));
    expectation("a slice that began with the run", "0.499", arrow_begins(0, 500));
    const std::string again = lines([](TraceJson &json) {
        json.enter(tid, {Activity::computing, ""}, 10);
        json.leave(tid, Activity::computing, 20);
        json.end_track(tid, 20);
        json.sent({1, tid, 2, 3, 4}, "", 500); /* of another task with this tid */
    });
    assert_true(again.find("\"ts\":0.500,\"id\":1,") != std::string::npos);
}

TEST(arrows_end)
{
    expectation(
        "a message",
        ",\n{\"ph\":\"f\",\"pid\":1,\"tid\":262146,\"ts\":0.800,\"id\":18446744073709551615,\"name\":\"message\","
        "\"cat\":\"message\",\"bp\":\"e\"}",
        lines([](TraceJson &json) {
            json.accepted({std::numeric_limits<std::uint64_t>::max(), tid, 0x40002, 5, 99}, "pvm_recv", 800);
        }));
    expectation("what no task has sent", "", lines([](TraceJson &json) {
                    json.accepted({0, -1, tid, 5, 99}, "pvm_recv", 800);
                }));
}

TEST(two_tasks_have_lines_of_their_own)
{
    expectation("their slices",
                R"(,
{"ph":"B","pid":1,"tid":262145,"ts":0.001,"name":"pvm_send","cat":"call"},
{"ph":"B","pid":1,"tid":262146,"ts":0.002,"name":"pvm_recv","cat":"call"},
{"ph":"E","pid":1,"tid":262145,"ts":0.003},
{"ph":"B","pid":1,"tid":262145,"ts":0.004,"name":"pvm_recv","cat":"call"},
{"ph":"E","pid":1,"tid":262146,"ts":0.005})",
                lines([](TraceJson &json) {
                    json.enter(tid, {Activity::call, "pvm_send"}, 1);
                    json.enter(tid + 1, {Activity::call, "pvm_recv"}, 2);
                    json.leave(tid, Activity::call, 3);
                    json.enter(tid, {Activity::call, "pvm_recv"}, 4);
                    json.leave(tid + 1, Activity::call, 5);
                }));
}

/* A name with this letter in it. */
std::string named(const std::string &letter)
{
    const std::string line = lines([&](TraceJson &json) { json.begin_track({tid, 0, "p", "<" + letter + ">"}, 0); });
    const std::size_t at = line.find('<');
    return line.substr(at + 1, line.find('>') - at - 1);
}

TEST(strange_letters_do_no_harm)
{
    const std::pair<const char *, const char *> rows[] = {{"\"", "\\\""},
                                                          {"\\", "\\\\"},
                                                          {" ", " "},
                                                          {"~", "~"},
                                                          {"\x1f", "\\u001f"},
                                                          {"\n", "\\n"},
                                                          {"\x7f", "\\u007f"},
                                                          {"\x80", "\\ufffd"},
                                                          {"\xff", "\\ufffd"},
                                                          {"!", "!"},
                                                          {"\x01", "\\u0001"},
                                                          {"A", "A"},
                                                          {"\xc3\xa9", "\\u00e9"},
                                                          {"\xe2\x82\xac", "\\u20ac"},
                                                          {"\xf0\x9f\x98\x80", "\\ud83d\\ude00"}};
    for (const auto &[letter, written] : rows)
        expectation("a letter", written, named(letter));
}

/* A long run takes no memory for what has been written. */
TEST(it_is_written_while_the_run_goes_on)
{
    const Scratch file;
    TraceJson json(file.path(), machine(), {});
    std::string wanted = head;
    for (int i = 0; i < 5000; i++) {
        json.level(Resource::bnet, i, 0);
        wanted += ",\n{\"ph\":\"C\",\"pid\":2,\"ts\":0.000,\"name\":\"B-Net in use\",\"args\":{\"in use\":" +
                  std::to_string(i) + "}}";
    }
    const std::string soon = contents(file.path());
    expectation("bytes written so far, of more than 300000: at least 200000", true, soon.size() >= 200000);
    expectation("the first of them are right", 0, wanted.compare(0, soon.size(), soon));
    json.finish(0);
    expectation("all are right in the end", true, contents(file.path()) == wanted + tail);
}

TEST(what_cannot_be_written_is_said)
{
    std::string said;
    try {
        TraceJson json("/dev/null/x.json", machine(), {});
    } catch (const std::runtime_error &e) {
        said = e.what();
    }
    expectation("no such folder",
                "--trace '/dev/null/x.json': cannot be written: Not a directory; the path of a file in a folder you "
                "may write to is wanted",
                said);
    TraceJson full("/dev/full", machine(), {});
    expectation("before the end", true, full.is_whole());
    full.finish(0);
    expectation("a full disk", false, full.is_whole());
}

} // namespace

TEST_MAIN
