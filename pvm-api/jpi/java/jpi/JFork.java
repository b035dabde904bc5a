package jpi;

/** A further thread of a rank, made by {@link JApplication#fork}. Not in the paper. */
public final class JFork {
    private final Strand strand;

    JFork(Strand strand) {
        this.strand = strand;
    }

    /** Waits until the thread has ended. */
    public void join() {
        Strand me = Worker.current("join");
        me.scheduler.awaitHere(me, strand::hasEnded, "join", -1);
    }
}
