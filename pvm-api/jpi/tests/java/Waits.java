// Java's own synchronization between ranks of one Java virtual machine, by the machine's clock. The first argument says which; rank 0 and
// rank 1 (of some: 2) print when they went on, in milliseconds since they met.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.IntStream;
import jpi.*;

public class Waits extends JApplication {
    private static final Object monitor = new Object();
    private static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
    private static final SynchronousQueue<String> hand = new SynchronousQueue<>();
    private static final CountDownLatch latch = new CountDownLatch(1), other = new CountDownLatch(1);
    private static final Semaphore semaphore = new Semaphore(1);
    private static final CyclicBarrier barrier = new CyclicBarrier(2);
    private static final Phaser phaser = new Phaser(2);
    private static final Exchanger<String> exchanger = new Exchanger<>();
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition condition = lock.newCondition();
    private static final ReadWriteLock both = new ReentrantReadWriteLock();
    private static final StampedLock stamped = new StampedLock();
    private static final CompletableFuture<String> future = new CompletableFuture<>();
    private static final AtomicBoolean flag = new AtomicBoolean();
    private static final Thread[] threads = new Thread[2];
    private static int shared;
    private long begin;
    private int me;

    public void Jmain(String[] args) {
        me = JPI.COMM_WORLD.rank();
        JPI.COMM_WORLD.barrier();
        begin = System.nanoTime();
        threads[me % 2] = Thread.currentThread();
        try {
            for (String what : args)
                getClass().getDeclaredMethod(what).invoke(this);
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.println(me + " " + e.getCause());
        } catch (ReflectiveOperationException e) {
            System.out.println(e);
        }
    }

    private void say(String what) {
        double ms = (System.nanoTime() - begin) / 1e6;
        System.out.printf(java.util.Locale.ROOT, "%d %s %.3f%n", me, what, ms);
    }

    void monitor() throws InterruptedException {
        if (me == 1)
            Thread.sleep(5);
        synchronized (monitor) {
            say("in");
            Thread.sleep(20);
        }
        say("out");
    }

    private static synchronized int add(int n, int ms) throws InterruptedException {
        int before = shared;
        Thread.sleep(ms);
        return shared = before + n;
    }

    void method() throws InterruptedException {
        for (int i = 0; i < 3; i++)
            add(1, 10);
        JPI.COMM_WORLD.barrier();
        say("sum " + shared);
    }

    private synchronized void fails() {
        throw new IllegalStateException("inside");
    }

    void thrown() throws InterruptedException {
        synchronized (monitor) {
            try {
                fails();
            } catch (IllegalStateException e) {
                say(e.getMessage() + " " + e.getStackTrace()[0].getMethodName());
            }
        }
        synchronized (this) {
            say("again");
        }
    }

    void told() throws InterruptedException {
        synchronized (monitor) {
            if (me == 0) {
                monitor.wait();
                say("told");
                Thread.sleep(5);
                monitor.wait(50);
                say("not told");
                monitor.wait(0, 500_000);
                say("half a millisecond");
            } else {
                Thread.sleep(30); // it holds the monitor: rank 0 cannot have it yet
                monitor.notifyAll();
                Thread.sleep(10);
            }
        }
        say("out");
    }

    void nobody() throws InterruptedException {
        try {
            monitor.notify();
        } catch (IllegalMonitorStateException e) {
            say("not mine");
        }
    }

    void queue() throws InterruptedException {
        for (int i = 1; i <= 3; i++)
            if (me == 0) {
                Thread.sleep(10);
                queue.put(i);
            } else {
                say("got " + queue.take());
                if (i == 2)
                    Thread.sleep(50); // the third waits in the queue
            }
        if (me == 1)
            say("poll " + queue.poll(25, TimeUnit.MILLISECONDS));
    }

    void hand() throws InterruptedException {
        if (me == 0)
            Thread.sleep(15);
        if (me == 0)
            hand.put("a hand");
        else
            say("took " + hand.take());
        say("poll " + hand.poll(10, TimeUnit.MILLISECONDS));
    }

    void latch() throws InterruptedException {
        if (me == 0) {
            Thread.sleep(30);
            latch.countDown();
        } else {
            say("open " + latch.await(50, TimeUnit.MILLISECONDS));
            say("open " + other.await(50, TimeUnit.MILLISECONDS));
        }
    }

