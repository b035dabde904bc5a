package jpi;

import java.io.PrintStream;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * What user classes get instead of Java's own clocks, sleeps, exits and seeds; Instrument puts the calls in. On a
 * simulated machine time is its time; on another PVM it is Java's.
 */
public final class Clock {
    private Clock() {
    }

    private static volatile long lastNs; // for threads that may not ask the machine
    private static long seeds;

    /** As System.currentTimeMillis. */
    public static long currentTimeMillis() {
        return Native.onSimulated() ? read() / 1_000_000 : System.currentTimeMillis();
    }

    /** As System.nanoTime. */
    public static long nanoTime() {
        return Native.onSimulated() ? read() : System.nanoTime();
    }

    /** As Instant.now. */
    public static Instant instant() {
        if (!Native.onSimulated())
            return Instant.now();
        long ns = read();
        return Instant.ofEpochSecond(ns / 1_000_000_000, ns % 1_000_000_000);
    }

    /** As Thread.sleep. */
    public static void sleep(long ms) throws InterruptedException {
        sleepNs(ms, 0);
    }

    /** As Thread.sleep. */
    public static void sleep(long ms, int ns) throws InterruptedException {
        sleepNs(ms, ns);
    }

    /** As TimeUnit.sleep. */
    public static void sleep(TimeUnit unit, long n) throws InterruptedException {
        sleepNs(unit.toMillis(n), (int)(unit.toNanos(n) - 1_000_000 * unit.toMillis(n)));
    }

    /** As System.exit. */
    public static void exit(int code) {
        Worker.exit(code);
    }

    /** As Runtime.exit and Runtime.halt. */
    public static void exit(Runtime runtime, int code) {
        Worker.exit(code);
    }

    /** A seed for new Random(): another for each, the same in every run. */
    public static long seed() {
        return Native.onSimulated() ? 0x9e3779b97f4a7c15L * ++seeds : System.nanoTime();
    }

    /** As Math.random. */
    public static double random() {
        if (!Native.onSimulated())
            return Math.random();
        Strand s = Worker.holder();
        return s == null ? Math.random() : s.worker.random(s.rank).nextDouble();
    }

    /** As System.out. */
    public static PrintStream out() {
        Strand s = Worker.holder();
        return s == null ? System.out : s.streams[0];
    }

    /** As System.err. */
    public static PrintStream err() {
        Strand s = Worker.holder();
        return s == null ? System.err : s.streams[1];
    }

    private static void sleepNs(long ms, int ns) throws InterruptedException {
        Strand s = Worker.holder();
        if (s == null && !Task.runs()) {
            Thread.sleep(ms, ns);
            return;
        }
        if (ms < 0 || ns < 0)
            throw new IllegalArgumentException("timeout value is negative");
        long span = Math.min(ms, Long.MAX_VALUE / 4_000_000) * 1_000_000 + ns;
        if (s != null) {
            s.baton.sleep(s, span);
        } else {
            Task.settle();
            idle(span);
        }
    }

    /** What a program reads: its computing has passed. */
    private static long read() {
        Strand s = Worker.holder();
        if (s != null) {
            s.baton.settle(s, 0);
            s.baton.giveWay(s);
        } else if (Task.runs()) {
            Task.settle();
        } else {
            return lastNs;
        }
        return now();
    }

    /** Time now [ns since 1970; on a PVM with a real clock only differences count]. Only with the baton. */
    static long now() {
        lastNs = Native.onSimulated() ? Native.clock() : System.nanoTime();
        return lastNs;
    }

    /** Lets time pass, with nothing computing. Only with the baton. */
    static void idle(long ns) {
        if (Native.onSimulated()) {
            Native.idle(ns);
            return;
        }
        try {
            Thread.sleep(ns / 1_000_000, (int)(ns % 1_000_000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
