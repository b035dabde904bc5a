package jpi;

import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import org.objectweb.asm.tree.ClassNode;

/**
 * Loads the user's classes, and passes each through Instrument. It looks on the user's class path before its parent
 * does, which knows the same path: what it does not have (Java's own classes, jpi's) is the parent's.
 */
final class Loader extends URLClassLoader {
    private final Instrument instrument;
    private final Runnable parks; // before the first class that may use java.util.concurrent; null: nothing

    Loader(boolean counts) {
        this(counts, null);
    }

    Loader(boolean counts, Runnable parks) {
        super(urls(), Loader.class.getClassLoader());
        instrument = new Instrument(counts, this::userClass);
        this.parks = parks;
    }

    /** What classes name that start threads of their own or look at the clock themselves; the first byte is the last one of a length. */
    private static final String[] STARTS = {"\5start", "java/util/Timer", "java/util/logging", "parallel"};

    private ClassNode userClass(String name) {
        URL file = name.startsWith("java/") ? null : findResource(name + ".class");
        if (file == null)
            return null;
        try (InputStream in = file.openStream()) {
            return Instrument.read(in.readAllBytes());
        } catch (IOException e) {
            return null;
        }
    }

    /** Does it name anything of java.util.concurrent but atomics, or what starts threads? */
    private static boolean mayPark(byte[] code) {
        String text = new String(code, StandardCharsets.ISO_8859_1), name = "java/util/concurrent/";
        for (String starts : STARTS)
            if (text.contains(starts))
                return true;
        for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
            if (!text.startsWith("atomic/", at + name.length()) && !text.startsWith("TimeUnit", at + name.length()))
                return true;
        return false;
    }

    /**
     * Where user classes lie: -Djpi.path=PATH (which jrun gives), else the class path without jpi.jar; if nothing is
     * left, the current folder.
     */
    static List<String> userPath() {
        List<String> path = new ArrayList<>();
        String given = System.getProperty("jpi.path", System.getProperty("java.class.path", ""));
        for (String entry : given.split(File.pathSeparator))
            if (entry.equals("*") || entry.endsWith(File.separator + "*"))
                addJars(path, new File(entry).getAbsoluteFile().getParentFile());
            else if (!entry.isEmpty() && !new File(entry).getAbsoluteFile().equals(Native.jar()))
                path.add(new File(entry).getAbsolutePath());
        if (path.isEmpty())
            path.add(new File("").getAbsolutePath());
        return path;
    }

    /** As java does for an entry that ends in *: all jar files of the folder. */
    private static void addJars(List<String> path, File folder) {
        String[] names = folder.list((f, name) -> name.endsWith(".jar") || name.endsWith(".JAR"));
        if (names == null)
            return;
        java.util.Arrays.sort(names);
        for (String name : names)
            path.add(new File(folder, name).getPath());
    }

    private static URL[] urls() {
        List<URL> urls = new ArrayList<>();
        for (String entry : userPath())
            try {
                urls.add(new File(entry).toURI().toURL());
            } catch (MalformedURLException e) {
                throw new JException("class path: " + entry, e);
            }
        return urls.toArray(new URL[0]);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> c = findLoadedClass(name);
            String file = name.replace('.', '/') + ".class";
            if (c == null && !name.startsWith("java.") && !name.startsWith("jpi."))
                c = defined(name, findResource(file), true);
            if (c == null && name.startsWith("mpi."))
                c = defined(name, getParent().getResource(file), false);
            return c != null ? c : super.loadClass(name, resolve);
        }
    }

    /** A class of the user's path, or of package mpi, whose statics are a rank's own too; null: there is none. */
    private Class<?> defined(String name, URL file, boolean user) {
        if (file == null)
            return null;
        try (InputStream in = file.openStream()) {
            byte[] code = in.readAllBytes();
            if (user && parks != null && mayPark(code))
                parks.run();
            if (user)
                code = instrument.instrumented(code);
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new JException("class " + name + " cannot be read: " + e.getMessage(), e);
        }
    }
}
