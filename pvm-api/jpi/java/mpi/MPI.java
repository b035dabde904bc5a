package mpi;

import java.util.stream.IntStream;
import jpi.*;

/**
 * The face of mpiJava 1.2 (Carpenter, Fox, Ko, Lim, 1999) on JPI: programs with a main that are started by jrun -nt N.
 * Each rank has statics of its own, here and in the program, as if it were a process.
 */
public final class MPI {
    private MPI() {
    }

    public static final int ANY_SOURCE = JHandle.ANY_SOURCE, ANY_TAG = JHandle.ANY_TAG, PROC_NULL = -2, UNDEFINED = -3;
    public static final int IDENT = 0, CONGRUENT = 1, SIMILAR = 2, UNEQUAL = 3, GRAPH = 1, CART = 2, BSEND_OVERHEAD = 0,
                            TAG_UB = Integer.MAX_VALUE;

    public static final Datatype BYTE = new Datatype(byte.class, 0), CHAR = new Datatype(char.class, 0),
                                 SHORT = new Datatype(short.class, 0), BOOLEAN = new Datatype(boolean.class, 0),
                                 INT = new Datatype(int.class, 0), LONG = new Datatype(long.class, 0),
                                 FLOAT = new Datatype(float.class, 0), DOUBLE = new Datatype(double.class, 0),
                                 OBJECT = new Datatype(Object.class, 0), PACKED = new Datatype(byte.class, 0),
                                 SHORT2 = new Datatype(short.class, 0, 1), INT2 = new Datatype(int.class, 0, 1),
                                 LONG2 = new Datatype(long.class, 0, 1), FLOAT2 = new Datatype(float.class, 0, 1),
                                 DOUBLE2 = new Datatype(double.class, 0, 1), LB = Datatype.bound(false), UB = Datatype.bound(true);

    public static final Op SUM = new Op("SUM", Long::sum, Double::sum),
                           PROD = new Op("PROD", (a, b) -> a * b, (a, b) -> a * b),
                           MAX = new Op("MAX", Math::max, Math::max), MIN = new Op("MIN", Math::min, Math::min),
                           LAND = new Op("LAND", (a, b) -> a != 0 && b != 0 ? 1L : 0, null),
                           LOR = new Op("LOR", (a, b) -> a != 0 || b != 0 ? 1L : 0, null),
                           LXOR = new Op("LXOR", (a, b) -> a != 0 ^ b != 0 ? 1L : 0, null),
                           BAND = new Op("BAND", (a, b) -> a & b, null), BOR = new Op("BOR", (a, b) -> a | b, null),
                           BXOR = new Op("BXOR", (a, b) -> a ^ b, null), MAXLOC = Op.location(1), MINLOC = Op.location(-1);

    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler(), ERRORS_RETURN = new Errhandler();
    public static final Group GROUP_EMPTY = new Group();
    public static final Request REQUEST_NULL = new Request(null);

    public static final Intracomm COMM_WORLD, COMM_SELF;
    private static final JHandle handle = JHandle.current();
    private static boolean initialized, finalized;

    static {
        if (handle == null)
            throw new MPIException("a program of several ranks: start it by jrun -nt N CLASS");
        JComm all = handle.COMM_WORLD;
        COMM_WORLD = new Intracomm(all, new Group(IntStream.range(0, all.size()).toArray()));
        COMM_SELF = new Intracomm(handle.COMM_SELF, new Group(all.rank()));
    }

    public static String[] Init(String[] args) {
        initialized = true;
        return args;
    }

    public static boolean Initialized() {
        return initialized;
    }

    public static void Finalize() {
        if (!finalized)
            COMM_WORLD.Barrier();
        finalized = true;
    }

    public static boolean Finalized() {
        return finalized;
    }

    public static double Wtime() {
        return jpi.Clock.nanoTime() / 1e9;
    }

    public static double Wtick() {
        return 1e-9;
    }

    public static String Get_processor_name() {
        return handle.getProcessorName();
    }

    public static void Buffer_attach(byte[] buffer) {
    }

    public static byte[] Buffer_detach() {
        return new byte[0];
    }

    static void end(int code) {
        jpi.Clock.exit(code);
    }
}
