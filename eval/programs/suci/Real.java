import java.io.IOException;
import java.net.*;
import suci.*;

/** Suci for Java, or TCP in Java, on this computer without a PVM: Real tcp|suci PORT OTHER. The lower port takes first. The other one prints what
 * the first message took with all that opens its end, and of 1000 round trips of each size the shortest. */
public class Real {
    private static Suci suci;
    private static Socket socket;

    private static void open(boolean tcp, int port, int other) throws IOException {
        if (port < other && !tcp)
            System.out.println("ready");
        if (!tcp) {
            suci = new Suci(new SuciAddress("127.0.0.1", port));
            suci.flow(32, 0, 1, 0, 0);
            suci.addresses().add(0, new SuciAddress("127.0.0.1", other));
            return;
        }
        if (port < other)
            try (ServerSocket door = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                System.out.println("ready");
                socket = door.accept();
            }
        else
            socket = new Socket(InetAddress.getLoopbackAddress(), other);
        socket.setTcpNoDelay(true);
    }

    private static void give(byte[] bytes) throws IOException {
        if (suci == null) {
            socket.getOutputStream().write(bytes);
            return;
        }
        suci.write(bytes);
        suci.flush();
    }

    private static void take(byte[] bytes) throws IOException {
        for (int got = 0; got < bytes.length;)
            got += suci == null ? socket.getInputStream().read(bytes) : suci.read(bytes);
    }

    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(args[1]), other = Integer.parseInt(args[2]);
        long begin = System.nanoTime();
        open(args[0].equals("tcp"), port, other);
        for (int size = 100, first = 1; size <= 100000; size *= 10) {
            byte[] bytes = new byte[size];
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 1000; i++) {
                long start = System.nanoTime();
                if (port < other)
                    take(bytes);
                give(bytes);
                if (port > other && first == 1)
                    System.out.printf(java.util.Locale.ROOT, "%s in Java, opened and 100 byte sent\t%.1f\tms%n", args[0], (System.nanoTime() - begin) / 1e6);
                first = 0;
                if (port > other)
                    take(bytes);
                least = Math.min(least, System.nanoTime() - start);
            }
            if (port > other)
                System.out.printf(java.util.Locale.ROOT, "%s in Java, shortest round trip of %d byte\t%.1f\tus%n", args[0], size, least / 1e3);
        }
        if (suci != null)
            suci.close(port < other ? 0 : 300000000L);
    }
}
