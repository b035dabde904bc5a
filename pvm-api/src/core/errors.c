/* errors.c - pvm_perror, pvm_strerror, and the table of texts that programs read: pvm_nerr, pvm_errlist. */
#include "errors.h"

#include <stdio.h>

#include "call.h"
#include "process.h"

#define TEXT(CODE, STRING) [-(CODE)] = (char *)STRING,
PVM_PUBLIC char *pvm_errlist[] = {PVMI_ERRORS(TEXT)};
#undef TEXT
enum { NERRORS = sizeof pvm_errlist / sizeof pvm_errlist[0] };
PVM_PUBLIC int pvm_nerr = NERRORS;

const char *pvmi_error_text(int code)
{
    return code <= 0 && code > -NERRORS ? pvm_errlist[-code] : "Unknown Error";
}

PVM_PUBLIC char *pvm_strerror(void)
{
    return (char *)pvmi_error_text(*process_errno());
}

/* It never enrolls the task, since enrolling may be just what has failed. */
PVM_PUBLIC int pvm_perror(char *msg)
{
    char who[PVMI_WHO_BYTES];
    fprintf(process_stderr(), "libpvm [%s]: %s: %s\n", pvmi_who(pvmi_self(), who), msg != NULL ? msg : "(null)",
            pvmi_error_text(*process_errno()));
    return PvmOk;
}
