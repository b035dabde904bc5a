package jpi;

import java.io.PrintStream;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * A thread that runs the user's program for a rank and takes turns with the others of its Java virtual machine (see
 * {@link Baton}).
 */
final class Strand extends Thread {
    final Worker worker;
    final Baton baton;
    final int rank; // in COMM_WORLD
    private final Runnable body;

    // What the baton knows of it; touched only by whoever has the baton.
    long debtNs;           // computing that has been done and has not taken simulated time yet
    long wakeNs;           // of one that sleeps: until when
    BooleanSupplier until; // of one that waits: for what
    String waitsFor = "";
    private boolean ended;
    private final Semaphore turn = new Semaphore(0);
    final LineBuffer[] lines = {new LineBuffer(), new LineBuffer()}; // begun, on stdout and stderr
    final PrintStream[] streams;

    Strand(Worker worker, int rank, String name, Runnable body) {
        super(null, null, name);
        this.worker = worker;
        this.baton = worker.baton;
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
        baton.settle(this, 0);
        worker.output.flush(this);
        ended = true;
        baton.end(this);
    }

    /** System.exit(0): the rank has ended, but nothing behind the call runs, not even a finally. */
    void endHere() {
        finish();
        for (;;)
            turn.acquireUninterruptibly();
    }

    boolean hasEnded() {
        return ended;
    }

    void takeTurn() {
        turn.acquireUninterruptibly();
    }

    void giveTurn() {
        turn.release();
    }

    JFork fork(Runnable work) {
        Strand s = new Strand(worker, rank, getName() + " fork", work);
        s.setContextClassLoader(getContextClassLoader());
        baton.add(s);
        return new JFork(s);
    }
}
