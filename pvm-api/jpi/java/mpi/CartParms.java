package mpi;

/** A grid, and where the caller is. */
public class CartParms {
    public final int[] dims, coords;
    public final boolean[] periods;

    CartParms(int[] dims, boolean[] periods, int[] coords) {
        this.dims = dims;
        this.periods = periods;
        this.coords = coords;
    }
}
