/* trace_tables.c - trace events as data: the names that programs and trace files know, and what each event consists of.
 *
 * Linked into libpvm3, where pvmtevdidlist and pvmtevinfo are part of PVM's binary interface, and into the simulator,
 * which sends the events of the daemon. Names, meanings, and the order of values are PVM 3.4.6's, asked of it: its
 * events describe themselves.
 */
#include "trace_tables.h"

#define PUBLIC __attribute__((visibility("default")))

PUBLIC struct Pvmtevdid pvmtevdidlist[TEV_DID_MAX + 1] = {
    [TEV_DID_AN] = {(char *)"AN", (char *)"PVM Architecture Name"},
    [TEV_DID_AC] = {(char *)"AC", (char *)"PVM Architecture Code"},
    [TEV_DID_AS] = {(char *)"AS", (char *)"Argument Strings (Argc/Argv)"},
    [TEV_DID_BF] = {(char *)"BF", (char *)"Block Flag"},
    [TEV_DID_CC] = {(char *)"CC", (char *)"Condition Code"},
    [TEV_DID_CN] = {(char *)"CN", (char *)"Class Name"},
    [TEV_DID_CI] = {(char *)"CI", (char *)"Class Index"},
    [TEV_DID_CF] = {(char *)"CF", (char *)"Class Flags"},
    [TEV_DID_CD] = {(char *)"CD", (char *)"Class Data"},
    [TEV_DID_CR] = {(char *)"CR", (char *)"Returned Class Data"},
    [TEV_DID_CL] = {(char *)"CL", (char *)"Returned Class Names"},
    [TEV_DID_CDA] = {(char *)"CDA", (char *)"Collective Data Address"},
    [TEV_DID_CDT] = {(char *)"CDT", (char *)"Collective Data Type"},
    [TEV_DID_CDX] = {(char *)"CDX", (char *)"Collective Data"},
    [TEV_DID_CDC] = {(char *)"CDC", (char *)"Collective Count"},
    [TEV_DID_CGI] = {(char *)"CGI", (char *)"Collective Group Result Instance"},
    [TEV_DID_CRF] = {(char *)"CRF", (char *)"Collective Reduce Function"},
    [TEV_DID_CXC] = {(char *)"CXC", (char *)"Current Message Context"},
    [TEV_DID_CXF] = {(char *)"CXF", (char *)"Freed Message Context"},
    [TEV_DID_CXN] = {(char *)"CXN", (char *)"New Message Context"},
    [TEV_DID_CXS] = {(char *)"CXS", (char *)"Set Message Context"},
    [TEV_DID_ERI] = {(char *)"ERI", (char *)"PVM Error Identifier"},
    [TEV_DID_ERR] = {(char *)"ERR", (char *)"PVM Error String"},
    [TEV_DID_FDS] = {(char *)"FDS", (char *)"File Descriptors"},
    [TEV_DID_FP] = {(char *)"FP", (char *)"File Pointer"},
    [TEV_DID_GN] = {(char *)"GN", (char *)"Group Name"},
    [TEV_DID_GI] = {(char *)"GI", (char *)"Group Instance Number"},
    [TEV_DID_GT] = {(char *)"GT", (char *)"Group Task ID"},
    [TEV_DID_GS] = {(char *)"GS", (char *)"Group Size"},
    [TEV_DID_GBC] = {(char *)"GBC", (char *)"Group Barrier Count"},
    [TEV_DID_HN] = {(char *)"HN", (char *)"Host Name"},
    [TEV_DID_HNL] = {(char *)"HNL", (char *)"Host Name List"},
    [TEV_DID_HNA] = {(char *)"HNA", (char *)"Host Name Alias"},
    [TEV_DID_HPT] = {(char *)"HPT", (char *)"Host PVMD Task ID"},
    [TEV_DID_HA] = {(char *)"HA", (char *)"Host Architecture"},
    [TEV_DID_HSP] = {(char *)"HSP", (char *)"Host Speed"},
    [TEV_DID_HIS] = {(char *)"HIS", (char *)"Host Information Structures"},
    [TEV_DID_HCS] = {(char *)"HCS", (char *)"Host Clock Seconds"},
    [TEV_DID_HCU] = {(char *)"HCU", (char *)"Host Clock Microseconds"},
    [TEV_DID_HDS] = {(char *)"HDS", (char *)"Host Delta Seconds"},
    [TEV_DID_HDU] = {(char *)"HDU", (char *)"Host Delta Microseconds"},
    [TEV_DID_HS] = {(char *)"HS", (char *)"Host Status"},
    [TEV_DID_INB] = {(char *)"INB", (char *)"Info Number of Message Bytes"},
    [TEV_DID_IMC] = {(char *)"IMC", (char *)"Info Message Code"},
    [TEV_DID_IST] = {(char *)"IST", (char *)"Info Message Source Task"},
    [TEV_DID_MC] = {(char *)"MC", (char *)"Message Code"},
    [TEV_DID_MCX] = {(char *)"MCX", (char *)"Message Context"},
    [TEV_DID_MB] = {(char *)"MB", (char *)"Message Buffer"},
    [TEV_DID_MNB] = {(char *)"MNB", (char *)"Message Number of Bytes"},
    [TEV_DID_SRC] = {(char *)"SRC", (char *)"Message Source Task ID"},
    [TEV_DID_DST] = {(char *)"DST", (char *)"Message Destination Task ID"},
    [TEV_DID_MDL] = {(char *)"MDL", (char *)"Message Destination Task ID List"},
    [TEV_DID_MTS] = {(char *)"MTS", (char *)"Message Timeout Seconds"},
    [TEV_DID_MTU] = {(char *)"MTU", (char *)"Message Timeout Microseconds"},
    [TEV_DID_MRF] = {(char *)"MRF", (char *)"Message Receive Function"},
    [TEV_DID_MRB] = {(char *)"MRB", (char *)"Message Receive Buffer"},
    [TEV_DID_MSB] = {(char *)"MSB", (char *)"Message Send Buffer"},
    [TEV_DID_ME] = {(char *)"ME", (char *)"Message Encoding"},
    [TEV_DID_MHI] = {(char *)"MHI", (char *)"Message Handler Index"},
    [TEV_DID_AST] = {(char *)"AST", (char *)"Actual Message Sender Task ID"},
    [TEV_DID_AMC] = {(char *)"AMC", (char *)"Actual Message Code"},
    [TEV_DID_AML] = {(char *)"AML", (char *)"Actual Message Length"},
    [TEV_DID_NE] = {(char *)"NE", (char *)"Notify Event ID"},
    [TEV_DID_NMC] = {(char *)"NMC", (char *)"Notify Message Code"},
    [TEV_DID_NCT] = {(char *)"NCT", (char *)"Notify Count"},
    [TEV_DID_NTL] = {(char *)"NTL", (char *)"Notify Task ID List"},
    [TEV_DID_NH] = {(char *)"NH", (char *)"Number of Hosts"},
    [TEV_DID_NA] = {(char *)"NA", (char *)"Number of Architectures"},
    [TEV_DID_OPT] = {(char *)"OPT", (char *)"PVM Option ID"},
    [TEV_DID_OPV] = {(char *)"OPV", (char *)"PVM Option Value"},
    [TEV_DID_OS] = {(char *)"OS", (char *)"Output String"},
    [TEV_DID_PDA] = {(char *)"PDA", (char *)"Pack Data Address"},
    [TEV_DID_PDT] = {(char *)"PDT", (char *)"Pack Data Type"},
    [TEV_DID_PC] = {(char *)"PC", (char *)"Pack Count"},
    [TEV_DID_PSD] = {(char *)"PSD", (char *)"Pack Stride"},
    [TEV_DID_PSG] = {(char *)"PSG", (char *)"Pack String"},
    [TEV_DID_PF] = {(char *)"PF", (char *)"Pack Format"},
    [TEV_DID_PRF] = {(char *)"PRF", (char *)"Profiling Count"},
    [TEV_DID_RST] = {(char *)"RST", (char *)"Receive Msg Source Task / Wildcard"},
    [TEV_DID_RMC] = {(char *)"RMC", (char *)"Receive Msg Code / Wildcard"},
    [TEV_DID_RCX] = {(char *)"RCX", (char *)"Receive Msg Context"},
    [TEV_DID_SN] = {(char *)"SN", (char *)"Signal Number"},
    [TEV_DID_SE] = {(char *)"SE", (char *)"Spawn Executable File"},
    [TEV_DID_SF] = {(char *)"SF", (char *)"Spawn Flags"},
    [TEV_DID_SW] = {(char *)"SW", (char *)"Spawn Where"},
    [TEV_DID_SC] = {(char *)"SC", (char *)"Spawn Count"},
    [TEV_DID_STL] = {(char *)"STL", (char *)"Spawned Task ID List"},
    [TEV_DID_SIB] = {(char *)"SIB", (char *)"Sibling Task ID List"},
    [TEV_DID_TID] = {(char *)"TID", (char *)"Task ID"},
    [TEV_DID_PT] = {(char *)"PT", (char *)"Parent Task ID"},
    [TEV_DID_MT] = {(char *)"MT", (char *)"My Task ID"},
    [TEV_DID_TF] = {(char *)"TF", (char *)"Task Flags"},
    [TEV_DID_TN] = {(char *)"TN", (char *)"Task Name"},
    [TEV_DID_PID] = {(char *)"PID", (char *)"Task Process ID"},
    [TEV_DID_TT] = {(char *)"TT", (char *)"Target Task ID"},
    [TEV_DID_TW] = {(char *)"TW", (char *)"Tasks Where"},
    [TEV_DID_TIS] = {(char *)"TIS", (char *)"Task Information Structures"},
    [TEV_DID_TNT] = {(char *)"TNT", (char *)"Task Info - Number of Tasks"},
    [TEV_DID_TST] = {(char *)"TST", (char *)"Task Status"},
    [TEV_DID_TUS] = {(char *)"TUS", (char *)"Task User Usage Seconds"},
    [TEV_DID_TUU] = {(char *)"TUU", (char *)"Task User Usage Microseconds"},
    [TEV_DID_TSS] = {(char *)"TSS", (char *)"Task System Usage Seconds"},
    [TEV_DID_TSU] = {(char *)"TSU", (char *)"Task System Usage Microseconds"},
    [TEV_DID_TES] = {(char *)"TES", (char *)"Task Exit Status"},
    [TEV_DID_TA] = {(char *)"TA", (char *)"Tickle Arguments"},
    [TEV_DID_TR] = {(char *)"TR", (char *)"Tickle Responses"},
    [TEV_DID_TS] = {(char *)"TS", (char *)"Time Seconds"},
    [TEV_DID_TU] = {(char *)"TU", (char *)"Time Microseconds"},
    [TEV_DID_TGS] = {(char *)"TGS", (char *)"Timing Seconds"},
    [TEV_DID_TGU] = {(char *)"TGU", (char *)"Timing Microseconds"},
    [TEV_DID_TMW] = {(char *)"TMW", (char *)"Trace Mask Who"},
    [TEV_DID_TM] = {(char *)"TM", (char *)"Trace Mask"},
    [TEV_DID_TRC] = {(char *)"TRC", (char *)"Tracer Message Trace Context"},
    [TEV_DID_TRT] = {(char *)"TRT", (char *)"Tracer Message Trace Tag"},
    [TEV_DID_TRX] = {(char *)"TRX", (char *)"Tracer Message Output Context"},
    [TEV_DID_TRO] = {(char *)"TRO", (char *)"Tracer Message Output Tag"},
    [TEV_DID_TRM] = {(char *)"TRM", (char *)"Tracer Trace Mask"},
    [TEV_DID_TRB] = {(char *)"TRB", (char *)"Tracer Trace Buffering"},
    [TEV_DID_TRL] = {(char *)"TRL", (char *)"Tracer Trace Options"},
    [TEV_DID_VER] = {(char *)"VER", (char *)"PVM Version"},
    [TEV_DID_VCT] = {(char *)"VCT", (char *)"Trace Event Count"},
    [TEV_DID_VID] = {(char *)"VID", (char *)"Trace Event ID"},
    [TEV_DID_WID] = {(char *)"WID", (char *)"Wait Identifier Number"},
};

