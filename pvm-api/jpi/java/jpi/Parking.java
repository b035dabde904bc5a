package jpi;

import java.util.concurrent.locks.LockSupport;

/**
 * Queues, latches, barriers, semaphores, futures and locks of java.util.concurrent between strands, in simulated time:
 * all of them wait in LockSupport.park, for System.nanoTime. Patch has these two ask here; other threads get what they
 * had.
 */
final class Parking {
    private Parking() {
    }

    private static boolean installed;

    /** Once, before the first of the user's classes that may use them. */
    static synchronized void install() {
        if (installed)
            return;
        installed = true;
        Patch.apply();
    }

    /** @param ns less than 0: for ever. true: done, for a strand. */
    static boolean park(long ns) {
        Strand s = Worker.holder();
        if (s == null)
            return false;
        s.scheduler.awaitHere(s, () -> s.permit || s.timedOut || s.isToStop(), "park", ns);
        s.permit = false;
        return true;
    }

    static boolean parkUntil(long ms) {
        return Worker.holder() != null && park(Math.max(0, ms - Clock.currentTimeMillis()) * 1_000_000);
    }

    /** As Unsafe.park, by LockSupport, which asks here. isUntil: a pool's idle thread; it stays, and moves no time. */
    static void parkAs(long time, boolean isUntil) {
        if (isUntil || time == 0)
            LockSupport.park();
        else
            LockSupport.parkNanos(time);
    }

    /** By a strand or by another thread. */
    static boolean unpark(Thread t) {
        Strand me = Worker.holder(), s = t == null ? null : Strand.of(t);
        if (s == null)
            return false;
        if (me != null)
            me.scheduler.settle(me, 0); // it is woken when this one has computed what it has
        s.permit = true;
        return true;
    }
}
