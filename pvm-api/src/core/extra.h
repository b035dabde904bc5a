/* extra.h - functions that the original's library has beside those of pvm3.h, and that programs link. */
#ifndef PVMI_EXTRA_H
#define PVMI_EXTRA_H

#include <sys/time.h>
#include <time.h>

int pvmsleep(int seconds);
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
void pvmreset(int tid, int kill_tasks, char *class_name, int index);
char *pvmnametag(int tag, int *found);

/* struct Pvmtracer of pvmtev.h. */
struct pvmi_tracer {
    int trctid, trcctx, trctag, outtid, outctx, outtag, trcbuf, trcopt;
    char tmask[36];
};
extern struct pvmi_tracer pvmctrc; /* for children: nothing is traced */
extern int pvmmyctx;               /* the context of this task's messages */

#endif
