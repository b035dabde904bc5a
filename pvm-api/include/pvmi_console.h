/* pvmi_console.h - what PVM's console asks of its library beside pvm3.h. Not for user programs, and not installed:
 * libpvm3 exports no name for it, the console is linked with the library's parts.
 */
#ifndef PVMI_CONSOLE_H
#define PVMI_CONSOLE_H

#ifdef __cplusplus
extern "C" {
#endif

/* From now on this task waits for people, and the machine does not wait for it. 0, or an error as pvm_mytid. */
int pvmi_waits_for_people(void);

/* The text of a code; "Unknown Error" if it is none. Static storage. */
const char *pvmi_error_text(int code);

/* A function of the original's library that pvm3.h does not have. If kill_tasks: end every task but `tid`, the caller
 * and those that set PvmNoReset. Then remove what nobody owns any more in the mailboxes of a class ("": of all) at an
 * index (-1: at any). */
void pvmreset(int tid, int kill_tasks, char *class_name, int index);

#ifdef __cplusplus
}
#endif

#endif
