/* pvm3.h - the interface of libpvm3 and libgpvm3, compatible with PVM 3.4.6 in source and in binary form.
 *
 * It is for any C since K&R, and for C++. Numbers and structure layouts are part of the binary interface: programs that
 * were linked with the original run with this library as they are. */
#ifndef _PVM3_H_
#define _PVM3_H_

#include <sys/time.h>

/* ---- version ----------------------------------------------------------------------------------------------------- */

#define PVM_VER "3.4.6"
#define PVM_MAJOR_VERSION 3
#define PVM_MINOR_VERSION 4
#define PVM_PATCH_VERSION 6

/* ---- encodings: pvm_initsend, pvm_mkbuf -------------------------------------------------------------------------- */

#define PvmDataDefault 0 /* big-endian, the same on every computer */
#define PvmDataRaw 1     /* the sender's own format */
#define PvmDataInPlace 2 /* as PvmDataRaw, read from the user's memory when the message is sent */
#define PvmDataFoo PvmDataDefault
#define PvmDataTrace 4 /* trace events */

/* ---- pvm_spawn: where ---------------------------------------------------------------------------------------------*/

#define PvmTaskDefault 0
#define PvmTaskHost 1       /* `where` names a host */
#define PvmTaskArch 2       /* `where` names an architecture */
#define PvmTaskDebug 4      /* under a debugger */
#define PvmTaskTrace 8      /* with trace events */
#define PvmMppFront 16      /* on the front end of a parallel machine */
#define PvmHostCompl 32     /* on any host but those named */
#define PvmNoSpawnParent 64 /* the children get no parent */

/* ---- pvm_notify: of what ----------------------------------------------------------------------------------------- */

#define PvmTaskExit 1
#define PvmHostDelete 2
#define PvmHostAdd 3
#define PvmRouteAdd 4
#define PvmRouteDelete 5

#define PvmNotifyCancel 256 /* or'ed to one of the above: cancels the request */

/* ---- pvm_setopt, pvm_getopt: options, and their named values below them ------------------------------------------ */

#define PvmRoute 1
#define PvmDontRoute 1
#define PvmAllowDirect 2
#define PvmRouteDirect 3
#define PvmDebugMask 2
#define PvmAutoErr 3 /* 0: silent, 1: print errors, 2: and end the task, 3: and abort it */
#define PvmOutputTid 4
#define PvmOutputCode 5
#define PvmTraceTid 6
#define PvmTraceCode 7
#define PvmTraceBuffer 8
#define PvmTraceOptions 9
#define PvmTraceFull 1
#define PvmTraceTime 2
#define PvmTraceCount 3
#define PvmFragSize 10 /* [bytes] */
#define PvmResvTids 11
#define PvmSelfOutputTid 12
#define PvmSelfOutputCode 13
#define PvmSelfTraceTid 14
#define PvmSelfTraceCode 15
#define PvmSelfTraceBuffer 16
#define PvmSelfTraceOptions 17
#define PvmShowTids 18
#define PvmPollType 19
#define PvmPollConstant 1
#define PvmPollSleep 2
#define PvmPollTime 20
#define PvmOutputContext 21
#define PvmTraceContext 22
#define PvmSelfOutputContext 23
#define PvmSelfTraceContext 24
#define PvmNoReset 25

/* pvm_settmask, pvm_gettmask: whose mask */
#define PvmTaskSelf 0
#define PvmTaskChild 1

#define PvmBaseContext 0 /* the context of programs that never choose one */

/* ---- mailboxes: pvm_putinfo, pvm_recvinfo ------------------------------------------------------------------------ */

#define PvmMboxDefault 0
#define PvmMboxPersistent 1    /* outlives its owner */
#define PvmMboxMultiInstance 2 /* one of several under the same name */
#define PvmMboxOverWritable 4
#define PvmMboxFirstAvail 8 /* the first index that is not below the given one */
#define PvmMboxReadAndDelete 16
#define PvmMboxWaitForInfo 32 /* wait until there is an entry */
#define PvmMboxMaxFlag 512

/* An index can be passed inside the flags, above them. An index that is too large becomes 0. */
#define PvmMboxDirectIndexShift 10
#define PvmMboxMaxDirectIndex ((unsigned)1 << (31 - PvmMboxDirectIndexShift))
#define PvmMboxDirectIndex(i) ((i) < PvmMboxMaxDirectIndex ? (i) << PvmMboxDirectIndexShift : 0)
#define PvmMboxDirectIndexOf(flags) \
    (((flags) & ((PvmMboxMaxDirectIndex - 1) << PvmMboxDirectIndexShift)) >> PvmMboxDirectIndexShift)

