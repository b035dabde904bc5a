package jpi;

import java.io.File;
import java.net.URISyntaxException;

/** PVM as JPI itself uses it; src/native.c and src/message.c. One thread at a time. Errors are JExceptions. */
final class Native {
    private Native() {
    }

    private static boolean simulatedMachine;

    /**
     * Loads libjpi and opens libpvm3: the one of -Djpi.pvm=FILE, else the one that the dynamic linker finds: in
     * LD_LIBRARY_PATH, or beside libjpi.
     */
    static void open() {
        System.load(libjpi().getPath());
        String trouble = openPvm(System.getProperty("jpi.pvm", "libpvm3.so.3"));
        if (trouble != null)
            throw new JException("cannot open PVM: " + trouble);
        simulatedMachine = simulated();
    }

    /** Beside the jar (in the build folder), or where both are installed: PREFIX/share/java and PREFIX/lib. */
    private static File libjpi() {
        File folder = jar().getParentFile();
        File[] places = {new File(folder, "libjpi.so"), new File(folder, "../../lib/libjpi.so")};
        for (File place : places)
            if (place.exists())
                return place.getAbsoluteFile();
        throw new JException("no libjpi.so beside " + jar() + ", nor in " + new File(folder, "../../lib"));
    }

    /** The file that this class came from. */
    static File jar() {
        try {
            return new File(Native.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getAbsoluteFile();
        } catch (URISyntaxException e) {
            throw new JException("where jpi.jar is cannot be told", e);
        }
    }

    /** Is it a simulated machine, whose clock and costs count? */
    static boolean onSimulated() {
        return simulatedMachine;
    }

    private static native String openPvm(String libpvm3);
    static native boolean simulated();

    /** The file that libpvm3 came from. */
    static native String path();
    static native int mytid();
    static native int parent();
    static native void exit();

    /** Ends the process at once. */
    static native void end(int code);
    static native int spawn(String file, String[] arguments, int flag, String where, int[] tids);
    static native int kill(int tid);
    static native void catchOutput();
    static native String[] hosts();
    static native int hostOf(int tid);
    static native int chdir(String folder);
    static native boolean hasChildren();
    static native long clock();
    static native void charge(long ns);
    static native void idle(long ns);

    /** Defines a class of a package of java.base there. */
    static native Class<?> defineInJava(String name, byte[] code);

    /** Gives classes other bodies of methods. null: done; else what is in the way. */
    static native String redefine(Class<?>[] classes, byte[][] codes);
    static native double parameter(String name);
    static native long lasting(String text);
    static native void enter(long lasting);
    static native void leave();

    /** head words, then length bytes of an array of primitives behind offset (null: none). */
    static native void send(int tid, int tag, int[] head, Object array, long offset, int length);

    /** about = bytes, tag, tid; 1, or 0 if nothing came within timeoutNs (0: has come yet; -1: for ever). */
    static native int receive(int tag, long timeoutNs, int[] about);
    static native void unpackHead(int[] head);
    static native void unpack(Object array, int length);
}
