package jpi;

import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** A Java virtual machine that holds ranks: one PVM task. Started by JRun; `java jpi.Worker` is for nobody else. */
public final class Worker {
    final Costs costs = new Costs();
    final Names names = new Names();
    final Scheduler scheduler = new Scheduler(this, costs.processors);
    final Output output = new Output(this);
    Inbox inbox;
    Plan plan;

    private final int master;
    private int me; // number in the plan
    private final boolean[] dead;
    private Loader loader;
    private final Map<Integer, Random> randoms = new HashMap<>();
    private final Map<Integer, Integer> contexts = new HashMap<>();
    private boolean over; // guarded by this
    private final int[] about = new int[3];
    private final int[] head = new int[Packet.HEAD_WORDS];
    private final long sends = names.lasting("jpi send");

    private Worker(int master, Plan plan) {
        this.master = master;
        this.plan = plan;
        inbox = new Inbox(plan.workerOf.length);
        dead = new boolean[plan.tids.length];
    }

    /** Not for programs. */
    public static void main(String[] args) throws InterruptedException {
        Native.open();
        int tid = Native.mytid(), parent = Native.parent();
        if (parent < 0) {
            System.err.println("jpi.Worker: is started by jpi.JRun, and by nobody else");
            Native.end(2);
        }
        if (args.length > 0)
            Native.chdir(args[0]);
        Signals.end();
        if (!Native.onSimulated())
            Pvm.notify0(Pvm.TaskExit, Packet.PVM_TAG, new int[] {parent}); // the simulated machine ends all with the master
        List<Packet> early = new ArrayList<>();
        Plan plan = (Plan)Wire.objectOf(Wire.SERIALIZED, started(early), Worker.class.getClassLoader());
        Worker w = new Worker(parent, plan);
        early.forEach(w.inbox::put);
        try {
            w.run(tid);
        } catch (RuntimeException | Error e) { // the ranks' threads are no daemons
            e.printStackTrace();
            Native.end(1);
        }
    }

    /**
     * The plan, serialized. Other workers may have been told before this one, and their ranks have sent it something.
     */
    private static Object started(List<Packet> early) {
        int[] about = new int[3], head = new int[Packet.HEAD_WORDS];
        for (;;) {
            Native.receive(Packet.PVM_TAG, -1, about);
            if (about[0] < 4 * Packet.HEAD_WORDS)
                Native.end(1); // the master has ended
            Native.unpackHead(head);
            Object body = Wire.unpacked(head[Packet.FORM], head[Packet.BYTES]);
            if (head[0] == Packet.START)
                return body;
            if (head[0] == Packet.DATA)
                early.add(Packet.of(head, body));
        }
    }

    private void run(int tid) throws InterruptedException {
        for (int w = 0; w < plan.tids.length; w++)
            if (plan.tids[w] == tid)
                me = w;
        loader = new Loader(costs.bytecodeNs > 0, Parking::install);
        output.redirect();
        Constructor<?> constructor = constructor();
        int[] world = new int[plan.workerOf.length];
        for (int r = 0; r < world.length; r++)
            world[r] = r;
        for (int r = 0; r < world.length; r++)
            if (plan.workerOf[r] == me)
                scheduler.add(strand(constructor, r, world));
        new Watch(this).start();
        // From here on no thread but the strands hashes an object or loads a class: identity hash codes are numbers in
        // the order in which they are taken, and a program's are to be the same in each run.
        synchronized (this) {
            scheduler.begin();
            while (!over)
                wait();
        }
        tell(Packet.DONE);
        while (hear(-1))
            ; // until BYE
    }

    private void tell(int kind) {
        Native.send(master, Packet.PVM_TAG, Packet.head(kind, 0, 0, Wire.NULL, 0), null, 0, 0);
    }

    /** null: an ordinary class with a main, of which each rank has its own, as a process of MPI has. */
    private Constructor<?> constructor() {
        try {
            Class<?> program = Class.forName(plan.program, false, loader);
            if (!JApplication.class.isAssignableFrom(program))
                return null;
            Constructor<?> c = program.getDeclaredConstructor();
            c.setAccessible(true);
            return c;
        } catch (ReflectiveOperationException | LinkageError e) {
            abort(2, "jpi.JRun: class " + plan.program + " on " + plan.nodes[me] + ": " + e + "\n");
            throw new JException("unreachable");
        }
    }

