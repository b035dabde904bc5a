// One way to fail, by the first argument.
import jpi.*;

public class Fails extends JApplication {
    private static final Object monitor = new Object();

    public void Jmain(String[] args) {
        int me = JPI.COMM_WORLD.rank(), n = JPI.COMM_WORLD.size();
        switch (args[0]) {
        case "exception":
            if (me == 1)
                throw new IllegalStateException("for the test");
            break;
        case "exit":
            if (me == 1)
                System.exit(7);
            break;
        case "exit0":
            try {
                System.out.println("rank " + me + " ends");
                System.exit(0);
            } finally {
                System.out.println("never printed");
            }
            break;
        case "killed":
            if (me == 1)
                kill();
            break;
        case "memory":
            if (me == 1) {
                java.util.List<byte[]> all = new java.util.ArrayList<>();
                for (;;)
                    all.add(new byte[1 << 22]);
            }
            break;
        case "monitor":
            synchronized (monitor) {
                JPI.COMM_WORLD.recv(me == 0 ? 1 : 0, 4);
            }
            break;
        case "wait":
            synchronized (this) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            break;
        case "spin":
            for (long i = 0;; i++)
                if (i < 0)
                    break;
            break;
        case "caught":
            if (me == 1)
                kill();
            try {
                JPI.COMM_WORLD.recv(1, 4);
            } catch (JException e) {
                System.out.println("caught: " + e.getMessage());
            }
            return;
        default:
            System.out.println("what? " + args[0]);
        }
        JPI.COMM_WORLD.recv((me + 1) % n, 9); // nobody sends that
    }

    private static void kill() {
        try {
            Runtime.getRuntime().exec(new String[] {"kill", "-9", "" + ProcessHandle.current().pid()}).waitFor();
        } catch (java.io.IOException | InterruptedException e) {
            System.out.println(e);
        }
    }
}
