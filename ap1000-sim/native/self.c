/* self.c - the calling task: its state, made at the first call, when it joins the machine; what it is told about
 * itself; and main(). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "native.h"

/* The program defines them; either may be missing. */
__attribute__((weak)) int host_main(int argc, char **argv);
__attribute__((weak)) int cell_main(void);

void nat_die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("libap1000: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

bool nat_on_host(const struct nat_task *t)
{
    return t->who.node == 0;
}

struct nat_task *nat_self(void)
{
    void **slot = mach_task_slot();
    struct nat_task *t = *slot;
    if (t != NULL)
        return t;
    t = calloc(1, sizeof *t);
    if (t == NULL)
        nat_die("no memory");
    if (mach_open(&t->ops, &t->m) < 0)
        exit(1); /* mach_open has said why */
    if (t->ops->join(t->m, &t->who) < 0)
        nat_die("the machine has no room for another task");
    *slot = t;
    t->nx = t->who.cells_x;
    t->ny = t->who.cells_y;
    t->cid = t->nx * t->ny;
    t->host_tid = t->who.tid;
    if (!nat_on_host(t))
        nat_await_boot(t);
    return t;
}

NAT_PUBLIC int getcid(void)
{
    return nat_self()->cid;
}

NAT_PUBLIC int getcidx(void)
{
    const struct nat_task *t = nat_self();
    return nat_on_host(t) ? -1 : t->cid % t->nx;
}

NAT_PUBLIC int getcidy(void)
{
    const struct nat_task *t = nat_self();
    return nat_on_host(t) ? -1 : t->cid / t->nx;
}

NAT_PUBLIC int getncel(void)
{
    const struct nat_task *t = nat_self();
    return t->nx * t->ny;
}

NAT_PUBLIC int getncelx(void)
{
    return nat_self()->nx;
}

NAT_PUBLIC int getncely(void)
{
    return nat_self()->ny;
}

NAT_PUBLIC int gethcid(void)
{
    return getncel();
}

NAT_PUBLIC double dgettime(void)
{
    struct nat_task *t = nat_self();
    mach_spend(t->ops, t->m, &t->who, MACH_COST_NATIVE_CALL);
    return (double)t->ops->now(t->m) * 1e-9;
}

NAT_PUBLIC void ap1000_compute(double seconds)
{
    struct nat_task *t = nat_self();
    if (!(seconds >= 0 && seconds < 1e9))
        nat_die("ap1000_compute(%g): 0 to 1e9 seconds are wanted", seconds);
    t->ops->charge(t->m, (mach_ns)(seconds * 1e9 + 0.5));
}

NAT_PUBLIC int main(int argc, char **argv)
{
    if (nat_on_host(nat_self())) {
        if (host_main != NULL)
            return host_main(argc, argv);
        if (cell_main == NULL)
            nat_die("%s has neither host_main nor cell_main", argv[0]);
        return ccreat(NULL, 0, NULL) + waitstable();
    }
    if (cell_main == NULL)
        nat_die("%s has no cell_main, and was started on cell %d", argv[0], getcid());
    return cell_main();
}
