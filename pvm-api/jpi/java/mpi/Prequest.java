package mpi;

import java.util.function.Supplier;
import jpi.JRequest;

/** A send or receive that may be started again and again. */
public class Prequest extends Request {
    private final Supplier<Request> start;

    Prequest(Supplier<Request> start) {
        super((JRequest)null);
        this.start = start;
    }

    public void Start() {
        Request r = start.get();
        begun = r.begun;
        buf = r.buf;
        offset = r.offset;
        count = r.count;
        type = r.type;
    }

    public static void Startall(Prequest[] all) {
        for (Prequest r : all)
            r.Start();
    }
}
