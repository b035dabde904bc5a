/* borrows.c - a library of a program's own: it ends a task, or (without BORROWS_ENDS) does something harmless. */
#include "pvm3.h"

int borrowed(int tid);

__attribute__((visibility("default"))) int borrowed(int tid)
{
#ifdef BORROWS_ENDS
    return pvm_kill(tid);
#else
    return pvm_tidtohost(tid);
#endif
}