/* Names that the system itself uses. */
#define PVMNORESETCLASS "###_PVM_NO_RESET_###"
#define PVMHOSTERCLASS "###_PVM_HOSTER_###"
#define PVMTASKERCLASS "###_PVM_TASKER_###"
#define PVMTRACERCLASS "###_PVM_TRACER_###"
#define PVMRMCLASS "###_PVM_RM_###"

/* ---- error codes; pvm_errlist has their texts -------------------------------------------------------------------- */

#define PvmOk 0
#define PvmBadParam -2
#define PvmMismatch -3
#define PvmOverflow -4
#define PvmNoData -5
#define PvmNoHost -6
#define PvmNoFile -7
#define PvmDenied -8
#define PvmNoMem -10
#define PvmBadMsg -12
#define PvmSysErr -14
#define PvmNoBuf -15
#define PvmNoSuchBuf -16
#define PvmNullGroup -17
#define PvmDupGroup -18
#define PvmNoGroup -19
#define PvmNotInGroup -20
#define PvmNoInst -21
#define PvmHostFail -22
#define PvmNoParent -23
#define PvmNotImpl -24
#define PvmDSysErr -25
#define PvmBadVersion -26
#define PvmOutOfRes -27
#define PvmDupHost -28
#define PvmCantStart -29
#define PvmAlready -30
#define PvmNoTask -31
#define PvmNotFound -32
#define PvmExists -33
#define PvmHostrNMstr -34
#define PvmParentNotSet -35
#define PvmIPLoopback -36

/* Their names in PVM 3.3 */
#define PvmNoEntry PvmNotFound
#define PvmDupEntry PvmDenied

/* ---- data types: pvm_psend, pvm_precv, pvm_reduce, pvm_gather, pvm_scatter --------------------------------------- */

#define PVM_STR 0
#define PVM_BYTE 1
#define PVM_SHORT 2
#define PVM_INT 3
#define PVM_FLOAT 4
#define PVM_CPLX 5
#define PVM_DOUBLE 6
#define PVM_DCPLX 7
#define PVM_LONG 8
#define PVM_USHORT 9
#define PVM_UINT 10
#define PVM_ULONG 11

/* ---- structures -------------------------------------------------------------------------------------------------- */

struct pvmhostinfo { /* pvm_config */
    int hi_tid;      /* of the host's daemon */
    char *hi_name;
    char *hi_arch;
    int hi_speed;
    int hi_dsig; /* equal on hosts that share a data format */
};

struct pvmtaskinfo { /* pvm_tasks */
    int ti_tid;
    int ti_ptid; /* parent */
    int ti_host; /* the tid of its host's daemon */
    int ti_flag;
    char *ti_a_out; /* the program's name */
    int ti_pid;
};

struct pvmminfo { /* pvm_getminfo, pvm_setminfo */
    int len;      /* [bytes], encoded */
    int ctx;
    int tag;
    int wid; /* pairs a reply with its request */
    int enc;
    int crc;
    int src;
    int dst;
};

struct pvmmboxinfo { /* pvm_getmboxinfo */
    char *mi_name;
    int mi_nentries; /* how many items the arrays have */
    int *mi_indices;
    int *mi_owners; /* tids */
    int *mi_flags;
};

/* ---- names for temporary files: define NOTMPNAM to leave tmpnam as it is ----------------------------------------- */

#ifdef NOTMPNAM
#define PVMTMPNAMFUN(x) pvmtmpnam(x)
#define PVMTMPNAMLEN 128
#else
#define PVMTMPNAMFUN(x) tmpnam(x)
#ifdef L_tmpnam
#define PVMTMPNAMLEN L_tmpnam
#else
#define PVMTMPNAMLEN 128
#endif
#endif

/* ---- functions: a negative result is an error code --------------------------------------------------------------- */

#undef __ProtoGlarp__ /* the original's name: programs use it for their own prototypes */
#if defined(__STDC__) || defined(__cplusplus)
#define __ProtoGlarp__(args) args
#else
#define __ProtoGlarp__(args) ()
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Errors. The original's library has these, but not its header. */
extern int pvm_errno;       /* the code of the last failed call */
extern int pvm_nerr;        /* items of pvm_errlist */
extern char *pvm_errlist[]; /* by the negated code */
int pvm_perror __ProtoGlarp__((char *));
char *pvm_strerror __ProtoGlarp__((void));

