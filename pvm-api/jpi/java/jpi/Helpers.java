package jpi;

import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Threads that the program has made itself: no strands, they run beside these, in real time. What they do may wake a
 * strand; so while one of them works, simulated time goes no further than it must, and then no faster than real time.
 */
final class Helpers {
    private static final int PATIENCE_MS = 1000, QUIET_MS = 5;
    private static final long PACE_NS = 1_000_000;
    private int left = PATIENCE_MS;
    private int doubt; // so many ms more none of them must be seen to work

    /** A strand has woken one, or may have; Java shows a thread that begins to work a moment later. */
    void touch() {
        doubt = QUIET_MS;
    }

    /** Does one of them do something, or will it by itself? Be sure: what follows is not to come too early. */
    boolean mayWake(boolean beSure) {
        boolean there = false, works = false;
        for (Thread t : all())
            if (t != null && isHelper(t)) {
                there = true;
                works |= works(t);
            }
        if (!there)
            doubt = 0;
        else if (works || beSure && doubt == 0 && left == PATIENCE_MS)
            doubt = QUIET_MS;
        if (works || doubt > 0)
            return true;
        left = PATIENCE_MS;
        return false;
    }

    private static Thread[] all() {
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null)
            top = top.getParent();
        Thread[] threads = new Thread[top.activeCount() + 16];
        top.enumerate(threads);
        return threads;
    }

    private static boolean isHelper(Thread t) {
        ThreadGroup group = t.getThreadGroup();
        return !(t instanceof Strand) && !(t instanceof Watch) && group != null && group.getParent() != null &&
                !group.getName().equals("InnocuousThreadGroup") && !t.getName().equals("main");
    }

    private static boolean works(Thread t) {
        switch (t.getState()) {
        case NEW:
        case RUNNABLE:
        case BLOCKED:
            return true;
        case TIMED_WAITING:
            return !(t instanceof ForkJoinWorkerThread); // it waits for work
        default:
            return false;
        }
    }

    /** A millisecond of real time for them. */
    void letWork() {
        left = Math.max(0, left - 1);
        doubt = Math.max(0, doubt - 1);
        try {
            Thread me = Thread.currentThread();
            if (me instanceof Strand)
                ((Strand)me).pause(1);
            else
                Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** So much simulated time may pass now [ns]. */
    long paceNs() {
        return left > 0 ? 0 : PACE_NS;
    }
}
