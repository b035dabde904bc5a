package jpi;

import java.util.Arrays;

/**
 * A communicator: some ranks, numbered from 0, that send each other objects. send, recv, rank and size are the paper's;
 * the others are ours. A message to a rank of the same Java virtual machine is a reference to the same object, to
 * another one a copy.
 */
public final class JComm {
    private final Strand owner;
    private final long context; // even; context + 1 carries what the collective calls send
    private final int[] world;  // by rank: the rank in COMM_WORLD
    private final int me;

    JComm(Strand owner, long context, int[] world, int me) {
        this.owner = owner;
        this.context = context;
        this.world = world;
        this.me = me;
    }

    /** @return the caller's number in this communicator, 0 to size() - 1 */
    public int rank() {
        return me;
    }

    /** @return how many ranks this communicator has */
    public int size() {
        return world.length;
    }

    /**
     * Sends an object. Does not wait for the receiver. What goes to another Java virtual machine is copied first; a
     * rank of the same one gets the object itself.
     *
     * @param msg null, an array, or any object that is Serializable
     * @param dst to whom, 0 to size() - 1
     * @param tag of the caller's choice, 0 or more
     */
    public void send(Object msg, int dst, int tag) {
        put(msg, dst, tag, context, "send");
    }

    /**
     * Waits for an object.
     *
     * @param src from whom; JHandle.ANY_SOURCE: from anybody
     * @param tag with which tag; JHandle.ANY_TAG: any
     * @return the object: that of the message sent first, of those that fit and come from one rank
     */
    public Object recv(int src, int tag) {
        return get(src, tag, context, "recv");
    }

    /** Begins to send: as {@link #send}, which does not wait for the receiver either. */
    public JRequest isend(Object msg, int dst, int tag) {
        send(msg, dst, tag);
        return new JRequest(owner, null);
    }

    /**
     * Begins to receive; the object is that of JRequest.get(). Receives that fit one message get it in the order in
     * which they began.
     */
    public JRequest irecv(int src, int tag) {
        Strand caller = Worker.current("irecv");
        return new JRequest(owner, owner.worker.post(caller, receive(src, tag, context, "irecv")));
    }

    /** send and recv at once. */
    public Object sendrecv(Object msg, int dst, int sendTag, int src, int recvTag) {
        JRequest coming = irecv(src, recvTag);
        send(msg, dst, sendTag);
        return coming.get();
    }

    /** @return of the message that recv(src, tag) would take; null: none has come. Does not wait, but costs time. */
    public JStatus probe(int src, int tag) {
        Strand caller = Worker.current("probe");
        PendingReceive receive = receive(src, tag, context, "probe");
        caller.scheduler.poll(caller);
        Packet p = owner.worker.inbox.look(receive);
        return p == null && !owner.worker.hopeless(receive) ? null : new JStatus(owner.worker.lookedAt(p, receive));
    }

    /** Waits until a message has come that recv(src, tag) would take, and leaves it there. */
    public JStatus await(int src, int tag) {
        Strand caller = Worker.current("await");
        PendingReceive receive = receive(src, tag, context, "await");
        Inbox inbox = owner.worker.inbox;
        caller.scheduler.await(caller, () -> inbox.look(receive) != null || owner.worker.hopeless(receive), receive.shown());
        return new JStatus(owner.worker.lookedAt(inbox.look(receive), receive));
    }

    /** Waits until all ranks are in it. */
    public void barrier() {
        joined(null, (a, b) -> null, "barrier");
        spread(null, 0, "barrier");
    }

    /**
     * @param msg of rank root; of others it does not matter
     * @return the object of rank root
     */
    public Object bcast(Object msg, int root) {
        checkRank(root, "bcast", "root");
        return spread(msg, root, "bcast");
    }

    /**
     * @return in rank root the objects of all ranks, joined in the order of ranks; null in others
     */
    public Object reduce(Object msg, JOperation operation, int root) {
        checkRank(root, "reduce", "root");
        Object all = joined(msg, operation, "reduce");
        if (root == 0)
            return all;
        if (me == 0)
            put(all, root, REDUCED, context + 1, "reduce");
        return me == root ? get(0, REDUCED, context + 1, "reduce") : null;
    }

    /** @return the objects of all ranks, joined in the order of ranks */
    public Object allreduce(Object msg, JOperation operation) {
        return spread(joined(msg, operation, "allreduce"), 0, "allreduce");
    }

    /** @return in rank root the objects of all ranks, by rank; null in others */
    public Object[] gather(Object msg, int root) {
        checkRank(root, "gather", "root");
        if (me != root) {
            put(msg, root, GATHER, context + 1, "gather");
            return null;
        }
        Object[] all = new Object[size()];
        for (int r = 0; r < all.length; r++)
            all[r] = r == me ? msg : get(r, GATHER, context + 1, "gather");
        return all;
    }

    /**
     * @param all in rank root: an object for each rank
     * @return that of the caller's rank
     */
    public Object scatter(Object[] all, int root) {
        checkRank(root, "scatter", "root");
        if (me != root)
            return get(root, SCATTER, context + 1, "scatter");
        checkEach(all, "scatter");
        for (int r = 0; r < all.length; r++)
            if (r != me)
                put(all[r], r, SCATTER, context + 1, "scatter");
        return all[me];
    }

    /** @return the objects of all ranks, by rank. Objects may be of different lengths, here and in the others. */
    public Object[] allgather(Object msg) {
        return (Object[])spread(gather(msg, 0), 0, "allgather");
    }

