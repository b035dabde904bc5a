/* report.c - what is said of errors: the table of texts that programs read (pvm_nerr, pvm_errlist), the line of a
 * call that has failed, pvm_perror and pvm_strerror. */
#include "report.h"

#include <stdio.h>

#include "errors.h"
#include "process.h"
#include "public.h"
#include "pvm3.h"
#include "task.h"

#define TEXT(CODE, STRING) [-(CODE)] = (char *)STRING,
PVM_PUBLIC char *pvm_errlist[] = {PVMI_ERRORS(TEXT)};
#undef TEXT
enum { NERRORS = sizeof pvm_errlist / sizeof pvm_errlist[0] };
PVM_PUBLIC int pvm_nerr = NERRORS;

const char *pvmi_error_text(int code)
{
    return code <= 0 && code > -NERRORS ? pvm_errlist[-code] : "Unknown Error";
}

const char *pvmi_who(const struct pvm_task *t, char *text)
{
    if (t != NULL && t->joined)
        snprintf(text, PVMI_WHO_BYTES, "t%x", (unsigned)t->who.tid);
    else
        snprintf(text, PVMI_WHO_BYTES, "pid%d", process_id());
    return text;
}

void pvmi_report(const struct pvm_task *t, const char *call, int code)
{
    int level = t != NULL ? t->options.value[PvmAutoErr] : 1;
    char who[PVMI_WHO_BYTES];
    if (level == 0)
        return;
    fprintf(process_stderr(), "libpvm [%s]: %s(): %s\n", pvmi_who(t, who), call, pvmi_error_text(code));
    if (level == 2)
        process_exit(code);
    if (level == 3)
        process_abort();
}

#define NAME(CODE, STRING) [-(CODE)] = #CODE,
int pvmi_bad_tid(struct pvm_task *t, const char *call, int tid)
{
    static const char *const names[] = {PVMI_ERRORS(NAME)};
    if (t->fault[0] == 0 && tid < 0 && tid > -NERRORS && names[-tid][0] == 'P')
        snprintf(t->fault, sizeof t->fault, "used %d as a tid in %s: it is the error %s (%s)", tid, call, names[-tid],
                 pvm_errlist[-tid]);
    return PvmBadParam;
}
#undef NAME

PVM_PUBLIC char *pvm_strerror(void)
{
    return (char *)pvmi_error_text(*process_errno());
}

/* pvm_perror never enrolls the task, since enrolling may be just what has failed. */
PVM_PUBLIC int pvm_perror(char *msg)
{
    char who[PVMI_WHO_BYTES];
    fprintf(process_stderr(), "libpvm [%s]: %s: %s\n", pvmi_who(pvmi_self(), who), msg != NULL ? msg : "(null)",
            pvmi_error_text(*process_errno()));
    return PvmOk;
}
