/* test_real_run.cpp - records of a real run become tracks, slices and messages: made-up ones, with the result derived
 * by hand. */
#include <cstring>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "expectation.hpp"
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

std::string told(const std::string &records)
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

static void a_message_is_followed(void **)
{
    expectation("sender first", in_order, told(sender(1000) + receiver(1300)));
    expectation("receiver first in the file", in_order, told(receiver(1300) + sender(1000)));
}

/* The receiver's clock is 150 ns behind: it got the message before it was sent. It is late instead, but not later. */
static void nothing_comes_before_it_is_sent(void **)
{
    expectation("clocks that differ",
                "begin prog on node0@0; begin prog on node1@0; sent 1 in pvm_send@200; woken by 1; accepted 1@200; "
                "end 1@900; end 1@1000; finish@1000",
                told(receiver(1050) + sender(1000)));
}

/* A sender whose records are missing holds up nobody, whether or not it is known. */
static void a_sender_that_is_lost(void **)
{
    expectation("no record of it", "begin prog on node1@0; accepted 0@310; end 1@1000; finish@1000",
                told(receiver(1300)));
    expectation("records that lack the message",
                "begin prog on node0@0; begin prog on node1@0; end 1@900; accepted 0@310; end 1@1000; finish@1000",
                told(begin(master, 0, 1000) + bytes(event(CLUSTER_EVENT_END, master, 1900)) + receiver(1300)));
}

static void ends_are_told(void **)
{
    cluster_event end = event(CLUSTER_EVENT_END, master, 70), lost = event(CLUSTER_EVENT_LOST, master, 60);
    end.tag = 11;
    lost.number = 3;
    expectation("a death, and records lost",
                "begin prog on node0@0; died of SIGSEGV; end 1@20; 3 records of tasks were lost: there was no memory "
                "for them. finish@20",
                told(begin(master, 0, 50) + bytes(lost) + bytes(end)));
    expectation("nothing at all", "finish@0", told(""));
}

static void broken_records_are_refused(void **)
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

int main()
{
    const CMUnitTest tests[] = {cmocka_unit_test(a_message_is_followed),
                                cmocka_unit_test(nothing_comes_before_it_is_sent),
                                cmocka_unit_test(a_sender_that_is_lost), cmocka_unit_test(ends_are_told),
                                cmocka_unit_test(broken_records_are_refused)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
