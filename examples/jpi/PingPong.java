// The program of the paper's Figure 6. Its one change: the longest message is an argument (in the figure 1 << 28).
import jpi.*;

class PingPong extends JApplication {
    public void Jmain(String[] args) {
        try {
            int rank = JPI.COMM_WORLD.rank();
            int size = JPI.COMM_WORLD.size();
            if (size != 2)
                System.exit(1);
            System.err.println("Thread " + rank + " on " + JPI.getProcessorName());
            int max = args.length > 0 ? Integer.parseInt(args[0]) : 1 << 28;
            for (int len = 1; len <= max; len <<= 1) {
                byte[] msg;
                if (rank == 0) {
                    msg = new byte[len];
                    long start = System.currentTimeMillis();
                    JPI.COMM_WORLD.send(msg, 1, 100);
                    msg = (byte[])JPI.COMM_WORLD.recv(1, 200);
                    long end = System.currentTimeMillis();
                    System.out.println("length=" + 2 * len + " time=" + (end - start));
                } else {
                    msg = (byte[])JPI.COMM_WORLD.recv(0, 100);
                    JPI.COMM_WORLD.send(msg, 0, 200);
                }
                msg = null;
                System.gc();
            }
        } catch (JException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }
}
