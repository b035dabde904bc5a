/* layer.c - a layer above PVM in a few lines, to be run on the simulated machine, the loop machine and PVM 3.4.6, the
 * same binary (layer.sh). It sends itself messages through two calls of its own, with costs from the machine file. */
#include <stdio.h>
#include <time.h>

#include <pvm3.h>
#include <pvmsim.h>

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void demo_send(int value)
{
    if (pvmsim_here()) {
        pvmsim_enter("demo send");
        pvmsim_charge((int64_t)(1000 * pvmsim_number("demo.send_us")));
    }
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    pvm_send(pvm_mytid(), 3);
    if (pvmsim_here())
        pvmsim_leave();
}

static int demo_receive(void)
{
    int value = -1;
    if (pvmsim_here()) {
        pvmsim_enter("demo receive");
        pvmsim_enter("demo look"); /* inside: not shown */
        (void)pvmsim_number("demo.look_us");
        pvmsim_leave();
    }
    pvm_recv(-1, 3);
    pvm_upkint(&value, 1, 1);
    if (pvmsim_here())
        pvmsim_leave();
    return value;
}

int main(void)
{
    double value = -1;
    if (pvmsim_here()) { /* before the task is known: nothing is shown, and nothing goes wrong */
        pvmsim_enter("demo begin");
        pvm_mytid();
        pvmsim_leave();
    }
    pvm_mytid();
    for (int i = 1; i <= 3; i++) {
        demo_send(i);
        printf("received %d\n", demo_receive());
    }
    pvm_setopt(PvmAutoErr, 0);
    printf("machine: datagrams %d\n", pvm_setopt(PvmRoute, PvmRouteDatagram));
    if (!pvmsim_here()) {
        printf("machine: no simulated one\n");
    } else {
        int64_t before = now_ns(), between = now_ns();
        pvmsim_charge(1234567);
        printf("machine: 1234567 ns of work took %lld ns\n", (long long)(now_ns() - between - (between - before)));
        printf("machine: demo.send_us %s", pvmsim_parameter("demo.send_us", &value) == 1 ? "is " : "is not there\n");
        if (value >= 0)
            printf("%g\n", value);
    }
    pvm_exit();
    return 0;
}
