package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;
import jpi.JComm;

/** Calls of all ranks of a communicator. */
public class Intracomm extends Comm {
    Intracomm(JComm ranks, Group group) {
        super(ranks, group);
    }

    @Override
    public Object clone() {
        return new Intracomm(ranks.dup(), Group());
    }

    /** null for a color of MPI.UNDEFINED. */
    public Intracomm Split(int color, int key) {
        JComm part = ranks.split(color, key);
        return part == null ? null : new Intracomm(part, groupOf(part));
    }

    private Group groupOf(JComm part) {
        Object[] all = part.allgather(Group().world[Rank()]);
        return new Group(Arrays.stream(all).mapToInt(r -> (Integer)r).toArray());
    }

    /** null for ranks that are not in the group. */
    public Intracomm Create(Group group) {
        int at = group.Rank();
        JComm part = ranks.split(at == MPI.UNDEFINED ? -1 : 0, at);
        return part == null ? null : new Intracomm(part, group);
    }

    /** null for ranks beyond the grid. */
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) {
        int n = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        if (n > Size())
            throw new MPIException("Create_cart: a grid of " + n + " for " + Size() + " ranks");
        JComm part = ranks.split(Rank() < n ? 0 : -1, Rank());
        return part == null ? null : new Cartcomm(part, groupOf(part), dims.clone(), periods.clone());
    }

    // ---- data -----------------------------------------------------------------------------------------------------

    public void Barrier() {
        ranks.barrier();
    }

    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        Object message = ranks.bcast(Rank() == root ? type.pack(buf, offset, count) : null, root);
        if (Rank() != root)
            type.unpack(message, buf, offset, count);
    }

    private int[] all(int n) {
        return IntStream.generate(() -> n).limit(Size()).toArray();
    }

    private int[] steps(int n) {
        return IntStream.range(0, Size()).map(r -> r * n).toArray();
    }

    private Object[] packed(Object buf, int offset, int[] counts, int[] starts, Datatype type) {
        Object[] each = new Object[Size()];
        for (int r = 0; r < each.length; r++)
            each[r] = type.pack(buf, offset + starts[r] * type.Extent(), counts[r]);
        return each;
    }

    private void unpack(Object[] each, Object buf, int offset, int[] counts, int[] starts, Datatype type) {
        for (int r = 0; r < each.length; r++)
            type.unpack(each[r], buf, offset + starts[r] * type.Extent(), counts[r]);
    }

    public void Gather(Object sendBuf, int sendOffset, int sendCount, Datatype sendType, Object recvBuf, int recvOffset,
                       int recvCount, Datatype recvType, int root) {
        Gatherv(sendBuf, sendOffset, sendCount, sendType, recvBuf, recvOffset, all(recvCount), steps(recvCount), recvType,
                root);
    }

    public void Gatherv(Object sendBuf, int sendOffset, int sendCount, Datatype sendType, Object recvBuf, int recvOffset,
                        int[] recvCounts, int[] starts, Datatype recvType, int root) {
        Object[] each = ranks.gather(sendType.pack(sendBuf, sendOffset, sendCount), root);
        if (Rank() == root)
            unpack(each, recvBuf, recvOffset, recvCounts, starts, recvType);
    }

    public void Scatter(Object sendBuf, int sendOffset, int sendCount, Datatype sendType, Object recvBuf, int recvOffset,
                        int recvCount, Datatype recvType, int root) {
        Scatterv(sendBuf, sendOffset, all(sendCount), steps(sendCount), sendType, recvBuf, recvOffset, recvCount, recvType,
                 root);
    }

    public void Scatterv(Object sendBuf, int sendOffset, int[] sendCounts, int[] starts, Datatype sendType, Object recvBuf,
                         int recvOffset, int recvCount, Datatype recvType, int root) {
        Object[] each = Rank() == root ? packed(sendBuf, sendOffset, sendCounts, starts, sendType) : null;
        recvType.unpack(ranks.scatter(each, root), recvBuf, recvOffset, recvCount);
    }

    public void Allgather(Object sendBuf, int sendOffset, int sendCount, Datatype sendType, Object recvBuf, int recvOffset,
                          int recvCount, Datatype recvType) {
        Allgatherv(sendBuf, sendOffset, sendCount, sendType, recvBuf, recvOffset, all(recvCount), steps(recvCount),
                   recvType);
    }

    public void Allgatherv(Object sendBuf, int sendOffset, int sendCount, Datatype sendType, Object recvBuf,
                           int recvOffset, int[] recvCounts, int[] starts, Datatype recvType) {
        unpack(ranks.allgather(sendType.pack(sendBuf, sendOffset, sendCount)), recvBuf, recvOffset, recvCounts, starts,
               recvType);
    }

    public void Alltoall(Object sendBuf, int sendOffset, int sendCount, Datatype sendType, Object recvBuf, int recvOffset,
                         int recvCount, Datatype recvType) {
        Alltoallv(sendBuf, sendOffset, all(sendCount), steps(sendCount), sendType, recvBuf, recvOffset, all(recvCount),
                  steps(recvCount), recvType);
    }

    public void Alltoallv(Object sendBuf, int sendOffset, int[] sendCounts, int[] sendStarts, Datatype sendType,
                          Object recvBuf, int recvOffset, int[] recvCounts, int[] recvStarts, Datatype recvType) {
        unpack(ranks.alltoall(packed(sendBuf, sendOffset, sendCounts, sendStarts, sendType)), recvBuf, recvOffset,
               recvCounts, recvStarts, recvType);
    }

    // ---- reductions -----------------------------------------------------------------------------------------------

    public void Reduce(Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op,
                       int root) {
        Object sum = ranks.reduce(type.pack(sendBuf, sendOffset, count), (a, b) -> op.joined(a, b, type), root);
        if (Rank() == root)
            type.unpack(sum, recvBuf, recvOffset, count);
    }

    public void Allreduce(Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op) {
        type.unpack(ranks.allreduce(type.pack(sendBuf, sendOffset, count), (a, b) -> op.joined(a, b, type)), recvBuf,
                    recvOffset, count);
    }

    public void Reduce_scatter(Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int[] counts, Datatype type,
                               Op op) {
        int[] starts = new int[Size()];
        for (int r = 1; r < starts.length; r++)
            starts[r] = starts[r - 1] + counts[r - 1];
        int n = starts[Size() - 1] + counts[Size() - 1];
        Object sum = ranks.reduce(type.pack(sendBuf, sendOffset, n), (a, b) -> op.joined(a, b, type), 0);
        Object[] parts = new Object[Size()];
        for (int r = 0; r < Size() && Rank() == 0; r++)
            parts[r] = new Datatype(type.element, 0).pack(type.elements(sum), starts[r] * type.Size(), counts[r] * type.Size());
        type.unpack(ranks.scatter(parts, 0), recvBuf, recvOffset, counts[Rank()]);
    }

    public void Scan(Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op) {
        type.unpack(ranks.scan(type.pack(sendBuf, sendOffset, count), (a, b) -> op.joined(a, b, type)), recvBuf, recvOffset,
                    count);
    }
}
