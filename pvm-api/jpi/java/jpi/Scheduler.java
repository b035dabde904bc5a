package jpi;

import java.util.*;
import java.util.function.BooleanSupplier;

/**
 * The cooperative scheduler of a Java virtual machine's strands, with their simulated time. Exactly one strand has the
 * turn and runs; it passes the turn on when it waits. So a Java virtual machine with many threads is one deterministic
 * PVM task, and PVM has one caller at a time.
 *
 * Strands compute one after the other in real time and beside each other in simulated time: the computing of a strand is
 * a debt, which passes at its next call, for as many strands at once as the node has processors. If all strands wait and
 * one of them waits for another machine's message, this machine waits in PVM.
 */
final class Scheduler {
    private final Worker worker;
    private final int processors;
    private final ArrayDeque<Strand> ready = new ArrayDeque<>();
    private final List<Strand> computing = new ArrayList<>(); // the first of them are on the processors
    private final List<Strand> sleeping = new ArrayList<>();
    private final List<Strand> waiting = new ArrayList<>();
    private int strands;    // that live
    private int alive;      // of these: for which the Java virtual machine goes on, that is all but daemons
    private int ranks;      // of these: ranks
    private Thread leaving; // the thread of a strand that has just ended
    private volatile Strand holder;
    private volatile long turns;

    Scheduler(Worker worker, int processors) {
        this.worker = worker;
        this.processors = Math.max(1, processors);
    }

    Strand holder() {
        return holder;
    }

    /** How often the turn has been passed on. */
    long turns() {
        return turns;
    }

    /** Adds a strand, which will get its turn, and starts it. */
    void add(Strand s) {
        register(s);
        s.thread.start();
    }

    void register(Strand s) {
        count(s, 1);
        ready.add(s);
    }

    private void count(Strand s, int n) {
        strands += n;
        if (s.isRank || !s.thread.isDaemon())
            alive += n;
        if (s.isRank)
            ranks += n;
    }

    /** Gives the first turn. Returns at once; the last strand to end calls worker.allEnded(). */
    void begin() {
        Count.bytecodes = 0;
        hand(next());
    }

    // ---- calls of the strand that has the turn --------------------------------------------------------------------

    /** Charges the strand's computing since its last call, and moreNs, on a processor. */
    void settle(Strand me, long moreNs) {
        collect(me);
        me.debtNs += moreNs;
        if (me.debtNs <= 0)
            return;
        computing.add(me);
        pass(me);
    }

    /** Waits until the condition holds, which only other strands or other Java virtual machines can cause. */
    void await(Strand me, BooleanSupplier until, String shown) {
        if (!until.getAsBoolean())
            wait(me, until, shown, true);
    }

    /**
     * The same for a condition that only another strand can cause, or, after ns (less than 0: for ever), me.timedOut,
     * which `until` must check. If several wait for one thing, each goes on only if it holds when its turn comes.
     */
    void awaitHere(Strand me, BooleanSupplier until, String shown, long ns) {
        settle(me, 0);
        me.timedOut = ns == 0;
        if (until.getAsBoolean())
            return;
        if (ns > 0) {
            long now = Clock.now();
            me.wakeNs = ns < Long.MAX_VALUE - now ? now + ns : Long.MAX_VALUE;
            sleeping.add(me);
        }
        wait(me, until, shown, false);
    }

    private void wait(Strand me, BooleanSupplier until, String shown, boolean hears) {
        me.until = until;
        me.waitsFor = shown;
        me.hears = hears;
        waiting.add(me);
        pass(me);
    }

    void sleep(Strand me, long ns) {
        settle(me, 0);
        me.wakeNs = Clock.now() + ns;
        sleeping.add(me);
        pass(me);
    }

    /** Of one that sleeps. */
    void endSleep(Strand s) {
        if (s.until == null && sleeping.remove(s))
            ready.add(s);
    }

    /** Takes in what has come, and lets the others go on: for a loop that asks until something is there. */
    void poll(Strand me) {
        settle(me, Native.onSimulated() ? POLL_NS : 0);
        while (worker.hear(0)) // which costs time
            wake();
        giveWay(me);
    }

    /** Lets other strands that could run have their turn before this one goes on. */
    void giveWay(Strand me) {
        if (ready.isEmpty())
            return;
        ready.add(me);
        pass(me);
    }

    /** Makes strands ready whose condition now holds. */
    void wake() {
        for (Iterator<Strand> i = waiting.iterator(); i.hasNext();) {
            Strand s = i.next();
            if (s.until.getAsBoolean()) {
                i.remove();
                ready.add(s);
            }
        }
    }

    /** Returns true if this Java virtual machine has no other strand. */
    boolean alone() {
        return strands <= 1;
    }

