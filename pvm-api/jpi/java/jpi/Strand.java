package jpi;

import java.io.PrintStream;
import java.util.function.BooleanSupplier;

/**
 * A thread that runs the user's program for a rank and takes turns with the others of its Java virtual machine (see
 * {@link Scheduler}).
 */
final class Strand extends Thread {
    final Worker worker;
    final Scheduler scheduler;
    final int rank; // in COMM_WORLD
    private final Runnable body;

    // What the scheduler keeps of it; touched only by the strand that has the turn.
    long debtNs;           // computing that has been done and has not taken simulated time yet
    long wakeNs;           // of one that sleeps: until when
    BooleanSupplier until; // of one that waits: for what; null: it does not
    String waitsFor = "";
    boolean hears;             // that can come with a message
    boolean timedOut;          // it has waited as long as it wanted to
    volatile boolean permit;   // LockSupport.unpark: the next park returns at once (Parking)
    volatile boolean isStopped; // Thread.interrupt has been called while it waits
    private boolean ended;
    private final Object own = new Object();
    private Object gate = own; // where its thread waits while another has the turn
    private boolean granted;
    final LineBuffer[] lines = {new LineBuffer(), new LineBuffer()}; // begun, on stdout and stderr
    final PrintStream[] streams;

    Strand(Worker worker, int rank, String name, Runnable body) {
        super(null, null, name);
        this.worker = worker;
        this.scheduler = worker.scheduler;
        this.rank = rank;
        this.body = body;
        streams = new PrintStream[] {worker.output.streamOf(0), worker.output.streamOf(1)};
        setDaemon(true);
    }

    @Override
    public void run() {
        takeTurn();
        try {
            body.run();
        } catch (Throwable t) {
            worker.failed(this, t);
        }
        finish();
    }

    private void finish() {
        scheduler.settle(this, 0);
        worker.output.flush(this);
        ended = true;
        scheduler.end(this);
    }

    /** System.exit(0): the rank has ended, but nothing behind the call runs, not even a finally. */
    void endHere() {
        finish();
        for (;;)
            takeTurn();
    }

    boolean hasEnded() {
        return ended;
    }

    /** Java's own monitors only: what other synchronizers do for a strand is made of this (Parking). */
    void takeTurn() {
        synchronized (gate) {
            while (!granted)
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    isStopped = true; // for what it waits for: isToStop
                }
            granted = false;
        }
        if (isStopped)
            interrupt();
        isStopped = false;
    }

    /** Like interrupt, by a strand: it is seen at the same simulated time in every run. */
    void stop(Strand by) {
        if (by == this) {
            interrupt();
            return;
        }
        isStopped = true;
        scheduler.endSleep(this);
    }

    boolean isToStop() {
        return isStopped || isInterrupted();
    }

    void giveTurn() {
        synchronized (gate) {
            granted = true;
            gate.notifyAll();
        }
    }

    /** Lets this thread wait this long [ms of real time], without passing the turn on. */
    void pause(long ms) throws InterruptedException {
        synchronized (gate) {
            if (!granted)
                gate.wait(ms);
        }
    }

    /** The thread waits in o.wait() next time, so that it keeps no monitor of o. With the scheduler. */
    void standAt(Object o) {
        gate = o;
    }

    void standAlone() {
        gate = own;
    }

    JFork fork(Runnable work) {
        Strand s = new Strand(worker, rank, getName() + " fork", work);
        s.setContextClassLoader(getContextClassLoader());
        scheduler.add(s);
        return new JFork(s);
    }
}
