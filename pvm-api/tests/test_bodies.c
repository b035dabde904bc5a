/* test_bodies.c - bodies of requests and of messages of the system: what put writes, get reads; and a body that is cut
 * off anywhere is refused and never read past its end. */

#include "control.h"
#include "system_messages.h"

#include "testing.h"

static char *const words[] = {(char *)"one", (char *)"", (char *)"three"};

/* A spawn has every type of field but ints, block and number. */
static struct control_spawn a_spawn(struct wire_out *args)
{
    return (struct control_spawn){.file = "f",
                                  .flags = -2,
                                  .where = "w",
                                  .count = 7,
                                  .args = wire_strs_of(args, 3, words),
                                  .output = {1, 2, 3},
                                  .context = 4};
}

TEST(what_is_put_is_got)
{
    struct wire_out args = {NULL, 0, 0, 0}, w = {NULL, 0, 0, 0};
    struct control_spawn s = a_spawn(&args);
    control_spawn_put(&w, &s);
    struct wire_in in = {w.bytes, w.len, 0, 0};
    struct control_spawn got = control_spawn_get(&in);
    struct wire_in list = body_strs_in(&got.args);
    assert_int_equal(in.bad, 0);
    assert_int_equal(in.at, in.len);
    assert_string_equal(got.file, "f");
    assert_int_equal(got.flags, -2);
    assert_int_equal(got.args.n, 3);
    for (int i = 0; i < 3; i++)
        assert_string_equal(wire_get_str(&list), words[i]);
    assert_int_equal(got.output.tag, 3);
    assert_int_equal(got.context, 4);
    assert_string_equal(got.pvm_path, ""); /* it was NULL */
    free(args.bytes);
    free(w.bytes);
}

TEST(integers_and_bytes)
{
    static const int32_t tids[] = {5, -6};
    struct wire_out w = {NULL, 0, 0, 0};
    wire_put_number(&w, -0.1);
    control_put_put(
        &w, &(struct control_put){"odd", 1, 2, {(const unsigned char *)"xyz", 3}}); /* what follows is not aligned */
    control_notify_put(&w, &(struct control_notify){1, 2, 3, 4, body_ints_of(2, tids)});
    struct wire_in in = {w.bytes, w.len, 0, 0};
    assert_true(control_number_get(&in).value == -0.1);
    assert_memory_equal(control_put_get(&in).value.bytes, "xyz", 3);
    struct control_notify n = control_notify_get(&in);
    assert_int_equal(n.messages, 4);
    assert_int_equal(n.tids.n, 2);
    assert_int_equal(body_int_at(&n.tids, 1), -6);
    assert_int_equal(in.bad, 0);
    free(w.bytes);
}

/* Each copy lies at the end of a block of its own, so that valgrind sees a read past the end. */
TEST(cut_off_anywhere)
{
    static const int32_t tids[] = {5, -6};
    struct wire_out args = {NULL, 0, 0, 0}, xdr = {NULL, 0, 0, 0}, w[5] = {{NULL, 0, 0, 0}};
    struct control_spawn s = a_spawn(&args);
    control_spawn_put(&w[0], &s);
    control_notify_put(&w[1], &(struct control_notify){1, 2, 3, 4, body_ints_of(2, tids)});
    control_put_put(&w[2], &(struct control_put){"odd", 1, 2, {(const unsigned char *)"xyz", 3}});
    system_hosts_put(&w[3], &(struct system_hosts){system_strs_of(&xdr, 3, words)});
    control_number_put(&w[4], &(struct control_number){3.5});
    for (int i = 0; i < 5; i++)
        for (uint32_t len = 0; len < w[i].len - (i == 3 ? 2 : 0);
             len++) { /* the last padding may be missing, as in PVM */
            unsigned char *copy = malloc(len + 1);
            assert_non_null(copy);
            memcpy(copy + 1, w[i].bytes, len);
            struct wire_in in = {copy + 1, len, 0, 0};
            if (i == 0)
                (void)control_spawn_get(&in);
            else if (i == 1)
                assert_int_equal(control_notify_get(&in).tids.n, 0);
            else if (i == 2)
                assert_int_equal(control_put_get(&in).value.len, 0);
            else if (i == 3)
                assert_int_equal(system_hosts_get(&in).names.n, 0);
            else
                assert_true(control_number_get(&in).value == 0);
            assert_int_equal(in.bad, 1);
            free(copy);
        }
    for (int i = 0; i < 5; i++)
        free(w[i].bytes);
    free(args.bytes);
    free(xdr.bytes);
}

/* A number of integers that no body can hold. */
TEST(too_many_integers)
{
    struct wire_out w = {NULL, 0, 0, 0};
    for (int i = 0; i < 4; i++)
        wire_put_int(&w, 0);
    wire_put_int(&w, INT32_MAX);
    struct wire_in in = {w.bytes, w.len, 0, 0};
    assert_int_equal(control_notify_get(&in).tids.n, 0);
    assert_int_equal(in.bad, 1);
    free(w.bytes);
}

/* What is too long for a body is refused like what there is no memory for, and nothing is written behind it. The bytes
 * are never read. */
TEST(too_long_for_a_body)
{
    const char *volatile bytes = "";
    static const size_t lengths[] = {(size_t)1 << 31, ((size_t)1 << 31) - 100, ((size_t)1 << 32) + 3, SIZE_MAX};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct wire_out w = {NULL, 0, 0, 0};
        wire_put_int(&w, 7);
        wire_put(&w, bytes, lengths[i]);
        wire_put_int(&w, 8);
        assert_int_equal(w.bad, 1);
        assert_int_equal(w.len, 4);
        free(w.bytes);
    }
}

TEST_MAIN
