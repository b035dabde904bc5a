// Objects of all kinds from rank 0 to rank 1 and back: they come back equal. Prints what was wrong, then how many were
// tried.
import java.io.*;
import java.util.*;
import jpi.*;

public class Objects extends JApplication {
    static class Node implements Serializable {
        int value;
        Node next;
        transient int notSent = 7;
    }

    public static class Own implements Externalizable {
        int a;

        public void writeExternal(ObjectOutput out) throws java.io.IOException {
            out.writeInt(a + 1);
        }

        public void readExternal(ObjectInput in) throws java.io.IOException {
            a = in.readInt() - 1;
        }
    }

    static class Plain {}

    interface Named {
        String name();
    }

    static class Says implements java.lang.reflect.InvocationHandler, Serializable {
        public Object invoke(Object proxy, java.lang.reflect.Method m, Object[] args) {
            return m.getName();
        }
    }

    enum Colour { RED, BLUE }

    private int tried, wrong;

    public void Jmain(String[] args) {
        boolean together = args[0].equals("together");
        int big = args.length > 1 ? Integer.parseInt(args[1]) : 1 << 20;
        if (JPI.COMM_WORLD.rank() == 1) {
            answer();
            return;
        }
        for (Object o : samples(big))
            check(o, there(o));
        shapes(together);
        refusals(together);
        JPI.COMM_WORLD.send("end", 1, 9);
        System.out.println(tried + " tried, " + wrong + " wrong");
    }

    private void answer() {
        for (;;) {
            Object o = JPI.COMM_WORLD.recv(0, JHandle.ANY_TAG);
            if ("end".equals(o))
                return;
            JPI.COMM_WORLD.send(o, 0, 3);
        }
    }

    private Object there(Object o) {
        JPI.COMM_WORLD.send(o, 1, 2);
        return JPI.COMM_WORLD.recv(1, 3);
    }

    private static List<Object> samples(int big) {
        Map<String, int[]> map = new HashMap<>();
        map.put("one", new int[] {1, 2});
        byte[] bytes = new byte[big];
        for (int i = 0; i < big; i++)
            bytes[i] = (byte)(i * 31);
        List<Object> all = new ArrayList<>(Arrays.asList(
                null, new byte[0], bytes, new boolean[] {true, false, true}, new short[] {1, -2},
                new char[] {'a', '\u20ac'}, new int[] {Integer.MIN_VALUE, 3}, new long[] {Long.MAX_VALUE},
                new float[] {1.5f, Float.NaN}, new double[] {-0.0, Math.PI}, new double[0], "text \u00e4\u20ac", 42,
                3.5, 'c', true, new String[] {"a", null, "b"}, new int[][] {{1}, {}, {2, 3}},
                new Object[] {1, "two", new double[] {3}}, Colour.BLUE, new ArrayList<>(List.of(1, 2, 3)),
                new java.math.BigInteger("123456789012345678901234567890"), new int[0][0]));
        all.add(new java.util.GregorianCalendar(1994, 4, 5));
        all.add(java.util.TimeZone.getTimeZone("Asia/Tokyo"));
        all.add(new javax.security.auth.kerberos.KerberosPrincipal("a@B"));
        all.add(new java.util.TreeMap<>(Map.of("k", "v")));
        return all;
    }

    private void check(Object sent, Object came) {
        tell(java.util.Objects.deepEquals(sent, came),
             "not equal: " + (sent == null ? "null" : sent.getClass().getName()));
    }

    private void tell(boolean right, String what) {
        tried++;
        if (!right) {
            wrong++;
            System.out.println("wrong: " + what);
        }
    }

    /**
     * References within an object stay; an object itself is a reference in one Java virtual machine, a copy in
     * another.
     */
    private void shapes(boolean together) {
        Node a = new Node(), b = new Node();
        a.value = 1;
        b.value = 2;
        a.next = b;
        b.next = a;
        a.notSent = 8;
        Node c = (Node)there(a);
        tell(c.value == 1 && c.next.value == 2 && c.next.next == c, "a ring of two");
        tell(together == (c == a), "the object itself or a copy");
        tell(c.notSent == (together ? 8 : 0), "a transient field");
        int[] shared = {5};
        Object[] twice = (Object[])there(new Object[] {shared, shared});
        tell(twice[0] == twice[1], "one object twice");
        Named n = (Named)java.lang.reflect.Proxy.newProxyInstance(Objects.class.getClassLoader(),
                                                                  new Class<?>[] {Named.class}, new Says());
        tell(((Named)there(n)).name().equals("name"), "a proxy");
        Own own = new Own();
        own.a = 11;
        tell(((Own)there(own)).a == 11, "Externalizable");
    }

    private void refusals(boolean together) {
        if (!together) {
            expect("an object of class Objects$Plain cannot be sent: it does not implement java.io.Serializable",
                   () -> there(new Plain()));
            expect("an object of class java.lang.Object cannot be sent: it does not implement java.io.Serializable",
                   () -> there(new Object[] {new Object()}));
        }
        expect("send: dst 2: a rank is wanted, 0 to 1", () -> JPI.COMM_WORLD.send(1, 2, 0));
        expect("send: dst -1: a rank is wanted, 0 to 1", () -> JPI.COMM_WORLD.send(1, -1, 0));
        expect("send: tag -5: 0 or more is wanted", () -> JPI.COMM_WORLD.send(1, 1, -5));
        expect("recv: src 7: a rank is wanted, 0 to 1", () -> JPI.COMM_WORLD.recv(7, 0));
        expect("recv: tag -2: 0 or more, or ANY_TAG, is wanted", () -> JPI.COMM_WORLD.recv(1, -2));
        String[] said = new String[1];
        Thread t = new Thread(() -> {
            try {
                JPI.COMM_WORLD.probe(1, 1);
            } catch (JException e) {
                said[0] = e.getMessage();
            }
        }, "mine");
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            said[0] = "interrupted";
        }
        tell(said[0] == null, "a thread of the program's own: " + said[0]);
    }

    private void expect(String text, Runnable call) {
        try {
            call.run();
            tell(false, "no exception: " + text);
        } catch (JException e) {
            tell(text.equals(e.getMessage()), e.getMessage());
        }
    }
}
