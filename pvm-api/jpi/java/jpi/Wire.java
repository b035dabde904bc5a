package jpi;

import java.io.*;

/**
 * Objects as bytes and back. Arrays of primitives go as they are, without a copy here; others by java.io's
 * serialization.
 */
final class Wire {
    /** Forms of a message: the object itself, null, an array of primitives (of PRIMITIVES), a serialized object. */
    static final int REFERENCE = -1, NULL = 0, ARRAY = 1, SERIALIZED = 100;

    private static final Class<?>[] PRIMITIVES = {byte.class, boolean.class, short.class, char.class,
                                                  int.class,  float.class,   long.class,  double.class};
    private static final int[] SIZES = {1, 1, 2, 2, 4, 4, 8, 8};

    final int form;
    final Object array; // of primitives; null: nothing
    final int bytes;

    /** @throws JException it cannot be sent */
    Wire(Object msg) {
        int primitive = msg == null || !msg.getClass().isArray() ? -1 : primitiveOf(msg.getClass().getComponentType());
        if (primitive >= 0) {
            form = ARRAY + primitive;
            array = msg;
            bytes = bytesOf(java.lang.reflect.Array.getLength(msg), SIZES[primitive]);
        } else {
            form = msg == null ? NULL : SERIALIZED;
            byte[] written = msg == null ? null : serialized(msg);
            array = written;
            bytes = written == null ? 0 : written.length;
        }
    }

    private static int primitiveOf(Class<?> component) {
        for (int i = 0; i < PRIMITIVES.length; i++)
            if (PRIMITIVES[i] == component)
                return i;
        return -1;
    }

    private static int bytesOf(int length, int size) {
        if ((long)length * size > Integer.MAX_VALUE)
            throw new JException("an array of " + (long)length * size + " bytes: a message has " + Integer.MAX_VALUE +
                                 " at most");
        return length * size;
    }

    private static byte[] serialized(Object msg) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(msg);
        } catch (StackOverflowError e) {
            throw new JException("an object of class " + msg.getClass().getName() +
                                         " cannot be sent: its parts hang on each other deeper than the stack of this "
                                         + "thread (a larger one: jrun -J-Xss64m)",
                                 e);
        } catch (NotSerializableException e) {
            throw new JException("an object of class " + e.getMessage() +
                                         " cannot be sent: it does not implement java.io.Serializable",
                                 e);
        } catch (IOException e) {
            throw new JException(
                    "an object of class " + msg.getClass().getName() + " cannot be sent: " + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    /** The body of the message that PVM has just given: an array that `objectOf` makes an object of. */
    static Object unpacked(int form, int bytes) {
        if (form == NULL)
            return null;
        int primitive = form == SERIALIZED ? 0 : form - ARRAY;
        if (primitive < 0 || primitive >= SIZES.length)
            throw new JException("a message of an unknown form, " + form);
        Object array = java.lang.reflect.Array.newInstance(PRIMITIVES[primitive], bytes / SIZES[primitive]);
        Native.unpack(array, bytes);
        return array;
    }

    /** @param loader where classes of the user's are looked for */
    static Object objectOf(int form, Object array, ClassLoader loader) {
        if (form != SERIALIZED)
            return array;
        Reader in = null;
        try {
            in = new Reader(new ByteArrayInputStream((byte[])array), loader);
            return in.readObject();
        } catch (StackOverflowError e) {
            throw new JException("an object has come whose parts hang on each other deeper than the stack of this thread "
                                         + "(a larger one: jrun -J-Xss64m)",
                                 e);
        } catch (ClassNotFoundException e) {
            throw new JException(
                    "an object of class " + e.getMessage() + " has come, which is not on the class path here", e);
        } catch (InvalidClassException e) {
            throw new JException(in == null || in.refused == null
                                         ? "an object has come that is not taken: " + e.getMessage()
                                         : "an object of class " + in.refused +
                                                   " has come, which is neither of the user's program nor of Java",
                                 e);
        } catch (IOException e) {
            throw new JException("an object has come that cannot be read: " + e, e);
        }
    }

    /** Reads classes of the user's program, of Java and of jpi alone. */
    private static final class Reader extends ObjectInputStream {
        private final ClassLoader loader;
        String refused; // the class that was

        Reader(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
            setObjectInputFilter(this::judged);
        }

        private ObjectInputFilter.Status judged(ObjectInputFilter.FilterInfo about) {
            Class<?> c = about.serialClass();
            while (c != null && c.isArray())
                c = c.getComponentType();
            if (c == null)
                return ObjectInputFilter.Status.UNDECIDED;
            ClassLoader of = c.getClassLoader();
            boolean known = of == null || of == ClassLoader.getPlatformClassLoader() || of instanceof Loader ||
                            c.getName().startsWith("jpi.");
            if (!known)
                refused = c.getName();
            return known ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
        }

        /** A proxy's class is made where its interfaces are. */
        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
            Class<?>[] all = new Class<?>[interfaces.length];
            for (int i = 0; i < all.length; i++)
                all[i] = Class.forName(interfaces[i], false, loader);
            return java.lang.reflect.Proxy.newProxyInstance(loader, all, (p, m, a) -> null).getClass();
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass about) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(about.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(about); // primitives
            }
        }
    }
}
