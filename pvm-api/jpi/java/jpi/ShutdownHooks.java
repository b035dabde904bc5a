package jpi;

import java.util.*;

/**
 * Runtime.addShutdownHook: the hooks of a Java virtual machine run one after the other, in the order in which they were
 * added, in simulated time: when its last rank has ended, or when one ends the run by an exception or an exit code.
 */
final class ShutdownHooks {
    private ShutdownHooks() {
    }

    /** A hook has called System.exit: it is over, and the others go on. */
    static final class Over extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final List<Thread> hooks = new ArrayList<>();
    private static Thread runner; // null: they do not run yet

    static synchronized void add(Thread hook) {
        if (runner != null)
            throw new IllegalStateException("Shutdown in progress");
        if (hooks.contains(hook))
            throw new IllegalArgumentException("Hook previously registered");
        if (hook.isAlive())
            throw new IllegalArgumentException("Hook already running");
        hooks.add(hook);
    }

    static synchronized boolean remove(Thread hook) {
        if (runner != null)
            throw new IllegalStateException("Shutdown in progress");
        return hooks.remove(hook);
    }

    static synchronized boolean none() {
        return hooks.isEmpty() || runner != null;
    }

    static synchronized boolean runIn(Thread t) {
        return runner == t;
    }

    private static synchronized boolean begin() {
        boolean first = runner == null;
        if (first)
            runner = Thread.currentThread();
        return first;
    }

    /** In the caller's thread; once. */
    static void run() {
        if (!begin())
            return;
        for (Thread hook : hooks)
            try {
                hook.run();
            } catch (Over e) {
                // the next one
            } catch (Throwable t) {
                t.printStackTrace();
            }
    }
}
