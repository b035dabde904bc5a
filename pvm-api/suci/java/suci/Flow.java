package suci;

/**
 * A flow control of the program's own, as struct suci_flow of suci_flow.h: numbers that may change at each event of the
 * network. While `event` runs, the fields are those of its node; before, they are what each node begins with.
 */
public abstract class Flow {
    /** Events: packets have arrived; count as lost; nothing was heard for long; all has arrived. */
    public static final int ACK = 0, LOSS = 1, TIMEOUT = 2, IDLE = 3;

    /** Most packets under way, and how many are acknowledged together. */
    public int window = 1, ackEvery = 1;
    /** Least time between packets; time after which a packet is sent again (0: learnt); longest until an answer. */
    public long gapNs, resendAfterNs, ackDelayNs;
    /** The flow control's own numbers for a node. */
    public final double[] own = new double[3];

    /** What is known of the path to a node. */
    public static final class State {
        public final long nowNs, roundTripNs, leastRoundTripNs, resendAfterNs;
        public final int underWay, acked, lost;
        public final boolean heldBack;

        State(long[] s) {
            nowNs = s[0];
            roundTripNs = s[1];
            leastRoundTripNs = s[2];
            resendAfterNs = s[3];
            underWay = (int)s[4];
            acked = (int)s[5];
            lost = (int)s[6];
            heldBack = s[7] != 0;
        }
    }

    protected abstract void event(int node, int event, State now);

    long[] numbers() {
        return new long[] {window, gapNs, ackEvery, ackDelayNs, resendAfterNs};
    }

    /** From src/native.c. Returns the numbers after the event; own is changed in place. */
    private long[] call(int node, int event, long[] state, long[] n, double[] itsOwn) {
        window = (int)n[0];
        gapNs = n[1];
        ackEvery = (int)n[2];
        ackDelayNs = n[3];
        resendAfterNs = n[4];
        System.arraycopy(itsOwn, 0, own, 0, own.length);
        event(node, event, new State(state));
        System.arraycopy(own, 0, itsOwn, 0, own.length);
        return numbers();
    }
}