#define NAME(EVENT, TEXT) [TEV_##EVENT] = {(char *)TEXT, 0, {0, 0}, {0, 0}, 0}
PUBLIC struct Pvmtevinfo pvmtevinfo[TEV_MAX + 1] = {
    NAME(ADDHOSTS, "addhosts"),
    NAME(BARRIER, "barrier"),
    NAME(BCAST, "bcast"),
    NAME(BUFINFO, "bufinfo"),
    NAME(CONFIG, "config"),
    NAME(DELETE, "delete"),
    NAME(DELHOSTS, "delhosts"),
    NAME(EXIT, "exit"),
    NAME(FREEBUF, "freebuf"),
    NAME(GETFDS, "getfds"),
    NAME(GETINST, "getinst"),
    NAME(GETOPT, "getopt"),
    NAME(GETRBUF, "getrbuf"),
    NAME(GETSBUF, "getsbuf"),
    NAME(GETTID, "gettid"),
    NAME(GSIZE, "gsize"),
    NAME(HALT, "halt"),
    NAME(INITSEND, "initsend"),
    NAME(INSERT, "insert"),
    NAME(JOINGROUP, "joingroup"),
    NAME(KILL, "kill"),
    NAME(LOOKUP, "lookup"),
    NAME(LVGROUP, "lvgroup"),
    NAME(MCAST, "mcast"),
    NAME(MKBUF, "mkbuf"),
    NAME(MSTAT, "mstat"),
    NAME(MYTID, "mytid"),
    NAME(NOTIFY, "notify"),
    NAME(NRECV, "nrecv"),
    NAME(PARENT, "parent"),
    NAME(PERROR, "perror"),
    NAME(PKBYTE, "pkbyte"),
    NAME(PKCPLX, "pkcplx"),
    NAME(PKDCPLX, "pkdcplx"),
    NAME(PKDOUBLE, "pkdouble"),
    NAME(PKFLOAT, "pkfloat"),
    NAME(PKINT, "pkint"),
    NAME(PKUINT, "pkuint"),
    NAME(PKLONG, "pklong"),
    NAME(PKULONG, "pkulong"),
    NAME(PKSHORT, "pkshort"),
    NAME(PKUSHORT, "pkushort"),
    NAME(PKSTR, "pkstr"),
    NAME(PROBE, "probe"),
    NAME(PSTAT, "pstat"),
    NAME(RECV, "recv"),
    NAME(RECVF, "recvf"),
    NAME(SEND, "send"),
    NAME(SENDSIG, "sendsig"),
    NAME(SETOPT, "setopt"),
    NAME(SETRBUF, "setrbuf"),
    NAME(SETSBUF, "setsbuf"),
    NAME(SPAWN, "spawn"),
    NAME(START_PVMD, "start_pvmd"),
    NAME(TASKS, "tasks"),
    NAME(TICKLE, "tickle"),
    NAME(TIDTOHOST, "tidtohost"),
    NAME(TRECV, "trecv"),
    NAME(UPKBYTE, "upkbyte"),
    NAME(UPKCPLX, "upkcplx"),
    NAME(UPKDCPLX, "upkdcplx"),
    NAME(UPKDOUBLE, "upkdouble"),
    NAME(UPKFLOAT, "upkfloat"),
    NAME(UPKINT, "upkint"),
    NAME(UPKUINT, "upkuint"),
    NAME(UPKLONG, "upklong"),
    NAME(UPKULONG, "upkulong"),
    NAME(UPKSHORT, "upkshort"),
    NAME(UPKUSHORT, "upkushort"),
    NAME(UPKSTR, "upkstr"),
    NAME(VERSION, "version"),
    NAME(REG_HOSTER, "reg_hoster"),
    NAME(REG_RM, "reg_rm"),
    NAME(REG_TASKER, "reg_tasker"),
    NAME(REG_TRACER, "reg_tracer"),
    NAME(NEWTASK, "newtask"),
    NAME(ENDTASK, "endtask"),
    NAME(SPNTASK, "spntask"),
    NAME(ARCHCODE, "archcode"),
    NAME(CATCHOUT, "catchout"),
    NAME(GETMWID, "getmwid"),
    NAME(GETTMASK, "gettmask"),
    NAME(HOSTSYNC, "hostsync"),
    NAME(PACKF, "packf"),
    NAME(PRECV, "precv"),
    NAME(PSEND, "psend"),
    NAME(REDUCE, "reduce"),
    NAME(SETMWID, "setmwid"),
    NAME(SETTMASK, "settmask"),
    NAME(UNPACKF, "unpackf"),
    NAME(GATHER, "gather"),
    NAME(SCATTER, "scatter"),
    NAME(PUTINFO, "putinfo"),
    NAME(GETINFO, "getinfo"),
    NAME(DELINFO, "delinfo"),
    NAME(GETMBOXINFO, "getmboxinfo"),
    NAME(NEWCONTEXT, "newcontext"),
    NAME(FREECONTEXT, "freecontext"),
    NAME(SETCONTEXT, "setcontext"),
    NAME(GETCONTEXT, "getcontext"),
    NAME(SIBLINGS, "siblings"),
    NAME(GETMINFO, "getminfo"),
    NAME(SETMINFO, "setminfo"),
    NAME(ADDMHF, "addmhf"),
    NAME(DELMHF, "delmhf"),
    NAME(MHF_INVOKE, "mhf_invoke"),
    NAME(TIMING, "timing"),
    NAME(PROFILING, "profiling"),
    NAME(USER_DEFINED, "user_defined"),
};

