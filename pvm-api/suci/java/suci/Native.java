package suci;

import java.io.File;
import java.net.URI;

/** src/native.c. A handle is a struct suci; errors are SuciExceptions. */
final class Native {
    private Native() {
    }

    static {
        System.load(library().getPath());
    }

    /** libsuci_java: beside the jar (in the build folder), or where both are installed. */
    private static File library() {
        String here = String.valueOf(Native.class.getResource("Native.class")); // jar:file:/.../suci.jar!/suci/Native.class
        int end = here.indexOf("!/");
        if (!here.startsWith("jar:file:") || end < 0)
            throw new SuciException("suci.Native is in no jar file: " + here);
        File jar = new File(URI.create(here.substring(4, end)));
        File folder = jar.getParentFile();
        File[] places = {new File(folder, "libsuci_java.so"), new File(folder, "../../lib/libsuci_java.so")};
        for (File place : places)
            if (place.exists())
                return place.getAbsoluteFile();
        throw new SuciException("no libsuci_java.so beside " + jar + ", nor in " + new File(folder, "../../lib"));
    }

    static native long open(String ip, int port);
    static native void close(long suci, long lingerNs);
    static native int port(long suci);
    static native void add(long suci, int node, String ip, int port);
    static native void addTask(long suci, int node, int tid);
    static native void write(long suci, int node, byte[] from, int length);
    static native int read(long suci, byte[] to, long ns);
    static native int sender(long suci);
    static native boolean flush(long suci, long ns);
    static native void ack(long suci);
    static native void flow(long suci, String name);
    static native void flowNumbers(long suci, long[] numbers, double[] own, Flow events);
    static native long[] counts(long suci, int node);
}
