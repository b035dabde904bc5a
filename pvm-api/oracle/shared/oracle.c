/* oracle.c - see oracle.h. */
#include "oracle.h"

#include <stdarg.h>

/* Tags that only this file uses: for a task's lines on their way to its parent, and for settle(). */
enum { TAG_SETTLE = 98, TAG_LINES };

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* The lines of a task that reports to its parent, so far; the task has no terminal. */
static struct {
    char *text;
    size_t len, room;
    int kept;
} lines;

void say(const char *format, ...)
{
    char line[4096];
    va_list args;
    va_start(args, format);
    size_t n = (size_t)vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    n = n < sizeof line - 1 ? n : sizeof line - 2;
    line[n++] = '\n';
    if (!lines.kept) {
        fwrite(line, 1, n, stdout);
        fflush(stdout);
        return;
    }
    if (lines.room - lines.len < n + 1)
        lines.text = realloc(lines.text, lines.room = lines.room * 2 + 2 * n + 1);
    memcpy(lines.text + lines.len, line, n);
    lines.text[lines.len += n] = 0;
}

void say_all_to_parent(void)
{
    lines.kept = 1;
}

void give_lines(int to)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkstr(lines.text != NULL ? lines.text : W(""));
    pvm_send(to, TAG_LINES);
    if (lines.text != NULL)
        lines.text[lines.len = 0] = 0;
}

void take_lines(int from)
{
    static char text[1 << 20];
    int was = pvm_setrbuf(0);
    pvm_recv(from, TAG_LINES);
    pvm_upkstr(text);
    pvm_freebuf(pvm_getrbuf());
    pvm_setrbuf(was);
    fputs(text, stdout);
    fflush(stdout);
}

const char *code_name(int code)
{
    static char number[16];
    static const struct {
        int code;
        const char *name;
    } names[] = {
#define NAME(X) {X, #X}
        NAME(PvmBadParam),     NAME(PvmMismatch),   NAME(PvmOverflow),  NAME(PvmNoData),   NAME(PvmNoHost),
        NAME(PvmNoFile),       NAME(PvmDenied),     NAME(PvmNoMem),     NAME(PvmBadMsg),   NAME(PvmSysErr),
        NAME(PvmNoBuf),        NAME(PvmNoSuchBuf),  NAME(PvmNullGroup), NAME(PvmDupGroup), NAME(PvmNoGroup),
        NAME(PvmNotInGroup),   NAME(PvmNoInst),     NAME(PvmHostFail),  NAME(PvmNoParent), NAME(PvmNotImpl),
        NAME(PvmDSysErr),      NAME(PvmBadVersion), NAME(PvmOutOfRes),  NAME(PvmDupHost),  NAME(PvmCantStart),
        NAME(PvmAlready),      NAME(PvmNoTask),     NAME(PvmNotFound),  NAME(PvmExists),   NAME(PvmHostrNMstr),
        NAME(PvmParentNotSet), NAME(PvmIPLoopback),
#undef NAME
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].code == code)
            return names[i].name;
    snprintf(number, sizeof number, "%d", code);
    return number;
}

const char *who(int tid)
{
    return tid == pvm_mytid()     ? "me"
           : tid < 0              ? code_name(tid)
           : tid == 0             ? "0"
           : (tid & 0x3ffff) == 0 ? "a host"
                                  : "a task";
}

/* ---- CODE, SIGN, SHOW -------------------------------------------------------------------------------------------- */

/* Commas in brackets and in strings belong to the call itself. */
int next_call(const char **text)
{
    int depth = 0, n = 0;
    const char *t = *text += strspn(*text, ", ");
    for (char in = 0; t[n] != 0 && (t[n] != ',' || depth > 0 || in != 0); n++) {
        if (in != 0 && t[n] == '\\')
            n++;
        else if (t[n] == '"' || t[n] == '\'')
            in = in == 0 ? t[n] : in == t[n] ? 0 : in;
        else if (in == 0)
            depth += strchr("([{", t[n]) != NULL ? 1 : strchr(")]}", t[n]) != NULL ? -1 : 0;
    }
    return n;
}

void say_code(const char **text, int code)
{
    int n = next_call(text);
    say("%.*s = %s", n, *text, code_name(code));
    *text += n;
}

void say_sign(const char **text, int code)
{
    int n = next_call(text);
    say("%.*s %s", n, *text, code > 0 ? "> 0" : code_name(code));
    *text += n;
}

void say_value(const char **text, long value)
{
    int n = next_call(text);
    say("%.*s is %ld", n, *text, value);
    *text += n;
}

/* ---- tasks and messages ------------------------------------------------------------------------------------------ */

char *own_path(void)
{
    static char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    return path;
}

int start(const char *role)
{
    char *args[2] = {(char *)role, NULL};
    int tid = 0;
    int n = pvm_spawn(own_path(), args, PvmTaskDefault, NULL, 1, &tid);
    if (n != 1)
        say("could not start %s: %d %s", role, n, code_name(tid));
    return tid;
}

int start_here(const char *role)
{
    char *args[2] = {(char *)role, NULL};
    int tid = 0;
    CODE(pvm_spawn(own_path(), args, PvmTaskHost, W("."), 1, &tid));
    return tid;
}

void tell(int tid, int tag, int number)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    pvm_send(tid, tag);
}

int hear(int tid, int tag)
{
    int number = -1;
    pvm_recv(tid, tag);
    pvm_upkint(&number, 1, 1);
    return number;
}

void settle(void)
{
    int sbuf = pvm_setsbuf(0), rbuf = pvm_setrbuf(0);
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_mytid(), TAG_SETTLE);
    pvm_recv(pvm_mytid(), TAG_SETTLE);
    pvm_freebuf(pvm_getrbuf());
    pvm_freebuf(pvm_getsbuf());
    pvm_setsbuf(sbuf);
    pvm_setrbuf(rbuf);
}

int bytes_of(int mid)
{
    int n = -1;
    pvm_bufinfo(mid, &n, NULL, NULL);
    return n;
}

unsigned sum(const void *data, size_t n)
{
    unsigned s = 2166136261u;
    for (size_t i = 0; i < n; i++)
        s = (s ^ ((const unsigned char *)data)[i]) * 16777619u;
    return s;
}
