/* table.h - the PVM of this process, if it has one: a table of the calls that Suci makes. libsuci is linked with none,
 * so that it runs without a PVM, in interpreters and in Java virtual machines too. */
#pragma once

#include <stdint.h>
#include <sys/time.h>
#include <time.h>

#include "pvm3.h"

/* X(result, name, arguments) */
#define SUCI_PVM_CALLS(X)                                     \
    X(int, pvm_mytid, (void))                                 \
    X(int, pvm_setopt, (int, int))                            \
    X(int, pvm_setcontext, (int))                             \
    X(int, pvm_mkbuf, (int))                                  \
    X(int, pvm_freebuf, (int))                                \
    X(int, pvm_setsbuf, (int))                                \
    X(int, pvm_setrbuf, (int))                                \
    X(int, pvm_pkbyte, (char *, int, int))                    \
    X(int, pvm_upkbyte, (char *, int, int))                   \
    X(int, pvm_pkint, (int *, int, int))                      \
    X(int, pvm_upkint, (int *, int, int))                     \
    X(int, pvm_send, (int, int))                              \
    X(int, pvm_recv, (int, int))                              \
    X(int, pvm_trecv, (int, int, struct timeval *))           \
    X(int, pvm_bufinfo, (int, int *, int *, int *))           \
    X(int, pvm_tidtohost, (int))                              \
    X(int, pvm_config, (int *, int *, struct pvmhostinfo **)) \
    X(int, pvm_putinfo, (char *, int, int))                   \
    X(int, pvm_recvinfo, (char *, int, int))

/* Calls that only a simulated machine has (pvmsim.h), and its clock. */
#define SUCI_SIMULATED_CALLS(X)                        \
    X(void, pvmsim_charge, (int64_t))                  \
    X(int, pvmsim_parameter, (const char *, double *)) \
    X(void, pvmsim_enter, (const char *))              \
    X(void, pvmsim_leave, (void))                      \
    X(int, clock_gettime, (clockid_t, struct timespec *))

#define SUCI_POINTER(RESULT, NAME, ARGUMENTS) RESULT(*NAME) ARGUMENTS;
struct suci_pvm {
    SUCI_PVM_CALLS(SUCI_POINTER)
    SUCI_SIMULATED_CALLS(SUCI_POINTER)
};

/* The process's libpvm3 as a table; 1: *pvm is filled; 0: there is none, or it is older than 3.4. */
int suci_pvm_table(struct suci_pvm *pvm);
