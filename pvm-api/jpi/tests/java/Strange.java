// Rank 0 sends an object of a class that rank 1 does not have (unknown), or that is neither the user's nor of java.*
// (foreign).
import java.io.IOException;
import java.nio.file.*;
import javax.tools.ToolProvider;
import jpi.*;

public class Strange extends JApplication {
    public void Jmain(String[] args) {
        if (JPI.COMM_WORLD.rank() == 1) {
            System.out.println(JPI.COMM_WORLD.recv(0, 1));
            return;
        }
        JPI.COMM_WORLD.send(
                args[0].equals("unknown") ? secret() : args[0].equals("deep") ? deep() : foreign(), 1, 1);
    }

    /** Of jpi.jar's class path, not of the program's. */
    private static Object foreign() {
        try {
            return Class.forName("org.objectweb.asm.ClassTooLargeException")
                    .getConstructor(String.class, int.class)
                    .newInstance("x", 1);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static class Link implements java.io.Serializable {
        Link next;
    }

    /** A list of a million elements, each of which holds the next. */
    private static Object deep() {
        Link first = null;
        for (int i = 0; i < 1000000; i++) {
            Link l = new Link();
            l.next = first;
            first = l;
        }
        return first;
    }

    /** An object of a class that only this Java virtual machine knows. */
    private static Object secret() {
        try {
            Path folder = Files.createTempDirectory("jpi");
            Path source = folder.resolve("Secret.java");
            Files.writeString(source, "public class Secret implements java.io.Serializable { }");
            ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), source.toString());
            Object o = new java.net.URLClassLoader(new java.net.URL[] {folder.toUri().toURL()})
                               .loadClass("Secret")
                               .getConstructor()
                               .newInstance();
            for (String name : new String[] {"Secret.class", "Secret.java", ""})
                Files.delete(folder.resolve(name));
            return o;
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
