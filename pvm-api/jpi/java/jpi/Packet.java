package jpi;

/**
 * One message: for whom, and the object: as itself from a rank of this Java virtual machine, else as what came from
 * PVM.
 */
final class Packet {
    /** What a message between Java virtual machines of a run is. */
    static final int DATA = 1, OUTPUT = 2, START = 3, DONE = 4, BYE = 5, ABORT = 6, DEATH = 7;
    /** The PVM tag of all of them; programs that also use jpi.Pvm choose others. */
    static final int PVM_TAG = 0x4a5049;

    final long context;
    final int source;      // in the communicator
    final int destination; // in COMM_WORLD
    final int tag;
    Object object; // what it carries, or of a copy what Wire makes an object from
    int form = Wire.REFERENCE;

    Packet(long context, int source, int destination, int tag) {
        this.context = context;
        this.source = source;
        this.destination = destination;
        this.tag = tag;
    }

    /** The head words of a DATA message, as Native.send takes them. */
    int[] head(int form, int bytes) {
        return new int[] {DATA, (int)(context >>> 32), (int)context, source, destination, tag, form, bytes};
    }

    /** The head words of any other message. */
    static int[] head(int kind, int a, int b, int form, int bytes) {
        return new int[] {kind, a, b, 0, 0, 0, form, bytes};
    }

    static final int HEAD_WORDS = 8, FORM = 6, BYTES = 7;

    /** The DATA message that a head and what stood behind it are. */
    static Packet of(int[] head, Object body) {
        Packet p = new Packet((long)head[1] << 32 | head[2] & 0xffffffffL, head[3], head[4], head[5]);
        p.form = head[FORM];
        p.object = body;
        return p;
    }
}