/* Those that are no int. */
static const unsigned char types[TEV_DID_MAX + 1] = {
    [TEV_DID_AN] = TEV_DATA_STRING,
    [TEV_DID_CN] = TEV_DATA_STRING,
    [TEV_DID_GN] = TEV_DATA_STRING,
    [TEV_DID_HN] = TEV_DATA_STRING,
    [TEV_DID_PF] = TEV_DATA_STRING,
    [TEV_DID_SE] = TEV_DATA_STRING,
    [TEV_DID_SW] = TEV_DATA_STRING,
    [TEV_DID_TN] = TEV_DATA_STRING,
    [TEV_DID_TRM] = TEV_DATA_STRING,
    [TEV_DID_PDA] = TEV_DATA_LONG,
    [TEV_DID_FDS] = TEV_DATA_INT | TEV_DATA_ARRAY,
    [TEV_DID_MDL] = TEV_DATA_INT | TEV_DATA_ARRAY,
    [TEV_DID_NTL] = TEV_DATA_INT | TEV_DATA_ARRAY,
    [TEV_DID_PRF] = TEV_DATA_INT | TEV_DATA_ARRAY,
    [TEV_DID_STL] = TEV_DATA_INT | TEV_DATA_ARRAY,
    [TEV_DID_SIB] = TEV_DATA_INT | TEV_DATA_ARRAY,
    [TEV_DID_TA] = TEV_DATA_INT | TEV_DATA_ARRAY,
    [TEV_DID_TR] = TEV_DATA_INT | TEV_DATA_ARRAY,
    [TEV_DID_TGS] = TEV_DATA_INT | TEV_DATA_ARRAY,
    [TEV_DID_TGU] = TEV_DATA_INT | TEV_DATA_ARRAY,
    [TEV_DID_AS] = TEV_DATA_STRING | TEV_DATA_ARRAY,
    [TEV_DID_HNL] = TEV_DATA_STRING | TEV_DATA_ARRAY,
    [TEV_DID_VID] = TEV_DATA_STRING | TEV_DATA_ARRAY,
};

