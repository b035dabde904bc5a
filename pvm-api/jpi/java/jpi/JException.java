package jpi;

/**
 * What a method of the library throws when it cannot do what it was asked for. Its text says why in one line. It need
 * not be caught: a rank that lets it pass ends the run, with the text and a trace.
 */
public class JException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param text why, in one line */
    public JException(String text) {
        super(text);
    }

    /**
     * @param text why, in one line
     * @param cause what came before it
     */
    public JException(String text, Throwable cause) {
        super(text, cause);
    }

    /** A rank that a call needs has died. Whoever lets it pass ends without a trace: the death itself has been told. */
    static final class Died extends JException {
        private static final long serialVersionUID = 1;

        Died(String text) {
            super(text);
        }
    }
}
