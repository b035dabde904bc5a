package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Some ranks in an order: by their numbers in COMM_WORLD. */
public class Group {
    final int[] world;

    Group(int... world) {
        this.world = world;
    }

    private int at(int rank) {
        for (int i = 0; i < world.length; i++)
            if (world[i] == rank)
                return i;
        return MPI.UNDEFINED;
    }

    private boolean has(int rank) {
        return at(rank) != MPI.UNDEFINED;
    }

    public int Size() {
        return world.length;
    }

    public int Rank() {
        return at(MPI.COMM_WORLD.Rank());
    }

    public void finalize() {
    }

    public void Free() {
    }

    public static int[] Translate_ranks(Group from, int[] ranks, Group to) {
        return Arrays.stream(ranks).map(r -> to.at(from.world[r])).toArray();
    }

    public static int Compare(Group a, Group b) {
        if (Arrays.equals(a.world, b.world))
            return MPI.IDENT;
        int[] x = a.world.clone(), y = b.world.clone();
        Arrays.sort(x);
        Arrays.sort(y);
        return Arrays.equals(x, y) ? MPI.SIMILAR : MPI.UNEQUAL;
    }

    public static Group Union(Group a, Group b) {
        return new Group(IntStream.concat(Arrays.stream(a.world), Arrays.stream(b.world)).distinct().toArray());
    }

    public static Group Intersection(Group a, Group b) {
        return new Group(Arrays.stream(a.world).filter(b::has).toArray());
    }

    public static Group Difference(Group a, Group b) {
        return new Group(Arrays.stream(a.world).filter(r -> !b.has(r)).toArray());
    }

    public Group Incl(int[] ranks) {
        return new Group(Arrays.stream(ranks).map(r -> world[r]).toArray());
    }

    public Group Excl(int[] ranks) {
        return Difference(this, Incl(ranks));
    }

    /** Rows of first, last, stride. */
    private static int[] ranks(int[][] ranges) {
        return Arrays.stream(ranges)
                .flatMapToInt(r -> IntStream.rangeClosed(0, (r[1] - r[0]) / r[2]).map(i -> r[0] + i * r[2]))
                .toArray();
    }

    public Group Range_incl(int[][] ranges) {
        return Incl(ranks(ranges));
    }

    public Group Range_excl(int[][] ranges) {
        return Excl(ranks(ranges));
    }
}
