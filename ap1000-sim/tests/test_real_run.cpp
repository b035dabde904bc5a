/* test_real_run.cpp - records of a real run become tracks, slices and messages: made-up ones, with the result derived
 * by hand. */
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "everything.hpp"
#include "observe/real_run.hpp"

using namespace ap1000;

namespace
{

constexpr int master = 0x40001, slave = 0x80001;

/* What a sink is told, in words. */
class Words : public TraceSink
{
  public:
    explicit Words(std::string &out) : out_(out)
    {
    }
    void begin_track(const Track &track, Ns t) override
    {
        out_ += "begin " + track.program + " on " + track.place + "@" + std::to_string(t) + "; ";
    }
    void end_track(int tid, Ns t) override
    {
        out_ += "end " + std::to_string(tid & 1) + "@" + std::to_string(t) + "; ";
    }
    void enter(int, const Slice &, Ns) override
    {
    }
    void leave(int, Activity, Ns) override
    {
    }
    void sent(const TracedMessage &m, CallName call, Ns t) override
    {
        out_ += "sent " + std::to_string(m.serial) + " in " + call.text() + "@" + std::to_string(t) + "; ";
    }
    void accepted(const TracedMessage &m, CallName, Ns t) override
    {
        out_ += "accepted " + std::to_string(m.serial) + "@" + std::to_string(t) + "; ";
    }
    void woken(int, std::uint64_t serial) override
    {
        out_ += "woken by " + std::to_string(serial) + "; ";
    }
    void died(int, const std::string &how, Ns) override
    {
        out_ += "died of " + how + "; ";
    }
    void remark(const std::string &line) override
    {
        out_ += line + " ";
    }
    void finish(Ns t) override
    {
        out_ += "finish@" + std::to_string(t);
    }

  private:
    std::string &out_;
};

cluster_event event(int kind, int tid, Ns t)
{
    cluster_event e{};
    e.kind = kind;
    e.tid = tid;
    e.t_ns = t;
    return e;
}

std::string bytes(const cluster_event &e)
{
    return std::string(reinterpret_cast<const char *>(&e), sizeof e);
}

std::string begin(int tid, int node, Ns t)
{
    cluster_event e = event(CLUSTER_EVENT_BEGIN, tid, t);
    const std::string names = std::string("node") + std::to_string(node) + '\0' + "/bin/prog" + '\0';
    e.number = static_cast<std::uint64_t>(node);
    e.len_bytes = static_cast<std::uint32_t>(names.size());
    return bytes(e) + names;
}

/* About message 1 between the two. */
std::string about(int kind, int tid, int other, Ns t)
{
    cluster_event e = event(kind, tid, t);
    e.other = other;
    e.number = 1;
    return bytes(e);
}

std::string call(int tid, const char *name, Ns t)
{
    cluster_event e = event(CLUSTER_EVENT_CALL, tid, t);
    std::memcpy(e.text, name, std::strlen(name));
    return bytes(e);
}

std::string told_of(const std::string &records)
{
    std::string out;
    std::vector<std::unique_ptr<TraceSink>> sinks;
    sinks.push_back(std::make_unique<Words>(out));
    TraceRecorder recorder(std::move(sinks));
    RealRun(records).tell(recorder);
    return out;
}

std::string sender(Ns zero)
{
    return begin(master, 0, zero) + call(master, "pvm_send", zero + 100) +
           about(CLUSTER_EVENT_SENT, master, slave, zero + 200) + bytes(event(CLUSTER_EVENT_END, master, zero + 900));
}

std::string receiver(Ns got)
{
    return begin(slave, 1, 1000) + bytes(event(CLUSTER_EVENT_WAIT, slave, 1050)) +
           about(CLUSTER_EVENT_GOES_ON, slave, master, got) + about(CLUSTER_EVENT_ACCEPT, slave, master, got + 10) +
           bytes(event(CLUSTER_EVENT_END, slave, 2000));
}

} // namespace

static const char *const in_order =
    "begin prog on node0@0; begin prog on node1@0; sent 1 in pvm_send@200; woken by 1; accepted 1@310; end 1@900; "
    "end 1@1000; finish@1000";

TEST(a_message_is_followed)
{
    expectation("sender first", in_order, told_of(sender(1000) + receiver(1300)));
    expectation("receiver first in the file", in_order, told_of(receiver(1300) + sender(1000)));
}

/* The receiver's clock is 150 ns behind: it got the message before it was sent. It is late instead, but not later. */
TEST(nothing_comes_before_it_is_sent)
{
    expectation("clocks that differ",
                "begin prog on node0@0; begin prog on node1@0; sent 1 in pvm_send@200; woken by 1; accepted 1@200; "
                "end 1@900; end 1@1000; finish@1000",
                told_of(receiver(1050) + sender(1000)));
}

