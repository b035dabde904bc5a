package jpi;

import java.util.function.*;

/**
 * One of JOperation's four on every type it takes. Whole numbers are joined as long and cut to their type, as Java's
 * own arithmetic does.
 */
final class Arithmetic implements JOperation {
    private final String name;
    private final LongBinaryOperator whole;
    private final DoubleBinaryOperator real;

    Arithmetic(String name, LongBinaryOperator whole, DoubleBinaryOperator real) {
        this.name = name;
        this.whole = whole;
        this.real = real;
    }

    @Override
    public Object apply(Object a, Object b) {
        if (a == null || b == null || a.getClass() != b.getClass())
            throw refusal(a, b);
        if (a instanceof Number)
            return number((Number)a, (Number)b);
        return array(a, b);
    }

    private Object number(Number a, Number b) {
        if (a instanceof Double)
            return real.applyAsDouble((Double)a, (Double)b);
        if (a instanceof Float)
            return (float)real.applyAsDouble((Float)a, (Float)b);
        if (!(a instanceof Long || a instanceof Integer || a instanceof Short || a instanceof Byte))
            throw refusal(a, b);
        long joined = whole.applyAsLong(a.longValue(), b.longValue());
        if (a instanceof Long)
            return joined;
        if (a instanceof Integer)
            return (int)joined;
        return a instanceof Short ? (Object)(short)joined : (Object)(byte)joined;
    }

    private Object array(Object a, Object b) {
        if (a instanceof double[] && ((double[])a).length == ((double[])b).length) {
            double[] x = (double[])a, y = (double[])b, z = new double[x.length];
            for (int i = 0; i < z.length; i++)
                z[i] = real.applyAsDouble(x[i], y[i]);
            return z;
        }
        if (a instanceof float[] && ((float[])a).length == ((float[])b).length) {
            float[] x = (float[])a, y = (float[])b, z = new float[x.length];
            for (int i = 0; i < z.length; i++)
                z[i] = (float)real.applyAsDouble(x[i], y[i]);
            return z;
        }
        if (a instanceof long[] && ((long[])a).length == ((long[])b).length) {
            long[] x = (long[])a, y = (long[])b, z = new long[x.length];
            for (int i = 0; i < z.length; i++)
                z[i] = whole.applyAsLong(x[i], y[i]);
            return z;
        }
        if (a instanceof int[] && ((int[])a).length == ((int[])b).length) {
            int[] x = (int[])a, y = (int[])b, z = new int[x.length];
            for (int i = 0; i < z.length; i++)
                z[i] = (int)whole.applyAsLong(x[i], y[i]);
            return z;
        }
        throw refusal(a, b);
    }

    private JException refusal(Object a, Object b) {
        return new JException(
                "JOperation." + name + " of " + what(a) + " and " + what(b) +
                ": two boxed numbers of one type are wanted, or two arrays of double, float, long or int of " +
                              "one length");
    }

    private static String what(Object o) {
        if (o == null)
            return "null";
        String type = o.getClass().getSimpleName();
        return o.getClass().isArray() ? type.replace("[]", "[" + java.lang.reflect.Array.getLength(o) + "]") : type;
    }
}