    /** The strand has ended. */
    void end(Strand me) {
        count(me, -1);
        leaving = me.isRank ? null : me.thread;
        if (alive == 0)
            worker.lastOrders(me);
        wake();
        hand(next());
    }

    /** By who has got the turn from a strand that has ended: isAlive of its thread is to say so. */
    void awaitLeaving() {
        Thread t = leaving;
        leaving = null;
        if (t != null && t.isAlive())
            try {
                t.join(1000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
    }

    // ---- turns ----------------------------------------------------------------------------------------------------

    private static final long POLL_NS = 1000; // the least time of one poll: time must go on for strands that compute

    /** Adds the computing since the last turn to this strand. */
    private void collect(Strand me) {
        if (worker.costs.bytecodeNs > 0)
            me.debtNs += Math.round(Count.bytecodes * worker.costs.bytecodeNs);
        Count.bytecodes = 0;
    }

    private void pass(Strand me) {
        collect(me);
        wake(); // by what this strand has done
        Strand s = next();
        if (s == me)
            return;
        hand(s);
        me.takeTurn();
    }

    private void hand(Strand s) {
        turns++;
        holder = s;
        if (s == null)
            worker.allEnded();
        else
            s.giveTurn();
    }

    /** Returns the strand that runs next; time passes until one can. null: all have ended. */
    private Strand next() {
        for (;;) {
            while (ready.isEmpty() && alive > 0)
                letTimePass();
            if (alive == 0)
                return null;
            Strand s = ready.poll();
            if (s == null || s.until == null)
                return s;
            if (s.until.getAsBoolean()) {
                s.until = null;
                sleeping.remove(s);
                return s;
            }
            waiting.add(0, s); // another one was quicker
        }
    }

    private void letTimePass() {
        long step = Long.MAX_VALUE, now = sleeping.isEmpty() ? 0 : Clock.now();
        for (int i = 0; i < Math.min(processors, computing.size()); i++)
            step = Math.min(step, computing.get(i).debtNs);
        for (Strand s : sleeping)
            step = Math.min(step, Math.max(0, s.wakeNs - now));
        boolean hears = false, parks = false;
        for (Strand s : waiting) {
            hears |= s.hears;
            parks |= !s.hears;
        }
        if (step == Long.MAX_VALUE && parks && Strand.hadProcesses()) {
            boolean more = Strand.waitForProcesses();
            if (more)
                Watch.pause(1); // real time: Java's own threads have no other
            if (more && hears)
                worker.hear(0);
            wake(); // by what they did before they were idle
            if (more || !ready.isEmpty())
                return;
        }
        if (step == Long.MAX_VALUE && !hears) {
            if (ranks > 0)
                worker.stuck(waiting);
            alive = 0; // threads that the program has left waiting
            worker.lastOrders(waiting.get(0));
            return;
        }
        computed(hears ? listen(step) : spend(step));
        if (!sleeping.isEmpty())
            awaken(Clock.now());
    }

    /** Passes time when no strand waits for a message: the processor is used, or the node is idle. Returns the time. */
    private long spend(long step) {
        if (!computing.isEmpty())
            Native.charge(step);
        else
            Clock.idle(step);
        return step;
    }

    /** The same when a strand waits for a message: the wait ends when one comes. */
    private long listen(long step) {
        long before = computing.isEmpty() ? 0 : Clock.now();
        Native.enter(worker.names.lasting(shown()));
        boolean came;
        try {
            came = worker.hear(step == Long.MAX_VALUE ? -1 : step);
        } finally {
            Native.leave();
        }
        if (!came)
            return step;
        wake();
        return computing.isEmpty() ? 0 : Clock.now() - before;
    }

    private void computed(long ns) {
        int n = Math.min(processors, computing.size());
        for (int i = 0; i < n; i++)
            computing.get(i).debtNs = Math.max(0, computing.get(i).debtNs - ns);
        for (Iterator<Strand> i = computing.iterator(); i.hasNext();) {
            Strand s = i.next();
            if (s.debtNs == 0) {
                i.remove();
                ready.add(s);
            }
        }
    }

    private void awaken(long now) {
        for (Iterator<Strand> i = sleeping.iterator(); i.hasNext();) {
            Strand s = i.next();
            if (s.wakeNs <= now) {
                i.remove();
                s.timedOut = true;
                if (s.until == null)
                    ready.add(s);
            }
        }
        wake();
    }

    /** Which strand waits for what: "jpi recv(3,7)"; for several ranks "jpi 0:recv(1,7) 1:recv(any,2)". */
    private String shown() {
        if (waiting.size() == 1 && alive == 1)
            return "jpi " + waiting.get(0).waitsFor;
        StringBuilder all = new StringBuilder("jpi");
        for (Strand s : waiting)
            if (all.length() < 60)
                all.append(' ').append(s.rank).append(':').append(s.waitsFor);
        return all.toString();
    }
}
