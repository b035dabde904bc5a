package jpi;

import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

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
        LongPredicate park = Parking::park, parkUntil = Parking::parkUntil;
        Predicate<Thread> unpark = Parking::unpark;
        LongSupplier nano = Clock::nanoTime;
        Patch.apply(park, parkUntil, unpark, nano);
    }

    /** @param ns less than 0: for ever. true: done, for a strand. */
    private static boolean park(long ns) {
        Strand s = Worker.holder();
        if (s == null)
            return false;
        s.scheduler.awaitHere(s, () -> s.permit || s.timedOut || s.isToStop(), "park", ns);
        s.permit = false;
        return true;
    }

    private static boolean parkUntil(long ms) {
        return Worker.holder() != null && park(Math.max(0, ms - Clock.currentTimeMillis()) * 1_000_000);
    }

    /** By a strand or by another thread. */
    private static boolean unpark(Thread t) {
        Strand me = Worker.holder();
        if (!(t instanceof Strand)) {
            if (me != null)
                me.scheduler.helperWoken();
            return false;
        }
        if (me != null)
            me.scheduler.settle(me, 0); // it is woken when this one has computed what it has
        ((Strand)t).permit = true;
        return true;
    }
}
