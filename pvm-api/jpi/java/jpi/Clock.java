package jpi;

import java.io.PrintStream;
import java.time.*;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What user classes get instead of Java's own clocks, sleeps, exits and seeds; Instrument puts the calls in. On a
 * simulated machine time is its time; on another PVM it is Java's.
 */
public final class Clock {
    private Clock() {
    }

    private static volatile long lastNs; // for threads that may not ask the machine
    private static long seeds;

    public static long currentTimeMillis() {
        return Native.onSimulated() ? read() / 1_000_000 : System.currentTimeMillis();
    }

    public static long nanoTime() {
        return Native.onSimulated() ? read() : System.nanoTime();
    }

    public static Instant instant() {
        if (!Native.onSimulated())
            return Instant.now();
        long ns = read();
        return Instant.ofEpochSecond(ns / 1_000_000_000, ns % 1_000_000_000);
    }

    /** The machine's clock as one of java.time's. */
    private static final class Machine extends java.time.Clock {
        private final ZoneId zone;

        Machine(ZoneId zone) {
            this.zone = java.util.Objects.requireNonNull(zone, "zone");
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public java.time.Clock withZone(ZoneId other) {
            return new Machine(other);
        }

        @Override
        public Instant instant() {
            return Clock.instant();
        }
    }

    /** What LocalDateTime.now and its like read. */
    public static java.time.Clock clock() {
        return new Machine(ZoneId.systemDefault());
    }

    /** What ZonedDateTime.now(zone) and its like read. */
    public static java.time.Clock clock(ZoneId zone) {
        return new Machine(zone);
    }

    public static java.time.Clock systemUTC() {
        return new Machine(ZoneOffset.UTC);
    }

    /** A calendar that has just been made for now. */
    public static Calendar set(Calendar c) {
        c.setTime(new Date(currentTimeMillis()));
        return c;
    }

    /** As UUID.randomUUID: of version 4. On a simulated machine the same in every run. */
    public static UUID randomUUID() {
        if (!Native.onSimulated())
            return UUID.randomUUID();
        Random r = new Random(seed());
        return new UUID(r.nextLong() & ~0xf000L | 0x4000L, r.nextLong() & 0x3fffffffffffffffL | 0x8000000000000000L);
    }

    public static void shuffle(List<?> list) {
        if (Native.onSimulated())
            Collections.shuffle(list, new Random(seed()));
        else
            Collections.shuffle(list);
    }

    /** As LockSupport.parkNanos. Ranks: Parking. Nobody unparks a task of its own. */
    public static void parkNanos(long ns) {
        if (!Task.runs())
            LockSupport.parkNanos(ns);
        else if (ns > 0)
            pass(null, ns);
    }

    public static void parkNanos(Object blocker, long ns) {
        parkNanos(ns);
    }

    /** As Thread.yield and Thread.onSpinWait: time goes on for the others, so what the caller waits for may come. */
    public static void yield() {
        Strand s = Worker.holder();
        if (s == null)
            Thread.yield();
        else if (!s.scheduler.alone())
            s.scheduler.poll(s);
    }

    public static void interrupt(Thread t) {
        if (!Strand.interrupts(t))
            t.interrupt();
    }

    public static void sleep(long ms) throws InterruptedException {
        sleepNs(ms, 0);
    }

    public static void sleep(long ms, int ns) throws InterruptedException {
        sleepNs(ms, ns);
    }

    /** Of Java 19 and later. */
    public static void sleep(Duration span) throws InterruptedException {
        sleep(TimeUnit.NANOSECONDS, TimeUnit.NANOSECONDS.convert(span));
    }

    public static void sleep(TimeUnit unit, long n) throws InterruptedException {
        if (n > 0)
            sleepNs(unit.toMillis(n), (int)(unit.toNanos(n) % 1_000_000));
    }

    public static void exit(int code) {
        Worker.exit(code, true);
    }

    public static void exit(Runtime runtime, int code) {
        Worker.exit(code, true);
    }

    public static void halt(Runtime runtime, int code) {
        Worker.exit(code, false);
    }

    public static void addShutdownHook(Runtime runtime, Thread hook) {
        ShutdownHooks.add(hook);
    }

    public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
        return ShutdownHooks.remove(hook);
    }

    /** A seed for new Random(): another for each, the same in every run. */
    public static long seed() {
        return Native.onSimulated() ? 0x9e3779b97f4a7c15L * ++seeds : System.nanoTime();
    }

    public static double random() {
        if (!Native.onSimulated())
            return Math.random();
        Strand s = Worker.holder();
        return s == null ? Math.random() : s.worker.random(s.rank).nextDouble();
    }

    public static PrintStream out() {
        Strand s = Worker.holder();
        return s == null || Output.isReplaced(System.out) ? System.out : s.streams[0];
    }

    public static PrintStream err() {
        Strand s = Worker.holder();
        return s == null || Output.isReplaced(System.err) ? System.err : s.streams[1];
    }

    private static void sleepNs(long ms, int ns) throws InterruptedException {
        Strand s = Worker.holder();
        if (s == null && !Task.runs()) {
            Thread.sleep(ms, ns);
            return;
        }
        if (ms < 0 || ns < 0)
            throw new IllegalArgumentException("timeout value is negative");
        if (s != null)
            s.scheduler.settle(s, 0); // an interrupt may come while the computing before it passes
        if (Thread.interrupted())
            throw new InterruptedException("sleep interrupted");
        pass(s, Math.min(ms, Long.MAX_VALUE / 4_000_000) * 1_000_000 + ns);
        if (Thread.interrupted())
            throw new InterruptedException("sleep interrupted");
    }

    /** s: the rank that calls; null: a task of its own. */
    private static void pass(Strand s, long span) {
        if (s != null) {
            s.scheduler.sleep(s, span);
        } else {
            Task.settle();
            idle(span);
        }
    }

    /** What a program reads: its computing has passed. */
    private static long read() {
        Strand s = Worker.holder();
        if (s != null) {
            s.scheduler.settle(s, 0);
            s.scheduler.giveWay(s);
        } else if (Task.runs()) {
            Task.settle();
        } else {
            return lastNs;
        }
        return now();
    }

    /** Time now [ns since 1970; on a PVM with a real clock only differences count]. Only with the turn. */
    static long now() {
        lastNs = Native.onSimulated() ? Native.clock() : System.nanoTime();
        return lastNs;
    }

    /** Lets time pass, with nothing computing. Only with the turn. */
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
