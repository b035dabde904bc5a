package jpi;

/**
 * PVM's own calls, for Java tasks that talk to tasks of other languages. As in C but for this: an error is a
 * JException, buffers are numbers still, a text comes back as a value. For a class run by <code>jrun -task</code>; in a
 * JApplication too, where its Java virtual machine has one rank. JPI's own messages have the tag 0x4a5049.
 */
public final class Pvm extends PvmPacking {
    private Pvm() {
    }

    /** Encodings of initsend. */
    public static final int DataDefault = 0, DataRaw = 1;
    /** Flags of spawn. */
    public static final int TaskDefault = 0, TaskHost = 1, TaskArch = 2, TaskDebug = 4, TaskTrace = 8;
    /** Of what notify tells. */
    public static final int TaskExit = 1, HostDelete = 2, HostAdd = 3;
    /** What parent gives a task that was started from a shell. */
    public static final int NoParent = -23;

    private static void settle() {
        Strand s = Worker.holder();
        if (s != null)
            s.scheduler.settle(s, 0);
        else if (Task.runs())
            Task.settle();
    }

    /** @return the caller's tid */
    public static int mytid() {
        settle();
        return Native.mytid();
    }

    /** @return the tid of who spawned it, or NoParent */
    public static int parent() {
        settle();
        return Native.parent();
    }

    /** Leaves PVM. */
    public static void exit() {
        settle();
        Native.exit();
    }

    /**
     * Starts tids.length copies of a program.
     *
     * @param file a program, or `jrun` with arguments -task CLASS
     * @param tids where their tids, or error codes, are put
     * @return how many were started
     */
    public static int spawn(String file, String[] arguments, int flag, String where, int[] tids) {
        settle();
        int n = Native.spawn(file, arguments, flag, where, tids);
        if (n < 0)
            throw new JException("pvm_spawn: error " + n);
        return n;
    }

    /** Ends a task. */
    public static void kill(int tid) {
        settle();
        kill0(tid);
    }

    /** Sends a task a signal. */
    public static void sendsig(int tid, int number) {
        settle();
        sendsig0(tid, number);
    }

    /** @return is there such a task? */
    public static boolean pstat(int tid) {
        settle();
        return pstat0(tid);
    }

    /** @return the names of the nodes */
    public static String[] config() {
        settle();
        return Native.hosts();
    }

    /** @return the tid of the daemon of a task's node */
    public static int tidtohost(int tid) {
        settle();
        return tidtohost0(tid);
    }

    /** Asks for a message with this tag when one of these ends (TaskExit). */
    public static void notify(int about, int tag, int[] tids) {
        settle();
        notify0(about, tag, tids);
    }

    /** @return the old value of an option */
    public static int setopt(int what, int value) {
        settle();
        return setopt0(what, value);
    }

    /** Begins a message. */
    public static int initsend(int encoding) {
        settle();
        return initsend0(encoding);
    }

    /** Sends what has been packed. */
    public static void send(int tid, int tag) {
        settle();
        send0(tid, tag);
    }

    /** Sends it to each. */
    public static void mcast(int[] tids, int tag) {
        settle();
        mcast0(tids, tag);
    }

    /** Waits for a message; -1: of anybody, with any tag. @return its buffer */
    public static int recv(int tid, int tag) {
        settle();
        return recv0(tid, tag);
    }

    /** @return a message's buffer, or 0 if none has come */
    public static int nrecv(int tid, int tag) {
        settle();
        return nrecv0(tid, tag);
    }

    /** @return a message's buffer, or 0 if none came within so many seconds */
    public static int trecv(int tid, int tag, double seconds) {
        settle();
        return trecv0(tid, tag, Math.round(seconds * 1e6));
    }

    /** @return the buffer of a message that has come and stays, or 0 */
    public static int probe(int tid, int tag) {
        settle();
        return probe0(tid, tag);
    }

    /** @return bytes, tag, sender of a buffer */
    public static int[] bufinfo(int buffer) {
        int[] about = new int[3];
        bufinfo0(buffer, about);
        return about;
    }

    /** Packs a text. */
    public static native void pkstr(String text);

    /** @return the text that comes next in the message received last */
    public static native String upkstr();

    /** Joins a group. @return the caller's number in it */
    public static int joingroup(String group) {
        settle();
        return joingroup0(group);
    }

    /** Leaves a group. */
    public static void lvgroup(String group) {
        settle();
        lvgroup0(group);
    }

    /** @return how many a group has */
    public static int gsize(String group) {
        settle();
        return gsize0(group);
    }

    /** @return a task's number in a group */
    public static int getinst(String group, int tid) {
        settle();
        return getinst0(group, tid);
    }

    /** @return the tid of a number in a group */
    public static int gettid(String group, int instance) {
        settle();
        return gettid0(group, instance);
    }

    /** Waits until count tasks of a group are in it. */
    public static void barrier(String group, int count) {
        settle();
        barrier0(group, count);
    }

    /** Sends what has been packed to the others of a group. */
    public static void bcast(String group, int tag) {
        settle();
        bcast0(group, tag);
    }

    private static native int kill0(int tid);
    private static native int sendsig0(int tid, int number);
    private static native boolean pstat0(int tid);
    private static native int tidtohost0(int tid);
    static native void notify0(int about, int tag, int[] tids);
    private static native int setopt0(int what, int value);
    private static native int initsend0(int encoding);
    private static native int send0(int tid, int tag);
    private static native void mcast0(int[] tids, int tag);
    private static native int recv0(int tid, int tag);
    private static native int nrecv0(int tid, int tag);
    private static native int trecv0(int tid, int tag, long us);
    private static native int probe0(int tid, int tag);
    private static native void bufinfo0(int buffer, int[] about);
    private static native int joingroup0(String group);
    private static native int lvgroup0(String group);
    private static native int gsize0(String group);
    private static native int getinst0(String group, int tid);
    private static native int gettid0(String group, int instance);
    private static native int barrier0(String group, int count);
    private static native int bcast0(String group, int tag);
}
