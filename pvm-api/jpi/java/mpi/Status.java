package mpi;

/** Of a message received: from whom, with which tag, and how much. */
public class Status {
    public int source, tag, index;
    int count;      // elements of the array, or objects
    boolean probed; // not received: of objects their bytes are known

    Status(int source, int tag, int count) {
        this.source = source;
        this.tag = tag;
        this.count = count;
    }

    /** How many items of a type; MPI.UNDEFINED: no whole number, or objects that are not received yet. */
    public int Get_count(Datatype type) {
        if (probed && type.Size() > 0 && !type.element.isPrimitive())
            return MPI.UNDEFINED;
        return type.Size() == 0 ? 0 : count % type.Size() == 0 ? count / type.Size() : MPI.UNDEFINED;
    }

    public int Get_elements(Datatype type) {
        return count;
    }

    public int Get_source() {
        return source;
    }

    public int Get_tag() {
        return tag;
    }

    public boolean Test_cancelled() {
        return false;
    }
}
