/* test_replies.cpp - what a program gets: the kernel's replies written into its slot, bodies of messages into its inbox
 * or left where they are, and what it gives back of them (slot_execution.cpp).
 */
#include "slot_program.hpp"

using namespace ap1000;

namespace
{

void answer(Machine &m, std::deque<Message> &messages)
{
    Reply reply;
    reply.result = 11;
    reply.now = 12;
    m.slot.reply.ending = 3;
    m.program.answer(reply, messages);
    assert_int_equal(m.slot.reply.values.result, 11);
    assert_int_equal(m.slot.reply.values.now, 12);
    assert_int_equal(m.slot.reply.ending, 0);
}

TEST(a_message_is_given_whole)
{
    Machine m;
    std::deque<Message> messages;
    Header h;
    h.src_tid = 1;
    h.dst_tid = 2;
    h.tag = 3;
    h.context = 4;
    h.encoding = 5;
    h.wid = 6;
    h.route = 7;
    h.serial = 8;
    h.arrived = 9;
    messages.emplace_back(h, m.region, Bodies::Place{0});
    messages.back().earlier = true;
    messages.push_back(m.message(""));
    answer(m, messages);
    assert_int_equal(m.slot.reply.nframes, 2);
    const carrier_frame &f = m.given(0);
    assert_int_equal(f.src_tid, 1);
    assert_int_equal(f.dst_tid, 2);
    assert_int_equal(f.tag, 3);
    assert_int_equal(f.context, 4);
    assert_int_equal(f.encoding, 5);
    assert_int_equal(f.wid, 6);
    assert_int_equal(f.route, 7);
    assert_int_equal(f.serial, 8);
    assert_int_equal(f.t_ns, 9);
    assert_int_equal(f.earlier, 1);
    assert_int_equal(m.given(1).earlier, 0);
    assert_int_equal(f.len_bytes, 0);
    assert_int_equal(f.offset, 0);
    assert_true(messages.empty());
    answer(m, messages);
    assert_int_equal(m.slot.reply.nframes, 0);
}

/* Of more messages than a reply has room for the rest stays. */
TEST(no_more_than_fit)
{
    Machine m;
    std::deque<Message> messages;
    for (int i = 0; i < CARRIER_FRAMES + 2; i++)
        messages.push_back(m.message("", i));
    answer(m, messages);
    assert_int_equal(m.slot.reply.nframes, CARRIER_FRAMES);
    assert_int_equal(m.given(CARRIER_FRAMES - 1).tag, CARRIER_FRAMES - 1);
    assert_int_equal(messages.size(), 2);
    assert_int_equal(messages.front().tag, CARRIER_FRAMES);
}

/* Who waits for messages has its inbox free: short bodies go there, and their senders have them back at once. */
TEST(short_bodies_go_into_the_inbox)
{
    Machine m;
    std::deque<Message> messages;
    const std::string longest(CARRIER_INBOX_BODY, 'l'), longer(CARRIER_INBOX_BODY + 1, 'm');
    for (const std::string &text : {std::string("a"), std::string(16, 'b'), std::string(17, 'c'), longest, longer})
        messages.push_back(m.message(text));
    messages.push_back(m.message("d"));
    (void)m.call(CARRIER_WAIT);
    answer(m, messages);
    const std::uint64_t offsets[] = {16, 32, 48, 80};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(m.given(i).arena, CARRIER_INBOX);
        assert_int_equal(m.given(i).offset, offsets[i]);
    }
    assert_string_equal(m.inbox(0).c_str(), "a");
    assert_string_equal(m.inbox(2).c_str(), std::string(17, 'c').c_str());
    assert_string_equal(m.inbox(3).c_str(), longest.c_str());
    assert_int_equal(m.given(4).arena, m.other);
    assert_int_equal(m.references(m.others, m.given(4).offset), 1);
    assert_int_equal(m.given(5).offset, 80 + CARRIER_INBOX_BODY);
    assert_string_equal(m.inbox(5).c_str(), "d");
}

/* What does not fit into the inbox any more is left where it is. */
TEST(an_inbox_that_is_full)
{
    Machine m;
    std::deque<Message> messages;
    for (int i = 0; i < 7; i++)
        messages.push_back(m.message(std::string(CARRIER_INBOX_BODY, 'x')));
    messages.push_back(m.message(std::string(CARRIER_INBOX_BODY - 15, 'y'))); /* one more than is left */
    messages.push_back(m.message(std::string(CARRIER_INBOX_BODY - 16, 'z'))); /* all that is left */
    messages.push_back(m.message("more"));
    (void)m.call(CARRIER_WAIT);
    answer(m, messages);
    assert_int_equal(m.slot.reply.nframes, 10);
    assert_int_equal(m.given(6).arena, CARRIER_INBOX);
    assert_int_equal(m.given(7).arena, m.other);
    assert_int_equal(m.given(8).arena, CARRIER_INBOX);
    assert_int_equal(m.given(8).offset + m.given(8).len_bytes, CARRIER_INBOX_BYTES);
    assert_int_equal(m.inbox(8).back(), 'z');
    assert_int_equal(m.given(9).arena, m.other);
}

