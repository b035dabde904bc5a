/* errors.c - pvm_perror, pvm_strerror, and the data symbols that programs read: pvm_errno, pvm_nerr, pvm_errlist;
 * and one that they write. */
#include "errors.h"

#include <unistd.h>

#include "pvmi.h"

#define TEXT(CODE, STRING) [-(CODE)] = (char *)STRING,
PVM_PUBLIC char *pvm_errlist[] = {PVMI_ERRORS(TEXT)};
#undef TEXT
enum { NERRORS = sizeof pvm_errlist / sizeof pvm_errlist[0] };
PVM_PUBLIC int pvm_nerr = NERRORS;
/* The variables of the library at file scope: their names and types are part of PVM's binary interface. */
PVM_PUBLIC int pvm_errno = 0;
/* The mask of PVM's own debugging output, which programs set (ptest of its examples): this library has none, and reads it nowhere. */
PVM_PUBLIC int pvmdebmask = 0;

const char *pvmi_error_text(int code)
{
    return code <= 0 && code > -NERRORS ? pvm_errlist[-code] : "Unknown Error";
}

PVM_PUBLIC char *pvm_strerror(void)
{
    return (char *)pvmi_error_text(pvm_errno);
}

/* Never enrolls the task: it may be just what failed. */
PVM_PUBLIC int pvm_perror(char *msg)
{
    struct pvm_task *t = pvmi_self();
    const char *said = msg != NULL ? msg : "(null)";
    if (t != NULL)
        fprintf(stderr, "libpvm [t%x]: %s: %s\n", (unsigned)t->who.tid, said, pvmi_error_text(pvm_errno));
    else
        fprintf(stderr, "libpvm [pid%d]: %s: %s\n", (int)getpid(), said, pvmi_error_text(pvm_errno));
    return PvmOk;
}
