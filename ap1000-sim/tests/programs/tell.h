/* tell.h - messages of one integer, and the simulated time, for the programs of this folder. */
#include <sys/time.h>

#include "pvm3.h"

static inline void tell(int tid, int tag, int value)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    pvm_send(tid, tag);
}

static inline int hear(int tid, int tag)
{
    int value = -1;
    pvm_recv(tid, tag);
    pvm_upkint(&value, 1, 1);
    return value;
}

static inline long now_us(void)
{
    struct timeval t;
    gettimeofday(&t, NULL);
    return t.tv_sec * 1000000 + t.tv_usec;
}
