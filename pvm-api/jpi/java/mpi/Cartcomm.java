package mpi;

import java.util.Arrays;
import jpi.JComm;

/** Ranks in a grid; the last coordinate counts up first. */
public class Cartcomm extends Intracomm {
    private final int[] dims;
    private final boolean[] periods;

    Cartcomm(JComm ranks, Group group, int[] dims, boolean[] periods) {
        super(ranks, group);
        this.dims = dims;
        this.periods = periods;
    }

    @Override
    public Object clone() {
        return new Cartcomm(ranks.dup(), Group(), dims, periods);
    }

    @Override
    public int Topo_test() {
        return MPI.CART;
    }

    public CartParms Get() {
        return new CartParms(dims.clone(), periods.clone(), Coords(Rank()));
    }

    /** Sets those of dims that are 0 to numbers as near to each other as nodes allows, the largest first. */
    public static void Dims_create(int nodes, int[] dims) {
        int given = Arrays.stream(dims).filter(d -> d > 0).reduce(1, (a, b) -> a * b);
        int free = (int)Arrays.stream(dims).filter(d -> d == 0).count(), left = nodes / given;
        if (nodes % given != 0 || free == 0 && left != 1)
            throw new MPIException("Dims_create: " + nodes + " ranks and " + Arrays.toString(dims));
        int[] best = free == 0 ? new int[0] : parts(left, free, left);
        for (int i = 0, n = 0; i < dims.length; i++)
            dims[i] = dims[i] == 0 ? best[n++] : dims[i];
    }

    /** n as a product of so many factors of at most `most`, falling, with the least largest one; null: there is none. */
    private static int[] parts(int n, int factors, int most) {
        if (factors == 1)
            return n <= most ? new int[] {n} : null;
        for (int first = 1; first <= Math.min(n, most); first++) {
            int[] others = n % first == 0 ? parts(n / first, factors - 1, first) : null;
            if (others == null)
                continue;
            int[] all = new int[factors];
            all[0] = first;
            System.arraycopy(others, 0, all, 1, factors - 1);
            return all;
        }
        return null;
    }

    /** The rank at coordinates; MPI.PROC_NULL: beyond an edge. */
    public int Rank(int[] coords) {
        int rank = 0;
        for (int d = 0; d < dims.length; d++) {
            int c = periods[d] ? Math.floorMod(coords[d], dims[d]) : coords[d];
            if (c < 0 || c >= dims[d])
                return MPI.PROC_NULL;
            rank = rank * dims[d] + c;
        }
        return rank;
    }

    public int[] Coords(int rank) {
        int[] coords = new int[dims.length];
        for (int d = dims.length - 1; d >= 0; d--) {
            coords[d] = rank % dims[d];
            rank /= dims[d];
        }
        return coords;
    }

    public ShiftParms Shift(int direction, int by) {
        int[] from = Coords(Rank()), to = from.clone();
        from[direction] -= by;
        to[direction] += by;
        return new ShiftParms(Rank(from), Rank(to));
    }

    /** The part of the grid with the caller in it that runs along the directions that are kept. */
    public Cartcomm Sub(boolean[] keeps) {
        int[] mine = Coords(Rank());
        int color = 0, n = 0;
        int[] left = new int[dims.length];
        boolean[] turns = new boolean[dims.length];
        for (int d = 0; d < dims.length; d++)
            if (keeps[d]) {
                left[n] = dims[d];
                turns[n++] = periods[d];
            } else {
                color = color * dims[d] + mine[d];
            }
        Intracomm part = Split(color, Rank());
        return new Cartcomm(part.ranks, part.Group(), Arrays.copyOf(left, n), Arrays.copyOf(turns, n));
    }
}
