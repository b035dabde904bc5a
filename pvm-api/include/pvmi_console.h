/* pvmi_console.h - what PVM's console needs from libpvm3 beside pvm3.h. It is not for user programs, and not installed.
 *
 * libpvm3 does not export these names: the console is linked with the library's parts. */
#ifndef PVMI_CONSOLE_H
#define PVMI_CONSOLE_H

#ifdef __cplusplus
extern "C" {
#endif

/* From now on this task waits for people, and the machine does not wait for it. Returns 0, or an error as pvm_mytid. */
int pvmi_waits_for_people(void);

/* Returns the text of a code, or "Unknown Error" if there is none. Static storage. */
const char *pvmi_error_text(int code);

/* A function of the original library that pvm3.h does not declare. If kill_tasks is set, it ends every task but `tid`,
 * the caller and those that set PvmNoReset. Then it removes mailbox entries without an owner, in a class ("": in all)
 * and with an index (-1: with any). */
void pvmreset(int tid, int kill_tasks, char *class_name, int index);

#ifdef __cplusplus
}
#endif

#endif
