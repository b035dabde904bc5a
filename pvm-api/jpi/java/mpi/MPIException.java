package mpi;

/** What goes wrong in a call of this package. Not checked: programs may declare and catch it, and need not. */
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MPIException(String text) {
        super(text);
    }

    MPIException(String text, Throwable cause) {
        super(text, cause);
    }
}
