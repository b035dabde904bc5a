// Each pair of jpi.Pvm.pkTYPE and upkTYPE: what is packed is unpacked, in both encodings, with a stride; an array that
// is too short is refused.
import java.lang.reflect.*;
import jpi.Pvm;

public class Families {
    public static void main(String[] args) throws ReflectiveOperationException {
        int families = 0, wrong = 0;
        for (Method pack : Pvm.class.getSuperclass().getDeclaredMethods()) {
            if (!pack.getName().startsWith("pk"))
                continue;
            families++;
            pack.setAccessible(true);
            Method unpack = Pvm.class.getSuperclass().getDeclaredMethod("u" + pack.getName(), pack.getParameterTypes());
            unpack.setAccessible(true);
            for (int encoding : new int[] {Pvm.DataDefault, Pvm.DataRaw})
                wrong += right(pack, unpack, encoding) ? 0 : 1;
            wrong += refused(pack) ? 0 : 1;
        }
        System.out.println(families + " families, " + wrong + " wrong");
        Pvm.exit();
    }

    private static int words(Method pack) {
        return pack.getName().contains("cplx") ? 2 : 1;
    }

    private static boolean right(Method pack, Method unpack, int encoding) throws ReflectiveOperationException {
        int w = words(pack);
        Object from = Array.newInstance(pack.getParameterTypes()[0].getComponentType(), 5 * w);
        Object to = Array.newInstance(pack.getParameterTypes()[0].getComponentType(), 5 * w);
        for (int i = 0; i < 5 * w; i++)
            set(from, i, (byte)(i - 3));
        Pvm.initsend(encoding);
        pack.invoke(null, from, 3, 2);
        Pvm.send(Pvm.mytid(), 1);
        Pvm.recv(-1, 1);
        unpack.invoke(null, to, 3, 2);
        for (int i = 0; i < 5 * w; i++)
            if (i / w % 2 == 0 ? !Array.get(from, i).equals(Array.get(to, i))
                               : ((Number)Array.get(to, i)).intValue() != 0)
                return false;
        return true;
    }

    private static void set(Object array, int i, byte value) {
        Array.setByte(array, i, value);
    }

    private static boolean refused(Method pack) throws ReflectiveOperationException {
        Pvm.initsend(Pvm.DataRaw);
        try {
            pack.invoke(null, Array.newInstance(pack.getParameterTypes()[0].getComponentType(), 4 * words(pack)), 3, 2);
            return false;
        } catch (InvocationTargetException e) {
            return e.getCause().getMessage().endsWith(": the array does not hold so many items");
        }
    }
}
