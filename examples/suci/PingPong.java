import jpi.Pvm;
import suci.Suci;
import suci.SuciAddress;

/** Figure 8 of Suci's paper: for each packet size, a packet there and back, each end resending until all is confirmed. */
public class PingPong {
    public static void main(String[] args) {
        int repetitions = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        int parent = Pvm.parent();
        boolean server = parent != Pvm.NoParent;
        int[] other = {parent};
        if (!server)
            Pvm.spawn("jrun", new String[] {"-J-Xmx64m", "-task", "PingPong", "" + repetitions}, Pvm.TaskDefault, null, other);
        Suci suci = new Suci();
        suci.addresses().add(0, new SuciAddress(other[0]));
        for (int full = 100; full <= 100000; full *= 10) {
            byte[] sendBuf = new byte[full], readbuf = new byte[full];
            long start = System.currentTimeMillis();
            for (int i = 0; i < repetitions; i++) {
                if (server)
                    receive(suci, readbuf, full);
                suci.write(sendBuf);
                suci.flush(); // resend until all packets are confirmed
                if (!server)
                    receive(suci, readbuf, full);
            }
            long end = System.currentTimeMillis();
            if (!server)
                System.out.println(full + " bytes: round trip " + (end - start) / (double)repetitions + " ms");
        }
        suci.close(server ? 0 : 1000000000L);
        Pvm.exit();
    }

    private static void receive(Suci suci, byte[] readbuf, int full) {
        int size, recvSize = 0;
        while ((size = suci.read(readbuf)) > 0) {
            suci.ack(); // an ACK for the packet received
            recvSize += size;
            if (recvSize >= full)
                break;
        }
    }
}
