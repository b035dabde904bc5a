package jpi;

import java.io.Serializable;

/** What JRun tells every worker: the program, and which rank is where. */
final class Plan implements Serializable {
    private static final long serialVersionUID = 1;

    final String program;
    final String[] arguments;
    final int[] tids;     // of the workers
    final String[] nodes; // their nodes' names
    final int[] workerOf; // by rank

    Plan(String program, String[] arguments, int[] tids, String[] nodes, int ranks) {
        this.program = program;
        this.arguments = arguments;
        this.tids = tids;
        this.nodes = nodes;
        workerOf = dealt(ranks, tids.length);
    }

    /**
     * Ranks in blocks: those that follow each other are neighbours, in most programs, and share a Java virtual
     * machine.
     */
    static int[] dealt(int ranks, int workers) {
        int[] of = new int[ranks];
        for (int r = 0; r < ranks; r++)
            of[r] = (int)((long)r * workers / ranks);
        return of;
    }

    /** "ranks 2 to 3", "rank 5". */
    String ranksOf(int worker) {
        int first = -1, last = -1;
        for (int r = 0; r < workerOf.length; r++)
            if (workerOf[r] == worker) {
                first = first < 0 ? r : first;
                last = r;
            }
        return first == last ? "rank " + first : "ranks " + first + " to " + last;
    }
}
