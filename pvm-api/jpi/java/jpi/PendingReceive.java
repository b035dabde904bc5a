package jpi;

/** A receive that has begun: the message that it accepts, and the packet that it got. */
final class PendingReceive {
    final int rank; // of the receiver, in COMM_WORLD
    final long context;
    final int source;     // in the communicator; less than 0: any
    final int tag;        // less than 0: any
    int worldSource = -1; // source in COMM_WORLD, where it is known
    Packet got;

    PendingReceive(int rank, long context, int source, int tag) {
        this.rank = rank;
        this.context = context;
        this.source = source;
        this.tag = tag;
    }

    boolean fits(Packet p) {
        return p.destination == rank && p.context == context && (source < 0 || source == p.source) &&
                (tag < 0 || tag == p.tag);
    }

    /** For traces and reports. */
    String shown() {
        return "recv(" + (source < 0 ? "any" : source) + "," + (tag < 0 ? "any" : tag) + ")";
    }
}
