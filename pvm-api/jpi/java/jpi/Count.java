package jpi;

/**
 * How many byte codes the strand that has the turn has executed since it was last looked at. User classes count here
 * (Instrument).
 */
public final class Count {
    private Count() {
    }

    /** Not for programs. */
    public static long bytecodes;
}
