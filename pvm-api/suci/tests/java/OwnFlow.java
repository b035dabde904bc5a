import jpi.Pvm;
import suci.*;

/** 200 kB from one task to another by a flow control in Java, which halves its window when packets are lost. */
public class OwnFlow {
    private static final class Halves extends Flow {
        int least = 64, losses;

        Halves() {
            window = 32;
            resendAfterNs = 20_000_000;
        }

        @Override
        protected void event(int node, int event, State now) {
            if (event == LOSS || event == TIMEOUT) {
                window = Math.max(1, window / 2);
                own[0]++;
                losses += now.lost;
            } else if (event == ACK) {
                window = Math.min(32, window + 1);
            }
            least = Math.min(least, window);
            if (own[0] > 0 && now.underWay < 0)
                throw new IllegalStateException();
        }
    }

    public static void main(String[] args) {
        int parent = Pvm.parent();
        int[] other = {parent};
        if (parent == Pvm.NoParent)
            Pvm.spawn("jrun", new String[] {"-J-Xmx64m", "-task", "OwnFlow"}, Pvm.TaskDefault, null, other);
        Suci suci = new Suci();
        suci.addresses().add(0, new SuciAddress(other[0]));
        byte[] bytes = new byte[200000], in = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++)
            bytes[i] = (byte)(i * 31 >> 5);
        if (parent == Pvm.NoParent) {
            int n = suci.read(in);
            System.out.println(n + " bytes, " + java.util.Arrays.equals(in, bytes));
        } else {
            Halves flow = new Halves();
            suci.flow(flow);
            suci.write(bytes);
            suci.flush();
            System.out.println((flow.losses > 0) + " losses, least window below 32 " + (flow.least < 32));
        }
        suci.close(parent != Pvm.NoParent ? 0 : 1000000000L);
        Pvm.exit();
    }
}
