/* oracle.h - what the programs of the oracle suite share: each says what calls give, in lines that are the same on every
 * machine if the library is the same. Codes by name, tids by what they are to this task, mids not at all.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

extern int pvm_errno;
#define W(text) ((char *)(text)) /* PVM takes literals as char * */

/* A tag that only this header uses: a child's lines on their way to its parent. */
#define TAG_LINES 99

/* What a task has said so far, if it is a child: its own terminal is nobody's. */
struct lines {
    char *text;
    size_t len, room;
    int child;
};

static struct lines lines;

__attribute__((format(printf, 1, 2), unused)) static void say(const char *format, ...)
{
    char line[4096];
    va_list args;
    va_start(args, format);
    size_t n = (size_t)vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    n = n < sizeof line - 1 ? n : sizeof line - 2;
    line[n++] = '\n';
    if (!lines.child) {
        fwrite(line, 1, n, stdout);
        fflush(stdout);
        return;
    }
    if (lines.room - lines.len < n + 1)
        lines.text = realloc(lines.text, lines.room = lines.room * 2 + 2 * n + 1);
    memcpy(lines.text + lines.len, line, n);
    lines.text[lines.len += n] = 0;
}

__attribute__((unused)) static const char *code_name(int code)
{
    static char number[16];
    static const struct {
        int code;
        const char *name;
    } names[] = {
#define NAME(X) {X, #X}
        NAME(PvmBadParam), NAME(PvmMismatch), NAME(PvmOverflow), NAME(PvmNoData), NAME(PvmNoHost), NAME(PvmNoFile),
        NAME(PvmDenied), NAME(PvmNoMem), NAME(PvmBadMsg), NAME(PvmSysErr), NAME(PvmNoBuf), NAME(PvmNoSuchBuf),
        NAME(PvmNullGroup), NAME(PvmDupGroup), NAME(PvmNoGroup), NAME(PvmNotInGroup), NAME(PvmNoInst),
        NAME(PvmHostFail), NAME(PvmNoParent), NAME(PvmNotImpl), NAME(PvmDSysErr), NAME(PvmBadVersion),
        NAME(PvmOutOfRes), NAME(PvmDupHost), NAME(PvmCantStart), NAME(PvmAlready), NAME(PvmNoTask), NAME(PvmNotFound),
        NAME(PvmExists), NAME(PvmHostrNMstr), NAME(PvmParentNotSet), NAME(PvmIPLoopback),
#undef NAME
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].code == code)
            return names[i].name;
    snprintf(number, sizeof number, "%d", code);
    return number;
}

/* The call and the code it gives: CODE as it is, SIGN whether it is above 0 (mids, tids: numbers of no meaning). */
#define CODE(call)                                  \
    do {                                            \
        int code_ = (call);                         \
        say("%s = %s", #call, code_name(code_));    \
    } while (0)
#define SIGN(call)                                                    \
    do {                                                              \
        int code_ = (call);                                           \
        say("%s %s", #call, code_ > 0 ? "> 0" : code_name(code_));    \
    } while (0)
/* The value of an expression that is no code. */
#define SHOW(value) say("%s is %ld", #value, (long)(value))

/* One number for many bytes (Fowler, Noll and Vo's hash), where a line has no room for them. */
__attribute__((unused)) static unsigned sum(const void *data, size_t n)
{
    unsigned s = 2166136261u;
    for (size_t i = 0; i < n; i++)
        s = (s ^ ((const unsigned char *)data)[i]) * 16777619u;
    return s;
}

/* What a tid is to this task. */
__attribute__((unused)) static const char *who(int tid)
{
    return tid == pvm_mytid() ? "me" : tid < 0 ? code_name(tid) : tid == 0 ? "0" : (tid & 0x3ffff) == 0 ? "a host" : "a task";
}

/* The path of this program, for spawning itself. */
__attribute__((unused)) static char *own_path(void)
{
    static char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    return path;
}

/* One more task of this program, with its role as only argument. */
__attribute__((unused)) static int start(const char *role)
{
    char *args[2] = {(char *)role, NULL};
    int tid = 0;
    int n = pvm_spawn(own_path(), args, PvmTaskDefault, NULL, 1, &tid);
    if (n != 1)
        say("could not start %s: %d %s", role, n, code_name(tid));
    return tid;
}

/* A child ends by sending its lines to its parent, which prints them. */
__attribute__((unused)) static void give_lines(void)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkstr(lines.text != NULL ? lines.text : W(""));
    pvm_send(pvm_parent(), TAG_LINES);
}

__attribute__((unused)) static void take_lines(int tid)
{
    static char text[1 << 20];
    int was = pvm_setrbuf(0);
    pvm_recv(tid, TAG_LINES);
    pvm_upkstr(text);
    pvm_freebuf(pvm_getrbuf());
    pvm_setrbuf(was);
    fputs(text, stdout);
    fflush(stdout);
}

/* Wait until all that this task sent to itself has come: the real one carries it through the daemon, in order. */
__attribute__((unused)) static void settle(void)
{
    int sbuf = pvm_setsbuf(0), rbuf = pvm_setrbuf(0);
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_mytid(), 98);
    pvm_recv(pvm_mytid(), 98);
    pvm_freebuf(pvm_getrbuf());
    pvm_freebuf(pvm_getsbuf());
    pvm_setsbuf(sbuf);
    pvm_setrbuf(rbuf);
}

/* A message of one number, by the shortest way. */
__attribute__((unused)) static void tell(int tid, int tag, int number)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    pvm_send(tid, tag);
}

__attribute__((unused)) static int hear(int tid, int tag)
{
    int number = -1;
    pvm_recv(tid, tag);
    pvm_upkint(&number, 1, 1);
    return number;
}

#endif
