import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import jpi.Pvm;
import suci.Suci;
import suci.SuciAddress;

/** Figures 6 and 7 of Suci's paper: the sender of a file, and its receiver, whose clock starts before anything has come. */
public class FileTransfer {
    public static void main(String[] args) throws IOException {
        int parent = Pvm.parent();
        int[] other = {parent};
        if (parent == Pvm.NoParent)
            Pvm.spawn("jrun", new String[] {"-J-Xmx64m", "-task", "FileTransfer", args[0]}, Pvm.TaskDefault, null, other);
        Suci suci = new Suci();
        suci.addresses().add(0, new SuciAddress(other[0]));
        int full = (int)Files.size(Paths.get(args[0]));
        if (parent != Pvm.NoParent)
            send(suci, args[0]);
        else
            receive(suci, full);
        suci.close(parent != Pvm.NoParent ? 0 : 1000000000L);
        Pvm.exit();
    }

    /** Figure 6. */
    private static void send(Suci suci, String file) throws IOException {
        byte[] sendBuf = Files.readAllBytes(Paths.get(file));
        suci.write(sendBuf);
        suci.flush(); // resend until all packets are confirmed
    }

    /** Figure 7. */
    private static void receive(Suci suci, int full) {
        byte[] readbuf = new byte[1472];
        int size, recvSize = 0;
        long start = System.currentTimeMillis();
        while ((size = suci.read(readbuf)) > 0) {
            suci.ack(); // an ACK for the packet received
            recvSize += size;
            if (recvSize >= full)
                break;
        }
        long end = System.currentTimeMillis();
        System.out.println(recvSize + " bytes in " + (end - start) + " ms");
    }
}
