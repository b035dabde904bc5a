package jpi;

/**
 * What a parallel program extends (Figure 4 of the paper). JRun makes one object of it for each user thread, that is
 * for each rank, and calls its Jmain in that thread. Static fields are shared by the ranks of one Java virtual machine,
 * and by no others.
 */
public abstract class JApplication {
    /** What this rank belongs to: JPI.COMM_WORLD and others. Set before Jmain begins. */
    protected JHandle JPI;

    /**
     * The program of one rank.
     *
     * @param args what stood behind the class's name on the command line
     */
    public abstract void Jmain(String[] args);

    /** For `java CLASS`, which starts no ranks: says what does. */
    public static void main(String[] args) {
        String program = System.getProperty("sun.java.command", "CLASS").split(" ")[0];
        System.err.println("jpi: " + program + " is a program of several ranks: start it by jrun -nt N " + program);
        System.exit(2);
    }

    final void begin(JHandle handle) {
        JPI = handle;
    }
}
