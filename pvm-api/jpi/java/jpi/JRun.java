package jpi;

import java.io.*;
import java.util.*;

/**
 * Runs a parallel program: <code>java jpi.JRun options classname arguments</code> (Figure 3 of the paper). It is a PVM
 * task that starts one worker for each Java virtual machine, tells them who they are, prints what they print, and ends
 * with the last of them.
 */
public final class JRun {
    private static final int SPAWN_DEFAULT = 0, SPAWN_HOST = 1;
    private static final int NATIVE_ACCESS = 22; // the Java that wants to be told that libjpi is loaded

    private final Options options;
    private Plan plan;
    private boolean[] done, dead;
    private int code;
    private volatile int signal;

    private JRun(Options options) {
        this.options = options;
    }

    /** The command. Exit code: the program's (System.exit), 0, 1 if a rank failed, 2 for a wrong command line. */
    public static void main(String[] args) {
        if (args.length > 0 && Arrays.asList("-help", "--help", "-h").contains(args[0])) {
            System.out.print(Options.USAGE);
            return;
        }
        try {
            Options options = Options.of(args);
            Native.open();
            if (options.task)
                Task.run(options);
            else
                new JRun(options).run();
        } catch (Options.Wrong e) {
            fail(2, e.getMessage());
        } catch (JException e) {
            fail(1, e.getMessage());
        }
    }

    private static void fail(int code, String text) {
        System.err.println("jpi.JRun: " + text);
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }

    private void run() throws Options.Wrong {
        checkProgram();
        Native.mytid();
        Signals.end(this::signalled);
        if (!Native.onSimulated())
            Native.catchOutput(); // the simulated machine shows it
        start();
        int left = plan.tids.length;
        while (left > 0)
            left -= hear();
        leave();
        finish(code);
    }

    /**
     * PVM has one caller at a time: on the simulated machine the end of this process ends all; elsewhere `await` sees
     * the signal.
     */
    private void signalled(int endCode) {
        if (Native.onSimulated())
            Native.end(endCode);
        signal = endCode;
    }

    private void checkProgram() throws Options.Wrong {
        try {
            Class<?> c = Class.forName(options.program.replace('/', '.'), false, new Loader(false));
            if (!JApplication.class.isAssignableFrom(c)) {
                if (!hasMain(c))
                    throw new Options.Wrong("class " + options.program +
                                            " has no main and does not extend jpi.JApplication: it has no Jmain to run");
                return;
            }
            if (java.lang.reflect.Modifier.isAbstract(c.getModifiers()))
                throw new Options.Wrong("class " + options.program + " is abstract: there can be no object of it");
            c.getDeclaredConstructor();
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            throw new Options.Wrong("class " + options.program + " is not on the class path " +
                                    String.join(File.pathSeparator, Loader.userPath()) +
                                    (e instanceof NoClassDefFoundError ? " (" + e.getMessage() + ")" : ""));
        } catch (LinkageError e) {
            throw new Options.Wrong("class " + options.program + ": " + e.getMessage());
        } catch (NoSuchMethodException e) {
            throw new Options.Wrong("class " + options.program + " has no constructor without arguments");
        }
    }

