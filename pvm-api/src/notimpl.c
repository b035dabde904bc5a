/* notimpl.c - what pvm3.h declares and this library does not do. Each enrolls the task, as any call does, and reports
 * PvmNotImpl. They let a program stand in for a part of the daemon (starting hosts, placing tasks, starting processes,
 * collecting traces): there is no daemon here, and these are the machine's business. */
#include "pvmi.h"

/* X(name, parameters) */
#define NOT_IMPLEMENTED(X)                            \
    X(pvm_reg_hoster, (void))                         \
    X(pvm_reg_tasker, (void))                         \
    X(pvm_reg_rm, (struct pvmhostinfo **hosts))       \
    X(pvm_reg_tracer, (int trace_context, int trace_tag, int output_context, int output_tag, char *mask, int buffer, int options))

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define DEFINE(NAME, PARAMETERS)                                                         \
    PVM_PUBLIC int NAME PARAMETERS                                                       \
    {                                                                                    \
        struct pvm_task *t = pvmi_enter();                                               \
        return pvmi_return(t, #NAME, t == NULL ? PvmSysErr : PvmNotImpl);                \
    }
NOT_IMPLEMENTED(DEFINE)