/* Another call's reply must not write over messages that the program has not read. */
TEST(bodies_that_stay_where_they_are)
{
    Machine m;
    SlotProgram in_place(m.region, m.region.take_slot(), 8, true);
    std::deque<Message> messages;
    messages.push_back(m.message("control"));
    (void)m.call(CARRIER_CONTROL);
    answer(m, messages);
    assert_int_equal(m.given(0).arena, m.other);
    assert_memory_equal(m.others.base + m.given(0).offset, "control", 7);
    messages.push_back(m.message("in place"));
    Call asked;
    m.region.slot(in_place.slot).call.op = CARRIER_WAIT;
    in_place.call(asked);
    in_place.answer(Reply(), messages);
    assert_int_equal(m.region.slot(in_place.slot).reply.frames[0].arena, m.other);
    in_place.give_back_all();
}

void read_back(Machine &m, std::uint32_t arena, std::uint64_t offset)
{
    m.slot.read[m.slot.nread].arena = arena;
    m.slot.read[m.slot.nread++].offset = offset;
}

/* A reference goes with each body that is long, and comes back when it has been read; nothing else does. */
TEST(what_has_been_read_is_given_back)
{
    Machine m;
    std::deque<Message> messages;
    for (int i = 0; i < 3; i++)
        messages.push_back(m.message("body"));
    const std::uint64_t never = m.body("not given", true);
    answer(m, messages);
    const std::uint64_t first = m.given(0).offset, second = m.given(1).offset, third = m.given(2).offset;
    read_back(m, m.other, second);
    read_back(m, m.other, never);
    read_back(m, m.program.slot, first);
    m.slot.read[m.slot.nread] = {m.other, 0, third}; /* behind the end */
    (void)m.call(CARRIER_FLUSH);
    assert_int_equal(m.slot.nread, 0);
    assert_int_equal(m.references(m.others, never), 1);
    assert_int_equal(m.references(m.others, first), 1);
    assert_int_equal(m.references(m.others, second), 0);
    assert_int_equal(m.references(m.others, third), 1);
    arena_hold(m.others.base, second); /* another body is there now */
    read_back(m, m.other, second);
    (void)m.call(CARRIER_FLUSH);
    assert_int_equal(m.references(m.others, second), 1);
    m.program.give_back_all();
    assert_int_equal(m.references(m.others, first), 0);
    assert_int_equal(m.references(m.others, third), 0);
    assert_int_equal(m.references(m.others, never), 1);
    arena_hold(m.others.base, first);
    m.program.give_back_all();
    assert_int_equal(m.references(m.others, first), 1);
    assert_int_equal(m.references(m.others, second), 1);
}

/* A store like those of tasks of another kind: a list. */
class Elsewhere : public Bodies
{
  public:
    Place make(const void *bytes, std::uint32_t len_bytes) override
    {
        texts_.emplace_back(static_cast<const char *>(bytes), len_bytes);
        return texts_.size();
    }
    const unsigned char *bytes(Place place) override
    {
        return reinterpret_cast<const unsigned char *>(texts_[place - 1].data());
    }
    void hold(Place) override
    {
    }
    void release(Place) override
    {
        released++;
    }

    int released = 0;

  private:
    std::deque<std::string> texts_;
};

TEST(bodies_of_another_kind_are_copied)
{
    Machine m;
    Elsewhere elsewhere;
    {
        std::deque<Message> messages;
        messages.emplace_back(Header{}, elsewhere, "text", 4);
        answer(m, messages);
    }
    assert_int_equal(elsewhere.released, 1);
    assert_int_equal(m.given(0).arena, 0); /* the simulator's own */
    assert_int_equal(m.given(0).len_bytes, 4);
    const struct arena own = {m.region.arenas()[0], 0, 0, nullptr, nullptr, nullptr};
    assert_memory_equal(own.base + m.given(0).offset, "text", 4);
    assert_int_equal(m.references(own, m.given(0).offset), 1);
    m.program.give_back_all();
    assert_int_equal(m.references(own, m.given(0).offset), 0);
}

} // namespace

TEST_MAIN