    private static boolean hasMain(Class<?> c) {
        try {
            return java.lang.reflect.Modifier.isStatic(c.getMethod("main", String[].class).getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    // ---- workers --------------------------------------------------------------------------------------------------

    private void start() throws Options.Wrong {
        String[] hosts = Native.hosts();
        checkMachines(hosts);
        int[] tids = options.machines.isEmpty() ? spawnAnywhere(hosts) : spawnThere();
        int n = tids.length;
        String[] nodes = new String[n];
        for (int w = 0; w < n; w++) {
            int at = Native.hostOf(tids[w]);
            nodes[w] = at < 0 ? "?" : hosts[at];
        }
        plan = new Plan(options.program.replace('/', '.'), options.arguments, tids, nodes, options.threads);
        done = new boolean[n];
        dead = new boolean[n];
        Pvm.notify0(Pvm.TaskExit, Packet.PVM_TAG, tids);
        Wire wire = new Wire(plan);
        for (int tid : tids)
            Native.send(tid, Packet.PVM_TAG, Packet.head(Packet.START, 0, 0, wire.form, wire.bytes), wire.array, 0,
                        wire.bytes);
    }

    private void checkMachines(String[] hosts) throws Options.Wrong {
        for (String name : options.machines)
            if (!Arrays.asList(hosts).contains(name))
                throw new Options.Wrong("-mf " + options.machineFile + ": no machine \"" + name +
                                        "\" in this virtual machine; there " +
                                        (hosts.length == 1 ? "is " + hosts[0] : "are " + shown(hosts)) +
                                        (name.startsWith("node") && Native.onSimulated()
                                                 ? "; AP1000_MACHINE=pc-cluster is a machine of node0 and others"
                                                 : ""));
    }

    /**
     * PVM chooses the nodes, one after the other. On an AP1000 the host only has the master, elsewhere each node is
     * one to choose.
     */
    private int[] spawnAnywhere(String[] hosts) {
        boolean frontEnd = Native.onSimulated() && hosts[0].equals("ap1000");
        int[] all = new int[options.workersOn(hosts.length - (frontEnd ? 1 : 0))];
        spawn(SPAWN_DEFAULT, "", all);
        return all;
    }

    private int[] spawnThere() {
        int[] all = new int[options.workersOn(0)];
        for (int w = 0; w < all.length; w++) {
            int[] one = new int[1];
            spawn(SPAWN_HOST, options.machines.get(w % options.machines.size()), one);
            all[w] = one[0];
        }
        return all;
    }

    private static String shown(String[] hosts) {
        return hosts.length <= 6 ? String.join(", ", hosts)
                                 : String.join(", ", Arrays.copyOf(hosts, 3)) + " ... " + hosts[hosts.length - 1] +
                                           " (" + hosts.length + ")";
    }

    private void spawn(int flag, String where, int[] tids) {
        int started = Native.spawn(new File(System.getProperty("java.home"), "bin/java").getPath(), command(), flag,
                                   where, tids);
        if (started == tids.length)
            return;
        for (int i = 0; i < started; i++)
            Native.kill(tids[i]);
        throw new JException("PVM started " + Math.max(0, started) + " of " + tids.length + " workers" +
                             (where.isEmpty() ? "" : " on " + where) + " (error " +
                             (started < 0 ? started : tids[started]) + ")");
    }

    /** The words behind `java`. Small and quick to start; the same hash codes of objects in each run. */
    private String[] command() {
        List<String> words = new ArrayList<>();
        if (options.forJava.stream().noneMatch(o -> o.matches("-XX:\\+Use\\w+GC")))
            words.add("-XX:+UseSerialGC");
        words.addAll(Arrays.asList("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
                                   "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3"));
        if (Runtime.version().feature() >= NATIVE_ACCESS)
            words.add("--enable-native-access=ALL-UNNAMED");
        if (Native.onSimulated())
            words.add("-XX:ActiveProcessorCount=" + new Costs().processors);
        words.addAll(options.forJava);
        String here = new File("").getAbsolutePath();
        words.addAll(
                Arrays.asList("-Djpi.pvm=" + Native.path(), "-Duser.dir=" + here, "-cp",
                              Native.jar() + File.pathSeparator + String.join(File.pathSeparator, Loader.userPath()),
                              "jpi.Worker", here));
        return words.toArray(new String[0]);
    }

    // ---- what they say --------------------------------------------------------------------------------------------

    private final int[] about = new int[3];
    private final int[] head = new int[Packet.HEAD_WORDS];

    /** Takes one message; returns how many workers have ended by it. */
    private int hear() {
        await();
        if (about[0] < 4 * Packet.HEAD_WORDS)
            return ended(noticed());
        Native.unpackHead(head);
        Object body = Wire.unpacked(head[Packet.FORM], head[Packet.BYTES]);
        if (head[0] == Packet.OUTPUT) {
            print(head[1] == 0 ? FileDescriptor.out : FileDescriptor.err, (byte[])body);
        } else if (head[0] == Packet.ABORT) {
            print(FileDescriptor.err, (byte[])body);
            end(head[1]);
        } else if (head[0] == Packet.DONE) {
            done[indexOf(about[2])] = true;
            Native.send(about[2], Packet.PVM_TAG, Packet.head(Packet.BYE, 0, 0, Wire.NULL, 0), null, 0, 0);
        }
        return 0;
    }

    private void await() {
        if (Native.onSimulated()) {
            Native.receive(Packet.PVM_TAG, -1, about);
            return;
        }
        while (Native.receive(Packet.PVM_TAG, 200_000_000, about) == 0)
            if (signal != 0)
                end(signal);
    }

    private int noticed() {
        int[] tid = new int[1];
        Native.unpackHead(tid);
        return tid[0];
    }

    private int indexOf(int tid) {
        for (int w = 0; w < plan.tids.length; w++)
            if (plan.tids[w] == tid)
                return w;
        throw new JException("a message of a task that is no worker");
    }

    private int ended(int tid) {
        int w = indexOf(tid);
        dead[w] = true;
        if (done[w])
            return 1;
        code = 1;
        System.err.println("jpi: the process of " + plan.ranksOf(w) + " on " + plan.nodes[w] + " died before " +
                           (plan.ranksOf(w).startsWith("ranks") ? "they" : "it") + " had ended");
        for (int other = 0; other < dead.length; other++)
            if (!dead[other] && !done[other])
                Native.send(plan.tids[other], Packet.PVM_TAG, Packet.head(Packet.DEATH, w, 0, Wire.NULL, 0), null, 0,
                            0);
        return 1;
    }

    /** The whole run ends now. */
    private void end(int endCode) {
        for (int w = 0; w < plan.tids.length; w++)
            if (!dead[w])
                Native.kill(plan.tids[w]);
        leave();
        finish(endCode);
    }

    /**
     * PVM 3.4.6 says a word in pvm_exit where tasks' output may still come. So what comes is taken, and the end of
     * this process is enough.
     */
    private void leave() {
        if (Native.onSimulated())
            Native.exit();
        else
            Native.receive(NO_TAG, 100_000_000, about);
    }

    private static final int NO_TAG = Packet.PVM_TAG - 1; // of messages that nobody sends

    private static void finish(int endCode) {
        System.out.flush();
        System.err.flush();
        Native.end(endCode);
    }

    private static void print(FileDescriptor to, byte[] bytes) {
        OutputStream stream = to == FileDescriptor.out ? System.out : System.err;
        try {
            stream.write(bytes);
            stream.flush();
        } catch (IOException e) {
            // nobody reads it any more
        }
    }
}
