package jpi;

/** What a user thread knows from the start: the communicators it belongs to, the special tags, its node's name. */
public final class JHandle {
    /** For recv: a message of any rank. */
    public static final int ANY_SOURCE = -1;
    /** For recv: a message with any tag. */
    public static final int ANY_TAG = -1;

    /** All user threads of the run. */
    public final JComm COMM_WORLD;
    /** This user thread alone. */
    public final JComm COMM_SELF;

    private final String processorName;

    JHandle(JComm world, JComm self, String processorName) {
        COMM_WORLD = world;
        COMM_SELF = self;
        this.processorName = processorName;
    }

    /** @return that of the rank that calls; null outside jrun */
    public static JHandle current() {
        Strand s = Worker.holder();
        return s == null ? null : s.handle;
    }

    /** @return the name of the node that this thread runs on, as PVM's pvm_config has it: "cell3" */
    public String getProcessorName() {
        return processorName;
    }
}
