// Random sends and receives by source, tag and wildcards, blocking and not, against a model. Every rank knows the whole
// plan, as it comes from a seed: what rank r sends is known to all. Arguments: seed, messages of a pair.
import java.util.*;
import jpi.*;

public class Matching extends JApplication {
    public void Jmain(String[] args) {
        int seed = Integer.parseInt(args[0]), each = Integer.parseInt(args[1]), errors = 0;
        JComm all = JPI.COMM_WORLD;
        int me = all.rank(), n = all.size();
        // Messages of a pair: (tag, number). Receivers take them in a random order of tags, so that order within a tag
        // matters.
        for (int step = 0; step < each; step++)
            for (int to = 0; to < n; to++) {
                Object what = new int[] {me, tag(seed, me, to, step), step};
                if (step % 3 == 0)
                    all.isend(what, to, tag(seed, me, to, step));
                else
                    all.send(what, to, tag(seed, me, to, step));
            }
        errors += receiveFromEach(all, seed, each, me, n);
        all.barrier();
        errors += wild(all, each);
        errors += collective(all, seed);
        Object sum = all.reduce(errors, JOperation.SUM, 0);
        if (me == 0)
            System.out.println("seed " + seed + ": " + n + " ranks, " + sum + " errors");
    }

    private static int tag(int seed, int from, int to, int step) {
        return new Random(seed * 31L + from * 1009L + to * 9176L + step * 77L).nextInt(4);
    }

    /** From each, in a random order of tags, some begun before others: within a tag in the order sent. */
    private static int receiveFromEach(JComm all, int seed, int each, int me, int n) {
        int errors = 0;
        Random r = new Random(seed + me);
        List<int[]> wants = new ArrayList<>(); // source, tag, number
        for (int from = 0; from < n; from++)
            for (int step = 0; step < each; step++)
                wants.add(new int[] {from, tag(seed, from, me, step), step});
        java.util.Collections.shuffle(wants, r);
        int[][] next = new int[n][4];
        List<JRequest> begun = new ArrayList<>();
        List<int[]> expected = new ArrayList<>();
        for (int[] w : wants) {
            int number = nth(seed, w[0], me, w[1], next[w[0]][w[1]]++);
            if (r.nextInt(3) == 0) {
                begun.add(all.irecv(w[0], w[1]));
                expected.add(new int[] {w[0], w[1], number});
            } else if (!Arrays.equals((int[])all.recv(w[0], w[1]), new int[] {w[0], w[1], number})) {
                errors++;
            }
        }
        for (int i = begun.size() - 1; i >= 0; i--) {
            while (i % 4 == 0 && !begun.get(i).test())
                ;
            if (!Arrays.equals((int[])begun.get(i).get(), expected.get(i)))
                errors++;
        }
        return errors;
    }

    /** The step of the k-th message from one to another with this tag. */
    private static int nth(int seed, int from, int to, int tag, int k) {
        for (int step = 0;; step++)
            if (tag(seed, from, to, step) == tag && k-- == 0)
                return step;
    }

    /** Everybody sends to rank 0, which takes from anybody: of each pair in order. */
    private static int wild(JComm all, int each) {
        int errors = 0;
        if (all.rank() != 0) {
            for (int i = 0; i < each; i++)
                all.send(new int[] {all.rank(), i}, 0, 50 + i % 2);
            return 0;
        }
        int[] next = new int[all.size()];
        for (int i = 0; i < (all.size() - 1) * each; i++) {
            while (i % 5 == 0 && all.probe(JHandle.ANY_SOURCE, JHandle.ANY_TAG) == null)
                ;
            int[] come = (int[])all.recv(JHandle.ANY_SOURCE, JHandle.ANY_TAG);
            if (come[1] != next[come[0]]++)
                errors++;
        }
        return errors;
    }

    private int collective(JComm all, int seed) {
        int errors = 0, n = all.size(), me = all.rank();
        for (int root = 0; root < n; root++) {
            errors += bad(all.bcast(me == root ? "from " + root : null, root), "from " + root);
            errors += bad(all.reduce(new double[] {me, 1}, JOperation.SUM, root),
                          me == root ? new double[] {n * (n - 1) / 2.0, n} : null);
            Object[] g = all.gather(me * 10, root);
            if (me == root)
                for (int r = 0; r < n; r++)
                    errors += bad(g[r], r * 10);
            Object[] parts = new Object[n];
            for (int r = 0; r < n; r++)
                parts[r] = "part " + r + " of " + root;
            errors += bad(all.scatter(me == root ? parts : null, root), "part " + me + " of " + root);
        }
        errors += bad(all.allreduce((long)me, JOperation.MAX), (long)n - 1);
        errors += bad(all.allreduce("" + me, (a, b) -> a + " " + b), inOrder(n)); // not commutative
        errors += bad(all.allreduce(me + 1, JOperation.MIN), 1);
        errors += bad(all.allreduce(new int[] {2}, JOperation.PROD), new int[] {1 << n});
        errors += bad(all.sendrecv(me, (me + 1) % n, 5, (me + n - 1) % n, 5), (me + n - 1) % n);
        JComm half = all.split(me % 2, -me); // the other way round
        int size = (n + 1 - me % 2) / 2, place = size - 1 - me / 2;
        errors += bad(half.size(), size) + bad(half.rank(), place);
        errors += bad(half.allreduce(me, JOperation.SUM), sumOf(me % 2, n));
        errors += bad(half.bcast(half.rank() == 0 ? me : null, 0), me % 2 + 2 * (size - 1));
        errors += bad(all.split(me == 0 ? -1 : 0, 0) == null, me == 0);
        JPI.COMM_SELF.send("me", 0, 1);
        errors += bad(JPI.COMM_SELF.recv(0, 1), "me");
        return errors;
    }

    private static int sumOf(int from, int n) {
        int sum = 0;
        for (int r = from; r < n; r += 2)
            sum += r;
        return sum;
    }

    private static String inOrder(int n) {
        String s = "0";
        for (int r = 1; r < n; r++)
            s += " " + r;
        return s;
    }

    private static int bad(Object a, Object b) {
        if (java.util.Objects.deepEquals(a, b))
            return 0;
        System.out.println("wrong: " + a + ", not " + b);
        return 1;
    }
}
