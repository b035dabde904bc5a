/* counted.h - what a program that was compiled with the counting plugin and libpvm3 say to each other.
 *
 * The plugin adds to each basic block the number of operations of each class that the block has. libpvm3 reads the
 * counters at its door (each call, clock, sleep and exit) and charges what was added since: the sum of counter times
 * weight, in cycles of the node's processor. Counters only grow. The weights are numbers of the machine
 * file ([cell.processor] and its kin), so another processor needs no new compilation. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PVMSIM_COUNTED_VERSION 1

/* CLASS(NAME, name of its weight in the machine file, what one of it is) */
#define PVMSIM_WORK_CLASSES_OF(CLASS)                                                         \
    CLASS(INT, int, "an integer operation, a comparison, an address that has to be computed") \
    CLASS(LOAD, load, "a load of up to 4 bytes")                                              \
    CLASS(LOAD8, load8, "a load of 8 bytes")                                                  \
    CLASS(STORE, store, "a store of up to 4 bytes")                                           \
    CLASS(STORE8, store8, "a store of 8 bytes")                                               \
    CLASS(BRANCH, branch, "a branch")                                                         \
    CLASS(CALL, call, "a call of a function, with its return")                                \
    CLASS(IMUL, int_multiply, "an integer multiplication by no constant")                     \
    CLASS(IDIV, int_divide, "an integer division or remainder")                               \
    CLASS(FADD, single_add, "a single precision addition, subtraction or comparison")         \
    CLASS(FMUL, single_multiply, "a single precision multiplication")                         \
    CLASS(FDIV, single_divide, "a single precision division")                                 \
    CLASS(DADD, double_add, "a double precision addition, subtraction or comparison")         \
    CLASS(DMUL, double_multiply, "a double precision multiplication")                         \
    CLASS(DDIV, double_divide, "a double precision division")                                 \
    CLASS(SQRT, sqrt, "a square root")                                                        \
    CLASS(CONVERT, convert, "a conversion between integers, single and double precision")     \
    CLASS(BYTES, byte, "a byte that a block copy or fill moves")                              \
    CLASS(LIBRARY, library, "a cycle of a library call of the table in the plugin")           \
    CLASS(MISS, miss, "a line of the cache that is fetched from memory")

enum pvmsim_work_class {
#define PVMSIM_WORK_CLASS(NAME, WEIGHT, WHAT) PVMSIM_WORK_##NAME,
    PVMSIM_WORK_CLASSES_OF(PVMSIM_WORK_CLASS)
#undef PVMSIM_WORK_CLASS
        PVMSIM_WORK_CLASSES
};

/* A constructor that the plugin adds to each loaded object (executable or shared library) calls this. work: gives the
 * counters of the calling thread, PVMSIM_WORK_CLASSES of int64_t. The name is weak there: without a library that has
 * it, nothing is called. A version that the library does not know is a line and charges nothing. */
void pvmsim_counted(int version, int64_t *(*work)(void));

/* The plugin calls this (weak too) every few thousand operations in loops that only another event can end, such as
 * `while (!stop);` on a volatile variable: what was counted is charged, so that an alarm can come. */
void pvmsim_counted_look(void);

/* The plugin calls this (weak too) when an innermost loop has gone through at least PVMSIM_STREAM_LEAST bytes: `rounds`
 * rounds, each `step` bytes further, the last at this address. */
void pvmsim_counted_stream(int64_t last, int64_t step, int64_t rounds);
#define PVMSIM_STREAM_LEAST 512

#ifdef __cplusplus
}
#endif
