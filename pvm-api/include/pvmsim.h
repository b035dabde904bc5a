/* pvmsim.h - the interface between a simulated machine and a layer above PVM (Java objects, shared memory, a language
 * of its own). A layer can spend processor time, read its own numbers from the machine file, and name its own calls.
 *
 * libpvm3 of a simulated machine exports these four functions; PVM 3.4.6 has none of them. They are declared weak, so
 * that the same binary runs on both: on PVM 3.4.6 their addresses are NULL, pvmsim_here() returns 0, and time is real.
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
 * Code that includes this header must be compiled with -fPIE or -fPIC, as today's compilers do by default, because code
 * at a fixed address cannot see that a function is missing. The header is not meant for programs, but for
 * pvmsim_region: a program that uses the simulated machine directly is no longer a PVM program. */
#ifndef PVMSIM_H
#define PVMSIM_H

#include <stdint.h>

#ifdef PVMSIM_STRONG /* for libpvm3 itself, and for code that is linked with its archive and runs nowhere else */
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

/* Spends ns of processor time on the caller's node, 0 to 10^18 [ns]. Other numbers are refused with one line on stderr
 * as PvmAutoErr says, and nothing is spent. If the process is not enrolled yet, the time is charged when it enrolls.
 * Other tasks of the node wait for the processor meanwhile. */
PVMSIM_API void pvmsim_charge(int64_t ns);

/* Gets a number from the machine file's section [layer.NAME]: the name "jpi.send_us" means send_us of [layer.jpi], in
 * the unit in which its name ends. Returns 1 and sets *value; 0 if this machine has no such number: *value stays as it
 * was, and a report (`ap1000 run --report`) says once that it was asked for; PvmBadParam if name or value is NULL;
 * PvmSysErr if there is no machine. Enrolls the caller; takes no simulated time. Each call asks the simulator, so keep
 * the result. */
PVMSIM_API int pvmsim_parameter(const char *name, double *value);

/* Mark the begin and the end of a call of the layer. Traces and reports show it like a call of PVM, and do not show the
 * calls made inside it. Calls may be nested: each enter needs its leave, and only the outermost call is shown. call is
 * a text that must stay valid until the leave. At most 23 characters of it are shown ("jpi send"), and only the part
 * before a colon. For a task that waits, the report of a deadlock, `ap1000 ps` and the like show 95 characters with the
 * part after the colon ("anetl now: 0:1 Ring.pass for 1:1 Ring.pass"). Outside an enrolled task nothing is shown. */
PVMSIM_API void pvmsim_enter(const char *call);
PVMSIM_API void pvmsim_leave(void);

/* For programs too: from here on the task is in this part of its work, until it names another one. Traces show it as a
 * call "region NAME" that takes no time (16 characters of the name), reports how long the run was in each region, from
 * the first task that came to it to the first that came to another; ap1000 run --report-from NAME tells of that part
 * alone. On PVM 3.4.6 it does nothing. */
static __inline__ void pvmsim_region(const char *name);

/* For pvm_setopt(PvmRoute, PvmRouteDatagram). From then on each message that this task sends (pvm_send, pvm_psend,
 * pvm_mcast) is one raw datagram on workstations and clusters: no daemon, no connection, no acknowledgement. It may be
 * lost, as the machine file says ([udp] loss_ppm, receive_buffer_bytes; [switch] port_queue_bytes), without notice. A
 * message that arrives is whole, arrives once, and does not overtake another one of the same two tasks. The calls
 * return PvmBadParam for a message of more than 65491 byte (65535 with the headers of IP 20, UDP 8, PVM 16). Where
 * there is no UDP (AP1000, platforms of SimGrid, PM, real clusters) it is an ordinary message, never lost. PVM 3.4.6
 * answers pvm_setopt with PvmBadParam. Groups send by the same calls, so set the route back before you use them. */
#define PvmRouteDatagram 768 /* the RFC of UDP; far from PVM's own routes */

/* Returns 1 if there is a simulated machine below and all four may be called; 0 if this is another PVM. */
static __inline__ int pvmsim_here(void)
{
#ifdef PVMSIM_STRONG
    return 1;
#else
    return pvmsim_charge != 0;
#endif
}

static __inline__ void pvmsim_region(const char *name)
{
    char call[24] = "region ";
    int i;
    for (i = 0; i < 16 && name[i] != 0; i++)
        call[7 + i] = name[i];
    call[7 + i] = 0;
    if (pvmsim_here()) {
        pvmsim_enter(call);
        pvmsim_leave();
    }
}

/* pvmsim_parameter for a layer that takes 0 for what is not there, on PVM 3.4.6 too. */
static __inline__ double pvmsim_number(const char *name)
{
    double value = 0;
    return pvmsim_here() && pvmsim_parameter(name, &value) == 1 ? value : 0;
}

#ifdef __cplusplus
}
#endif

#endif
