package jpi;

import java.util.*;

/**
 * synchronized, wait and notify of user classes between strands, in simulated time (Instrument puts the calls in). Who
 * has an object's monitor among the strands is kept here, so that one that would have to wait passes the turn on; the
 * monitor itself is taken as well, for other threads and for Java's own classes.
 */
public final class Monitors {
    private Monitors() {
    }

    private static final class Lock {
        Strand owner;
        int count;
        final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
        int wanted; // strands that want to enter
    }

    private static final class Waiter {
        boolean notified;
    }

    /** Of objects that somebody holds, wants or waits for. Other threads notify, too. */
    private static final Map<Object, Lock> locks = new IdentityHashMap<>();

    private static Lock lock(Object o) {
        synchronized (locks) {
            return locks.computeIfAbsent(o, any -> new Lock());
        }
    }

    private static void forget(Object o, Lock l) {
        synchronized (locks) {
            if (l.owner == null && l.wanted == 0 && l.waiters.isEmpty())
                locks.remove(o);
        }
    }

    private static String shown(String what, Object o) {
        return what + " of " + (o instanceof Class ? ((Class<?>)o).getName() : o.getClass().getName());
    }

    /** Not for programs: the monitor is entered next. */
    public static void enter(Object o) {
        Strand s = Worker.holder();
        if (s == null || o == null)
            return;
        Lock l = lock(o);
        if (l.owner != s) {
            l.wanted++;
            s.scheduler.awaitHere(s, () -> l.owner == null, shown("monitor", o), -1);
            l.wanted--;
            l.owner = s;
        }
        l.count++;
    }

    /** Not for programs: the monitor has been left. */
    public static void exit(Object o) {
        Strand s = Worker.holder();
        if (s == null)
            return;
        Lock l = lock(o);
        if (l.owner == s && l.count == 1)
            s.scheduler.settle(s, 0);
        if (l.owner == s && --l.count == 0)
            l.owner = null;
        forget(o, l);
    }

    public static void await(Object o) throws InterruptedException {
        await(o, 0);
    }

    public static void await(Object o, long ms, int ns) throws InterruptedException {
        if (ns < 0 || ns > 999999)
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        awaitNs(o, ms, ns);
    }

    public static void await(Object o, long ms) throws InterruptedException {
        awaitNs(o, ms, 0);
    }

    private static void awaitNs(Object o, long ms, int ns) throws InterruptedException {
        Strand s = Worker.holder();
        if (s == null) {
            o.wait(ms, ns);
            return;
        }
        if (ms < 0)
            throw new IllegalArgumentException("timeout value is negative");
        if (!Thread.holdsLock(o))
            throw new IllegalMonitorStateException("current thread is not owner");
        if (Thread.interrupted())
            throw new InterruptedException();
        long span = Math.min(ms, Long.MAX_VALUE / 4_000_000) * 1_000_000 + ns;
        Lock l = lock(o);
        Waiter w = new Waiter();
        s.scheduler.settle(s, 0);
        Strand owner = l.owner; // none, if Java's own class has taken the monitor
        int count = l.count;
        synchronized (locks) {
            l.waiters.add(w);
        }
        l.owner = null;
        l.count = 0;
        s.standAt(o);
        s.scheduler.awaitHere(s, () -> l.owner == null && (w.notified || s.timedOut || s.isToStop()), shown("wait", o),
                          span > 0 ? span : -1);
        s.standAlone();
        l.owner = owner;
        l.count = count;
        synchronized (locks) {
            l.waiters.remove(w);
        }
        forget(o, l);
        if (!w.notified && Thread.interrupted())
            throw new InterruptedException();
    }

    /** As Object.notify. Of strands the one that has waited longest. */
    public static void wake(Object o) {
        if (!wake(o, false))
            o.notify();
    }

    public static void wakeAll(Object o) {
        wake(o, true);
        o.notifyAll();
    }

    private static boolean wake(Object o, boolean all) {
        if (!Thread.holdsLock(o))
            return false; // Java says what is wrong
        Strand me = Worker.holder();
        if (me != null)
            me.scheduler.settle(me, 0);
        boolean found = false;
        synchronized (locks) {
            Lock l = locks.get(o);
            if (l != null)
                for (Waiter w : l.waiters)
                    if (!w.notified && (all || !found))
                        found = w.notified = true;
        }
        return found;
    }
}
