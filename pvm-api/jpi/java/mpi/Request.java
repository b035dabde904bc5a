package mpi;

import java.util.*;
import jpi.*;

/** A send or receive that has begun. */
public class Request {
    JRequest begun; // null: it has ended, or was none
    Object buf;
    int offset, count;
    Datatype type; // null: a send

    Request(JRequest begun) {
        this.begun = begun;
    }

    Request(JRequest begun, Object buf, int offset, int count, Datatype type) {
        this(begun);
        this.buf = buf;
        this.offset = offset;
        this.count = count;
        this.type = type;
    }

    public Status Wait() {
        if (begun == null)
            return new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, 0);
        Object message = begun.get();
        JStatus s = begun.status();
        begun = null;
        if (s == null)
            return new Status(type == null ? MPI.ANY_SOURCE : MPI.PROC_NULL, MPI.ANY_TAG, 0);
        return new Status(s.source, s.tag, type.unpack(message, buf, offset, count));
    }

    /** null: it has not ended. */
    public Status Test() {
        return begun == null || begun.test() ? Wait() : null;
    }

    public boolean Is_null() {
        return begun == null;
    }

    public void Free() {
        begun = null;
    }

    public void Cancel() {
        throw new MPIException("Cancel: what has begun cannot be taken back here");
    }

    public static Status[] Waitall(Request[] all) {
        Status[] each = new Status[all.length];
        for (int i = 0; i < all.length; i++)
            each[i] = all[i] == null ? null : all[i].Wait();
        return each;
    }

    /** null: not all have ended. */
    public static Status[] Testall(Request[] all) {
        for (Request r : all)
            if (r != null && r.begun != null && !r.begun.test())
                return null;
        return Waitall(all);
    }

    /** Its index is which; MPI.UNDEFINED if none had begun. */
    public static Status Waitany(Request[] all) {
        JRequest[] begun = new JRequest[all.length];
        boolean some = false;
        for (int i = 0; i < all.length; i++) {
            begun[i] = all[i] == null ? null : all[i].begun;
            some |= begun[i] != null;
        }
        int at = some ? JRequest.any(begun) : -1;
        Status s = at < 0 ? new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, 0) : all[at].Wait();
        s.index = at < 0 ? MPI.UNDEFINED : at;
        return s;
    }

    /** null: none has ended. */
    public static Status Testany(Request[] all) {
        boolean some = false;
        for (Request r : all) {
            some |= r != null && r.begun != null;
            if (r != null && r.begun != null && r.begun.test())
                return Waitany(all);
        }
        return some ? null : Waitany(all);
    }

    public static Status[] Waitsome(Request[] all) {
        List<Status> done = new ArrayList<>(List.of(Waitany(all)));
        for (int i = 0; i < all.length; i++)
            if (all[i] != null && all[i].begun != null && all[i].begun.test()) {
                done.add(all[i].Wait());
                done.get(done.size() - 1).index = i;
            }
        return done.get(0).index == MPI.UNDEFINED ? null : done.toArray(new Status[0]);
    }

    public static Status[] Testsome(Request[] all) {
        for (Request r : all)
            if (r != null && r.begun != null && r.begun.test())
                return Waitsome(all);
        return new Status[0];
    }
}