int pvmi_trace_type(int did)
{
    return types[did] != 0 ? types[did] : TEV_DATA_INT;
}

#define V(ID) TEV_DID_##ID
#define V0                                                                                                             \
    {                                                                                                                  \
        0,                                                                                                             \
        {                                                                                                              \
            0                                                                                                          \
        }                                                                                                              \
    }
#define V1(A)                                                                                                          \
    {                                                                                                                  \
        1,                                                                                                             \
        {                                                                                                              \
            V(A)                                                                                                       \
        }                                                                                                              \
    }
#define V2(A, B)                                                                                                       \
    {                                                                                                                  \
        2,                                                                                                             \
        {                                                                                                              \
            V(A), V(B)                                                                                                 \
        }                                                                                                              \
    }
#define V3(A, B, C)                                                                                                    \
    {                                                                                                                  \
        3,                                                                                                             \
        {                                                                                                              \
            V(A), V(B), V(C)                                                                                           \
        }                                                                                                              \
    }
#define V4(A, B, C, D)                                                                                                 \
    {                                                                                                                  \
        4,                                                                                                             \
        {                                                                                                              \
            V(A), V(B), V(C), V(D)                                                                                     \
        }                                                                                                              \
    }
#define V5(A, B, C, D, E)                                                                                              \
    {                                                                                                                  \
        5,                                                                                                             \
        {                                                                                                              \
            V(A), V(B), V(C), V(D), V(E)                                                                               \
        }                                                                                                              \
    }