    private Strand strand(Constructor<?> constructor, int rank, int[] world) {
        ClassLoader own = constructor != null ? loader : new Loader(costs.bytecodeNs > 0, Parking::install);
        return Strand.make(this, rank, "rank " + rank, own, me -> {
            JComm all = new JComm(me, 0, world, rank), self = new JComm(me, newContext(rank), new int[] {rank}, 0);
            me.handle = new JHandle(all, self, plan.nodes[this.me]);
            try {
                if (constructor == null) {
                    java.lang.reflect.Method main = Class.forName(plan.program, true, own).getMethod("main", String[].class);
                    main.setAccessible(true);
                    main.invoke(null, (Object)plan.arguments.clone());
                    return;
                }
                JApplication program = (JApplication)constructor.newInstance();
                program.begin(me.handle);
                program.Jmain(plan.arguments.clone());
            } catch (InvocationTargetException e) {
                failed(me, e.getCause());
            } catch (ReflectiveOperationException e) {
                failed(me, e);
            }
        });
    }

    // ---- who calls ------------------------------------------------------------------------------------------------

    /** The strand that the caller is, which has the turn; null for Java's own threads. */
    static Strand holder() {
        return Strand.of(Thread.currentThread());
    }

    /** The same for JPI's calls. */
    static Strand current(String call) {
        Strand s = holder();
        if (s == null)
            throw new JException(
                    call + " in thread \"" + Thread.currentThread().getName() +
                    "\": JPI's calls are for ranks and the threads that they start");
        return s;
    }

    /** A context that nobody else has: each rank has numbers of its own. */
    long newContext(int rank) {
        int n = contexts.merge(rank, 1, Integer::sum);
        return (long)(rank + 1) << 32 | 2L * n;
    }

    Random random(int rank) {
        return randoms.computeIfAbsent(rank, r -> new Random(r));
    }

    // ---- messages of ranks ----------------------------------------------------------------------------------------

    void send(Strand s, Object msg, Packet p) {
        int to = plan.workerOf[p.destination];
        if (to == me) {
            s.scheduler.settle(s, costs.localNs);
            p.object = msg;
            inbox.put(p);
            scheduler.wake();
            return;
        }
        Wire wire = new Wire(msg);
        s.scheduler.settle(s, costs.sendNs + costs.bytes(wire.bytes));
        Native.enter(sends);
        try {
            Native.send(plan.tids[to], Packet.PVM_TAG, p.head(wire.form, wire.bytes), wire.array, 0, wire.bytes);
        } finally {
            Native.leave();
        }
    }

    /** A receive begins. */
    PendingReceive post(Strand s, PendingReceive receive) {
        s.scheduler.settle(s, 0);
        inbox.add(receive);
        return receive;
    }

    /** It ends. */
    Object take(Strand s, PendingReceive receive) {
        scheduler.await(s, () -> receive.got != null || hopeless(receive), receive.shown());
        if (receive.got == null)
            inbox.forget(receive);
        Packet p = lookedAt(receive.got, receive);
        if (p.form == Wire.REFERENCE)
            return p.object;
        int bytes = p.object == null ? 0 : lengthOf(p.object);
        s.scheduler.settle(s, costs.recvNs + costs.newObjectNs + costs.bytes(bytes));
        return Wire.objectOf(p.form, p.object, loader);
    }

    /** p, unless nobody can send it any more. */
    Packet lookedAt(Packet p, PendingReceive receive) {
        if (p == null)
            throw new JException.Died(receive.shown() + ": " + death(receive));
        return p;
    }

    private static int lengthOf(Object array) {
        return new Wire(array).bytes;
    }

    /** Can nobody send it any more, or, where anybody may, has somebody died who might have? */
    boolean hopeless(PendingReceive receive) {
        if (receive.worldSource >= 0)
            return dead[plan.workerOf[receive.worldSource]];
        for (boolean d : dead)
            if (d)
                return true;
        return false;
    }

    private String death(PendingReceive receive) {
        int w = 0;
        if (receive.worldSource >= 0)
            w = plan.workerOf[receive.worldSource];
        else
            while (!dead[w])
                w++;
        String who = receive.worldSource >= 0 ? "rank " + receive.worldSource + " has"
                                           : plan.ranksOf(w) + (plan.ranksOf(w).startsWith("ranks") ? " have" : " has");
        return who + " died with the process of " + plan.nodes[w];
    }

    // ---- messages of Java virtual machines ------------------------------------------------------------------------

