// Calls of mpiJava 1.2 as its programs make them. Each rank checks what it gets; rank 0 prints how many checks failed.
import mpi.*;

public class Mpj {
    static int rank, size, wrong;

    static void check(boolean holds, String what) {
        if (holds)
            return;
        wrong++;
        System.out.println(rank + " wrong: " + what);
    }

    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
        rank = MPI.COMM_WORLD.Rank();
        size = MPI.COMM_WORLD.Size();
        messages();
        types();
        collective();
        reductions();
        groups();
        grid(Integer.parseInt(args[0]));
        int[] sum = new int[1];
        MPI.COMM_WORLD.Reduce(new int[] {wrong}, 0, sum, 0, 1, MPI.INT, MPI.SUM, 0);
        if (rank == 0)
            System.out.println(size + " ranks, " + sum[0] + " wrong");
        MPI.Finalize();
    }

    static void messages() throws MPIException {
        int next = (rank + 1) % size, before = (rank + size - 1) % size;
        double[] out = {rank, 0.5, 7}, in = new double[5];
        Status s = MPI.COMM_WORLD.Sendrecv(out, 1, 2, MPI.DOUBLE, next, 4, in, 2, 3, MPI.DOUBLE, before, 4);
        check(in[2] == 0.5 && in[3] == 7 && in[1] == 0 && s.source == before && s.tag == 4, "Sendrecv");
        check(s.Get_count(MPI.DOUBLE) == 2 && s.Get_count(MPI.DOUBLE2) == 1, "Get_count");
        Object[] words = {"from " + rank, new int[] {rank}}, come = new Object[2];
        Request sent = MPI.COMM_WORLD.Isend(words, 0, 2, MPI.OBJECT, next, 5);
        s = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, 5);
        check(s.source == before && s.tag == 5 && s.Get_count(MPI.OBJECT) == MPI.UNDEFINED, "Probe");
        s = MPI.COMM_WORLD.Recv(come, 0, 2, MPI.OBJECT, s.source, MPI.ANY_TAG);
        check(come[0].equals("from " + before) && ((int[])come[1])[0] == before && s.tag == 5, "OBJECT");
        sent.Wait();
        Request[] all = new Request[size];
        int[] each = new int[size];
        for (int r = 0; r < size; r++)
            all[r] = MPI.COMM_WORLD.Irecv(each, r, 1, MPI.INT, r, 6);
        check(MPI.COMM_WORLD.Iprobe(rank, 99) == null, "Iprobe");
        for (int r = 0; r < size; r++)
            MPI.COMM_WORLD.Bsend(new int[] {rank * 10}, 0, 1, MPI.INT, r, 6);
        int first = Request.Waitany(all).index;
        Request.Waitall(all);
        boolean right = first >= 0 && first < size && Request.Waitany(all).index == MPI.UNDEFINED;
        for (int r = 0; r < size; r++)
            right &= each[r] == 10 * r;
        check(right, "Waitall");
        Prequest again = MPI.COMM_WORLD.Recv_init(each, 0, 1, MPI.INT, before, 7);
        for (int i = 0; i < 3; i++) {
            again.Start();
            MPI.COMM_WORLD.Send(new int[] {i}, 0, 1, MPI.INT, next, 7);
            again.Wait();
            check(each[0] == i, "Prequest");
        }
        for (Status of : new Status[] {MPI.COMM_WORLD.Recv(each, 0, 1, MPI.INT, MPI.PROC_NULL, 1),
                                       MPI.COMM_WORLD.Probe(MPI.PROC_NULL, 1), MPI.COMM_WORLD.Iprobe(MPI.PROC_NULL, 1)})
            check(of.source == MPI.PROC_NULL && of.tag == MPI.ANY_TAG && of.Get_count(MPI.INT) == 0, "PROC_NULL");
        all = new Request[] {null, MPI.COMM_WORLD.Isend(each, 0, 1, MPI.INT, MPI.PROC_NULL, 1)};
        check(Request.Waitany(all).index == 1, "Waitany of PROC_NULL");
        try {
            MPI.COMM_WORLD.Send(new int[] {1, 2}, 0, 2, MPI.INT, rank, 8);
            MPI.COMM_WORLD.Recv(each, 0, 1, MPI.INT, rank, 8);
            check(false, "too long");
        } catch (MPIException e) {
            check(e.getMessage().equals("a message of 2 elements has come for 1 items of 1"), e.getMessage());
        }
    }

    static void types() throws MPIException {
        float[] matrix = new float[12], column = new float[3];
        for (int i = 0; i < 12; i++)
            matrix[i] = i;
        Datatype of = Datatype.Vector(3, 1, 4, MPI.FLOAT);
        of.Commit();
        MPI.COMM_WORLD.Send(matrix, 1, 1, of, rank, 1);
        MPI.COMM_WORLD.Recv(column, 0, 3, MPI.FLOAT, rank, 1);
        check(column[0] == 1 && column[1] == 5 && column[2] == 9 && of.Extent() == 9, "Vector");
        Datatype each = Datatype.Struct(new int[] {1, 1}, new int[] {0, 4}, new Datatype[] {MPI.FLOAT, MPI.UB});
        MPI.COMM_WORLD.Send(matrix, 2, 3, each, rank, 1);
        MPI.COMM_WORLD.Recv(column, 0, 3, MPI.FLOAT, rank, 1);
        check(column[0] == 2 && column[1] == 6 && column[2] == 10, "UB");
        check(Datatype.Contiguous(2, each).Extent() == 8 && Datatype.Vector(2, 1, 2, each).Extent() == 12, "UB of a part");
        byte[] bytes = new byte[100];
        int at = MPI.COMM_WORLD.Pack(new int[] {3, 4}, 0, 2, MPI.INT, bytes, 0);
        at = MPI.COMM_WORLD.Pack(new boolean[] {true}, 0, 1, MPI.BOOLEAN, bytes, at);
        int[] ints = new int[2];
        boolean[] flags = new boolean[1];
        MPI.COMM_WORLD.Unpack(bytes, MPI.COMM_WORLD.Unpack(bytes, 0, ints, 0, 2, MPI.INT), flags, 0, 1, MPI.BOOLEAN);
        check(at == 9 && ints[1] == 4 && flags[0], "Pack");
    }

    static void collective() throws MPIException {
        long[] all = new long[2 * size], mine = {rank, -rank}, got = new long[2];
        MPI.COMM_WORLD.Allgather(mine, 0, 2, MPI.LONG, all, 0, 2, MPI.LONG);
        boolean right = true;
        for (int r = 0; r < size; r++)
            right &= all[2 * r] == r && all[2 * r + 1] == -r;
        check(right, "Allgather");
        MPI.COMM_WORLD.Scatter(all, 0, 2, MPI.LONG, got, 0, 2, MPI.LONG, size - 1);
        check(got[0] == rank, "Scatter");
        char[] text = rank == 1 % size ? "text".toCharArray() : new char[4];
        MPI.COMM_WORLD.Bcast(text, 0, 4, MPI.CHAR, 1 % size);
        check(new String(text).equals("text"), "Bcast");
        int[] to = new int[size], from = new int[size], counts = new int[size], starts = new int[size];
        for (int r = 0; r < size; r++) {
            to[r] = 100 * rank + r;
            counts[r] = r % 2;
            starts[r] = r;
        }
        MPI.COMM_WORLD.Alltoall(to, 0, 1, MPI.INT, from, 0, 1, MPI.INT);
        check(from[size - 1] == 100 * (size - 1) + rank, "Alltoall");
        from = new int[size];
        MPI.COMM_WORLD.Gatherv(to, 0, rank % 2, MPI.INT, from, 0, counts, starts, MPI.INT, 0);
        check(rank != 0 || size < 2 || from[1] == 100 && from[0] == 0, "Gatherv");
        MPI.COMM_WORLD.Barrier();
    }

    static void reductions() throws MPIException {
        double[] sum = new double[2];
        MPI.COMM_WORLD.Allreduce(new double[] {rank, 1}, 0, sum, 0, 2, MPI.DOUBLE, MPI.SUM);
        check(sum[0] == size * (size - 1) / 2.0 && sum[1] == size, "Allreduce");
        int[] scanned = new int[1];
        MPI.COMM_WORLD.Scan(new int[] {rank}, 0, scanned, 0, 1, MPI.INT, MPI.SUM);
        check(scanned[0] == rank * (rank + 1) / 2, "Scan");
        int[] where = new int[2], part = new int[1], counts = new int[size], ones = new int[size];
        MPI.COMM_WORLD.Allreduce(new int[] {rank % 3, rank}, 0, where, 0, 1, MPI.INT2, MPI.MAXLOC);
        check(where[0] == Math.min(2, size - 1) && where[1] == where[0], "MAXLOC");
        java.util.Arrays.fill(counts, 1);
        java.util.Arrays.fill(ones, rank);
        MPI.COMM_WORLD.Reduce_scatter(ones, 0, part, 0, counts, MPI.INT, MPI.MAX);
        check(part[0] == size - 1, "Reduce_scatter");
        long[] near = {(1L << 53) + rank, rank}, most = new long[2];
        MPI.COMM_WORLD.Allreduce(near, 0, most, 0, 1, MPI.LONG2, MPI.MAXLOC);
        check(most[1] == size - 1, "MAXLOC of long");
        int[] many = new int[3 * size], two = new int[3];
        for (int i = 0; i < many.length; i++)
            many[i] = i;
        MPI.COMM_WORLD.Reduce_scatter(many, 0, two, 0, counts, Datatype.Vector(2, 1, 2, MPI.INT), MPI.SUM);
        check(two[0] == size * 3 * rank && two[1] == 0 && two[2] == size * (3 * rank + 2), "Reduce_scatter of a type");
        Op last = new Op(new User_function() {
            public void Call(Object in, int at, Object inout, int to, int count, Datatype type) {
            }
        }, false);
        MPI.COMM_WORLD.Allreduce(new int[] {rank}, 0, scanned, 0, 1, MPI.INT, last);
        check(scanned[0] == size - 1, "an operation of its own");
        String[] texts = new String[1];
        MPI.COMM_WORLD.Scan(new String[] {"r" + rank}, 0, texts, 0, 1, MPI.OBJECT, new Op(new User_function() {
            public void Call(Object in, int at, Object inout, int to, int count, Datatype type) {
                ((Object[])inout)[to] = (String)((Object[])in)[at] + ((Object[])inout)[to];
            }
        }, false));
        check(texts[0].startsWith("r0") && texts[0].endsWith("r" + rank), "an operation on objects");
        Object[] words = new Object[size];
        java.util.Arrays.setAll(words, i -> "w" + i);
        MPI.COMM_WORLD.Reduce_scatter(words, 0, texts, 0, counts, MPI.OBJECT, last);
        check(texts[0].equals("w" + rank), "Reduce_scatter of objects");
    }

    static void groups() throws MPIException {
        Intracomm half = MPI.COMM_WORLD.Split(rank % 2, -rank);
        check(half.Rank() == (half.Size() - 1) - rank / 2, "Split");
        Group evens = MPI.COMM_WORLD.Group().Range_incl(new int[][] {{0, size - 1, 2}});
        Intracomm even = MPI.COMM_WORLD.Create(evens);
        check(even == null ? rank % 2 == 1 : even.Rank() == rank / 2, "Create");
        Intracomm copy = (Intracomm)MPI.COMM_WORLD.clone();
        check(Comm.Compare(copy, MPI.COMM_WORLD) == MPI.CONGRUENT && Group.Union(evens, half.Group()).Size() <= size, "clone");
        copy.Send(new int[] {1}, 0, 1, MPI.INT, rank, 3);
        check(MPI.COMM_WORLD.Iprobe(rank, 3) == null, "a message of another communicator");
    }

    static void grid(int directions) throws MPIException {
        int[] dims = new int[directions];
        Cartcomm.Dims_create(size, dims);
        Cartcomm cart = MPI.COMM_WORLD.Create_cart(dims, new boolean[directions], false);
        ShiftParms x = cart.Shift(directions - 1, 1);
        int[] here = cart.Get().coords;
        check(cart.Rank(cart.Coords(rank)) == rank && here[0] == cart.Coords(rank)[0], "Coords");
        check(here[directions - 1] + 1 < dims[directions - 1] ? x.rank_dest == rank + 1 : x.rank_dest == MPI.PROC_NULL, "Shift");
        boolean[] keeps = new boolean[directions];
        keeps[0] = true;
        Cartcomm line = cart.Sub(keeps);
        check(line.Size() == dims[0] && line.Rank() == here[0], "Sub");
        if (rank == 0)
            System.out.println("dims " + java.util.Arrays.toString(dims));
    }
}