/* This task and this machine */
int pvm_mytid __ProtoGlarp__((void));
int pvm_parent __ProtoGlarp__((void));
int pvm_siblings __ProtoGlarp__((int **));
int pvm_exit __ProtoGlarp__((void));
int pvm_setopt __ProtoGlarp__((int, int));
int pvm_getopt __ProtoGlarp__((int));
char *pvm_version __ProtoGlarp__((void));
int pvm_archcode __ProtoGlarp__((char *));
int pvm_export __ProtoGlarp__((char *));
int pvm_unexport __ProtoGlarp__((char *));
int pvm_getfds __ProtoGlarp__((int **));
int pvm_tickle __ProtoGlarp__((int, int *, int *, int *));
char *pvmgetrsh __ProtoGlarp__((void));
char *pvmgettmp __ProtoGlarp__((void));
#ifdef NOTMPNAM
char *pvmtmpnam __ProtoGlarp__((char *));
#endif

/* Other tasks */
int pvm_spawn __ProtoGlarp__((char *, char **, int, char *, int, int *));
int pvm_kill __ProtoGlarp__((int));
int pvm_sendsig __ProtoGlarp__((int, int));
int pvm_pstat __ProtoGlarp__((int));
int pvm_tasks __ProtoGlarp__((int, int *, struct pvmtaskinfo **));
int pvm_tidtohost __ProtoGlarp__((int));
int pvm_notify __ProtoGlarp__((int, int, int, int *));
#ifdef EOF /* <stdio.h> has been included */
int pvm_catchout __ProtoGlarp__((FILE *));
#endif

/* Hosts */
int pvm_config __ProtoGlarp__((int *, int *, struct pvmhostinfo **));
int pvm_addhosts __ProtoGlarp__((char **, int, int *));
int pvm_delhosts __ProtoGlarp__((char **, int, int *));
int pvm_mstat __ProtoGlarp__((char *));
int pvm_hostsync __ProtoGlarp__((int, struct timeval *, struct timeval *));
int pvm_start_pvmd __ProtoGlarp__((int, char **, int));
int pvm_halt __ProtoGlarp__((void));

/* Message buffers */
int pvm_initsend __ProtoGlarp__((int));
int pvm_mkbuf __ProtoGlarp__((int));
int pvm_freebuf __ProtoGlarp__((int));
int pvm_getsbuf __ProtoGlarp__((void));
int pvm_setsbuf __ProtoGlarp__((int));
int pvm_getrbuf __ProtoGlarp__((void));
int pvm_setrbuf __ProtoGlarp__((int));
int pvm_bufinfo __ProtoGlarp__((int, int *, int *, int *));
int pvm_getminfo __ProtoGlarp__((int, struct pvmminfo *));
int pvm_setminfo __ProtoGlarp__((int, struct pvmminfo *));
#ifdef PVM33COMPAT
int pvm_getmwid __ProtoGlarp__((int));
int pvm_setmwid __ProtoGlarp__((int, int));
#endif

/* Packing: items, how many, and the step from one to the next */
int pvm_pkbyte __ProtoGlarp__((char *, int, int));
int pvm_pkcplx __ProtoGlarp__((float *, int, int));
int pvm_pkdcplx __ProtoGlarp__((double *, int, int));
int pvm_pkdouble __ProtoGlarp__((double *, int, int));
int pvm_pkfloat __ProtoGlarp__((float *, int, int));
int pvm_pkint __ProtoGlarp__((int *, int, int));
int pvm_pklong __ProtoGlarp__((long *, int, int));
int pvm_pkshort __ProtoGlarp__((short *, int, int));
int pvm_pkuint __ProtoGlarp__((unsigned int *, int, int));
int pvm_pkulong __ProtoGlarp__((unsigned long *, int, int));
int pvm_pkushort __ProtoGlarp__((unsigned short *, int, int));
int pvm_pkstr __ProtoGlarp__((char *));
int pvm_pkmesg __ProtoGlarp__((int));
int pvm_pkmesgbody __ProtoGlarp__((int));
int pvm_packf __ProtoGlarp__((const char *, ...));

