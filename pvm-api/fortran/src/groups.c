/* groups.c - the Fortran calls of groups, which need libgpvm3.
 *
 * They have a file of their own, so that programs without groups can be linked with just the archives libfpvm3.a and
 * libpvm3.a. */
#include "fortran.h"

#define GROUP(OUT, CALL) PVMFI_WITH_TEXT(group, PVMFI_GROUP_MAX, OUT, CALL)

typedef void reduction(int *type, void *x, void *y, int *n, int *info);

#define GROUP_CALLS(X)                                                                                              \
    X(pvmfjoingroup, (const char *group, int *inum, size_t group_len), GROUP(inum, pvm_joingroup(group_c)))         \
    X(pvmflvgroup, (const char *group, int *info, size_t group_len), GROUP(info, pvm_lvgroup(group_c)))             \
    X(pvmfgsize, (const char *group, int *size, size_t group_len), GROUP(size, pvm_gsize(group_c)))                 \
    X(pvmfgetinst, (const char *group, const int *tid, int *inum, size_t group_len),                                \
      GROUP(inum, pvm_getinst(group_c, *tid)))                                                                      \
    X(pvmfgettid, (const char *group, const int *inum, int *tid, size_t group_len),                                 \
      GROUP(tid, pvm_gettid(group_c, *inum)))                                                                       \
    X(pvmffreezegroup, (const char *group, const int *size, int *info, size_t group_len),                           \
      GROUP(info, pvm_freezegroup(group_c, *size)))                                                                 \
    X(pvmfbarrier, (const char *group, const int *count, int *info, size_t group_len),                              \
      GROUP(info, pvm_barrier(group_c, *count)))                                                                    \
    X(pvmfbcast, (const char *group, const int *tag, int *info, size_t group_len),                                  \
      GROUP(info, pvm_bcast(group_c, *tag)))                                                                        \
    X(pvmfreduce,                                                                                                   \
      (reduction * func, void *data, const int *n, const int *type, const int *tag, const char *group,              \
       const int *root, int *info, size_t group_len),                                                               \
      GROUP(info, pvm_reduce(func, data, *n, *type, *tag, group_c, *root)))                                         \
    X(pvmfgather,                                                                                                   \
      (void *result, void *data, const int *n, const int *type, const int *tag, const char *group, const int *root, \
       int *info, size_t group_len),                                                                                \
      GROUP(info, pvm_gather(result, data, *n, *type, *tag, group_c, *root)))                                       \
    X(pvmfscatter,                                                                                                  \
      (void *result, void *data, const int *n, const int *type, const int *tag, const char *group, const int *root, \
       int *info, size_t group_len),                                                                                \
      GROUP(info, pvm_scatter(result, data, *n, *type, *tag, group_c, *root)))                                      \
    /* operations: programs call them, and pass them to pvmfreduce as externals */                                  \
    X(pvmmax, (int *type, void *x, void *y, int *n, int *info), PvmMax(type, x, y, n, info))                        \
    X(pvmmin, (int *type, void *x, void *y, int *n, int *info), PvmMin(type, x, y, n, info))                        \
    X(pvmsum, (int *type, void *x, void *y, int *n, int *info), PvmSum(type, x, y, n, info))                        \
    X(pvmproduct, (int *type, void *x, void *y, int *n, int *info), PvmProduct(type, x, y, n, info))

GROUP_CALLS(PVMFI_DECLARE)
GROUP_CALLS(PVMFI_DEFINE)
