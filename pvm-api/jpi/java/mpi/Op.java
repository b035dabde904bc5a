package mpi;

import java.lang.reflect.Array;
import java.util.function.BinaryOperator;

/** An operation of Reduce and its like. */
public class Op {
    private final User_function function;

    /** commute: makes no difference here, ranks are joined in their order. */
    public Op(User_function function, boolean commute) {
        this.function = function;
    }

    /** Of numbers and booleans, one by one. */
    Op(String name, BinaryOperator<Long> ofWhole, BinaryOperator<Double> ofReal) {
        this(new User_function() {
            @Override
            public void Call(Object in, int at, Object inout, int to, int count, Datatype type) {
                for (int i = 0; i < count * type.Size(); i++)
                    put(inout, to + i, Array.get(in, at + i), Array.get(inout, to + i));
            }

            private void put(Object to, int i, Object a, Object b) {
                if (a instanceof Double || a instanceof Float) {
                    if (ofReal == null)
                        throw new MPIException("MPI." + name + " is for whole numbers");
                    double d = ofReal.apply(((Number)a).doubleValue(), ((Number)b).doubleValue());
                    Array.set(to, i, a instanceof Double ? (Object)d : (Object)(float)d);
                    return;
                }
                long n = ofWhole.apply(whole(a), whole(b));
                Array.set(to, i, a instanceof Boolean ? (Object)(n != 0)
                                 : a instanceof Byte    ? (Object)(byte)n
                                 : a instanceof Short   ? (Object)(short)n
                                 : a instanceof Character ? (Object)(char)n
                                 : a instanceof Integer ? (Object)(int)n
                                                        : (Object)n);
            }

            private long whole(Object x) {
                return x instanceof Boolean     ? ((Boolean)x ? 1 : 0)
                        : x instanceof Character ? (Character)x
                                                 : ((Number)x).longValue();
            }
        }, true);
    }

    /** MAXLOC (sign 1) and MINLOC (-1): pairs of a value and its index; of equal values the least index. */
    static Op location(int sign) {
        return new Op(new User_function() {
            @Override
            public void Call(Object in, int at, Object inout, int to, int count, Datatype type) {
                for (int i = 0; i < count * type.Size(); i += 2) {
                    double a = Array.getDouble(in, at + i), b = Array.getDouble(inout, to + i);
                    int c = in instanceof long[] ? Long.compare(Array.getLong(in, at + i), Array.getLong(inout, to + i))
                                                 : a > b ? 1 : a < b ? -1 : 0;
                    if (sign * c > 0 ||
                        c == 0 && Array.getDouble(in, at + i + 1) < Array.getDouble(inout, to + i + 1))
                        System.arraycopy(in, at + i, inout, to + i, 2);
                }
            }
        }, true);
    }

    public void finalize() {
    }

    /** Two messages of elements joined; both stay as they are. */
    Object joined(Object firstMessage, Object secondMessage, Datatype type) {
        Object first = type.elements(firstMessage), second = type.elements(secondMessage);
        Object inout = Array.newInstance(type.element, Array.getLength(second));
        System.arraycopy(second, 0, inout, 0, Array.getLength(second));
        Datatype elements = new Datatype(type.element, 0);
        boolean pairs = type.Size() == 2;
        function.Call(first, 0, inout, 0, Array.getLength(second) / (pairs ? 2 : 1), pairs ? type : elements);
        return type.message(inout);
    }
}
