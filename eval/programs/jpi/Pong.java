// The ping-pong of the JPI paper's Figure 6, timed to the nanosecond: one round trip for each size, after one that
// opens the connection. usage: jrun -nt 2 Pong BYTES...
import jpi.*;

public class Pong extends JApplication {
    public void Jmain(String[] args) {
        boolean first = JPI.COMM_WORLD.rank() == 0;
        if (first)
            System.out.println("bytes\tround_trip_us");
        trip(first, 1);
        for (String size : args) {
            double us = trip(first, Integer.parseInt(size));
            if (first)
                System.out.printf("%s\t%.3f%n", size, us);
        }
    }

    private double trip(boolean first, int bytes) {
        if (!first) {
            JPI.COMM_WORLD.send(JPI.COMM_WORLD.recv(0, 100), 0, 200);
            return 0;
        }
        byte[] msg = new byte[bytes];
        long begin = System.nanoTime();
        JPI.COMM_WORLD.send(msg, 1, 100);
        msg = (byte[])JPI.COMM_WORLD.recv(1, 200);
        return (System.nanoTime() - begin) / 1e3;
    }
}