    /** Takes one message in; false if none came within timeoutNs (-1: waits), or if it was the last one of all. */
    boolean hear(long timeoutNs) {
        if (Native.receive(Packet.PVM_TAG, timeoutNs, about) == 0)
            return false;
        if (about[0] < 4 * Packet.HEAD_WORDS)
            Native.end(1); // the master has ended
        Native.unpackHead(head);
        switch (head[0]) {
        case Packet.DATA:
            inbox.put(Packet.of(head, Wire.unpacked(head[Packet.FORM], head[Packet.BYTES])));
            return true;
        case Packet.DEATH:
            dead[head[1]] = true;
            return true;
        case Packet.BYE:
            Native.exit();
            Native.end(0);
            return false;
        default:
            return true;
        }
    }

    void tellMaster(int kind, int a, int b, byte[] bytes) {
        Native.send(master, Packet.PVM_TAG, Packet.head(kind, a, b, Wire.ARRAY, bytes.length), bytes, 0, bytes.length);
    }

    // ---- ends -----------------------------------------------------------------------------------------------------

    synchronized void allEnded() {
        over = true;
        notify();
    }

    /** The whole run ends with this code; JRun prints the text, and ends this process too. Does not return. */
    void abort(int code, String text) {
        tellMaster(Packet.ABORT, code, 0, text.getBytes(StandardCharsets.UTF_8));
        for (;;)
            hear(-1);
    }

    /** Strands wait for each other, and nobody else could end that. */
    void stuck(List<Strand> waiting) {
        StringBuilder text = new StringBuilder("jpi: on " + plan.nodes[me] + " all wait for each other: ");
        for (Strand s : waiting)
            text.append(s == waiting.get(0) ? "" : "; ").append(s.thread.getName()).append(" in ").append(s.waitsFor)
                    .append(" at ").append(placeOf(s));
        abort(1, text + "\n");
    }

    /** Where in the user's program it is. */
    private static String placeOf(Strand s) {
        for (StackTraceElement e : s.thread.getStackTrace())
            if (!isOurs(e) && !e.getClassName().startsWith("java.") && !e.getClassName().startsWith("jdk."))
                return e.toString().replace(Locking.INNER, "");
        return "an unknown place";
    }

    /** An exception came out of the user's program. */
    void failed(Strand s, Throwable t) {
        String text = "jpi: " + s.thread.getName() + " on " + plan.nodes[me] + ": ";
        ShutdownHooks.run();
        scheduler.settle(s, 0);
        output.flush(s);
        abort(1, t instanceof JException.Died ? text + t.getMessage() + "\n" : text + trace(t));
    }

    /** The trace down to the user's program; below it is only this library. */
    private static String trace(Throwable t) {
        List<StackTraceElement> frames = new ArrayList<>(List.of(t.getStackTrace()));
        while (!frames.isEmpty() && isOurs(frames.get(frames.size() - 1)))
            frames.remove(frames.size() - 1);
        t.setStackTrace(frames.toArray(new StackTraceElement[0]));
        StringWriter text = new StringWriter();
        t.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static boolean isOurs(StackTraceElement e) {
        return e.getClassName().startsWith("jpi.") || e.getClassName().equals("java.lang.Thread") || e.getClassName().startsWith("java.lang.reflect.") ||
                e.getClassName().startsWith("jdk.internal.");
    }

    /** After the last strand has ended: shutdown hooks, as the last one's doing. */
    void lastOrders(Strand last) {
        if (ShutdownHooks.none())
            return;
        scheduler.add(Strand.make(this, last.rank, last.thread.getName() + "'s shutdown hooks", loader,
                                  me -> ShutdownHooks.run()));
    }

    /** System.exit: 0 ends the rank, another code the run. hooks: false for Runtime.halt. */
    static void exit(int code, boolean hooks) {
        Strand s = holder();
        if (ShutdownHooks.runIn(Thread.currentThread()))
            throw new ShutdownHooks.Over();
        if (Task.runs()) {
            Task.exit(code, hooks);
        } else if (s == null) {
            Native.end(code); // a thread of Java's own: nothing may be asked of PVM
        } else if (code == 0) {
            s.endHere();
        } else {
            if (hooks)
                ShutdownHooks.run();
            s.scheduler.settle(s, 0);
            s.worker.output.flush(s);
            s.worker.abort(code & 255, "jpi: " + s.thread.getName() + " on " + s.worker.plan.nodes[s.worker.me] +
                                               " called System.exit(" + code + ")\n");
        }
    }
}