/* Unpacking, in the order and with the types of packing */
int pvm_upkbyte __ProtoGlarp__((char *, int, int));
int pvm_upkcplx __ProtoGlarp__((float *, int, int));
int pvm_upkdcplx __ProtoGlarp__((double *, int, int));
int pvm_upkdouble __ProtoGlarp__((double *, int, int));
int pvm_upkfloat __ProtoGlarp__((float *, int, int));
int pvm_upkint __ProtoGlarp__((int *, int, int));
int pvm_upklong __ProtoGlarp__((long *, int, int));
int pvm_upkshort __ProtoGlarp__((short *, int, int));
int pvm_upkuint __ProtoGlarp__((unsigned int *, int, int));
int pvm_upkulong __ProtoGlarp__((unsigned long *, int, int));
int pvm_upkushort __ProtoGlarp__((unsigned short *, int, int));
int pvm_upkstr __ProtoGlarp__((char *));
int pvm_upkmesg __ProtoGlarp__((void));
int pvm_unpackf __ProtoGlarp__((const char *, ...));

/* Sending and receiving: a tid or a tag of -1 takes any */
int pvm_send __ProtoGlarp__((int, int));
int pvm_mcast __ProtoGlarp__((int *, int, int));
int pvm_psend __ProtoGlarp__((int, int, void *, int, int));
int pvm_recv __ProtoGlarp__((int, int));
int pvm_nrecv __ProtoGlarp__((int, int));
int pvm_trecv __ProtoGlarp__((int, int, struct timeval *));
int pvm_probe __ProtoGlarp__((int, int));
int pvm_precv __ProtoGlarp__((int, int, void *, int, int, int *, int *, int *));
/* Returns the matching function that was set before. (The original declares a result type that fits no function.) */
int(*pvm_recvf __ProtoGlarp__((int (*)(int, int, int)))) __ProtoGlarp__((int, int, int));
int pvm_addmhf __ProtoGlarp__((int, int, int, int (*)(int)));
int pvm_delmhf __ProtoGlarp__((int));

/* Contexts */
int pvm_newcontext __ProtoGlarp__((void));
int pvm_setcontext __ProtoGlarp__((int));
int pvm_getcontext __ProtoGlarp__((void));
int pvm_freecontext __ProtoGlarp__((int));

/* Mailboxes; the last three are the older form of these calls */
int pvm_putinfo __ProtoGlarp__((char *, int, int));
int pvm_recvinfo __ProtoGlarp__((char *, int, int));
int pvm_delinfo __ProtoGlarp__((char *, int, int));
int pvm_getmboxinfo __ProtoGlarp__((char *, int *, struct pvmmboxinfo **));
int pvm_getnoresets __ProtoGlarp__((int **, int *));
int pvm_insert __ProtoGlarp__((char *, int, int));
int pvm_lookup __ProtoGlarp__((char *, int, int *));
int pvm_delete __ProtoGlarp__((char *, int));

/* Servers that take over a part of the system */
int pvm_reg_hoster __ProtoGlarp__((void));
int pvm_reg_rm __ProtoGlarp__((struct pvmhostinfo **));
int pvm_reg_tasker __ProtoGlarp__((void));
int pvm_reg_tracer __ProtoGlarp__((int, int, int, int, char *, int, int));

/* Groups (libgpvm3) */
int pvm_joingroup __ProtoGlarp__((char *));
int pvm_lvgroup __ProtoGlarp__((char *));
int pvm_gsize __ProtoGlarp__((char *));
int pvm_getinst __ProtoGlarp__((char *, int));
int pvm_gettid __ProtoGlarp__((char *, int));
int pvm_freezegroup __ProtoGlarp__((char *, int));
int pvm_barrier __ProtoGlarp__((char *, int));
int pvm_bcast __ProtoGlarp__((char *, int));
int pvm_gather __ProtoGlarp__((void *, void *, int, int, int, char *, int));
int pvm_scatter __ProtoGlarp__((void *, void *, int, int, int, char *, int));
int pvm_reduce __ProtoGlarp__((void (*)(int *, void *, void *, int *, int *), void *, int, int, int, char *, int));
void PvmMax __ProtoGlarp__((int *, void *, void *, int *, int *));
void PvmMin __ProtoGlarp__((int *, void *, void *, int *, int *));
void PvmSum __ProtoGlarp__((int *, void *, void *, int *, int *));
void PvmProduct __ProtoGlarp__((int *, void *, void *, int *, int *));

#ifdef __cplusplus
}
#endif

#endif
