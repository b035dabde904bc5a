package jpi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Who of a Java virtual machine's strands runs, and how simulated time passes for them. Exactly one strand has the
 * baton and runs; it passes it on where it waits. So a Java virtual machine with many threads is one deterministic PVM
 * task, and PVM has one caller at a time.
 *
 * Strands compute one after the other in real time and beside each other in simulated time: what one has computed is a
 * debt, which passes at its next call, for as many strands at once as the node has processors. It is no queue between
 * threads of one machine: a strand that waits for another machine's message has this one wait in PVM.
 */
final class Baton {
    private final Worker worker;
    private final int processors;
    private final ArrayDeque<Strand> ready = new ArrayDeque<>();
    private final List<Strand> computing = new ArrayList<>(); // the first of them are on the processors
    private final List<Strand> sleeping = new ArrayList<>();
    private final List<Strand> waiting = new ArrayList<>();
    private final Helpers helpers = new Helpers();
    private int alive;
    private volatile Strand holder;
    private volatile long turns;

    Baton(Worker worker, int processors) {
        this.worker = worker;
        this.processors = Math.max(1, processors);
    }

    Strand holder() {
        return holder;
    }

    /** How often the baton has changed hands. */
    long turns() {
        return turns;
    }

    /** A further strand, which will have its turn. */
    void add(Strand s) {
        alive++;
        s.start();
        ready.add(s);
    }

    /** The first turn. Returns at once; the last strand to end calls worker.allEnded(). */
    void begin() {
        Count.bytecodes = 0;
        hand(next());
    }

    // ---- what the strand that has the baton asks for --------------------------------------------------------------

    /** Lets what the strand has computed, and moreNs, pass on a processor. */
    void settle(Strand me, long moreNs) {
        collect(me);
        me.debtNs += moreNs;
        if (me.debtNs <= 0)
            return;
        computing.add(me);
        pass(me);
    }

    /** Waits until it holds; it can only come to hold by what other strands or other Java virtual machines do. */
    void await(Strand me, BooleanSupplier until, String shown) {
        if (!until.getAsBoolean())
            wait(me, until, shown, true);
    }

    /**
     * The same for what only another strand does, or, after ns (less than 0: for ever), me.timedOut, which `until` is
     * to look at. Of several that wait for one thing, each goes on only if it holds when its turn comes.
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

    /** Looks what has come, and lets the others go on: for a loop that asks until something is there. */
    void poll(Strand me) {
        settle(me, Native.onSimulated() ? POLL_NS : 0);
        while (worker.hear(0)) // which costs time
            wake();
        giveWay(me);
    }

    /** Strands that could run have their turn before this one goes on. */
    void giveWay(Strand me) {
        if (ready.isEmpty())
            return;
        ready.add(me);
        pass(me);
    }

    /** What has come may end the waiting of some. */
    void wake() {
        for (Iterator<Strand> i = waiting.iterator(); i.hasNext();) {
            Strand s = i.next();
            if (s.until.getAsBoolean()) {
                i.remove();
                ready.add(s);
            }
        }
    }

    /** A strand has woken a thread that is none. */
    void helperWoken() {
        helpers.touch();
    }

    /** Nobody else is on this Java virtual machine. */
    boolean alone() {
        return alive <= 1;
    }

    /** The strand has ended. */
    void end(Strand me) {
        alive--;
        if (alive == 0)
            worker.lastOrders(me);
        wake();
        hand(next());
    }

    // ---- turns ----------------------------------------------------------------------------------------------------

    private static final long POLL_NS = 1000; // that one poll takes at least: time must go on for strands that compute

    /** What has been computed since the last turn belongs to this strand. */
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

    /** Who runs next: time passes until one can. null: all have ended. */
    private Strand next() {
        for (;;) {
            while (ready.isEmpty() && alive > 0)
                letTimePass();
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
        boolean hears = false, waits = false;
        for (Strand s : waiting) {
            hears |= s.hears;
            waits |= !s.hears;
        }
        if (waits && helpers.mayWake(step == Long.MAX_VALUE && !hears || waitsTimed())) {
            helpers.letWork();
            wake();
            if (!ready.isEmpty() || helpers.paceNs() == 0)
                return;
            step = Math.min(step, helpers.paceNs());
        } else if (step == Long.MAX_VALUE && !hears) {
            worker.stuck(waiting);
        }
        computed(hears ? listen(step) : spend(step));
        if (!sleeping.isEmpty())
            awaken(Clock.now());
    }

    /** Would the end of somebody's patience be seen? */
    private boolean waitsTimed() {
        for (Strand s : sleeping)
            if (s.until != null)
                return true;
        return false;
    }

    /** Nobody waits for a message: the processor is used, or the node is idle. Returns what has passed. */
    private long spend(long step) {
        if (!computing.isEmpty())
            Native.charge(step);
        else
            Clock.idle(step);
        return step;
    }

    /** Somebody does: the wait ends with a message. */
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
            computing.get(i).debtNs -= ns;
        for (int i = n - 1; i >= 0; i--)
            if (computing.get(i).debtNs <= 0)
                computing.get(i).debtNs = 0;
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

    /** Who waits for what: "jpi recv(3,7)"; of several ranks "jpi 0:recv(1,7) 1:recv(any,2)". */
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
