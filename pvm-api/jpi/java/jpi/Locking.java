package jpi;

import java.util.*;
import org.objectweb.asm.*;
import org.objectweb.asm.tree.*;

/**
 * Tells Monitors of the monitors that a user class enters and leaves, and has it do wait and notify. A synchronized
 * method becomes two: one of its name, which tells, and inside it the method itself, called NAME$jpi.
 */
final class Locking {
    private Locking() {
    }

    static final String INNER = "$jpi";
    private static final String MONITORS = "jpi/Monitors", OBJECT = "(Ljava/lang/Object;)V";
    private static final Map<String, String> CALLS = Map.of(
            "wait ()V", "await " + OBJECT, "wait (J)V", "await (Ljava/lang/Object;J)V", "wait (JI)V",
            "await (Ljava/lang/Object;JI)V", "notify ()V", "wake " + OBJECT, "notifyAll ()V", "wakeAll " + OBJECT);

    static void change(ClassNode c) {
        List<MethodNode> all = new ArrayList<>();
        for (MethodNode m : c.methods) {
            change(m, MONITORS);
            all.add(m);
            int none = Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT;
            if ((m.access & Opcodes.ACC_SYNCHRONIZED) != 0 && (m.access & none) == 0)
                all.add(outer(c, m));
        }
        c.methods = all;
    }

    private static MethodInsnNode tell(String call, String desc) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, MONITORS, call, desc, false);
    }

    /** What is inside a method; owner: of the calls, which are those of Monitors. Returns true if there was any. */
    static boolean change(MethodNode m, String owner) {
        boolean changed = false;
        for (AbstractInsnNode i : m.instructions.toArray()) {
            boolean enters = i.getOpcode() == Opcodes.MONITORENTER, exits = i.getOpcode() == Opcodes.MONITOREXIT;
            String to = null;
            if (enters || exits) {
                m.instructions.insertBefore(i, new InsnNode(Opcodes.DUP));
                to = (enters ? "enter " : "exit ") + OBJECT;
            } else if (i instanceof MethodInsnNode && ((MethodInsnNode)i).owner.equals("java/lang/Object")) {
                to = CALLS.get(((MethodInsnNode)i).name + " " + ((MethodInsnNode)i).desc);
            }
            if (to == null)
                continue;
            changed = true;
            MethodInsnNode call = new MethodInsnNode(Opcodes.INVOKESTATIC, owner, to.substring(0, to.indexOf(' ')),
                                                     to.substring(to.indexOf(' ') + 1), false);
            if (enters)
                m.instructions.insertBefore(i, call);
            else if (exits)
                m.instructions.insert(i, call);
            else
                m.instructions.set(i, call);
        }
        return changed;
    }

    /** Makes m the inner one; the result has its name, and what others see of it. */
    private static MethodNode outer(ClassNode c, MethodNode m) {
        MethodNode o = new MethodNode(m.access & ~Opcodes.ACC_SYNCHRONIZED, m.name, m.desc, m.signature,
                                      m.exceptions.toArray(new String[0]));
        o.parameters = m.parameters;
        o.visibleAnnotations = m.visibleAnnotations;
        o.visibleTypeAnnotations = m.visibleTypeAnnotations;
        o.visibleParameterAnnotations = m.visibleParameterAnnotations;
        o.annotationDefault = m.annotationDefault;
        int others = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_BRIDGE | Opcodes.ACC_VARARGS;
        m.access = m.access & ~others | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;
        m.name += INNER;
        m.visibleAnnotations = null;
        m.visibleTypeAnnotations = null;
        m.visibleParameterAnnotations = null;

        boolean fixed = (m.access & Opcodes.ACC_STATIC) != 0;
        LabelNode start = new LabelNode(), end = new LabelNode(), thrown = new LabelNode();
        InsnList code = o.instructions;
        monitor(code, c, fixed);
        code.add(tell("enter", OBJECT));
        code.add(start);
        int at = 0;
        if (!fixed)
            code.add(new VarInsnNode(Opcodes.ALOAD, at++));
        for (Type t : Type.getArgumentTypes(m.desc)) {
            code.add(new VarInsnNode(t.getOpcode(Opcodes.ILOAD), at));
            at += t.getSize();
        }
        code.add(new MethodInsnNode(fixed ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL, c.name, m.name, m.desc, false));
        code.add(end);
        monitor(code, c, fixed);
        code.add(tell("exit", OBJECT));
        code.add(new InsnNode(Type.getReturnType(m.desc).getOpcode(Opcodes.IRETURN)));
        code.add(thrown);
        code.add(new FrameNode(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"}));
        monitor(code, c, fixed);
        code.add(tell("exit", OBJECT));
        code.add(new InsnNode(Opcodes.ATHROW));
        o.tryCatchBlocks.add(new TryCatchBlockNode(start, end, thrown, null));
        o.maxLocals = at;
        o.maxStack = at + 3;
        return o;
    }

    private static void monitor(InsnList code, ClassNode c, boolean fixed) {
        code.add(fixed ? new LdcInsnNode(Type.getObjectType(c.name)) : new VarInsnNode(Opcodes.ALOAD, 0));
    }
}
