/* call_order.c - three tasks of `run -n 3`: the second computes for long in real time before its calls, while the third
 * makes one of these calls at once. So which is made first in real time depends on the processors.
 */
#include "pvm3.h"

enum { FIRST = 0x40002 };

static void compute(int ms)
{
    volatile double x = 1;
    for (long i = 0; i < ms * 250000L; i++)
        x = x * 1.0000001 + 0.1;
}

static void say(int to, int tag)
{
    pvm_initsend(PvmDataDefault);
    pvm_send(to, tag);
}

int main(void)
{
    switch (pvm_mytid() - FIRST) {
    case 0:
        compute(1);
        say(FIRST + 1, 1);
        say(FIRST + 2, 1);
        say(FIRST + 2, 3);
        pvm_recv(FIRST + 1, 2);
        break;
    case 1:
        pvm_recv(FIRST, 1);
        compute(20);
        pvm_getsbuf();
        pvm_getrbuf();
        say(FIRST, 2);
        break;
    default:
        pvm_recv(FIRST, 1);
        pvm_getrbuf();
        pvm_recv(FIRST, 3);
    }
    pvm_exit();
    return 0;
}
