package jpi;

/**
 * How reduce joins the objects of two ranks. Those here take boxed numbers of one type, and arrays of double, float,
 * long or int of one length, element by element. A program may bring its own. It must be associative, and must not
 * change what it is given: objects of ranks in one Java virtual machine are passed as references. The paper names the
 * class; what it consists of is ours.
 */
@FunctionalInterface
public interface JOperation {
    /** The sum. */
    JOperation SUM = new Arithmetic("SUM", (a, b) -> a + b, (a, b) -> a + b);
    /** The product. */
    JOperation PROD = new Arithmetic("PROD", (a, b) -> a *b, (a, b) -> a *b);
    /** The greater one. */
    JOperation MAX = new Arithmetic("MAX", Math::max, Math::max);
    /** The lesser one. */
    JOperation MIN = new Arithmetic("MIN", Math::min, Math::min);

    /**
     * @param a of the lower ranks
     * @param b of the higher ranks
     * @return both together, a new object
     */
    Object apply(Object a, Object b);
}
