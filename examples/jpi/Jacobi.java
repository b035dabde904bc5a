// Jacobi's method for the heat equilibrium of a square plate: its upper edge has 100 degC, the others 0. Each rank owns
// a block of rows and sends its outer rows to its neighbours before each sweep. Every 50 sweeps all agree on the
// largest change.
//
// usage: jrun -nt RANKS Jacobi [points a side = 512] [most sweeps = 100] [file for the picture, or - for none]
import java.io.IOException;
import java.io.PrintWriter;
import jpi.*;

public class Jacobi extends JApplication {
    private static final double ENOUGH = 1e-4; // degC
    private static final int LOOK = 50, PICTURE = 64;

    private JComm all;
    private int n, rank, size, rows;
    private double[][] now, next; // rows 0 and rows + 1 are the neighbours', or the plate's edges

    public void Jmain(String[] args) {
        n = number(args, 0, 512);
        int most = number(args, 1, 100);
        all = JPI.COMM_WORLD;
        rank = all.rank();
        size = all.size();
        if (size > n) {
            System.err.println("Jacobi: " + n + " rows for " + size + " ranks: each wants one");
            System.exit(2);
        }
        rows = first(rank + 1) - first(rank);
        now = plate();
        next = plate();
        all.barrier();
        long begin = System.nanoTime();
        int sweeps = 0;
        double change = Double.MAX_VALUE;
        while (sweeps < most && change > ENOUGH) {
            exchange();
            sweep();
            if (++sweeps % LOOK == 0)
                change = (Double)all.allreduce(change(), JOperation.MAX);
        }
        all.barrier();
        double ms = (System.nanoTime() - begin) / 1e6;
        tell(sweeps, ms, args.length > 2 ? args[2] : "-");
    }

    private static int number(String[] args, int i, int otherwise) {
        return args.length > i ? Integer.parseInt(args[i]) : otherwise;
    }

    /** The first row of a rank. */
    private int first(int r) {
        return (int)((long)n * r / size);
    }

    private double[][] plate() {
        double[][] u = new double[rows + 2][n + 2];
        if (rank == 0)
            for (int j = 0; j < n + 2; j++)
                u[0][j] = 100;
        return u;
    }

    /**
     * Each transfer is a row of n points. What is sent belongs to the receiver: it may be in the same Java virtual
     * machine.
     */
    private void exchange() {
        if (rank > 0)
            all.send(now[1].clone(), rank - 1, 1);
        if (rank < size - 1)
            all.send(now[rows].clone(), rank + 1, 2);
        if (rank > 0)
            now[0] = (double[])all.recv(rank - 1, 2);
        if (rank < size - 1)
            now[rows + 1] = (double[])all.recv(rank + 1, 1);
    }

    private void sweep() {
        for (int i = 1; i <= rows; i++)
            for (int j = 1; j <= n; j++)
                next[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
        double[][] old = now;
        now = next;
        next = old;
    }

    private double change() {
        double most = 0;
        for (int i = 1; i <= rows; i++)
            for (int j = 1; j <= n; j++)
                most = Math.max(most, Math.abs(now[i][j] - next[i][j]));
        return most;
    }

    /** Rank 0 gets all rows, prints how it went, and writes some points for the picture. */
    private void tell(int sweeps, double ms, String file) {
        double[][] mine = new double[rows][];
        for (int i = 0; i < rows; i++)
            mine[i] = now[i + 1];
        Object[] blocks = all.gather(mine, 0);
        if (rank != 0)
            return;
        double[][] whole = new double[n][];
        for (int r = 0; r < size; r++)
            System.arraycopy((double[][])blocks[r], 0, whole, first(r), first(r + 1) - first(r));
        double sum = 0;
        for (double[] row : whole)
            for (int j = 1; j <= n; j++)
                sum += row[j];
        System.out.printf("%d x %d points, %d ranks: %d sweeps, mean %.6f degC, middle %.4f degC%n", n, n, size, sweeps,
                          sum / n / n, (whole[(n - 1) / 2][(n + 1) / 2] + whole[n / 2][n / 2 + 1]) / 2);
        System.out.printf("time per sweep: %.3f ms%n", ms / sweeps);
        if (!file.equals("-"))
            write(whole, file);
    }

    private void write(double[][] whole, String file) {
        int step = Math.max(1, n / PICTURE);
        try (PrintWriter out = new PrintWriter(file)) {
            out.println("# x y temperature_degC; the plate is 1 x 1, its upper edge at y = 1");
            for (int i = step / 2; i < n; i += step) {
                for (int j = step / 2; j < n; j += step)
                    out.printf("%.4f %.4f %.4f%n", (j + 1.0) / (n + 1), 1 - (i + 1.0) / (n + 1), whole[i][j + 1]);
                out.println();
            }
        } catch (IOException e) {
            System.err.println("Jacobi: " + file + " cannot be written: " + e.getMessage());
            System.exit(1);
        }
        System.out.println("field written to " + file);
    }
}
