package jpi;

/** A send or receive that was begun and may not have ended yet. The paper names the class; its methods are ours. */
public final class JRequest {
    /** One that nothing is sent or received by. */
    public static final JRequest ENDED = new JRequest(null, null);

    private final Strand owner;
    private final PendingReceive receive; // null: a send, which has ended when isend returns
    private Object object;
    private JStatus status;
    private boolean taken;

    JRequest(Strand owner, PendingReceive receive) {
        this.owner = owner;
        this.receive = receive;
    }

    /** @return has it ended, or can it not, so that get says why? Does not wait, but costs time, so that a loop that only asks goes on. */
    public boolean test() {
        if (receive == null)
            return true;
        Strand me = Worker.current("test");
        me.scheduler.poll(me);
        return receive.got != null || owner.worker.hopeless(receive);
    }

    /** Waits until it has ended; null for a send. */
    public JStatus status() {
        get();
        return status;
    }

    /** Waits until one of them has ended, and returns which; those that are null do not count. */
    public static int any(JRequest... all) {
        Strand me = Worker.current("any");
        me.scheduler.await(me, () -> ended(all) >= 0, "any");
        return ended(all);
    }

    private static int ended(JRequest[] all) {
        for (int i = 0; i < all.length; i++)
            if (all[i] != null &&
                (all[i].receive == null || all[i].receive.got != null || all[i].owner.worker.hopeless(all[i].receive)))
                return i;
        return -1;
    }

    /** Waits until it has ended. */
    public void waitFor() {
        get();
    }

    /**
     * Waits until it has ended.
     *
     * @return the object received; null for a send
     */
    public Object get() {
        if (receive != null && !taken) {
            object = owner.worker.take(Worker.current("waitFor"), receive);
            taken = true;
            status = new JStatus(receive.got);
        }
        return object;
    }
}
