// What takes how long by the machine's clock. The first argument says what is timed; times are printed in microseconds.
import java.io.*;
import java.time.*;
import java.time.Clock;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;
import java.util.function.*;
import java.util.logging.*;
import jpi.*;

public class Clocks extends JApplication {
    public void Jmain(String[] args) {
        JComm all = JPI.COMM_WORLD;
        int me = all.rank();
        try {
            switch (args[0]) {
            case "clocks":
                clocks();
                break;
            case "count":
                all.barrier();
                long begin = System.nanoTime();
                loop();
                tell(me + " computed", begin);
                break;
            case "beside":
                beside(all, me);
                break;
            case "message":
                message(all, me, new byte[Integer.parseInt(args[1])]);
                break;
            case "thread":
                threads();
                break;
            case "serial":
                serial();
                break;
            }
        } catch (InterruptedException | IOException | ClassNotFoundException e) {
            System.out.println(e);
        }
    }

    private static void tell(String what, long begin) {
        System.out.println(what + " " + (System.nanoTime() - begin) / 1000);
    }

    /** 9 byte codes an iteration: iload, ldc, if_icmpge; iload, iload, iadd, istore; iinc; goto. */
    private static int loop() {
        int x = 0;
        for (int i = 0; i < 1000000; i++)
            x += i;
        return x;
    }

    private static void clocks() throws InterruptedException {
        int first = new Object().hashCode(); // while other threads of JPI might still begin
        LongSupplier nano = System::nanoTime;
        long ms = System.currentTimeMillis(), ns = System.nanoTime();
        System.out.println(Runtime.getRuntime().availableProcessors() + " processors");
        System.out.println("year " + (1970 + ms / 1000 / 86400 * 100 / 36525));
        System.out.println("same " + (Math.abs(new Date().getTime() - ms) < 10) +
                           (Math.abs(Instant.now().toEpochMilli() - ms) < 10) +
                           (Math.abs(nano.getAsLong() - ns) < 10_000_000));
        Thread.sleep(1500);
        Thread.sleep(0, 500_000);
        TimeUnit.SECONDS.sleep(2);
        System.out.println("slept " + (System.currentTimeMillis() - ms) / 100);
        System.out.println("random " + new Random().nextInt() + " " + new Random().nextInt() + " " + Math.random());
        System.out.println("hash " + first + " " + new Object().hashCode());
        dates(ms);
        waits();
        Runnable quits = () -> Runtime.getRuntime().exit(3);
        quits.run();
    }

    private static void dates(long ms) {
        int year = (int)(1970 + ms / 1000 / 86400 * 100 / 36525);
        boolean all = LocalDateTime.now().getYear() == year && LocalDate.now(ZoneId.of("Japan")).getYear() == year &&
                      ZonedDateTime.now().getYear() == year && Year.now().getValue() == year &&
                      Clock.systemUTC().instant().atZone(ZoneId.of("UTC")).getYear() == year &&
                      Calendar.getInstance().get(Calendar.YEAR) == year &&
                      new GregorianCalendar().get(Calendar.YEAR) == year &&
                      GregorianCalendar.getInstance().get(Calendar.YEAR) == year &&
                      Math.abs(new LogRecord(Level.INFO, "").getMillis() - ms) < 10_000;
        Supplier<Date> date = Date::new;
        Supplier<LocalDate> local = LocalDate::now;
        Supplier<GregorianCalendar> calendar = GregorianCalendar::new;
        Supplier<Random> chance = Random::new;
        all &= Math.abs(date.get().getTime() - System.currentTimeMillis()) < 10 && local.get().getYear() == year &&
               calendar.get().get(Calendar.YEAR) == year;
        System.out.println("chance " + chance.get().nextInt() + " " + new SplittableRandom().nextInt());
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8));
        Collections.shuffle(list);
        System.out.println("dates " + all + ", " + UUID.randomUUID() + " " + list);
    }

    /** Its default serialVersionUID counts the method. */
    static class Kept implements Serializable {
        int x = 3;

        public synchronized int get() {
            return x;
        }
    }

    interface Maker extends Supplier<Date>, Serializable {}

    private static Object again(Object o) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(o);
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    private static void serial() throws IOException, ClassNotFoundException {
        Maker makes = Date::new;
        Date made = ((Maker)again(makes)).get();
        System.out.println("made " + (Math.abs(made.getTime() - System.currentTimeMillis()) < 10));
        System.out.println("version " + ObjectStreamClass.lookup(Kept.class).getSerialVersionUID());
    }

    public static void main(String[] args) {
        System.out.println("version " + ObjectStreamClass.lookup(Kept.class).getSerialVersionUID());
    }

    private static void waits() throws InterruptedException {
        long begin = System.nanoTime();
        LockSupport.parkNanos(30_000_000);
        boolean open = new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
        System.out.println("waited " + open + " " + (System.nanoTime() - begin) / 10_000_000);
    }

    /**
     * Ranks 0 and 1 share a Java virtual machine: 0 computes, 1 waits for rank 2, which sends after 30 ms, and then
     * computes too.
     */
    private static void beside(JComm all, int me) throws InterruptedException {
        all.barrier();
        long begin = System.nanoTime();
        if (me == 2) {
            Thread.sleep(30);
            all.send("now", 1, 1);
            return;
        }
        if (me == 1)
            all.recv(2, 1);
        loop();
        tell(me + " computed", begin);
    }

    private static void message(JComm all, int me, byte[] bytes) throws InterruptedException {
        all.barrier();
        if (me == 0)
            Thread.sleep(50); // nothing of the barrier is under way any more
        if (me == 0) {
            long begin = System.nanoTime();
            all.send(bytes, 1, 1);
            all.recv(1, 2);
            System.out.println(System.nanoTime() - begin);
        } else {
            all.send(all.recv(0, 1), 0, 2);
        }
    }

    private void threads() throws InterruptedException {
        long begin = System.nanoTime();
        Thread other = new Thread(() -> {
            loop();
            JPI.COMM_WORLD.send("from a thread", 0, 1);
        });
        other.start();
        loop();
        System.out.println(JPI.COMM_WORLD.recv(0, 1));
        other.join();
        tell("both", begin);
    }
}
