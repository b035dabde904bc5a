package mpi;

/** Neighbours in a grid: who sends to the caller, and to whom it sends. */
public class ShiftParms {
    public final int rank_source, rank_dest;

    ShiftParms(int source, int dest) {
        rank_source = source;
        rank_dest = dest;
    }
}
