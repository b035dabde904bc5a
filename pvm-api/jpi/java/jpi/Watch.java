package jpi;

import java.lang.management.*;

/**
 * Sees when the strand that has the turn waits for what only another strand could do, which cannot run: for a monitor
 * that one holds, or in Object.wait. Such a Java virtual machine would stand still for ever; the run ends with one line
 * instead. It looks at real time, but only to see what has come to a standstill already: what a program that goes on
 * does never depends on it.
 */
final class Watch extends Thread {
    private static final long INTERVAL_MS = 1000;
    private final Worker worker;

    Watch(Worker worker) {
        super("jpi watch");
        this.worker = worker;
        setDaemon(true);
        // What its first look needs is loaded here: no class is to be loaded beside the strands.
        getState();
        pause(0);
    }

    /** False: it was interrupted. */
    static boolean pause(long ms) {
        try {
            Thread.sleep(ms);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Override
    public void run() {
        Strand before = null;
        long turns = 0;
        while (pause(INTERVAL_MS)) {
            Strand now = worker.scheduler.holder();
            boolean same = now != null && now == before && worker.scheduler.turns() == turns && standsStill(now);
            if (same && hopeless(now))
                worker.abort(
                        1,
                        "jpi: " + now.thread.getName() + " waits " + forWhat(now) +
                                " outside JPI; ranks of one Java virtual machine take turns, and no other can run: let it wait in " +
                                 "recv, or start it in one of its own (-nw)\n");
            before = now != null && standsStill(now) ? now : null;
            turns = worker.scheduler.turns();
        }
    }

    private static boolean standsStill(Strand s) {
        Thread.State now = s.thread.getState();
        return now == Thread.State.BLOCKED || (now == Thread.State.WAITING && !s.isAtGate);
    }

    private static boolean hopeless(Strand s) {
        if (s.thread.getState() == Thread.State.BLOCKED) {
            ThreadInfo about = ManagementFactory.getThreadMXBean().getThreadInfo(s.thread.getId());
            return about != null && isStrand(about.getLockOwnerId());
        }
        return !hasProcesses();
    }

    /** Whose ends may wake it. Java's own thread for them lives on for a minute. */
    private static boolean hasProcesses() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (ThreadInfo t : threads.getThreadInfo(threads.getAllThreadIds()))
            if (t != null && t.getThreadName().startsWith("process reaper"))
                return true;
        return false;
    }

    private static boolean isStrand(long id) {
        for (Thread t : Thread.getAllStackTraces().keySet())
            if (t.getId() == id)
                return Strand.of(t) != null;
        return false;
    }

    private static String forWhat(Strand s) {
        ThreadInfo about = ManagementFactory.getThreadMXBean().getThreadInfo(s.thread.getId());
        if (about == null || about.getLockInfo() == null)
            return "";
        String owner = about.getLockOwnerName() == null ? "" : " that " + about.getLockOwnerName() + " holds";
        return "for an object of class " + about.getLockInfo().getClassName() + owner;
    }
}