    void park() throws InterruptedException {
        if (me == 0) {
            LockSupport.parkNanos(30_000_000);
            say("parked");
            LockSupport.park();
            say("unparked");
        } else {
            Thread.sleep(40);
            LockSupport.unpark(threads[0]);
        }
    }

    void semaphore() throws InterruptedException {
        semaphore.acquire();
        say("has");
        Thread.sleep(10);
        semaphore.release();
    }

    void barrier() throws InterruptedException, BrokenBarrierException {
        Thread.sleep(10 * me);
        barrier.await();
        say("barrier");
        Thread.sleep(10 * me);
        phaser.arriveAndAwaitAdvance();
        say("phase");
        Thread.sleep(10 - 10 * me);
        say(exchanger.exchange("of " + me));
    }

    void condition() throws InterruptedException {
        lock.lock();
        try {
            if (me == 0) {
                long left = condition.awaitNanos(100_000_000);
                say("left " + left / 1_000_000);
                say("signalled " + condition.await(7, TimeUnit.MILLISECONDS));
            } else {
                Thread.sleep(60);
                condition.signal();
            }
        } finally {
            lock.unlock();
        }
        if (me == 1)
            say("try " + lock.tryLock(1, TimeUnit.MILLISECONDS));
        else
            Thread.sleep(10);
        if (lock.isHeldByCurrentThread())
            lock.unlock();
    }

    void readers() throws InterruptedException {
        Lock mine = me == 2 ? both.writeLock() : both.readLock();
        if (me == 2)
            Thread.sleep(1);
        mine.lock();
        say("lock");
        Thread.sleep(10);
        mine.unlock();
        JPI.COMM_WORLD.barrier();
        if (me == 0)
            stamped.writeLock();
        else
            Thread.sleep(1);
        say("stamp " + (stamped.tryReadLock(5, TimeUnit.MILLISECONDS) != 0));
    }

    void future() throws Exception {
        if (me == 0) {
            Thread.sleep(20);
            future.complete("done");
        } else {
            try {
                future.get(5, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                say("not yet");
            }
            say(future.get());
        }
    }

    /** Threads of the program's own take turns and simulated time, as the ranks. */
    void pool() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Integer>> sleeps = new ArrayList<>();
        for (int n = 0; n < 5; n++) {
            int ms = 20 * n;
            sleeps.add(() -> {
                Thread.sleep(ms);
                return ms;
            });
        }
        int sum = 0;
        for (Future<Integer> f : pool.invokeAll(sleeps)) // 0 20 60 | 40 80 -> one thread 0 20 60, the other 0 40, 80
            sum += f.get();
        say("slept " + sum);
        pool.shutdown();
        say("ended " + pool.awaitTermination(1, TimeUnit.SECONDS));
        Thread t = new Thread(() -> {
            LockSupport.parkNanos(10_000_000);
            synchronized (monitor) {
                flag.set(true);
                monitor.notifyAll();
            }
        });
        synchronized (monitor) {
            t.start();
            while (!flag.get())
                monitor.wait();
        }
        t.join();
        say("a thread " + t.isAlive());
    }

