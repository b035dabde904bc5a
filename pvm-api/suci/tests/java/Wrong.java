import jpi.Pvm;
import suci.*;

/** What cannot be, one line each: the exception that says so. */
public class Wrong {
    private static final class Counts extends Flow {
        int events;

        Counts(int window) {
            this.window = window;
        }

        @Override
        protected void event(int node, int event, State now) {
            events++;
        }
    }

    private static void fails(Runnable what) {
        try {
            what.run();
            System.out.println("nothing");
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        Suci suci = new Suci();
        fails(() -> new Suci(new SuciAddress("127.0.0.1", 0)));
        fails(() -> suci.flow("fast"));
        fails(() -> suci.flow(-1, 0, 1, 0, 0));
        fails(() -> suci.write(new byte[1]));
        fails(() -> suci.write(0, new byte[1], 2));
        fails(() -> suci.read(new byte[0]));
        fails(() -> suci.addresses().add(0, new SuciAddress(0)));
        suci.addresses().add(0, new SuciAddress(Pvm.mytid()));
        Counts good = new Counts(1), bad = new Counts(0);
        suci.flow(good);
        fails(() -> suci.flow(bad));
        suci.write("to myself".getBytes());
        byte[] in = new byte[20];
        int size = suci.read(in);
        suci.flush();
        System.out.println(new String(in, 0, size) + ", " + suci.unconfirmed() + " unconfirmed, " + (good.events > 0) + " " + bad.events);
        suci.close();
        fails(() -> suci.flush());
        Pvm.exit();
    }
}
