// One way to fail, by the first argument.
import jpi.*;

public class Fails extends JApplication {
    private static final Object monitor = new Object();
    private static final java.util.List<String> all =
            java.util.Collections.synchronizedList(new java.util.ArrayList<>(java.util.List.of("one")));

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
        case "java": // a monitor that a class of Java's own takes: of rank 0 while it waits for a message
            if (me == 0)
                all.forEach(x -> JPI.COMM_WORLD.recv(1, 4));
            System.out.println(all.size());
            break;
        case "hooks":
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook of " + me)));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.exit(3)));
            Thread never = new Thread(() -> System.out.println("never printed"));
            Runtime.getRuntime().addShutdownHook(never);
            Runtime.getRuntime().removeShutdownHook(never);
            if (args.length > 1 && me == 0)
                Runtime.getRuntime().halt(Integer.parseInt(args[1]));
            System.out.println("rank " + me + " ends");
            return;
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
        case "another": // dies: the rank that is waited for lives
            if (me == 1)
                kill();
            if (me == 2) {
                pause();
                JPI.COMM_WORLD.send("hello", 0, 4);
            }
            if (me == 0) {
                System.out.println(JPI.COMM_WORLD.irecv(2, 4).get());
                JRequest none = JPI.COMM_WORLD.irecv(1, 4);
                try {
                    while (!none.test() || JPI.COMM_WORLD.probe(1, 5) == null)
                        pause();
                } catch (JException e) {
                    System.out.println("caught: " + e.getMessage());
                }
            }
            return;
        default:
            System.out.println("what? " + args[0]);
        }
        JPI.COMM_WORLD.recv((me + 1) % n, 9); // nobody sends that
    }

    private static void pause() {
        try {
            Thread.sleep(2000);
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }

    private static void kill() {
        try {
            Runtime.getRuntime().exec(new String[] {"kill", "-9", "" + ProcessHandle.current().pid()}).waitFor();
        } catch (java.io.IOException | InterruptedException e) {
            System.out.println(e);
        }
    }
}