#define V6(A, B, C, D, E, F)                                                                                           \
    {                                                                                                                  \
        6,                                                                                                             \
        {                                                                                                              \
            V(A), V(B), V(C), V(D), V(E), V(F)                                                                         \
        }                                                                                                              \
    }
#define V7(A, B, C, D, E, F, G)                                                                                        \
    {                                                                                                                  \
        7,                                                                                                             \
        {                                                                                                              \
            V(A), V(B), V(C), V(D), V(E), V(F), V(G)                                                                   \
        }                                                                                                              \
    }
#define V8(A, B, C, D, E, F, G, H)                                                                                     \
    {                                                                                                                  \
        8,                                                                                                             \
        {                                                                                                              \
            V(A), V(B), V(C), V(D), V(E), V(F), V(G), V(H)                                                             \
        }                                                                                                              \
    }

/* Without a call: no event of a public function. */
static const struct pvmi_trace_event events[TEV_MAX + 1] = {
    [TEV_ADDHOSTS] = {"pvm_addhosts", TEV_ADDHOSTS, V1(HNL), V1(CC)},
    [TEV_BARRIER] = {"pvm_barrier", TEV_BARRIER, V2(GN, GBC), V1(CC)},
    [TEV_BCAST] = {"pvm_bcast", TEV_BCAST, V2(GN, MC), V2(CC, MDL)},
    [TEV_BUFINFO] = {"pvm_bufinfo", TEV_BUFINFO, V1(MB), V4(CC, INB, IMC, IST)},
    [TEV_CONFIG] = {"pvm_config", TEV_CONFIG, V0, V3(NH, NA, CC)},
    [TEV_DELETE] = {"pvm_delete", TEV_DELETE, V2(CN, CI), V1(CC)},
    [TEV_DELHOSTS] = {"pvm_delhosts", TEV_DELHOSTS, V1(HNL), V1(CC)},
    [TEV_EXIT] = {"pvm_exit", TEV_EXIT, V0, V1(CC)},
    [TEV_FREEBUF] = {"pvm_freebuf", TEV_FREEBUF, V1(MB), V1(CC)},
    [TEV_GETFDS] = {"pvm_getfds", TEV_GETFDS, V0, V2(CC, FDS)},
    [TEV_GETINST] = {"pvm_getinst", TEV_GETINST, V2(GN, GT), V1(GI)},
    [TEV_GETOPT] = {"pvm_getopt", TEV_GETOPT, V1(OPT), V1(OPV)},
    [TEV_GETRBUF] = {"pvm_getrbuf", TEV_GETRBUF, V0, V1(MRB)},
    [TEV_GETSBUF] = {"pvm_getsbuf", TEV_GETSBUF, V0, V1(MSB)},
    [TEV_GETTID] = {"pvm_gettid", TEV_GETTID, V2(GN, GI), V1(GT)},
    [TEV_GSIZE] = {"pvm_gsize", TEV_GSIZE, V1(GN), V1(GS)},
    [TEV_HALT] = {"pvm_halt", TEV_HALT, V0, V1(CC)},
    [TEV_INITSEND] = {"pvm_initsend", TEV_INITSEND, V1(ME), V1(MSB)},
    [TEV_INSERT] = {"pvm_insert", TEV_INSERT, V3(CN, CI, CD), V1(CC)},
    [TEV_JOINGROUP] = {"pvm_joingroup", TEV_JOINGROUP, V1(GN), V1(CC)},
    [TEV_KILL] = {"pvm_kill", TEV_KILL, V1(TT), V1(CC)},
    [TEV_LOOKUP] = {"pvm_lookup", TEV_LOOKUP, V2(CN, CI), V1(CC)},
    [TEV_LVGROUP] = {"pvm_lvgroup", TEV_LVGROUP, V1(GN), V1(CC)},
    [TEV_MCAST] = {"pvm_mcast", TEV_MCAST, V4(MNB, MC, MCX, MDL), V1(CC)},
    [TEV_MKBUF] = {"pvm_mkbuf", TEV_MKBUF, V1(ME), V1(MB)},
    [TEV_MSTAT] = {"pvm_mstat", TEV_MSTAT, V1(HN), V1(HS)},
    [TEV_MYTID] = {"pvm_mytid", TEV_MYTID, V0, V1(MT)},
    [TEV_NOTIFY] = {"pvm_notify", TEV_NOTIFY, V3(NE, NMC, NTL), V1(CC)},
    [TEV_NRECV] = {"pvm_nrecv", TEV_NRECV, V3(RST, RMC, RCX), V5(MB, MNB, MC, MCX, SRC)},
    [TEV_PARENT] = {"pvm_parent", TEV_PARENT, V0, V1(PT)},
    [TEV_PKBYTE] = {"pvm_pkbyte", TEV_PKBYTE, V3(PDA, PC, PSD), V1(CC)},
    [TEV_PKCPLX] = {"pvm_pkcplx", TEV_PKCPLX, V3(PDA, PC, PSD), V1(CC)},
    [TEV_PKDCPLX] = {"pvm_pkdcplx", TEV_PKDCPLX, V3(PDA, PC, PSD), V1(CC)},
    [TEV_PKDOUBLE] = {"pvm_pkdouble", TEV_PKDOUBLE, V3(PDA, PC, PSD), V1(CC)},
    [TEV_PKFLOAT] = {"pvm_pkfloat", TEV_PKFLOAT, V3(PDA, PC, PSD), V1(CC)},
    [TEV_PKINT] = {"pvm_pkint", TEV_PKINT, V3(PDA, PC, PSD), V1(CC)},
    [TEV_PKUINT] = {"pvm_pkuint", TEV_PKUINT, V3(PDA, PC, PSD), V1(CC)},
    [TEV_PKLONG] = {"pvm_pklong", TEV_PKLONG, V3(PDA, PC, PSD), V1(CC)},
    [TEV_PKULONG] = {"pvm_pkulong", TEV_PKULONG, V3(PDA, PC, PSD), V1(CC)},
    [TEV_PKSHORT] = {"pvm_pkshort", TEV_PKSHORT, V3(PDA, PC, PSD), V1(CC)},
    [TEV_PKUSHORT] = {"pvm_pkushort", TEV_PKUSHORT, V3(PDA, PC, PSD), V1(CC)},
    [TEV_PKSTR] = {"pvm_pkstr", TEV_PKSTR, V1(PDA), V1(CC)},
    [TEV_PROBE] = {"pvm_probe", TEV_PROBE, V3(RST, RMC, RCX), V1(CC)},
    [TEV_PSTAT] = {"pvm_pstat", TEV_PSTAT, V1(TT), V1(TST)},
    [TEV_RECV] = {"pvm_recv", TEV_RECV, V3(RST, RMC, RCX), V5(MB, MNB, MC, MCX, SRC)},
    [TEV_RECVF] = {"pvm_recvf", TEV_RECVF, V0, V0},
    [TEV_SEND] = {"pvm_send", TEV_SEND, V4(MNB, DST, MC, MCX), V1(CC)},
    [TEV_SENDSIG] = {"pvm_sendsig", TEV_SENDSIG, V2(TT, SN), V1(CC)},
    [TEV_SETOPT] = {"pvm_setopt", TEV_SETOPT, V2(OPT, OPV), V1(OPV)},
    [TEV_SETRBUF] = {"pvm_setrbuf", TEV_SETRBUF, V1(MB), V1(MRB)},
    [TEV_SETSBUF] = {"pvm_setsbuf", TEV_SETSBUF, V1(MB), V1(MSB)},
    [TEV_SPAWN] = {"pvm_spawn", TEV_SPAWN, V4(SE, SW, SF, SC), V2(CC, STL)},
    [TEV_START_PVMD] = {"pvm_start_pvmd", TEV_START_PVMD, V2(BF, AS), V1(CC)},
    [TEV_TASKS] = {"pvm_tasks", TEV_TASKS, V1(TW), V2(CC, TNT)},
    [TEV_TICKLE] = {"pvm_tickle", TEV_TICKLE, V1(TA), V2(CC, TR)},
    [TEV_TRECV] = {"pvm_trecv", TEV_TRECV, V5(RST, RMC, RCX, MTS, MTU), V5(MB, MNB, MC, MCX, SRC)},
    [TEV_UPKBYTE] = {"pvm_upkbyte", TEV_UPKBYTE, V3(PDA, PC, PSD), V1(CC)},
    [TEV_UPKCPLX] = {"pvm_upkcplx", TEV_UPKCPLX, V3(PDA, PC, PSD), V1(CC)},
    [TEV_UPKDCPLX] = {"pvm_upkdcplx", TEV_UPKDCPLX, V3(PDA, PC, PSD), V1(CC)},
    [TEV_UPKDOUBLE] = {"pvm_upkdouble", TEV_UPKDOUBLE, V3(PDA, PC, PSD), V1(CC)},
    [TEV_UPKFLOAT] = {"pvm_upkfloat", TEV_UPKFLOAT, V3(PDA, PC, PSD), V1(CC)},
    [TEV_UPKINT] = {"pvm_upkint", TEV_UPKINT, V3(PDA, PC, PSD), V1(CC)},
    [TEV_UPKUINT] = {"pvm_upkuint", TEV_UPKUINT, V3(PDA, PC, PSD), V1(CC)},
    [TEV_UPKLONG] = {"pvm_upklong", TEV_UPKLONG, V3(PDA, PC, PSD), V1(CC)},
    [TEV_UPKULONG] = {"pvm_upkulong", TEV_UPKULONG, V3(PDA, PC, PSD), V1(CC)},
    [TEV_UPKSHORT] = {"pvm_upkshort", TEV_UPKSHORT, V3(PDA, PC, PSD), V1(CC)},
    [TEV_UPKUSHORT] = {"pvm_upkushort", TEV_UPKUSHORT, V3(PDA, PC, PSD), V1(CC)},
    [TEV_UPKSTR] = {"pvm_upkstr", TEV_UPKSTR, V1(PDA), V1(CC)},
    [TEV_REG_HOSTER] = {"pvm_reg_hoster", TEV_REG_HOSTER, V0, V1(CC)},
    [TEV_REG_RM] = {"pvm_reg_rm", TEV_REG_RM, V0, V1(CC)},
    [TEV_REG_TASKER] = {"pvm_reg_tasker", TEV_REG_TASKER, V0, V1(CC)},
    [TEV_REG_TRACER] = {"pvm_reg_tracer", TEV_REG_TRACER, V7(TRC, TRT, TRX, TRO, TRM, TRB, TRL), V1(CC)},
    [TEV_NEWTASK] = {0, TEV_NEWTASK, V3(PT, TF, TN), V0},
    [TEV_ENDTASK] = {0, TEV_ENDTASK, V5(TST, TUS, TUU, TSS, TSU), V0},
    [TEV_SPNTASK] = {0, TEV_SPNTASK, V1(PT), V0},
    [TEV_ARCHCODE] = {"pvm_archcode", TEV_ARCHCODE, V1(AN), V1(AC)},
    [TEV_PACKF] = {"pvm_packf", TEV_PACKF, V1(PF), V1(CC)},
    [TEV_PRECV] = {"pvm_precv", TEV_PRECV, V6(RST, RMC, RCX, PDA, PC, PDT), V5(CC, MNB, MC, MCX, SRC)},
    [TEV_PSEND] = {"pvm_psend", TEV_PSEND, V6(DST, MC, MCX, PDA, PC, PDT), V1(CC)},
    [TEV_REDUCE] = {"pvm_reduce", TEV_REDUCE, V2(GN, MC), V1(CC)},
    [TEV_UNPACKF] = {"pvm_unpackf", TEV_UNPACKF, V1(PF), V1(CC)},
    [TEV_GATHER] = {"pvm_gather", TEV_GATHER, V2(GN, MC), V1(CC)},
    [TEV_SCATTER] = {"pvm_scatter", TEV_SCATTER, V2(GN, MC), V1(CC)},
    [TEV_PUTINFO] = {"pvm_putinfo", TEV_PUTINFO, V4(CN, CI, CF, CD), V1(CC)},
    [TEV_GETINFO] = {"pvm_recvinfo", TEV_GETINFO, V3(CN, CI, CF), V2(CC, CR)},
    [TEV_DELINFO] = {"pvm_delinfo", TEV_DELINFO, V3(CN, CI, CF), V1(CC)},
    [TEV_GETMBOXINFO] = {"pvm_getmboxinfo", TEV_GETMBOXINFO, V1(CN), V1(CC)},
    [TEV_NEWCONTEXT] = {"pvm_newcontext", TEV_NEWCONTEXT, V0, V1(CXN)},
    [TEV_FREECONTEXT] = {"pvm_freecontext", TEV_FREECONTEXT, V1(CXF), V1(CC)},
    [TEV_SETCONTEXT] = {"pvm_setcontext", TEV_SETCONTEXT, V1(CXS), V1(CC)},
    [TEV_GETCONTEXT] = {"pvm_getcontext", TEV_GETCONTEXT, V0, V1(CXC)},
    [TEV_SIBLINGS] = {"pvm_siblings", TEV_SIBLINGS, V0, V1(SIB)},
    [TEV_GETMINFO] = {"pvm_getminfo", TEV_GETMINFO, V1(MB), V1(CC)},
    [TEV_SETMINFO] = {"pvm_setminfo", TEV_SETMINFO, V1(MB), V1(CC)},
    [TEV_ADDMHF] = {"pvm_addmhf", TEV_ADDMHF, V3(RST, RMC, RCX), V1(MHI)},
    [TEV_DELMHF] = {"pvm_delmhf", TEV_DELMHF, V1(MHI), V1(CC)},
    [TEV_MHF_INVOKE] = {0, TEV_MHF_INVOKE, V8(RST, RMC, RCX, MB, MNB, MC, MCX, SRC), V0},
    [TEV_TIMING] = {0, TEV_TIMING, V5(VCT, VID, TGS, TGU, PRF), V0},
    [TEV_PROFILING] = {0, TEV_PROFILING, V3(VCT, VID, PRF), V0},
};

const struct pvmi_trace_event *pvmi_trace_event(int event)
{
    return &events[event];
}
