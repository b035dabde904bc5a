package jpi;

import java.lang.reflect.*;

/**
 * An ordinary Java class as one PVM task (jrun -task): it speaks to other tasks by jpi.Pvm; its clocks are the
 * machine's too.
 */
final class Task {
    private static volatile Thread thread; // that main runs in
    private static Costs costs;

    private Task() {
    }

    static void run(Options options) throws Options.Wrong {
        Native.mytid();
        Signals.end();
        costs = new Costs();
        Loader loader = new Loader(costs.bytecodeNs > 0);
        Thread.currentThread().setContextClassLoader(loader);
        Method main;
        try {
            main = Class.forName(options.program, true, loader).getMethod("main", String[].class);
            main.setAccessible(true);
        } catch (ClassNotFoundException e) {
            throw new Options.Wrong("class " + options.program + " is not on the class path " +
                                    String.join(":", Loader.userPath()));
        } catch (NoSuchMethodException e) {
            throw new Options.Wrong("class " + options.program + " has no public static void main(String[])");
        }
        thread = Thread.currentThread();
        int code = 0;
        try {
            main.invoke(null, (Object)options.arguments);
        } catch (InvocationTargetException e) {
            e.getCause().printStackTrace();
            code = 1;
        } catch (IllegalAccessException e) {
            throw new JException("main of class " + options.program + " cannot be called", e);
        }
        exit(code, true);
    }

    /** Is the caller the one thread of such a task that may ask PVM? */
    static boolean runs() {
        return thread == Thread.currentThread();
    }

    /** What has been computed takes its time. */
    static void settle() {
        if (costs.bytecodeNs > 0)
            Native.charge(Math.round(Count.bytecodes * costs.bytecodeNs));
        Count.bytecodes = 0;
    }

    static void exit(int code, boolean hooks) {
        if (hooks)
            ShutdownHooks.run();
        settle();
        System.out.flush();
        System.err.flush();
        Native.exit();
        Native.end(code);
    }
}
