/* extra.h - functions of the original library that pvm3.h does not declare, but that programs use; beside those of
 * pvmi_console.h and pvmi_fortran.h. */
#pragma once

#include <sys/time.h>
#include <time.h>

#include "pvmi_console.h"
#include "pvmi_fortran.h"

void pvmgetclock(struct timeval *now);
char *pvmtmpnam(char *path);
char *pvmgettmp(void);
char *pvmgetrsh(void);
int pvmputenv(char *pair);
int pvmstrtoi(char *text);
int pvmchkuid(int uid);
int lpvmerr(char *call, int code);
int pvmdisplaymhfinfo(char *who, char *text, int tid);
int pvmlogprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void i_dump(int all);
void pvmbailout(int code);
void pvmendtask(void);
char *pvmnametag(int tag, int *found);

/* struct Pvmtracer of pvmtev.h. */
struct pvmi_tracer {
    int trctid, trcctx, trctag, outtid, outctx, outtag, trcbuf, trcopt;
    char tmask[36];
};
extern struct pvmi_tracer pvmctrc; /* how children are traced: not at all */
extern int pvmmyctx;               /* the context of this task's messages */
