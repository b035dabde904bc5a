package mpi;

import java.io.*;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Elements of an array: one of a class, or several at places that follow each other at distances (derived types). A
 * message is an array of primitives of its elements, in order; of objects it is their serialized bytes.
 */
public class Datatype {
    final Class<?> element;
    private final int[] places; // of the elements of one item
    private int lb, ub;         // an item's extent
    private boolean saysLb, saysUb; // by MPI.LB and MPI.UB, in whatever it is made of

    Datatype(Class<?> element, int... places) {
        this.element = element;
        this.places = places;
        lb = Arrays.stream(places).min().orElse(0);
        ub = Arrays.stream(places).max().orElse(-1) + 1;
    }

    /** MPI.LB or MPI.UB. */
    static Datatype bound(boolean upper) {
        Datatype d = new Datatype(null);
        d.saysLb = !upper;
        d.saysUb = upper;
        return d;
    }

    private void take(Datatype part, int at) {
        if (part.saysLb)
            lb = saysLb ? Math.min(lb, at + part.lb) : at + part.lb;
        if (part.saysUb)
            ub = saysUb ? Math.max(ub, at + part.ub) : at + part.ub;
        saysLb |= part.saysLb;
        saysUb |= part.saysUb;
    }

    private static Datatype blocks(int[] lengths, int[] starts, Datatype old) {
        int n = 0;
        int[] places = new int[Arrays.stream(lengths).sum() * old.places.length];
        for (int b = 0; b < lengths.length; b++)
            for (int i = 0; i < lengths[b]; i++)
                for (int p : old.places)
                    places[n++] = starts[b] + i * old.Extent() + p;
        Datatype made = new Datatype(old.element, places);
        for (int b = 0; b < lengths.length; b++)
            for (int i = 0; i < lengths[b]; i++)
                made.take(old, starts[b] + i * old.Extent());
        return made;
    }

    private static Datatype strided(int count, int length, int stride, Datatype old) {
        int[] lengths = new int[count], starts = new int[count];
        Arrays.fill(lengths, length);
        Arrays.setAll(starts, i -> i * stride);
        return blocks(lengths, starts, old);
    }

    public static Datatype Contiguous(int count, Datatype old) {
        return strided(1, count, 0, old);
    }

    public static Datatype Vector(int count, int length, int stride, Datatype old) {
        return strided(count, length, stride * old.Extent(), old);
    }

    public static Datatype Hvector(int count, int length, int stride, Datatype old) {
        return strided(count, length, stride, old);
    }

    public static Datatype Indexed(int[] lengths, int[] starts, Datatype old) {
        return blocks(lengths, Arrays.stream(starts).map(s -> s * old.Extent()).toArray(), old);
    }

    public static Datatype Hindexed(int[] lengths, int[] starts, Datatype old) {
        return blocks(lengths, starts, old);
    }

    /** Of one class; MPI.LB and MPI.UB set the item's extent. */
    public static Datatype Struct(int[] lengths, int[] starts, Datatype[] types) {
        int[] places = new int[0];
        Class<?> element = null;
        Datatype[] parts = new Datatype[types.length];
        for (int b = 0; b < types.length; b++) {
            parts[b] = blocks(new int[] {lengths[b]}, new int[] {starts[b]}, types[b]);
            if (types[b].places.length == 0)
                continue;
            if (element != null && element != types[b].element)
                throw new MPIException("Struct: elements of one class are wanted: it describes an array");
            element = types[b].element;
            int[] more = parts[b].places, old = places;
            places = Arrays.copyOf(old, old.length + more.length);
            System.arraycopy(more, 0, places, old.length, more.length);
        }
        Datatype made = new Datatype(element == null ? byte.class : element, places);
        for (Datatype part : parts)
            made.take(part, 0);
        return made;
    }

    public void Commit() {
    }

    public void finalize() {
    }

    public int Size() {
        return places.length;
    }

    public int Extent() {
        return ub - lb;
    }

    public int Lb() {
        return lb;
    }

    public int Ub() {
        return ub;
    }

    /** A message of count items of buf from offset. */
    Object pack(Object buf, int offset, int count) {
        if (places.length > 0 && buf != null && (!buf.getClass().isArray() || !element.isAssignableFrom(buf.getClass().getComponentType())))
            throw new MPIException("an array of " + element.getName() + " is wanted, not " + buf.getClass().getName());
        int n = count * places.length;
        Object message = Array.newInstance(element, n);
        if (n > 0)
            move(buf, offset, message, count, true);
        return message(message);
    }

