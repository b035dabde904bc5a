/* errors.h - the one list of error codes and their texts. */
#ifndef PVMI_ERRORS_H
#define PVMI_ERRORS_H

/* X(code, text), from 0 down without a gap: programs index pvm_errlist by the negated code. */
#define PVMI_ERRORS(X)                                    \
    X(PvmOk, "Error 0")                                   \
    X(-1, "Error 1")                                      \
    X(PvmBadParam, "Bad parameter")                       \
    X(PvmMismatch, "Parameter mismatch")                  \
    X(PvmOverflow, "Value too large")                     \
    X(PvmNoData, "End of buffer")                         \
    X(PvmNoHost, "No such host")                          \
    X(PvmNoFile, "No such file")                          \
    X(PvmDenied, "Permission denied")                     \
    X(-9, "Error 9")                                      \
    X(PvmNoMem, "Malloc failed")                          \
    X(-11, "Error 11")                                    \
    X(PvmBadMsg, "Can't decode message")                  \
    X(-13, "Error 13")                                    \
    X(PvmSysErr, "Can't contact local daemon")            \
    X(PvmNoBuf, "No current buffer")                      \
    X(PvmNoSuchBuf, "No such buffer")                     \
    X(PvmNullGroup, "Null group name")                    \
    X(PvmDupGroup, "Already in group")                    \
    X(PvmNoGroup, "No such group")                        \
    X(PvmNotInGroup, "Not in group")                      \
    X(PvmNoInst, "No such instance")                      \
    X(PvmHostFail, "Host failed")                         \
    X(PvmNoParent, "No parent task")                      \
    X(PvmNotImpl, "Not implemented")                      \
    X(PvmDSysErr, "Pvmd system error")                    \
    X(PvmBadVersion, "Version mismatch")                  \
    X(PvmOutOfRes, "Out of resources")                    \
    X(PvmDupHost, "Duplicate host")                       \
    X(PvmCantStart, "Can't start pvmd")                   \
    X(PvmAlready, "Already in progress")                  \
    X(PvmNoTask, "No such task")                          \
    X(PvmNotFound, "Not Found")                           \
    X(PvmExists, "Already Exists")                        \
    X(PvmHostrNMstr, "Hoster must run on master host")    \
    X(PvmParentNotSet, "Spawning parent set PvmNoParent") \
    X(PvmIPLoopback, "Master Host IP Address is Loopback! (See pvm3/Readme)")

/* Returns the text of a code, or "Unknown Error" if there is none. Static storage. */
const char *pvmi_error_text(int code);

#endif
