/* operation.c - PvmMax, PvmMin, PvmSum, PvmProduct: x[i] becomes x[i] op y[i]. A type that the operation has no meaning
 * for is PvmBadParam in *info. Sums and products of integers wrap around, as those of PVM do.
 */
#include <stdint.h>

#include "client.h"
#include "pvm3.h"

/* X(type, C type): max and min of one value against another; the complex ones are apart, by modulus. */
#define ORDERED(X)             \
    X(PVM_BYTE, signed char)   \
    X(PVM_SHORT, short)        \
    X(PVM_INT, int)            \
    X(PVM_LONG, long)          \
    X(PVM_FLOAT, float)        \
    X(PVM_DOUBLE, double)
#define COMPLEX(X)       \
    X(PVM_CPLX, float)   \
    X(PVM_DCPLX, double)
/* X(type, C type, the type to calculate in: defined for every value). */
#define NUMBERS(X)                 \
    X(PVM_SHORT, short, uint64_t)  \
    X(PVM_INT, int, uint64_t)      \
    X(PVM_LONG, long, uint64_t)    \
    X(PVM_FLOAT, float, float)     \
    X(PVM_DOUBLE, double, double)

#define EACH_ORDERED(TYPE, T, BETTER)        \
    case TYPE: {                             \
        T *a = x;                            \
        const T *b = y;                      \
        for (int i = 0; i < *num; i++)       \
            if (b[i] BETTER a[i])            \
                a[i] = b[i];                 \
        break;                               \
    }

#define EACH_MODULUS(TYPE, T, BETTER)                                                                 \
    case TYPE: {                                                                                      \
        T *a = x;                                                                                     \
        const T *b = y;                                                                               \
        for (int i = 0; i < 2 * *num; i += 2)                                                         \
            if (b[i] * b[i] + b[i + 1] * b[i + 1] BETTER a[i] * a[i] + a[i + 1] * a[i + 1]) {         \
                a[i] = b[i];                                                                          \
                a[i + 1] = b[i + 1];                                                                  \
            }                                                                                         \
        break;                                                                                        \
    }

#define GREATER(TYPE, T) EACH_ORDERED(TYPE, T, >)
#define LESS(TYPE, T) EACH_ORDERED(TYPE, T, <)
#define FARTHER(TYPE, T) EACH_MODULUS(TYPE, T, >)
#define NEARER(TYPE, T) EACH_MODULUS(TYPE, T, <)

#define EACH_NUMBER(TYPE, T, WIDE, OP)                 \
    case TYPE: {                                       \
        T *a = x;                                      \
        const T *b = y;                                \
        for (int i = 0; i < *num; i++)                 \
            a[i] = (T)((WIDE)a[i] OP (WIDE)b[i]);      \
        break;                                         \
    }
#define ADD(TYPE, T, WIDE) EACH_NUMBER(TYPE, T, WIDE, +)
#define MULTIPLY(TYPE, T, WIDE) EACH_NUMBER(TYPE, T, WIDE, *)

#define EACH_COMPLEX_SUM(TYPE, T)                  \
    case TYPE: {                                   \
        T *a = x;                                  \
        const T *b = y;                            \
        for (int i = 0; i < 2 * *num; i++)         \
            a[i] += b[i];                          \
        break;                                     \
    }

#define EACH_COMPLEX_PRODUCT(TYPE, T)                             \
    case TYPE: {                                                  \
        T *a = x;                                                 \
        const T *b = y;                                           \
        for (int i = 0; i < 2 * *num; i += 2) {                   \
            T re = a[i] * b[i] - a[i + 1] * b[i + 1];             \
            a[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];         \
            a[i] = re;                                            \
        }                                                         \
        break;                                                    \
    }

GRP_PUBLIC void PvmMax(int *datatype, void *x, void *y, int *num, int *info)
{
    *info = PvmOk;
    switch (*datatype) {
        ORDERED(GREATER)
        COMPLEX(FARTHER)
    default:
        *info = PvmBadParam;
    }
}

GRP_PUBLIC void PvmMin(int *datatype, void *x, void *y, int *num, int *info)
{
    *info = PvmOk;
    switch (*datatype) {
        ORDERED(LESS)
        COMPLEX(NEARER)
    default:
        *info = PvmBadParam;
    }
}

GRP_PUBLIC void PvmSum(int *datatype, void *x, void *y, int *num, int *info)
{
    *info = PvmOk;
    switch (*datatype) {
        NUMBERS(ADD)
        COMPLEX(EACH_COMPLEX_SUM)
    default:
        *info = PvmBadParam;
    }
}

GRP_PUBLIC void PvmProduct(int *datatype, void *x, void *y, int *num, int *info)
{
    *info = PvmOk;
    switch (*datatype) {
        NUMBERS(MULTIPLY)
        COMPLEX(EACH_COMPLEX_PRODUCT)
    default:
        *info = PvmBadParam;
    }
}
