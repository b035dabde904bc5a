/* pvmi_fortran.h - what libfpvm3 needs of libpvm3 beside pvm3.h. Not for user programs, and not installed. */
#ifndef PVMI_FORTRAN_H
#define PVMI_FORTRAN_H

#ifdef __cplusplus
extern "C" {
#endif

/* The place for libfpvm3's state of the calling task. It is NULL at first and after pvm_exit, which calls end(state) if
 * the place holds one. Returns NULL if the task is not enrolled; this call never enrolls it. */
void **pvmi_fortran_slot(void (*end)(void *state));

/* A call of Fortran begins that was made at this place of the program; NULL: it ends. */
void pvmi_fortran_calls(const void *from);

/* A function of the original library that pvm3.h does not declare: sleep(3) in simulated time. Always returns 0. */
int pvmsleep(int seconds);

#ifdef __cplusplus
}
#endif

#endif
