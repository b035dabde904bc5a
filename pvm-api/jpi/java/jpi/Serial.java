package jpi;

import java.lang.invoke.SerializedLambda;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.objectweb.asm.*;
import org.objectweb.asm.commons.SerialVersionUIDAdder;
import org.objectweb.asm.tree.*;

/** What Java's serialization says of a user class stays what it was before the class was changed. */
public final class Serial {
    private static final String PREFIX = "jpi$", READS = "$deserializeLambda$";

    private Serial() {
    }

    /** The default serialVersionUID counts synchronized methods, which Locking changes: gives the class the number. */
    static void keepVersion(ClassNode c) {
        boolean changes = false;
        for (MethodNode m : c.methods)
            changes |= (m.access & Opcodes.ACC_SYNCHRONIZED) != 0 && (m.access & Opcodes.ACC_PRIVATE) == 0;
        for (FieldNode f : c.fields)
            changes &= !f.name.equals("serialVersionUID");
        if (!changes)
            return;
        c.accept(new SerialVersionUIDAdder(Opcodes.ASM9, new ClassVisitor(Opcodes.ASM9) {}) {
            @Override
            protected void addSVUID(long number) {
                int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
                c.fields.add(new FieldNode(access, "serialVersionUID", "J", null, number));
            }
        });
    }

    /** The name of the method that stands for a reference, in a class with so many methods: it holds the reference. */
    static String nameFor(Handle h, int methods) {
        String text = h.getTag() + " " + h.getOwner() + " " + h.getName() + " " + h.getDesc();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return PREFIX + methods + "$" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** javac's method that reads lambdas of its class is asked with the reference, not with what stands for it. */
    static void readOriginals(ClassNode c) {
        String lambda = "Ljava/lang/invoke/SerializedLambda;";
        for (MethodNode m : c.methods)
            if (m.name.equals(READS) && m.desc.equals("(" + lambda + ")Ljava/lang/Object;")) {
                InsnList begin = new InsnList();
                begin.add(new VarInsnNode(Opcodes.ALOAD, 0));
                begin.add(new LdcInsnNode(Type.getObjectType(c.name)));
                begin.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "jpi/Serial", "original",
                                             "(" + lambda + "Ljava/lang/Class;)" + lambda, false));
                begin.add(new VarInsnNode(Opcodes.ASTORE, 0));
                m.instructions.insert(begin);
            }
    }

    /** Called by user classes. */
    public static SerializedLambda original(SerializedLambda l, Class<?> of) {
        if (!l.getImplMethodName().startsWith(PREFIX))
            return l;
        String name = l.getImplMethodName(), coded = name.substring(name.indexOf('$', PREFIX.length()) + 1);
        String[] w = new String(Base64.getUrlDecoder().decode(coded), StandardCharsets.UTF_8).split(" ");
        Object[] captured = new Object[l.getCapturedArgCount()];
        for (int i = 0; i < captured.length; i++)
            captured[i] = l.getCapturedArg(i);
        return new SerializedLambda(of, l.getFunctionalInterfaceClass(), l.getFunctionalInterfaceMethodName(),
                                    l.getFunctionalInterfaceMethodSignature(), Integer.parseInt(w[0]), w[1], w[2], w[3],
                                    l.getInstantiatedMethodType(), captured);
    }
}
