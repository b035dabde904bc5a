/* report.h - what is said of a call that has failed, and of whom. */
#pragma once

struct pvm_task;

/* Writes how lines on stderr name the caller: "t40001", or "pid123" for a process that is no task now (t may be NULL).
 * `text` has room for PVMI_WHO_BYTES. Returns text. */
#define PVMI_WHO_BYTES 16
const char *pvmi_who(const struct pvm_task *t, char *text);

/* Prints what a negative code means, and ends the program, as PvmAutoErr says. t may be NULL. */
void pvmi_report(const struct pvm_task *t, const char *call, int code);

/* The call gets a tid that cannot be a task's. If it is an error code, that is said at the end of the run. Returns
 * PvmBadParam. */
int pvmi_bad_tid(struct pvm_task *t, const char *call, int tid);
