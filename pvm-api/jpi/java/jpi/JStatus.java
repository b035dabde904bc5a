package jpi;

/** What is known of a message beside its object. Not in the paper. */
public final class JStatus {
    /** Who sent it, in the communicator. */
    public final int source;
    /** With which tag. */
    public final int tag;
    /** How many elements: of an array of primitives its length; 0 for null, 1 for any other object. */
    public final int count;

    JStatus(Packet p) {
        source = p.source;
        tag = p.tag;
        boolean array = p.form != Wire.SERIALIZED && p.object != null && p.object.getClass().isArray() &&
                        p.object.getClass().getComponentType().isPrimitive();
        count = array ? java.lang.reflect.Array.getLength(p.object) : p.object == null ? 0 : 1;
    }
}
