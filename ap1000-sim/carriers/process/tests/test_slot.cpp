/* test_slot.cpp - what a program has written into its slot, made into the kernel's calls, posts and marks
 * (slot_execution.cpp). Nothing is believed of what the program wrote.
 */
#include "slot_program.hpp"

#include <map>
#include <vector>

using namespace ap1000;

namespace
{

constexpr std::uint32_t none = 0;

/* ---- what it asks for -------------------------------------------------------------------------------------------- */

TEST(each_call_is_a_request)
{
    const std::map<std::uint32_t, Request> requests = {
        {none, Request::unknown},
        {CARRIER_POST, Request::unknown},
        {CARRIER_BROADCAST, Request::unknown},
        {CARRIER_TELL, Request::unknown},
        {CARRIER_JOIN, Request::join},
        {CARRIER_LEAVE, Request::leave},
        {CARRIER_WAIT, Request::wait},
        {CARRIER_IDLE, Request::idle},
        {CARRIER_CONTROL, Request::control},
        {CARRIER_BARRIER, Request::barrier},
        {CARRIER_MEET, Request::meet},
        {CARRIER_STATUS, Request::status},
        {CARRIER_AUDIENCE, Request::audience},
        {CARRIER_COVERS, Request::covers},
        {CARRIER_FLUSH, Request::flush},
        {CARRIER_SETTLE, Request::settle},
        {CARRIER_SETTLE + 100, Request::unknown},
    };
    Machine m;
    for (const auto &[op, request] : requests)
        assert_int_equal(static_cast<int>(m.call(op).what), static_cast<int>(request));
}

TEST(what_a_call_says)
{
    Machine m;
    carrier_call &c = m.slot.call;
    c.request = 5;
    c.status = 6;
    c.t_ns = 7;
    c.cpu_ns = 8;
    c.deadline_ns = 9;
    c.want.tid = 10;
    c.want.unread = 11;
    std::memset(c.call, 'c', sizeof c.call); /* without an end */
    std::memset(c.group, 'g', sizeof c.group);
    std::strcpy(c.unheard, "why");
    m.slot.clock_ns = 12;
    const Call asked = m.call(CARRIER_WAIT);
    assert_int_equal(asked.number, 5);
    assert_int_equal(asked.status, 6);
    assert_int_equal(asked.clock, 7);
    assert_int_equal(asked.processor, 8);
    assert_int_equal(asked.deadline, 9);
    assert_int_equal(asked.want.tid, 10);
    assert_int_equal(asked.want.unread, 11);
    assert_string_equal(asked.name, std::string(sizeof asked.name - 1, 'c').c_str());
    const Purpose p = m.program.purpose();
    assert_string_equal(p.call.c_str(), std::string(sizeof c.call, 'c').c_str());
    assert_string_equal(p.group.c_str(), std::string(sizeof c.group, 'g').c_str());
    assert_string_equal(p.unheard.c_str(), "why");
    assert_int_equal(m.program.clock(), 12);
    assert_int_equal(m.program.number, 7);
    assert_int_equal(m.program.messages_at_once(), CARRIER_FRAMES);
}

/* Only four calls have one, and it is looked at before it is used. */
TEST(bodies_of_calls)
{
    Machine m;
    const std::uint64_t offset = m.body("asked");
    for (std::uint32_t op = CARRIER_POST; op <= CARRIER_SETTLE; op++) {
        const bool has = op == CARRIER_CONTROL || op == CARRIER_MEET || op == CARRIER_AUDIENCE || op == CARRIER_COVERS;
        m.slot.call.offset = offset;
        m.slot.call.len_bytes = 5;
        Call asked = m.call(op);
        assert_int_equal(asked.body_bytes, has ? 5 : 0);
        assert_ptr_equal(asked.body, has ? m.own.base + offset : nullptr);
        assert_false(asked.body_is_bad);
        m.slot.call.offset = offset + ARENA_ALIGN; /* no body is there */
        asked = m.call(op);
        assert_int_equal(asked.body_is_bad, has);
        assert_int_equal(asked.body_bytes, 0);
        assert_null(asked.body);
        m.slot.call.offset = 0;
        assert_int_equal(m.call(op).body_is_bad, has);
        m.slot.call.len_bytes = 0;
        asked = m.call(op);
        assert_false(asked.body_is_bad);
        assert_null(asked.body);
    }
    m.slot.call.offset = m.body("a");
    m.slot.call.len_bytes = 1;
    Call asked = m.call(CARRIER_CONTROL);
    assert_int_equal(asked.body[0], 'a');
    asked.body_is_bad = true; /* of a call before this one nothing is left */
    m.slot.call.op = CARRIER_WAIT;
    m.program.call(asked);
    assert_null(asked.body);
    assert_int_equal(asked.body_bytes, 0);
    assert_false(asked.body_is_bad);
}

TEST(who_is_a_task)
{
    Machine m;
    Introduction with{};
    with.who.tid = 0x40005;
    with.native_send = 3;
    with.native_recv = 4;
    with.copy = 5;
    assert_false(m.program.joined());
    (void)m.call(CARRIER_LEAVE); /* who is none does not leave */
    assert_false(m.program.left());
    m.program.introduce(with);
    assert_true(m.program.joined());
    assert_int_equal(m.slot.who.tid, 0x40005);
    assert_int_equal(m.slot.native_send_ns, 3);
    assert_int_equal(m.slot.native_recv_ns, 4);
    assert_int_equal(m.slot.copy_send_ps, 5);
    assert_int_equal(m.slot.copy_recv_ps, 5);
    (void)m.call(CARRIER_WAIT);
    assert_false(m.program.left());
    (void)m.call(CARRIER_LEAVE);
    assert_true(m.program.left());
    (void)m.call(CARRIER_JOIN);
    assert_true(m.program.left());
    m.program.introduce(with);
    assert_false(m.program.left());
    assert_true(m.program.joined());
}

/* ---- posts ------------------------------------------------------------------------------------------------------- */

TEST(what_is_posted)
{
    Machine m;
    const std::uint64_t offset = m.body("body");
    arena_hold(m.own.base, offset); /* as a task does for each post */
    carrier_frame f{};
    f.op = CARRIER_POST;
    f.arena = m.other; /* whatever it says: it posts what is its own */
    f.dst_tid = 1;
    f.tag = 2;
    f.context = 3;
    f.encoding = 4;
    f.wid = 5;
    f.route = 6;
    f.t_ns = 7;
    f.cpu_ns = 8;
    f.len_bytes = 4;
    f.offset = offset;
    m.slot.posts[0] = f;
    f.offset = offset + ARENA_ALIGN;
    m.slot.posts[1] = f;
    f.op = CARRIER_BROADCAST;
    f.len_bytes = 0;
    f.offset = 0;
    m.slot.posts[2] = f;
    f.dst_tid = CARRIER_AUDIENCE_ONLY;
    m.slot.posts[3] = f;
    f.op = CARRIER_WAIT;
    m.slot.posts[4] = f;
    m.slot.nposts = 5;
    {
        std::deque<Post> posts;
        m.program.take_posts(posts);
        assert_int_equal(posts.size(), 5);
        assert_int_equal(m.slot.nposts, 0);
        const Post::To to[] = {Post::To::task, Post::To::task, Post::To::all, Post::To::audience, Post::To::nobody};
        for (int i = 0; i < 5; i++) {
            assert_true(posts[i].to == to[i]);
            assert_int_equal(posts[i].body_is_bad, i == 1);
        }
        const Post &p = posts[0];
        assert_int_equal(p.message.dst_tid, 1);
        assert_int_equal(p.message.tag, 2);
        assert_int_equal(p.message.context, 3);
        assert_int_equal(p.message.encoding, 4);
        assert_int_equal(p.message.wid, 5);
        assert_int_equal(p.message.route, 6);
        assert_int_equal(p.message.len_bytes, 4);
        assert_int_equal(p.clock, 7);
        assert_int_equal(p.processor, 8);
        assert_ptr_equal(p.message.bytes(), m.own.base + offset);
        assert_null(posts[1].message.bytes());
        assert_null(posts[2].message.bytes());
        assert_int_equal(m.references(m.own, offset), 2);
    }
    assert_int_equal(m.references(m.own, offset), 1);
}

/* A number that is too large is taken for the largest. */
TEST(more_than_there_is_room_for)
{
    Machine m;
    std::deque<Post> posts;
    std::vector<Mark> marks;
    m.slot.nposts = CARRIER_POSTS + 1;
    m.slot.nmarks = CARRIER_MARKS + 1;
    m.slot.posts[CARRIER_POSTS - 1].op = CARRIER_POST;
    m.slot.marks[CARRIER_MARKS - 1].serial = 17;
    m.program.take_posts(posts);
    m.program.take_marks(marks);
    assert_int_equal(posts.size(), CARRIER_POSTS);
    assert_true(posts.back().to == Post::To::task);
    assert_int_equal(marks.size(), CARRIER_MARKS);
    assert_int_equal(marks.back().serial, 17);
    m.slot.nread = CARRIER_READ + 1;
    (void)m.call(CARRIER_FLUSH);
    assert_int_equal(m.slot.nread, 0);
}

/* While it goes on by itself, what has been taken stays where it writes; none is taken twice, whatever it says. */
TEST(while_it_is_detached)
{
    Machine m;
    std::deque<Post> posts;
    std::vector<Mark> marks;
    for (int i = 0; i < 4; i++) {
        m.slot.posts[i].op = CARRIER_POST;
        m.slot.posts[i].tag = m.slot.marks[i].serial = i;
    }
    m.slot.call.op = CARRIER_TELL; /* of an earlier turn */
    m.program.detached = true;
    for (const std::uint32_t n : {2, 2, 3, 1, 3}) {
        m.slot.nposts = m.slot.nmarks = n;
        m.program.take_posts(posts);
        assert_false(m.program.take_marks(marks));
        assert_int_equal(m.slot.nposts, n);
        assert_int_equal(m.slot.nmarks, n);
        assert_int_equal(posts.size(), n == 2 ? 2 : 3);
        assert_int_equal(marks.size(), n == 2 ? 2 : 3);
    }
    m.program.detached = false;
    for (int turn = 1; turn <= 2; turn++) { /* the rest of that turn; the next one */
        m.slot.nposts = m.slot.nmarks = turn == 1 ? 4 : 1;
        m.program.take_posts(posts);
        assert_true(m.program.take_marks(marks));
        assert_int_equal(m.slot.nposts, 0);
        assert_int_equal(m.slot.nmarks, 0);
    }
    assert_int_equal(posts.size(), 5);
    assert_int_equal(marks.size(), 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(posts[i].message.tag, i % 4);
        assert_int_equal(marks[i].serial, i % 4);
    }
}

/* ---- marks ------------------------------------------------------------------------------------------------------- */

TEST(what_is_marked)
{
    Machine m;
    const std::pair<std::uint32_t, Mark::What> kinds[] = {
        {CARRIER_MARK_CALL, Mark::What::call},      {CARRIER_MARK_RETURN, Mark::What::returns},
        {CARRIER_MARK_ACCEPT, Mark::What::accepts}, {CARRIER_MARK_SLEEP, Mark::What::sleeps},
        {CARRIER_MARK_AWAKE, Mark::What::wakes},    {CARRIER_MARK_WHOLE_CALL, Mark::What::whole_call},
        {CARRIER_MARK_WORK, Mark::What::computes},  {CARRIER_MARK_WORK + 1, Mark::What::unknown}};
    for (const auto &[kind, what] : kinds) {
        carrier_mark &mark = m.slot.marks[m.slot.nmarks++];
        mark = {};
        mark.kind = kind;
        mark.t_ns = 1;
        mark.nposts = 2;
        mark.serial = 3;
        mark.src_tid = 4;
        mark.len_bytes = 5;
        mark.return_ns = 6;
        mark.is_new = 1;
        std::strcpy(mark.call, "pvm_call");
    }
    std::vector<Mark> marks(1); /* those before it stay */
    m.slot.call.op = CARRIER_WAIT;
    assert_false(m.program.take_marks(marks));
    assert_int_equal(m.slot.nmarks, 0);
    assert_int_equal(marks.size(), 1 + std::size(kinds));
    for (std::size_t i = 0; i < std::size(kinds); i++) {
        const Mark &mark = marks[i + 1];
        const bool has_name = mark.what == Mark::What::call || mark.what == Mark::What::whole_call;
        assert_true(mark.what == kinds[i].second);
        assert_int_equal(mark.clock, 1);
        assert_int_equal(mark.posts, 2);
        assert_int_equal(mark.serial, 3);
        assert_int_equal(mark.src_tid, 4);
        assert_int_equal(mark.len_bytes, 5);
        assert_int_equal(mark.returned, 6);
        assert_string_equal(mark.call.text().c_str(), has_name ? "pvm_call" : "");
    }
    m.slot.call.op = CARRIER_TELL;
    assert_true(m.program.take_marks(marks));
    assert_int_equal(marks.size(), 1 + std::size(kinds));
}

/* The text comes with the first mark of its number alone. */
TEST(names_by_number)
{
    Machine m;
    const auto mark = [&m](std::uint32_t number, const char *text) {
        carrier_mark &at = m.slot.marks[m.slot.nmarks++];
        at = {};
        at.kind = CARRIER_MARK_CALL;
        at.name = number;
        at.is_new = text != nullptr;
        if (text != nullptr)
            std::memcpy(at.call, text, std::min(std::strlen(text), sizeof at.call));
    };
    const std::string much(sizeof m.slot.marks[0].call, 'm');
    mark(3, "pvm_send");
    mark(4, much.c_str()); /* without an end */
    mark(3, nullptr);
    mark(4, nullptr);
    mark(3 + CARRIER_NAMES, nullptr);
    mark(3, "pvm_recv");
    mark(3, nullptr);
    mark(5, nullptr);
    const char *names[] = {"pvm_send", much.c_str(), "pvm_send", much.c_str(), "pvm_send", "pvm_recv", "pvm_recv", ""};
    std::vector<Mark> marks;
    (void)m.program.take_marks(marks);
    assert_int_equal(marks.size(), 8);
    for (int i = 0; i < 8; i++)
        assert_string_equal(marks[i].call.text().c_str(), names[i]);
}

} // namespace

TEST_MAIN
