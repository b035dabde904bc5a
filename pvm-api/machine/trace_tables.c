/* trace_tables.c - trace events as data: what each event consists of. trace_names.c has the names.
 *
 * It is linked into libpvm3 and into the simulator, which sends the daemon's events. The order of values was read from
 * the events of PVM 3.4.6, which describe themselves. */
#include "trace_tables.h"

/* The values that are no int. */
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
/* clang-format off */
#define V0 {0, {0}}
#define V1(A) {1, {V(A)}}
#define V2(A, B) {2, {V(A), V(B)}}
#define V3(A, B, C) {3, {V(A), V(B), V(C)}}
#define V4(A, B, C, D) {4, {V(A), V(B), V(C), V(D)}}
#define V5(A, B, C, D, E) {5, {V(A), V(B), V(C), V(D), V(E)}}
#define V6(A, B, C, D, E, F) {6, {V(A), V(B), V(C), V(D), V(E), V(F)}}
#define V7(A, B, C, D, E, F, G) {7, {V(A), V(B), V(C), V(D), V(E), V(F), V(G)}}
#define V8(A, B, C, D, E, F, G, H) {8, {V(A), V(B), V(C), V(D), V(E), V(F), V(G), V(H)}}
#define PACKED_EVENTS(TYPE, NAME) \
    [TEV_PK##TYPE] = {"pvm_pk" NAME, TEV_PK##TYPE, V3(PDA, PC, PSD), V1(CC)}, \
    [TEV_UPK##TYPE] = {"pvm_upk" NAME, TEV_UPK##TYPE, V3(PDA, PC, PSD), V1(CC)}
/* clang-format on */

/* An event without a name of a call is not the event of a public function. */
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
    PVMI_TRACE_PACKED(PACKED_EVENTS),
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
