/* trace_tables.h - trace events as data. pvmtev.h has the numbers. */
#ifndef PVMI_TRACE_TABLES_H
#define PVMI_TRACE_TABLES_H

#include "pvmtev.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PVMI_TRACE_VALUES 8 /* the most values that an event has beyond time and task */

/* The values of an event, in their order; did has TEV_DID_*. */
struct pvmi_trace_values {
    unsigned char n, did[PVMI_TRACE_VALUES];
};

/* X(TYPE, "type"): the pairs of calls that pack and unpack it, TEV_PKTYPE and TEV_UPKTYPE. */
#define PVMI_TRACE_PACKED(X)                                                                                    \
    X(BYTE, "byte"), X(CPLX, "cplx"), X(DCPLX, "dcplx"), X(DOUBLE, "double"), X(FLOAT, "float"), X(INT, "int"), \
        X(UINT, "uint"), X(LONG, "long"), X(ULONG, "ulong"), X(SHORT, "short"), X(USHORT, "ushort")

struct pvmi_trace_event {
    const char *call; /* the public function; NULL if it is no call's event */
    int event;        /* TEV_* */
    struct pvmi_trace_values entry, exit;
};

/* What the event consists of; event is TEV_FIRST..TEV_MAX. An event that is never sent has no values and no call. */
const struct pvmi_trace_event *pvmi_trace_event(int event);

/* TEV_DATA_* of a value; with TEV_DATA_ARRAY if it is an array. */
int pvmi_trace_type(int did);

#ifdef __cplusplus
}
#endif

#endif
