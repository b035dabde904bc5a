package suci;

/** IP address and port of one node; or, where nodes are tasks of PVM, a tid. */
public final class SuciAddress {
    /** "10.0.0.2"; null for a task. */
    public final String ip;
    /** 0 for a task; as one's own: any that is free. */
    public final int port;
    /** 0 for an IP address. */
    public final int tid;

    public SuciAddress(String ip, int port) {
        this.ip = ip;
        this.port = port;
        this.tid = 0;
    }

    public SuciAddress(int tid) {
        this.ip = null;
        this.port = 0;
        this.tid = tid;
    }

    @Override
    public String toString() {
        return ip == null ? "t" + Integer.toHexString(tid) : ip + " port " + port;
    }
}
