/* operation.c - PvmMax, PvmMin, PvmSum, PvmProduct: x[i] becomes x[i] op y[i].
 *
 * For a type that the operation has no meaning for, *info is PvmBadParam. Sums and products of integers wrap around, as
 * in PVM. */
#include <stdint.h>

#include "client.h"
#include "pvm3.h"

/* X(type, C type, type to calculate in, numbers in a value, STEP): the types that an operation knows. STEP may use a[i]
 * and b[i], the values, and T and WIDE, the two types. Integers are calculated in uint64_t, where overflow is
 * defined. */
#define ORDERED(X, STEP)                           \
    X(PVM_BYTE, signed char, signed char, 1, STEP) \
    NUMBERS(X, STEP)
#define NUMBERS(X, STEP)                   \
    X(PVM_SHORT, short, uint64_t, 1, STEP) \
    X(PVM_INT, int, uint64_t, 1, STEP)     \
    X(PVM_LONG, long, uint64_t, 1, STEP)   \
    X(PVM_FLOAT, float, float, 1, STEP)    \
    X(PVM_DOUBLE, double, double, 1, STEP)
#define COMPLEX(X, STEP)               \
    X(PVM_CPLX, float, float, 2, STEP) \
    X(PVM_DCPLX, double, double, 2, STEP)

#define CASE(TYPE, T, WIDE, NUMBERS_IN_IT, STEP)                        \
    case TYPE: {                                                        \
        T *a = x;                                                       \
        const T *b = y;                                                 \
        for (int i = 0; i < NUMBERS_IN_IT * *num; i += NUMBERS_IN_IT) { \
            STEP(T, WIDE)                                               \
        }                                                               \
        break;                                                          \
    }

#define OPERATION(NAME, REALS, REAL_STEP, COMPLEX_STEP)                        \
    GRP_PUBLIC void NAME(int *datatype, void *x, void *y, int *num, int *info) \
    {                                                                          \
        *info = PvmOk;                                                         \
        switch (*datatype) {                                                   \
            REALS(CASE, REAL_STEP)                                             \
            COMPLEX(CASE, COMPLEX_STEP)                                        \
        default:                                                               \
            *info = PvmBadParam;                                               \
        }                                                                      \
    }

/* ---- the steps ---- */

#define TAKE_LARGER(T, WIDE) a[i] = b[i] > a[i] ? b[i] : a[i];
#define TAKE_SMALLER(T, WIDE) a[i] = b[i] < a[i] ? b[i] : a[i];
#define ADD(T, WIDE) a[i] = (T)((WIDE)a[i] + (WIDE)b[i]);
#define MULTIPLY(T, WIDE) a[i] = (T)((WIDE)a[i] * (WIDE)b[i]);

/* Takes the complex number with the larger or smaller modulus. */
#define TAKE_BY_MODULUS(OP)                                                       \
    if (b[i] * b[i] + b[i + 1] * b[i + 1] OP a[i] * a[i] + a[i + 1] * a[i + 1]) { \
        a[i] = b[i];                                                              \
        a[i + 1] = b[i + 1];                                                      \
    }
#define TAKE_FARTHER(T, WIDE) TAKE_BY_MODULUS(>)
#define TAKE_NEARER(T, WIDE) TAKE_BY_MODULUS(<)
#define ADD_COMPLEX(T, WIDE) \
    a[i] += b[i];            \
    a[i + 1] += b[i + 1];
#define MULTIPLY_COMPLEX(T, WIDE)                 \
    T re = a[i] * b[i] - a[i + 1] * b[i + 1];     \
    a[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i]; \
    a[i] = re;

OPERATION(PvmMax, ORDERED, TAKE_LARGER, TAKE_FARTHER)
OPERATION(PvmMin, ORDERED, TAKE_SMALLER, TAKE_NEARER)
OPERATION(PvmSum, NUMBERS, ADD, ADD_COMPLEX)
OPERATION(PvmProduct, NUMBERS, MULTIPLY, MULTIPLY_COMPLEX)
