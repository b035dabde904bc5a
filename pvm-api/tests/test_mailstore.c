/* test_mailstore.c - a machine's mailboxes: who may put, who may take, and what stays when an owner ends. The rows were
 * measured on PVM 3.4.6. */

#include "control.h"
#include "mailstore.h"
#include "pvm3.h"

#include "testing.h"

enum { OWNER = 0x40002, OTHER = 0x40003 };

static int setup(void **state)
{
    *state = mailstore_new();
    return *state == NULL;
}

static int teardown(void **state)
{
    mailstore_free(*state);
    return 0;
}

static int put(struct mailstore *s, int by, const char *name, int flags)
{
    return mailstore_put(s, by, name, flags, (int)PvmMboxDirectIndexOf((unsigned)flags), &by, sizeof by);
}

/* Returns the code, and after 0 who put the value that was read. */
static int get(struct mailstore *s, int by, const char *name, int index, int flags, int *putter)
{
    struct wire_out out = {NULL, 0, 0, 0};
    int code = mailstore_get(s, by, name, index, flags, &out);
    if (code == 0) {
        struct wire_in in = {out.bytes, out.len, 0, 0};
        struct body_block value = control_value_get(&in).value;
        assert_int_equal(value.len, sizeof *putter);
        memcpy(putter, value.bytes, sizeof *putter);
    } else {
        assert_int_equal(out.len, 0);
    }
    free(out.bytes);
    return code;
}

#define MULTI PvmMboxMultiInstance
#define AT(i) (int)PvmMboxDirectIndex((unsigned)(i))

/* Checks the list as text: "name index/owner ..." for each class. */
static void listed(struct mailstore *s, const char *pattern, const char *wanted)
{
    struct wire_out out = {NULL, 0, 0, 0};
    char text[300] = "";
    int n = mailstore_list(s, pattern, &out);
    struct wire_in in = {out.bytes, out.len, 0, 0};
    for (int i = 0; i < n; i++) {
        struct control_class class = control_class_get(&in);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i > 0 ? "; " : "", class.name);
        for (int m = class.entries; m > 0; m--) {
            struct control_owned e = control_owned_get(&in);
            snprintf(text + strlen(text), sizeof text - strlen(text), " %d/%x", e.index, (unsigned)e.owner);
        }
    }
    assert_int_equal(in.bad, 0);
    free(out.bytes);
    assert_string_equal(text, wanted);
}

TEST_WITH(what_an_end_leaves, setup, teardown)
{
    struct mailstore *s = *state;
    int who = 0;
    put(s, OWNER, "z", PvmMboxPersistent);
    put(s, OTHER, "z", MULTI | AT(4));
    put(s, OWNER, "z", MULTI | AT(2));
    put(s, OWNER, "gone", 0);
    put(s, OTHER, "a", PvmMboxPersistent | MULTI);
    listed(s, "*", "z 0/40002 2/40002 4/40003; gone 0/40002; a 0/40003");
    listed(s, "on", "gone 0/40002");
    listed(s, "g*e", "gone 0/40002");
    listed(s, "*n*", "gone 0/40002");
    listed(s, "e*g", "");
    listed(s, "gone\\*", "");
    mailstore_task_ended(s, OWNER);
    listed(s, "", "z 0/0 4/40003; a 0/40003");
    listed(s, "z", "z 0/0 4/40003");
    listed(s, "gone", "");
    assert_int_equal(put(s, OTHER, "z", 0), PvmDenied);
    assert_int_equal(get(s, OTHER, "z", 0, PvmMboxReadAndDelete, &who), PvmDenied);
    mailstore_task_ended(s, OTHER);
    listed(s, "*", "z 0/0; a 0/0");
    mailstore_remove_orphans(s, "a", 3);
    listed(s, "*", "z 0/0; a 0/0");
    mailstore_remove_orphans(s, "a", 0);
    listed(s, "*", "z 0/0");
    mailstore_remove_orphans(s, "", -1);
    listed(s, "*", "");
    for (int i = 0; i < 3; i++)
        put(s, OWNER, "b", PvmMboxPersistent | MULTI);
    mailstore_task_ended(s, OWNER);
    mailstore_remove_orphans(s, "b", 0);
    listed(s, "*", "b 1/0 2/0");
    mailstore_remove_orphans(s, "b", 2);
    listed(s, "*", "b 1/0");
}

/* If there is no memory for the answer, the entry stays. */
TEST_WITH(what_cannot_be_given_stays, setup, teardown)
{
    struct wire_out full = {NULL, 0, 0, 1};
    int putter;
    assert_int_equal(put(*state, OWNER, "s", 0), 0);
    (void)mailstore_get(*state, OWNER, "s", 0, PvmMboxReadAndDelete, &full);
    assert_int_equal(get(*state, OWNER, "s", 0, PvmMboxReadAndDelete, &putter), 0);
    assert_int_equal(putter, OWNER);
    assert_false(mailstore_has(*state, "s", 0));
}

/* More names than heaps. They are listed in the order in which they came, also after others have gone. */
TEST_WITH(many_names, setup, teardown)
{
    enum { MANY = 9000 };
    char name[16];
    struct wire_out out = {NULL, 0, 0, 0};
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "n%d", i);
        assert_int_equal(put(*state, OWNER, name, 0), 0);
    }
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "n%d", i);
        if (i % 3 != 0)
            assert_int_equal(mailstore_remove(*state, OWNER, name, 0), 0);
    }
    assert_int_equal(put(*state, OWNER, "n1", 0), 0);
    assert_int_equal(mailstore_list(*state, "", &out), MANY / 3 + 1);
    struct wire_in in = {out.bytes, out.len, 0, 0};
    for (int i = 0; i <= MANY; i += 3) {
        const struct control_class c = control_class_get(&in);
        snprintf(name, sizeof name, "n%d", i < MANY ? i : 1);
        assert_string_equal(c.name, name);
        (void)control_owned_get(&in);
    }
    free(out.bytes);
    mailstore_task_ended(*state, OWNER);
    out = (struct wire_out){NULL, 0, 0, 0};
    assert_int_equal(mailstore_list(*state, "", &out), 0);
    free(out.bytes);
}

TEST_MAIN
