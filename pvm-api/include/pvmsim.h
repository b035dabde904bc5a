/* pvmsim.h - what a layer above PVM (Java objects, shared memory, a language of its own) may ask of a simulated
 * machine: to spend processor time, to read its own numbers from the machine file, to name its own calls.
 *
 * libpvm3 of a simulated machine exports these four functions, PVM 3.4.6 has none of them. They are declared weak, so
 * that the same binary runs on both: on PVM 3.4.6 their addresses are NULL, pvmsim_here() says 0, and real time counts.
 *
 *     #include <pvm3.h>
 *     #include <pvmsim.h>
 *
 *     int my_send(int tid, int tag)                      [my.send_us: machine file, section [layer.my]]
 *     {
 *         if (pvmsim_here()) {
 *             pvmsim_enter("my send");                   traces and reports show "my send", not what it calls
 *             pvmsim_charge((int64_t)(1000 * pvmsim_number("my.send_us")));
 *         }
 *         int code = pvm_send(tid, tag);
 *         if (pvmsim_here())
 *             pvmsim_leave();
 *         return code;
 *     }
 *
 * A program that includes this must be compiled with -fPIE or -fPIC, as compilers of today do unasked: code of a fixed
 * address cannot see that a function is missing. Not for programs: a program that asks the simulated machine for
 * anything is no program of PVM's any more.
 */
#ifndef PVMSIM_H
#define PVMSIM_H

#include <stdint.h>

#ifdef PVMSIM_STRONG /* for libpvm3 itself, and what is linked with its archive and runs nowhere else */
#define PVMSIM_API
#else
#if defined(__GNUC__) && !defined(__PIC__) && !defined(__PIE__)
#error "pvmsim.h: compile with -fPIE or -fPIC; without, a PVM that lacks these functions crashes the program"
#endif
#define PVMSIM_API __attribute__((weak))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Spend ns of processor time on the caller's node, 0 to 10^18 [ns]; other numbers are refused with one line on stderr
 * as PvmAutoErr says, and nothing is spent. A process that is not enrolled brings the time along when it enrolls. Other
 * tasks of the node wait for the processor meanwhile. */
PVMSIM_API void pvmsim_charge(int64_t ns);

/* A number of the machine file's section [layer.NAME]: name "jpi.send_us" is send_us of [layer.jpi], in the unit in
 * which its name ends. 1 and *value; 0: this machine has no such number, *value is as before, and a report
 * (`ap1000 run --report`) says once that it was asked for; PvmBadParam: name or value is NULL; PvmSysErr: no machine.
 * Enrolls the caller; takes no simulated time. It is asked of the simulator each time: keep what it gave. */
PVMSIM_API int pvmsim_parameter(const char *name, double *value);

/* A call of the layer begins, and ends: traces and reports show it as they show a call of PVM, and not the calls made
 * inside it. Calls inside calls count: each enter needs its leave, and only the outermost is shown. call: a text that
 * stays until the leave; at most 23 characters of it are shown ("jpi send"), and only what comes before a colon. The
 * report of a deadlock, `ap1000 ps` and the like show 95 of a task that waits, with what comes after the colon ("anetl
 * now: 0:1 Ring.pass for 1:1 Ring.pass"). Outside an enrolled task nothing is shown. */
PVMSIM_API void pvmsim_enter(const char *call);
PVMSIM_API void pvmsim_leave(void);

/* pvm_setopt(PvmRoute, PvmRouteDatagram): from now on each message that this task sends (pvm_send, pvm_psend,
 * pvm_mcast) is one raw datagram on workstations and clusters: no daemon, no connection, no acknowledgement. It may be
 * lost, as the machine file says ([udp] loss_ppm, receive_buffer_bytes; [switch] port_queue_bytes), and nobody is told;
 * what arrives is whole, comes once, and none overtakes another of the same two tasks. The calls give PvmBadParam for a
 * message of more than 65491 byte (65535 with the headers of IP 20, UDP 8, PVM 16). Where there is no UDP (AP1000,
 * platforms of SimGrid, PM, real clusters) it is an ordinary message, never lost. PVM 3.4.6 answers pvm_setopt with
 * PvmBadParam. Groups send by the same calls, and need the route set back. */
#define PvmRouteDatagram 768 /* the RFC of UDP; far from PVM's own routes */

/* 1: there is a simulated machine below, all four may be called; 0: it is another PVM. */
static inline int pvmsim_here(void)
{
#ifdef PVMSIM_STRONG
    return 1;
#else
    return pvmsim_charge != 0;
#endif
}

/* pvmsim_parameter for a layer that takes 0 for what is not there, on PVM 3.4.6 too. */
static inline double pvmsim_number(const char *name)
{
    double value = 0;
    return pvmsim_here() && pvmsim_parameter(name, &value) == 1 ? value : 0;
}

#ifdef __cplusplus
}
#endif

#endif
