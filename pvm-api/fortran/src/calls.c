/* calls.c - the Fortran calls that are one C call each. Packing, lists and groups have files of their own.
 *
 * The meaning of an argument, its unit and the errors are those of the C call in the row: section 3PVM of PVM 3.4.6. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "fortran.h"
#include "pvmi_fortran.h"

#define TEXT(NAME, OUT, CALL) PVMFI_WITH_TEXT(NAME, PVMFI_TEXT_MAX, OUT, CALL)

/* Adds or deletes a single host. If the host's own code is an error, it is the result. */
static int one_host(int (*call)(char **hosts, int n, int *codes), char *host)
{
    int code = 0;
    int n = call(&host, 1, &code);
    return n >= 0 && code < 0 ? code : n;
}

static int receive_within(int tid, int tag, int s, int us)
{
    struct timeval span = {s, us};
    return pvm_trecv(tid, tag, s == -1 ? NULL : &span);
}

static int host_clock(int host, int *s, int *us, int *delta_s, int *delta_us)
{
    struct timeval clock, delta;
    int code = pvm_hostsync(host, &clock, &delta);
    if (code < 0)
        return code;
    *s = (int)clock.tv_sec;
    *us = (int)clock.tv_usec;
    *delta_s = (int)delta.tv_sec;
    *delta_us = (int)delta.tv_usec;
    return code;
}

static int get_info(int mid, int *len, int *ctx, int *tag, int *wid, int *enc, int *crc, int *src, int *dst)
{
    struct pvmminfo m;
    int code = pvm_getminfo(mid, &m);
    if (code < 0)
        return code;
    *len = m.len, *ctx = m.ctx, *tag = m.tag, *wid = m.wid;
    *enc = m.enc, *crc = m.crc, *src = m.src, *dst = m.dst;
    return code;
}

static int set_info(int mid, int ctx, int tag, int wid, int src, int dst)
{
    struct pvmminfo m;
    int code = pvm_getminfo(mid, &m);
    if (code < 0)
        return code;
    m.ctx = ctx, m.tag = tag, m.wid = wid, m.src = src, m.dst = dst;
    return pvm_setminfo(mid, &m);
}

/* Unpacks the message inside that buffer, whichever buffer is the receive buffer. */
static int unpack_message(int mid)
{
    int before = pvm_setrbuf(mid);
    if (before < 0)
        return before;
    int inner = pvm_upkmesg();
    (void)pvm_setrbuf(before);
    return inner;
}

/* The text is printed as it is, with its blanks. */
static int print_error(const char *text, size_t len)
{
    char *s = malloc((unsigned)len + 1U);
    if (s == NULL)
        return PvmNoMem;
    memcpy(s, text, (unsigned)len);
    s[(unsigned)len] = '\0';
    int code = pvm_perror(s);
    free(s);
    return code;
}

/* Splits `line` into words, and changes it. */
static int start_daemon(char *line, int block)
{
    char *words[PVMFI_TEXT_MAX / 2 + 1], *rest = NULL;
    int n = 0;
    for (char *w = strtok_r(line, " \t", &rest); w != NULL; w = strtok_r(NULL, " \t", &rest))
        words[n++] = w;
    words[n] = NULL;
    return pvm_start_pvmd(n, words, block);
}

static int spawn(const char *task, size_t task_len, int flags, const char *where, size_t where_len, int n, int *tids)
{
    char task_c[PVMFI_TEXT_MAX + 1], where_c[PVMFI_TEXT_MAX + 1];
    bool good = pvmfi_text_in(task_c, PVMFI_TEXT_MAX, task, task_len) &&
                pvmfi_text_in(where_c, PVMFI_TEXT_MAX, where, where_len);
    return good ? pvm_spawn(task_c, NULL, flags, where_c, n, tids) : PvmBadParam;
}