    void later() throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        say("scheduled " + pool.schedule(() -> 7, 30, TimeUnit.MILLISECONDS).get());
        try {
            new CompletableFuture<Integer>().orTimeout(70, TimeUnit.MILLISECONDS).get();
        } catch (ExecutionException e) {
            say(e.getCause().getClass().getSimpleName());
        }
        AtomicInteger ticks = new AtomicInteger();
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                if (ticks.incrementAndGet() == 3)
                    cancel();
            }
        }, 10, 20);
        Thread.sleep(100);
        say("ticks " + ticks);
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                say("awake");
            }
        });
        sleeper.start();
        sleeper.join(15);
        say("joined " + !sleeper.isAlive());
        sleeper.interrupt();
        sleeper.join();
        say("sum " + IntStream.range(0, 1000).parallel().sum() + " " +
            CompletableFuture.supplyAsync(() -> 42).get());
        new Thread(() -> JPI.COMM_WORLD.send("of its own", me, 1)).start();
        say(JPI.COMM_WORLD.recv(me, 1) + ""); // the pool and the timer are left waiting
    }

    /** A thread, no daemon, sleeps again when the rank, which has made the machine's last call, has ended. */
    void left() throws InterruptedException {
        new Thread(() -> {
            LockSupport.parkNanos(10_000_000);
            JPI.COMM_WORLD.send("on", me, 1);
            for (int i = 0; i < 20; i++)
                LockSupport.parkNanos(10_000_000);
            say("left");
        }).start();
        Thread.sleep(1);
        JPI.COMM_WORLD.recv(me, 1);
    }

    void spin() throws InterruptedException {
        if (me == 0) {
            Thread.sleep(10);
            flag.set(true);
        } else {
            while (!flag.get())
                Thread.yield();
            say("seen");
        }
    }

    /** Rank 1 wakes rank 0 from the one; the other finds it interrupted. */
    private void woken(String said, Callable<?> one, Callable<?> other) throws Exception {
        Thread.sleep(me == 1 ? 10 : 0);
        if (me == 1)
            threads[0].interrupt();
        for (int i = 0; me == 0 && i < 2; i++)
            try {
                if (i == 1)
                    Thread.currentThread().interrupt();
                (i == 0 ? one : other).call();
            } catch (InterruptedException e) {
                say(said + (i == 0 ? "" : " again"));
            }
    }

    void stop() throws Exception {
        woken("stopped", () -> {
            synchronized (monitor) {
                monitor.wait();
            }
            return null;
        }, queue::take);
    }

    void sleeper() throws Exception {
        Callable<?> sleeps = () -> {
            Thread.sleep(1000);
            return null;
        };
        woken("awake", sleeps, sleeps);
    }

    private static class Sleeper extends Thread {
        public void run() {
            try {
                sleep(20); // of this class, by the byte code
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        }
    }

    private static class Idle extends Thread {
        public static void sleep(long ms) {
            System.out.println("0 sleep " + ms + ".0");
        }
        public void run() {
            sleep(5);
        }
    }

    void own() throws Exception {
        new Idle().run();
        Thread t = new Sleeper() {};
        t.start();
        t.join();
        TimeUnit.MILLISECONDS.sleep(-5);
        java.io.PrintStream usual = System.out;
        java.io.ByteArrayOutputStream kept = new java.io.ByteArrayOutputStream();
        System.setOut(new java.io.PrintStream(kept));
        System.out.print("kept");
        System.setOut(usual);
        int code = new ProcessBuilder("true").start().onExit().thenApplyAsync(Process::exitValue).get();
        say("kept " + kept.size() + " " + code + " " + new ProcessBuilder("sleep", "3").start().waitFor());
    }

    private static volatile boolean finalizes;
    protected void finalize() {
        while (finalizes = true)
            ;
    }

    /** A thread of Java's own computes from now on, as its compiler may. */
    void busy() {
        new Waits();
        for (int i = 0; i < 1000 && !finalizes; i++)
            System.gc();
    }

    /** Who has ended a process waits for messages as before: he does not poll, even for a thread that is parked. */
    void heard() throws Exception {
        Thread parked = new Thread(java.util.concurrent.locks.LockSupport::park);
        parked.setDaemon(true);
        parked.start();
        if (me == 0)
            new ProcessBuilder("true").start().waitFor();
        else
            Thread.sleep(200);
        JPI.COMM_WORLD.barrier();
        say("heard");
    }

    /** What Java's own thread has been woken for, and has not begun yet, is no deadlock. */
    void ended() throws Exception {
        for (int i = 0; i < 100; i++) {
            Process p = new ProcessBuilder("true").start();
            while (p.isAlive())
                ;
            loop();
            p.onExit().get();
        }
    }

    /** A thread of the program's own interrupts a rank that waits. */
    void outside() throws InterruptedException {
        Thread rank = Thread.currentThread();
        new Thread(() -> {
            try {
                Thread.sleep(30);
            } catch (InterruptedException e) {
                System.exit(1);
            }
            rank.interrupt();
        }).start();
        try {
            synchronized (this) {
                wait();
            }
        } catch (InterruptedException e) {
            say("interrupted");
        }
    }

    /** 9 byte codes an iteration, as in Clocks.java. */
    private static int loop() {
        int x = 0;
        for (int i = 0; i < 1000000; i++)
            x += i;
        return x;
    }

    void computing() {
        synchronized (monitor) {
            loop();
        }
        say("in turns");
        JPI.COMM_WORLD.barrier();
        loop();
        say("beside");
    }

    void dead() throws Exception {
        if (me == 0) {
            new ProcessBuilder("true").start().waitFor();
            queue.take();
        }
        synchronized (this) {
            wait();
        }
    }
}
