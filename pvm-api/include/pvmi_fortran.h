/* pvmi_fortran.h - what libfpvm3 needs of libpvm3 beside pvm3.h. Not for user programs, and not installed.
 */
#ifndef PVMI_FORTRAN_H
#define PVMI_FORTRAN_H

#ifdef __cplusplus
extern "C" {
#endif

/* The place for libfpvm3's state of the calling task, NULL at first and after pvm_exit, which calls end(state) if the
 * place holds one. NULL itself if the task is not enrolled: this call never enrolls. */
void **pvmi_fortran_slot(void (*end)(void *state));

/* A function of the original's library that pvm3.h does not have: sleep(3) in simulated time. Always 0. */
int pvmsleep(int seconds);

#ifdef __cplusplus
}
#endif

#endif