    Object message(Object elements) {
        return element.isPrimitive() ? elements : serialized((Object[])elements);
    }

    Object elements(Object message) {
        return !element.isPrimitive() && message instanceof byte[] ? objects((byte[])message) : message;
    }

    private void move(Object buf, int offset, Object message, int count, boolean packs) {
        try {
            if (places.length == 1 && places[0] == 0 && Extent() == 1) {
                System.arraycopy(packs ? buf : message, packs ? offset : 0, packs ? message : buf, packs ? 0 : offset, count);
                return;
            }
            for (int i = 0, n = 0; i < count; i++)
                for (int p : places) {
                    int at = offset + i * Extent() + p;
                    System.arraycopy(packs ? buf : message, packs ? at : n, packs ? message : buf, packs ? n : at, 1);
                    n++;
                }
        } catch (IndexOutOfBoundsException e) {
            throw new MPIException("the buffer is too short: " + e.getMessage(), e);
        }
    }

    /** A message into at most count items of buf from offset; returns the number of elements. */
    int unpack(Object message, Object buf, int offset, int count) {
        Object all = elements(message);
        int n = Array.getLength(all);
        if (!element.isAssignableFrom(all.getClass().getComponentType()))
            throw new MPIException("a message of " + all.getClass().getComponentType() + " has come, not of " + element);
        if (n > (long)count * places.length)
            throw new MPIException("a message of " + n + " elements has come for " + count + " items of " + places.length);
        if (n == 0)
            return 0;
        int whole = n / places.length;
        move(buf, offset, all, whole, false);
        for (int i = whole * places.length; i < n; i++)
            System.arraycopy(all, i, buf, offset + whole * Extent() + places[i % places.length], 1);
        return n;
    }

    private static byte[] serialized(Object[] objects) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(objects);
        } catch (IOException e) {
            throw new MPIException("an object cannot be sent: " + e, e);
        }
        return bytes.toByteArray();
    }

    private static Object[] objects(byte[] message) {
        try {
            return (Object[])new Own(new ByteArrayInputStream(message)).readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new MPIException("an object has come that cannot be read: " + e, e);
        }
    }

    /** Classes are those of the rank that receives. */
    private static final class Own extends ObjectInputStream {
        Own(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass about) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(about.getName(), false, Thread.currentThread().getContextClassLoader());
            } catch (ClassNotFoundException e) {
                return super.resolveClass(about); // primitives
            }
        }
    }

    // ---- Pack and Unpack: bytes -----------------------------------------------------------------------------------

    private static final Class<?>[] CLASSES = {byte.class, boolean.class, short.class, char.class,
                                               int.class,  float.class,   long.class,  double.class};
    private static final int[] BYTES = {1, 1, 2, 2, 4, 4, 8, 8};

    int bytes() {
        int at = Arrays.asList(CLASSES).indexOf(element);
        if (at < 0)
            throw new MPIException("objects cannot be packed: send them");
        return BYTES[at];
    }

    void write(Object packed, ByteBuffer to) {
        for (int i = 0; i < Array.getLength(packed); i++) {
            Object x = Array.get(packed, i);
            if (x instanceof Byte || x instanceof Boolean)
                to.put(x instanceof Byte ? (Byte)x : (byte)((Boolean)x ? 1 : 0));
            else if (x instanceof Short)
                to.putShort((Short)x);
            else if (x instanceof Character)
                to.putChar((Character)x);
            else if (x instanceof Integer)
                to.putInt((Integer)x);
            else if (x instanceof Float)
                to.putFloat((Float)x);
            else if (x instanceof Long)
                to.putLong((Long)x);
            else
                to.putDouble((Double)x);
        }
    }

    Object read(ByteBuffer from, int count) {
        Object packed = Array.newInstance(element, count * places.length);
        for (int i = 0; i < Array.getLength(packed); i++)
            Array.set(packed, i,
                      element == byte.class      ? (Object)from.get()
                      : element == boolean.class ? (Object)(from.get() != 0)
                      : element == short.class   ? (Object)from.getShort()
                      : element == char.class    ? (Object)from.getChar()
                      : element == int.class     ? (Object)from.getInt()
                      : element == float.class   ? (Object)from.getFloat()
                      : element == long.class    ? (Object)from.getLong()
                                                 : (Object)from.getDouble());
        return packed;
    }
}