/* A sender whose records are missing holds up nobody, whether or not it is known. */
TEST(a_sender_that_is_lost)
{
    expectation("no record of it", "begin prog on node1@0; accepted 0@310; end 1@1000; finish@1000",
                told_of(receiver(1300)));
    expectation("records that lack the message",
                "begin prog on node0@0; begin prog on node1@0; end 1@900; accepted 0@310; end 1@1000; finish@1000",
                told_of(begin(master, 0, 1000) + bytes(event(CLUSTER_EVENT_END, master, 1900)) + receiver(1300)));
}

TEST(ends_are_told)
{
    cluster_event end = event(CLUSTER_EVENT_END, master, 70), lost = event(CLUSTER_EVENT_LOST, master, 60);
    end.tag = 11;
    lost.number = 3;
    expectation("a death, and records lost",
                "begin prog on node0@0; died of SIGSEGV; end 1@20; 3 records of tasks were lost: there was no memory "
                "for them. finish@20",
                told_of(begin(master, 0, 50) + bytes(lost) + bytes(end)));
    expectation("nothing at all", "finish@0", told_of(""));
    end.tag = 35;
    expectation("a signal without a name", "begin prog on node0@0; died of SIG35; end 1@20; finish@20",
                told_of(begin(master, 0, 50) + bytes(end)));
}

TEST(broken_records_are_refused)
{
    const std::string whole = sender(1000);
    for (std::size_t n : {std::size_t{1}, sizeof(cluster_event) - 1, sizeof(cluster_event) + 3, whole.size() - 1}) {
        std::string said;
        try {
            RealRun run(whole.substr(0, n));
        } catch (const std::runtime_error &e) {
            said = e.what();
        }
        expectation("refused", true, said.rfind("the records of the run end in ", 0) == 0);
    }
}

/* ---- everything -------------------------------------------------------------------------------------------------- */

static cluster_event full(int kind, Ns t, int other = 0, std::uint64_t number = 0, int tag = 0, unsigned bytes = 0)
{
    cluster_event e = event(kind, 1, t);
    e.other = other;
    e.number = number;
    e.tag = tag;
    e.len_bytes = bytes;
    return e;
}

static std::string named(const cluster_event &like, const std::string &names)
{
    cluster_event e = like;
    e.len_bytes = static_cast<std::uint32_t>(names.size());
    return bytes(e) + names;
}

static std::string told_all(const std::string &records)
{
    return told([&](TraceRecorder &r) { RealRun(records).tell(r); });
}

static const std::string head = named(full(CLUSTER_EVENT_BEGIN, 1000, 77, 4), std::string("n4\0/x/y/p\0", 10));

/* What is told between the begin of a task at 1000 and its end at 2000. */
static std::string between(const std::string &records)
{
    const std::string all = told_all(head + records + bytes(full(CLUSTER_EVENT_END, 2000)));
    const std::string first = "begin 1 on 4 n4 p of 77@0; ", last = "end 1@1000; finish@1000; ";
    expectation("how it begins", first, all.substr(0, first.size()));
    expectation("how it ends", last, all.substr(all.size() - last.size()));
    return all.substr(first.size(), all.size() - first.size() - last.size());
}

