/* test_tids.c - the bits of tids (tids.h), as in PVM for 4095 nodes, and beyond. */

#include "pvm3.h"
#include "tids.h"

#include "testing.h"

enum { MOST_NODES = 16385 };

TEST(a_node_and_its_number)
{
    assert_int_equal(0x40000, tid_of_node(0));
    assert_int_equal(TID_NODE_PART, tid_of_node(4094));
    for (int number = 0; number < MOST_NODES; number++) {
        int32_t tid = tid_of_node(number);
        assert_int_equal(number, tid_node_number(tid));
        assert_int_equal(tid, tid_node(tid));
        assert_true(tid > 0 && tid_is_node(tid));
        assert_false(tid_is_task(tid));
        assert_false(tid_is_system(tid));
    }
}

TEST(the_system_of_a_node)
{
    assert_true(tid_is_system(TID_SYSTEM));
    for (int number = 0; number < MOST_NODES; number++) {
        int32_t system = tid_system_of(tid_of_node(number));
        assert_true(system < 0 && tid_is_system(system));
        assert_false(tid_is_task(system) || tid_is_node(system));
        assert_int_equal(number, tid_node_number(system));
    }
}

TEST(a_task)
{
    for (int number = 0; number < TID_NODES; number++) {
        int32_t tid = tid_of_node(number) | 17;
        assert_true(tid_is_task(tid));
        assert_false(tid_is_node(tid) || tid_is_system(tid));
        assert_int_equal(tid_of_node(number), tid_node(tid));
        assert_int_equal(17, tid_local(tid));
    }
}

TEST(no_tid)
{
    const int numbers[] = {0, -1, PvmNotInGroup, PvmNoMem, -1000, 17};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        assert_false(tid_is_node(numbers[i]));
        assert_false(tid_is_system(numbers[i]));
    }
    assert_false(
        tid_is_node(TID_NO_TASK | 17)); /* the bits before it have room for node 17; PVM says 0 to pvm_tidtohost */
    assert_int_equal(0, tid_node(TID_NO_TASK | 17));
}

TEST_MAIN
