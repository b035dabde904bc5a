package mpi;

import java.nio.ByteBuffer;
import jpi.*;

/** Messages between two ranks: the calls of mpiJava 1.2. A send takes what it sends and does not wait. */
public class Comm {
    final JComm ranks;
    private final Group group;

    Comm(JComm ranks, Group group) {
        this.ranks = ranks;
        this.group = group;
    }

    public int Rank() {
        return ranks.rank();
    }

    public int Size() {
        return ranks.size();
    }

    public Group Group() {
        return group;
    }

    public boolean Is_null() {
        return false;
    }

    public boolean Test_inter() {
        return false;
    }

    @Override
    public Object clone() {
        return new Comm(ranks.dup(), group);
    }

    public int Topo_test() {
        return MPI.UNDEFINED;
    }

    public static int Compare(Comm a, Comm b) {
        int groups = mpi.Group.Compare(a.group, b.group);
        return a.ranks != b.ranks && groups == MPI.IDENT ? MPI.CONGRUENT : groups;
    }

    public void Free() {
    }

    public void Errhandler_set(Errhandler handler) {
    }

    /** Ends all ranks. */
    public void Abort(int code) {
        MPI.end(code == 0 ? 1 : code);
    }

    // ---- sends and receives ---------------------------------------------------------------------------------------

    public void Send(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        if (dest != MPI.PROC_NULL)
            ranks.send(type.pack(buf, offset, count), dest, tag);
    }

    public Status Recv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return Irecv(buf, offset, count, type, source, tag).Wait();
    }

    public Request Isend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return new Request(dest == MPI.PROC_NULL ? JRequest.ENDED : ranks.isend(type.pack(buf, offset, count), dest, tag));
    }

    public Request Irecv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        JRequest begun = source == MPI.PROC_NULL ? JRequest.ENDED : ranks.irecv(source, tag);
        return new Request(begun, buf, offset, count, type);
    }

    public Prequest Send_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return new Prequest(() -> Isend(buf, offset, count, type, dest, tag));
    }

    public Prequest Recv_init(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return new Prequest(() -> Irecv(buf, offset, count, type, source, tag));
    }

    public Status Sendrecv(Object sendBuf, int sendOffset, int sendCount, Datatype sendType, int dest, int sendTag,
                           Object recvBuf, int recvOffset, int recvCount, Datatype recvType, int source, int recvTag) {
        Request coming = Irecv(recvBuf, recvOffset, recvCount, recvType, source, recvTag);
        Send(sendBuf, sendOffset, sendCount, sendType, dest, sendTag);
        return coming.Wait();
    }

    public Status Sendrecv_replace(Object buf, int offset, int count, Datatype type, int dest, int sendTag, int source,
                                   int recvTag) {
        return Sendrecv(buf, offset, count, type, dest, sendTag, buf, offset, count, type, source, recvTag);
    }

    public Status Probe(int source, int tag) {
        return source == MPI.PROC_NULL ? new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0) : known(ranks.await(source, tag));
    }

    /** null: none has come. */
    public Status Iprobe(int source, int tag) {
        if (source == MPI.PROC_NULL)
            return new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0);
        JStatus s = ranks.probe(source, tag);
        return s == null ? null : known(s);
    }

    private static Status known(JStatus s) {
        Status known = new Status(s.source, s.tag, s.count);
        known.probed = true;
        return known;
    }

    // ---- the other modes: what is said above holds for all of them -------------------------------------------------

    public void Ssend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Send(buf, offset, count, type, dest, tag);
    }

    public Request Issend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return Isend(buf, offset, count, type, dest, tag);
    }

    public Prequest Ssend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return Send_init(buf, offset, count, type, dest, tag);
    }

    public void Bsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Send(buf, offset, count, type, dest, tag);
    }

    public Request Ibsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return Isend(buf, offset, count, type, dest, tag);
    }

    public Prequest Bsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return Send_init(buf, offset, count, type, dest, tag);
    }

    public void Rsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Send(buf, offset, count, type, dest, tag);
    }

    public Request Irsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return Isend(buf, offset, count, type, dest, tag);
    }

    public Prequest Rsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return Send_init(buf, offset, count, type, dest, tag);
    }

    // ---- bytes ----------------------------------------------------------------------------------------------------

    public int Pack_size(int count, Datatype type) {
        return count * type.Size() * type.bytes();
    }

    /** Returns where the next item goes. */
    public int Pack(Object buf, int offset, int count, Datatype type, byte[] to, int position) {
        ByteBuffer bytes = ByteBuffer.wrap(to, position, Pack_size(count, type));
        type.write(type.pack(buf, offset, count), bytes);
        return bytes.position();
    }

    public int Unpack(byte[] from, int position, Object buf, int offset, int count, Datatype type) {
        ByteBuffer bytes = ByteBuffer.wrap(from, position, Pack_size(count, type));
        type.unpack(type.read(bytes, count), buf, offset, count);
        return bytes.position();
    }
}