TEST(records_have_these_meanings)
{
    expectation("none", "computing@0; -computing@1000; ", between(""));
    const std::string in_call = bytes(full(CLUSTER_EVENT_RETURN, 1300)) + bytes(full(CLUSTER_EVENT_RETURN, 1350));
    expectation("a call", "computing@0; -computing@100; call pvm_recv@100; -call@300; computing@300; -computing@1000; ",
                between(call(1, "pvm_recv", 1100) + in_call));
    expectation("a name of 24 letters",
                "computing@0; -computing@100; call abcdefghijklmnopqrstuvwx@100; -call@300; computing@300; "
                "-computing@1000; ",
                between(call(1, "abcdefghijklmnopqrstuvwx", 1100) + in_call));
    expectation("a nap", "computing@0; -computing@100; sleeping@100; -sleeping@200; computing@200; -computing@1000; ",
                between(bytes(full(CLUSTER_EVENT_SLEEP, 1100)) + bytes(full(CLUSTER_EVENT_WAKE, 1200))));
    const std::string on = bytes(full(CLUSTER_EVENT_GOES_ON, 1200));
    const std::pair<cluster_event, const char *> waits[] = {
        {full(CLUSTER_EVENT_WAIT, 1100, 5, 0, 6), "message of 5 tag 6@100; -message@200; "},
        {full(CLUSTER_EVENT_WAIT, 1100, -1, 0, -1), "message@100; -message@200; "},
        {full(CLUSTER_EVENT_ASK, 1100, 5, 0, 6), "host@100; -host@200; "},
        {full(CLUSTER_EVENT_MEET, 1100, 5, 0, 6), "barrier@100; -barrier@200; "}};
    for (const auto &[record, words] : waits)
        expectation("a wait", std::string("computing@0; -computing@100; ") + words + "computing@200; -computing@1000; ",
                    between(bytes(record) + on));
    expectation("a message to another",
                "sent 1 1>9 tag 6 bytes 70 in @100; sent 2 1>9 tag 7 bytes 0 in @200; computing@0; -computing@1000; ",
                between(bytes(full(CLUSTER_EVENT_SENT, 1100, 9, 1, 6, 70)) +
                        bytes(full(CLUSTER_EVENT_SENT, 1200, 9, 2, 7, 0))));
    expectation("one of nobody", "accepted 0 9>1 tag 0 bytes 70 in @100; computing@0; -computing@1000; ",
                between(bytes(full(CLUSTER_EVENT_ACCEPT, 1100, 9, 0, 6, 70))));
    expectation("a clock that goes back",
                "computing@0; -computing@100; host@100; -host@100; computing@100; "
                "-computing@1000; ",
                between(bytes(full(CLUSTER_EVENT_ASK, 1100)) + bytes(full(CLUSTER_EVENT_GOES_ON, 1050))));
    expectation("two losses",
                "computing@0; -computing@1000; end 1@1000; 7 records of tasks were lost: there was no "
                "memory for them.; finish@1000; ",
                told_all(head + bytes(full(CLUSTER_EVENT_LOST, 1100, 0, 3)) +
                         bytes(full(CLUSTER_EVENT_LOST, 1100, 0, 4)) + bytes(full(CLUSTER_EVENT_END, 2000)))
                    .substr(27));
}

/* Two messages between the same two tasks: each is accepted under its own number, once. Whoever accepts one once more
 * waits until its sender has no more records. */
TEST(each_message_has_its_number)
{
    std::string sends, gets;
    for (int i = 1; i <= 2; i++) {
        cluster_event sent = event(CLUSTER_EVENT_SENT, 2, 1000 + 100 * i),
                      got = event(CLUSTER_EVENT_ACCEPT, 1, 1500 + i);
        sent.other = 1;
        got.other = 2;
        sent.number = got.number = static_cast<std::uint64_t>(i);
        sends += bytes(sent);
        gets += bytes(got);
    }
    const std::string other = begin(2, 0, 1000) + sends + bytes(event(CLUSTER_EVENT_END, 2, 1900));
    expectation(
        "in order",
        "begin 1 on 4 n4 p of 77@0; begin 2 on 0 node0 prog of 0@0; sent 1 2>1 tag 0 bytes 0 in @100; sent 2 2>1 "
        "tag 0 bytes 0 in @200; accepted 1 2>1 tag 0 bytes 0 in @501; accepted 2 2>1 tag 0 bytes 0 in @502; "
        "computing@0; -computing@900; end 2@900; accepted 0 2>1 tag 0 bytes 0 in @503; computing@0; "
        "-computing@1000; end 1@1000; finish@1000; ",
        told_all(head + gets + bytes([] {
                     cluster_event again = event(CLUSTER_EVENT_ACCEPT, 1, 1503);
                     again.other = 2;
                     again.number = 1;
                     return again;
                 }()) +
                 bytes(full(CLUSTER_EVENT_END, 2000)) + other));
}

TEST(nodes_are_counted)
{
    expectation("none", 1, RealRun("").nodes());
    expectation("node 4 is the fifth", 5, RealRun(head).nodes());
    expectation("of several the last", 5, RealRun(begin(2, 3, 5) + head + begin(3, 0, 9)).nodes());
    const auto refusal = [](std::uint64_t node) -> std::string {
        try {
            return std::to_string(
                RealRun(named(full(CLUSTER_EVENT_BEGIN, 1, 0, node), std::string("n\0p\0", 4))).nodes());
        } catch (const std::runtime_error &e) {
            return e.what();
        }
    };
    expectation("the greatest", "2147483647", refusal(2147483646));
    expectation("one more", "the records of the run name a node 2147483647", refusal(2147483647));
}

/* The run begins with the first task, wherever that stands. */
TEST(time_begins_with_the_first)
{
    for (bool later_first : {false, true}) {
        const std::string a = begin(2, 0, 500) + bytes(event(CLUSTER_EVENT_END, 2, 600)),
                          b = begin(3, 0, 700) + bytes(event(CLUSTER_EVENT_END, 3, 900));
        expectation(
            "two tasks",
            "begin 2 on 0 node0 prog of 0@0; computing@0; -computing@100; end 2@100; begin 3 on 0 node0 prog of "
            "0@200; computing@200; -computing@400; end 3@400; finish@400; ",
            told_all(later_first ? b + a : a + b));
    }
}

TEST_MAIN
