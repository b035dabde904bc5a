package jpi;

import java.io.PrintStream;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.*;

/**
 * A thread of the user's program that takes turns with the others of its Java virtual machine (see {@link Scheduler}): a
 * rank's, or one that the program has made itself.
 */
final class Strand {
    private static final Map<Long, Strand> all = new ConcurrentHashMap<>(); // by the thread's number

    private static boolean hadProcesses;
    /** Threads of every Java virtual machine, which wake no strand. */
    private static final Set<String> QUIET = Set.of("Reference Handler", "Finalizer", "Signal Dispatcher", "Common-Cleaner",
                                                    "Notification Thread", "Attach Listener", "jpi watch", "main");

    final Thread thread;
    final Worker worker;
    final Scheduler scheduler;
    final int rank;       // in COMM_WORLD; of a thread of the program's own: that of who started it
    final boolean isRank; // the run lasts as long as they do

    // What the scheduler keeps of it; touched only by the strand that has the turn.
    long debtNs;           // computing that has been done and has not taken simulated time yet
    long wakeNs;           // of one that sleeps: until when
    BooleanSupplier until; // of one that waits: for what; null: it does not
    String waitsFor = "";
    boolean hears;             // that can come with a message
    boolean timedOut;          // it has waited as long as it wanted to
    volatile boolean permit;   // LockSupport.unpark: the next park returns at once (Parking)
    volatile boolean isStopped; // Thread.interrupt has been called while it waits
    JHandle handle;             // of its rank
    private boolean ended;
    private final Object own = new Object();
    private Object gate = own; // where its thread waits while another has the turn
    private boolean granted;
    volatile boolean isAtGate; // its turn may have come, and the processor not yet
    final LineBuffer[] lines = {new LineBuffer(), new LineBuffer()}; // begun, on stdout and stderr
    final PrintStream[] streams;

    private Strand(Worker worker, int rank, Thread thread, boolean isRank) {
        this.thread = thread;
        this.worker = worker;
        this.scheduler = worker.scheduler;
        this.rank = rank;
        this.isRank = isRank;
        streams = new PrintStream[] {worker.output.streamOf(0), worker.output.streamOf(1)};
        all.put(thread.getId(), this);
    }

    /** A new one, for the scheduler to add. */
    static Strand make(Worker worker, int rank, String name, ClassLoader loader, Consumer<Strand> body) {
        Strand[] it = new Strand[1];
        Thread t = new Thread(null, () -> it[0].run(body), name);
        t.setDaemon(false); // as main's: so are the threads that it makes
        t.setContextClassLoader(loader);
        return it[0] = new Strand(worker, rank, t, true);
    }

    private void run(Consumer<Strand> body) {
        takeTurn();
        try {
            body.accept(this);
        } catch (Throwable t) {
            worker.failed(this, t);
        }
        finish();
    }

    /** null: not one of the program's. */
    static Strand of(Thread t) {
        return all.get(t.getId());
    }

    // ---- threads of the program's own; Patch has Java's Thread call these -------------------------------------------

    /** In Thread.start. Java's own threads (of processes, of sockets) take no turns. */
    static void starts(Thread t) {
        Strand me = of(Thread.currentThread());
        if (me != null && isJavas(t) && t.getName().startsWith("process reaper"))
            hadProcesses = true;
        if (me == null || of(t) != null || t.getState() != Thread.State.NEW || isJavas(t))
            return;
        me.settleAt(t);
        Strand s = new Strand(me.worker, me.rank, t, false);
        s.handle = me.handle;
        me.scheduler.register(s);
    }

    /** Has there been a process? Java's thread for it lives on, as nothing tells that one of the machine's time. */
    static boolean hadProcesses() {
        return hadProcesses;
    }

    /**
     * May one of Java's own threads let a strand go on yet? If it is not known that none can, one may: what the idle ones
     * have started is seen by the second look.
     */
    static boolean waitForProcesses() {
        return Native.hasChildren() || !areIdle() || !areIdle();
    }

    private static boolean areIdle() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null)
            root = root.getParent();
        Thread[] all = new Thread[root.activeCount() + 64];
        int n = root.enumerate(all);
        return n < all.length && Arrays.stream(all, 0, n).allMatch(t -> of(t) != null || isIdle(t));
    }

    private static boolean isIdle(Thread t) {
        return QUIET.contains(t.getName()) || t.getName().startsWith("process reaper") &&
                t.getState() == Thread.State.TIMED_WAITING &&
                Arrays.stream(t.getStackTrace()).anyMatch(e -> e.getMethodName().equals("getTask"));
    }

    private static boolean isJavas(Thread t) {
        String group = t.getThreadGroup().getName(), name = t.getClass().getName();
        return group.equals("system") || group.equals("InnocuousThreadGroup") || name.startsWith("jdk.") ||
                name.startsWith("sun.");
    }

    /** In a new thread, before its run. From src/redefine.c. */
    static void begun() {
        Strand s = of(Thread.currentThread());
        if (s != null && !s.isRank)
            s.takeTurn();
    }

    /** In a thread, behind its run. From src/redefine.c. */
    static void over() {
        Strand s = of(Thread.currentThread());
        if (s != null && !s.isRank)
            s.finish();
    }

    /** In Thread.interrupt; true: done. */
    static boolean interrupts(Thread t) {
        Strand me = of(Thread.currentThread()), s = of(t);
        if (me == null || s == null || me == s)
            return false;
        s.isStopped = true; // it is seen at the same simulated time in every run
        me.scheduler.endSleep(s);
        return true;
    }

    /** In Thread.join, which holds t's monitor: true: ms have passed. Else Java waits for the moment that its end takes. */
    static boolean joins(Thread t, long ms) {
        Strand me = of(Thread.currentThread()), s = of(t);
        if (me == null || s == null || ms < 0)
            return false;
        me.standAt(t);
        me.scheduler.awaitHere(me, () -> s.ended || me.timedOut || me.isToStop(), "join",
                               ms == 0 ? -1 : Math.min(ms, Long.MAX_VALUE / 4_000_000) * 1_000_000);
        me.standAlone();
        return !s.ended && !me.isToStop();
    }

    private void settleAt(Object monitor) {
        standAt(monitor);
        scheduler.settle(this, 0);
        standAlone();
    }

    // ---- turns ----------------------------------------------------------------------------------------------------

    private void finish() {
        scheduler.settle(this, 0);
        worker.output.flush(this);
        ended = true;
        all.remove(thread.getId());
        scheduler.end(this);
    }

    /** System.exit(0): the rank has ended, but nothing behind the call runs, not even a finally. */
    void endHere() {
        finish();
        for (;;)
            takeTurn();
    }

    /** Java's own monitors only: what other synchronizers do for a strand is made of this (Parking). */
    void takeTurn() {
        isAtGate = true;
        synchronized (gate) {
            while (!granted)
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    isStopped = true; // for what it waits for: isToStop
                }
            granted = false;
        }
        isAtGate = false;
        scheduler.awaitLeaving();
        if (isStopped)
            thread.interrupt();
        isStopped = false;
    }

    boolean isToStop() {
        return isStopped || thread.isInterrupted();
    }

    void giveTurn() {
        synchronized (gate) {
            granted = true;
            gate.notifyAll();
        }
    }

    /** The thread waits in o.wait() next time, so that it keeps no monitor of o. With the scheduler. */
    void standAt(Object o) {
        gate = o;
    }

    void standAlone() {
        gate = own;
    }
}
