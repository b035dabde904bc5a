/* library.h - the PVM that a Java virtual machine has opened: a table of the calls that libjpi makes. Not a PVM of its
 * own.
 *
 * libjpi is linked with no PVM. It opens libpvm3.so.3 when Java says so (jpi_open), and so runs on the simulated
 * machine and on PVM 3.4.6. Calls are taken by the library's handle and not by name alone: the clock is libpvm3's,
 * never libc's, and the Java virtual machine keeps real time. */
#pragma once

#include <jni.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

#include "pvm3.h"
#include "pvmi_types.h"

/* X(result, name, arguments): calls that every PVM 3.4 has in libpvm3. */
#define JPI_PVM_CALLS(X)                                          \
    X(int, pvm_mytid, (void))                                     \
    X(int, pvm_parent, (void))                                    \
    X(int, pvm_exit, (void))                                      \
    X(int, pvm_spawn, (char *, char **, int, char *, int, int *)) \
    X(int, pvm_kill, (int))                                       \
    X(int, pvm_sendsig, (int, int))                               \
    X(int, pvm_pstat, (int))                                      \
    X(int, pvm_tidtohost, (int))                                  \
    X(int, pvm_config, (int *, int *, struct pvmhostinfo **))     \
    X(int, pvm_notify, (int, int, int, int *))                    \
    X(int, pvm_catchout, (FILE *))                                \
    X(int, pvm_setopt, (int, int))                                \
    X(int, pvm_initsend, (int))                                   \
    X(int, pvm_send, (int, int))                                  \
    X(int, pvm_mcast, (int *, int, int))                          \
    X(int, pvm_recv, (int, int))                                  \
    X(int, pvm_nrecv, (int, int))                                 \
    X(int, pvm_trecv, (int, int, struct timeval *))               \
    X(int, pvm_getrbuf, (void))                                   \
    X(int, pvm_probe, (int, int))                                 \
    X(int, pvm_bufinfo, (int, int *, int *, int *))               \
    X(int, pvm_pkstr, (char *))                                   \
    X(int, pvm_upkstr, (char *))

#define JPI_PACK_CALLS(SUFFIX, TYPE, WORDS, NUMBER, WIRE) \
    int (*pvm_pk##SUFFIX)(TYPE *, int, int);              \
    int (*pvm_upk##SUFFIX)(TYPE *, int, int);

/* Calls of libgpvm3. */
#define JPI_GROUP_CALLS(X)             \
    X(int, pvm_joingroup, (char *))    \
    X(int, pvm_lvgroup, (char *))      \
    X(int, pvm_gsize, (char *))        \
    X(int, pvm_getinst, (char *, int)) \
    X(int, pvm_gettid, (char *, int))  \
    X(int, pvm_barrier, (char *, int)) \
    X(int, pvm_bcast, (char *, int))

/* Calls that only a simulated machine has (pvmsim.h), and its clock; NULL on PVM 3.4.6. */
#define JPI_SIMULATED_CALLS(X)                            \
    X(void, pvmsim_charge, (int64_t))                     \
    X(int, pvmsim_parameter, (const char *, double *))    \
    X(void, pvmsim_enter, (const char *))                 \
    X(void, pvmsim_leave, (void))                         \
    X(int, clock_gettime, (clockid_t, struct timespec *)) \
    X(int, nanosleep, (const struct timespec *, struct timespec *))

#define JPI_POINTER(RESULT, NAME, ARGUMENTS) RESULT(*NAME) ARGUMENTS;
struct jpi_library {
    JPI_PVM_CALLS(JPI_POINTER)
    JPI_GROUP_CALLS(JPI_POINTER)
    JPI_SIMULATED_CALLS(JPI_POINTER)
    PVMI_TYPES(JPI_PACK_CALLS)
    char *(*pvm_strerror)(void); /* the text of the last error */
    int *pvm_errno;
    int simulated;   /* 1: a simulated machine; 0: another PVM, whose clock is the real one */
    char path[4096]; /* the file that libpvm3 came from */
};

/* The open library. Before jpi_open all its pointers are NULL. */
const struct jpi_library *jpi(void);

/* Opens libpvm3 (a path, or a name that the dynamic linker looks up), and libgpvm3 from the same folder where it is
 * there: without it the group calls stay NULL. NULL, or what went wrong, in storage that the next call overwrites. */
const char *jpi_open(const char *libpvm3);

/* Throws jpi.JException with this text. */
void jpi_throw(JNIEnv *env, const char *text);

/* A negative code becomes a JException "pvm_send: Bad parameter"; returns the code. */
int jpi_check(JNIEnv *env, const char *call, int code);
