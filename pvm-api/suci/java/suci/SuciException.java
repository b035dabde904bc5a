package suci;

/** A node is silent, an argument is wrong, the system refused; libsuci has said on stderr which. */
public final class SuciException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SuciException(String what) {
        super(what);
    }
}