/* A handler is called as pvm_addmhf calls it, with its argument by value: in Fortran `integer, value :: mid`. */
#define CALLS(X)                                                                                                       \
    /* this task and this machine */                                                                                   \
    X(pvmfmytid, (int *tid), *tid = pvm_mytid())                                                                       \
    X(pvmfparent, (int *tid), *tid = pvm_parent())                                                                     \
    X(pvmfexit, (int *info), *info = pvm_exit())                                                                       \
    X(pvmfhalt, (int *info), *info = pvm_halt())                                                                       \
    X(pvmfsetopt, (const int *what, const int *val, int *old), *old = pvm_setopt(*what, *val))                         \
    X(pvmfgetopt, (const int *what, int *val), *val = pvm_getopt(*what))                                               \
    X(pvmfperror, (const char *text, int *info, size_t text_len), *info = print_error(text, text_len))                 \
    X(pvmfsleep, (const int *seconds), (void)pvmsleep(*seconds))                                                       \
    X(pvmfarchcode, (const char *arch, int *code, size_t arch_len), TEXT(arch, code, pvm_archcode(arch_c)))            \
    X(pvmfstartpvmd, (const char *args, const int *block, int *info, size_t args_len),                                 \
      TEXT(args, info, start_daemon(args_c, *block)))                                                                  \
    /* other tasks, hosts */                                                                                           \
    X(pvmfspawn,                                                                                                       \
      (const char *task, const int *flags, const char *where, const int *n, int *tids, int *started, size_t task_len,  \
       size_t where_len),                                                                                              \
      *started = spawn(task, task_len, *flags, where, where_len, *n, tids))                                            \
    X(pvmfkill, (const int *tid, int *info), *info = pvm_kill(*tid))                                                   \
    X(pvmfsendsig, (const int *tid, const int *signum, int *info), *info = pvm_sendsig(*tid, *signum))                 \
    X(pvmfpstat, (const int *tid, int *status), *status = pvm_pstat(*tid))                                             \
    X(pvmftidtohost, (const int *tid, int *dtid), *dtid = pvm_tidtohost(*tid))                                         \
    X(pvmfnotify, (const int *what, const int *tag, const int *n, int *tids, int *info),                               \
      *info = pvm_notify(*what, *tag, *n, tids))                                                                       \
    X(pvmfcatchout, (const int *on, int *info), *info = pvm_catchout(*on != 0 ? stdout : NULL))                        \
    X(pvmfmstat, (const char *host, int *status, size_t host_len), TEXT(host, status, pvm_mstat(host_c)))              \
    X(pvmfaddhost, (const char *host, int *info, size_t host_len), TEXT(host, info, one_host(pvm_addhosts, host_c)))   \
    X(pvmfdelhost, (const char *host, int *info, size_t host_len), TEXT(host, info, one_host(pvm_delhosts, host_c)))   \
    X(pvmfhostsync, (const int *host, int *s, int *us, int *delta_s, int *delta_us, int *info),                        \
      *info = host_clock(*host, s, us, delta_s, delta_us))                                                             \
    /* message buffers */                                                                                              \
    X(pvmfinitsend, (const int *encoding, int *mid), *mid = pvm_initsend(*encoding))                                   \
    X(pvmfmkbuf, (const int *encoding, int *mid), *mid = pvm_mkbuf(*encoding))                                         \
    X(pvmffreebuf, (const int *mid, int *info), *info = pvm_freebuf(*mid))                                             \
    X(pvmfgetsbuf, (int *mid), *mid = pvm_getsbuf())                                                                   \
    X(pvmfgetrbuf, (int *mid), *mid = pvm_getrbuf())                                                                   \
    X(pvmfsetsbuf, (const int *mid, int *old), *old = pvm_setsbuf(*mid))                                               \
    X(pvmfsetrbuf, (const int *mid, int *old), *old = pvm_setrbuf(*mid))                                               \
    X(pvmfbufinfo, (const int *mid, int *bytes, int *tag, int *tid, int *info),                                        \
      *info = pvm_bufinfo(*mid, bytes, tag, tid))                                                                      \
    /* sending and receiving */                                                                                        \
    X(pvmfsend, (const int *tid, const int *tag, int *info), *info = pvm_send(*tid, *tag))                             \
    X(pvmfmcast, (const int *n, int *tids, const int *tag, int *info), *info = pvm_mcast(tids, *n, *tag))              \
    X(pvmfpsend, (const int *tid, const int *tag, void *items, const int *n, const int *type, int *info),              \
      *info = pvm_psend(*tid, *tag, items, *n, *type))                                                                 \
    X(pvmfrecv, (const int *tid, const int *tag, int *mid), *mid = pvm_recv(*tid, *tag))                               \
    X(pvmfnrecv, (const int *tid, const int *tag, int *mid), *mid = pvm_nrecv(*tid, *tag))                             \
    X(pvmfprobe, (const int *tid, const int *tag, int *mid), *mid = pvm_probe(*tid, *tag))                             \
    X(pvmftrecv, (const int *tid, const int *tag, const int *s, const int *us, int *mid),                              \
      *mid = receive_within(*tid, *tag, *s, *us))                                                                      \
    X(pvmfprecv,                                                                                                       \
      (const int *tid, const int *tag, void *items, const int *n, const int *type, int *from, int *of_tag, int *len,   \
       int *info),                                                                                                     \
      *info = pvm_precv(*tid, *tag, items, *n, *type, from, of_tag, len))                                              \
    X(pvmfaddmhf, (const int *src, const int *tag, const int *ctx, const int *unused, int (*handler)(int), int *mhid), \
      (void)unused;                                                                                                    \
      *mhid = pvm_addmhf(*src, *tag, *ctx, handler))                                                                   \
    X(pvmfdelmhf, (const int *mhid, int *info), *info = pvm_delmhf(*mhid))                                             \
    /* contexts */                                                                                                     \
    X(pvmfnewcontext, (int *ctx), *ctx = pvm_newcontext())                                                             \
    X(pvmfsetcontext, (const int *ctx, int *old), *old = pvm_setcontext(*ctx))                                         \
    X(pvmfgetcontext, (int *ctx), *ctx = pvm_getcontext())                                                             \
    X(pvmffreecontext, (const int *ctx, int *info), *info = pvm_freecontext(*ctx))                                     \
    /* mailboxes */                                                                                                    \
    X(pvmfputinfo, (const char *name, const int *mid, const int *flags, int *index, size_t name_len),                  \
      TEXT(name, index, pvm_putinfo(name_c, *mid, *flags)))                                                            \
    X(pvmfrecvinfo, (const char *name, const int *index, const int *flags, int *mid, size_t name_len),                 \
      TEXT(name, mid, pvm_recvinfo(name_c, *index, *flags)))                                                           \
    X(pvmfdelinfo, (const char *name, const int *index, const int *flags, int *info, size_t name_len),                 \
      TEXT(name, info, pvm_delinfo(name_c, *index, *flags)))                                                           \
    /* on the manual pages of PVM 3.4.6, but not in its library */                                                     \
    X(pvmftidtoh, (const int *tid, int *dtid), *dtid = pvm_tidtohost(*tid))                                            \
    X(pvmfserror, (const int *set, int *old), *old = pvm_setopt(PvmAutoErr, *set))                                     \
    X(pvmfadvise, (const int *route, int *info), *info = pvm_setopt(PvmRoute, *route))                                 \
    X(pvmfpkmesg, (const int *mid, int *info), *info = pvm_pkmesg(*mid))                                               \
    X(pvmfpkmesgbody, (const int *mid, int *info), *info = pvm_pkmesgbody(*mid))                                       \
    X(pvmfupkmesg, (const int *mid, int *inner), *inner = unpack_message(*mid))                                        \
    X(pvmfgetminfo,                                                                                                    \
      (const int *mid, int *len, int *ctx, int *tag, int *wid, int *enc, int *crc, int *src, int *dst, int *info),     \
      *info = get_info(*mid, len, ctx, tag, wid, enc, crc, src, dst))                                                  \
    X(pvmfsetminfo,                                                                                                    \
      (const int *mid, const int *ctx, const int *tag, const int *wid, const int *src, const int *dst, int *info),     \
      *info = set_info(*mid, *ctx, *tag, *wid, *src, *dst))

CALLS(PVMFI_DECLARE)
CALLS(PVMFI_DEFINE)