    /**
     * @param all an object for each rank
     * @return those that the ranks have for this one, by rank
     */
    public Object[] alltoall(Object[] all) {
        checkEach(all, "alltoall");
        Object[] come = new Object[size()];
        for (int i = 1; i < size(); i++)
            put(all[(me + i) % size()], (me + i) % size(), ALL_TO_ALL, context + 1, "alltoall");
        come[me] = all[me];
        for (int i = 1; i < size(); i++)
            come[(me + i) % size()] = get((me + i) % size(), ALL_TO_ALL, context + 1, "alltoall");
        return come;
    }

    /** @return the objects of ranks 0 to the caller's, joined in this order */
    public Object scan(Object msg, JOperation operation) {
        Object sum = me == 0 ? msg : operation.apply(get(me - 1, SCAN, context + 1, "scan"), msg);
        if (me + 1 < size())
            put(sum, me + 1, SCAN, context + 1, "scan");
        return sum;
    }

    /** @return a communicator of the same ranks, whose messages are others */
    public JComm dup() {
        return split(0, me);
    }

    /**
     * Parts this communicator: all ranks call it.
     *
     * @param color ranks of one color, 0 or more, come into one communicator; less than 0: into none
     * @param key its order: by key, then by the rank here
     * @return the new one, or null for a color less than 0
     */
    public JComm split(int color, int key) {
        Object[] wishes = gather(new int[] {color, key}, 0);
        long[] contexts = null;
        if (me == 0) { // rank 0 hands out a context for each color
            contexts = new long[size()];
            for (int r = 0; r < size(); r++)
                contexts[r] = contextOf(wishes, contexts, r);
            for (int r = 1; r < size(); r++)
                put(new Object[] {wishes, contexts}, r, SPLIT, context + 1, "split");
        } else {
            Object[] told = (Object[])get(0, SPLIT, context + 1, "split");
            wishes = (Object[])told[0];
            contexts = (long[])told[1];
        }
        return color < 0 ? null : part(wishes, contexts[me], color);
    }

    // ---- how the collective calls go: binomial trees over send and recv, in a context of their own ----------------

    private static final int JOIN = 0, SPREAD = 1, GATHER = 2, SCATTER = 3, REDUCED = 4, SPLIT = 5, ALL_TO_ALL = 6, SCAN = 7;

    /** Rank 0 gets the objects of all, joined in the order of ranks; the others get nothing. */
    private Object joined(Object mine, JOperation operation, String call) {
        Object sum = mine;
        for (int bit = 1; bit < size(); bit <<= 1) {
            if ((me & bit) != 0) {
                put(sum, me - bit, JOIN, context + 1, call);
                return null;
            }
            if (me + bit < size())
                sum = operation.apply(sum, get(me + bit, JOIN, context + 1, call));
        }
        return sum;
    }

    /** All get the object of rank root. */
    private Object spread(Object msg, int root, String call) {
        int place = Math.floorMod(me - root, size()), bit = 1;
        while (bit < size() && (place & bit) == 0)
            bit <<= 1;
        if (place != 0)
            msg = get(Math.floorMod(me - bit, size()), SPREAD, context + 1, call);
        for (bit >>= 1; bit > 0; bit >>= 1)
            if (place + bit < size())
                put(msg, (me + bit) % size(), SPREAD, context + 1, call);
        return msg;
    }

    private long contextOf(Object[] wishes, long[] contexts, int rank) {
        int color = ((int[])wishes[rank])[0];
        for (int r = 0; r < rank; r++)
            if (((int[])wishes[r])[0] == color)
                return contexts[r];
        return owner.worker.newContext(owner.rank);
    }

    private JComm part(Object[] wishes, long newContext, int color) {
        Integer[] mine = new Integer[size()];
        int n = 0;
        for (int r = 0; r < size(); r++)
            if (((int[])wishes[r])[0] == color)
                mine[n++] = r;
        Arrays.sort(mine, 0, n, (a, b) -> Integer.compare(((int[])wishes[a])[1], ((int[])wishes[b])[1])); // stable
        int[] ranks = new int[n];
        int place = -1;
        for (int i = 0; i < n; i++) {
            ranks[i] = world[mine[i]];
            if (mine[i] == me)
                place = i;
        }
        return new JComm(owner, newContext, ranks, place);
    }

    // ---- one message ----------------------------------------------------------------------------------------------

    private void put(Object msg, int dst, int tag, long inContext, String call) {
        checkRank(dst, call, "dst");
        if (tag < 0)
            throw new JException(call + ": tag " + tag + ": 0 or more is wanted");
        owner.worker.send(Worker.current(call), msg, new Packet(inContext, me, world[dst], tag));
    }

    private Object get(int src, int tag, long inContext, String call) {
        Strand caller = Worker.current(call);
        return owner.worker.take(caller, owner.worker.post(caller, receive(src, tag, inContext, call)));
    }

    private PendingReceive receive(int src, int tag, long inContext, String call) {
        if (src != JHandle.ANY_SOURCE)
            checkRank(src, call, "src");
        if (tag < 0 && tag != JHandle.ANY_TAG)
            throw new JException(call + ": tag " + tag + ": 0 or more, or ANY_TAG, is wanted");
        PendingReceive receive = new PendingReceive(owner.rank, inContext, src, tag);
        receive.worldSource = src < 0 ? -1 : world[src];
        return receive;
    }

    private void checkEach(Object[] all, String call) {
        if (all == null || all.length != size())
            throw new JException(call + ": " + (all == null ? "null" : all.length + " objects") + ": one for each of " +
                                 size() + " ranks is wanted");
    }

    private void checkRank(int rank, String call, String name) {
        if (rank < 0 || rank >= size())
            throw new JException(call + ": " + name + " " + rank + ": a rank is wanted, 0 to " + (size() - 1));
    }
}
