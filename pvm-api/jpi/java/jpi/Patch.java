package jpi;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Changes in Java's own classes: LockSupport asks Parking first, and java.util.concurrent reads Clock.nanoTime. A class
 * of ours in java.base has what they call, since they see no other; the Java virtual machine's tool interface (JVMTI)
 * gives them their new bodies (src/redefine.c).
 */
final class Patch {
    private Patch() {
    }

    private static final String LOCKS = "java/util/concurrent/locks/", SUPPORT = LOCKS + "LockSupport",
                                HOOKS = LOCKS + "JpiHooks";
    /** Who waits with a time-out by its own look at the clock. What a Java does not have is left out. */
    private static final String[] TIMED = {
            LOCKS + "AbstractQueuedSynchronizer", LOCKS + "AbstractQueuedSynchronizer$ConditionObject",
            LOCKS + "AbstractQueuedLongSynchronizer", LOCKS + "AbstractQueuedLongSynchronizer$ConditionObject",
            LOCKS + "StampedLock", "java/util/concurrent/CompletableFuture",
            "java/util/concurrent/CompletableFuture$Signaller", "java/util/concurrent/FutureTask",
            "java/util/concurrent/Exchanger", "java/util/concurrent/Phaser", "java/util/concurrent/Phaser$QNode",
            "java/util/concurrent/SynchronousQueue", "java/util/concurrent/SynchronousQueue$TransferQueue",
            "java/util/concurrent/SynchronousQueue$TransferStack", "java/util/concurrent/SynchronousQueue$Transferer",
            "java/util/concurrent/LinkedTransferQueue", "java/util/concurrent/LinkedTransferQueue$DualNode",
            "java/util/concurrent/AbstractExecutorService", "java/util/concurrent/ForkJoinTask"};

    static void apply(LongPredicate park, LongPredicate parkUntil, Predicate<Thread> unpark, LongSupplier nano) {
        try {
            Class<?> hooks = Native.defineInJava(HOOKS, hooks());
            hooks.getField("park").set(null, park);
            hooks.getField("parkUntil").set(null, parkUntil);
            hooks.getField("unpark").set(null, unpark);
            hooks.getField("nano").set(null, nano);
            List<Class<?>> classes = new ArrayList<>();
            List<byte[]> codes = new ArrayList<>();
            change(SUPPORT, classes, codes);
            for (String name : TIMED)
                change(name, classes, codes);
            String trouble = Native.redefine(classes.toArray(new Class<?>[0]), codes.toArray(new byte[0][]));
            if (trouble != null)
                throw new JException("this Java does not let java.util.concurrent be changed: " + trouble);
        } catch (ReflectiveOperationException | IOException e) {
            throw new JException("java.util.concurrent cannot be changed", e);
        }
    }

    private static void change(String name, List<Class<?>> classes, List<byte[]> codes)
            throws IOException, ClassNotFoundException {
        byte[] code;
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            if (in == null)
                return;
            code = in.readAllBytes();
        }
        ClassNode c = Instrument.read(code);
        boolean changed = false;
        for (MethodNode m : c.methods)
            changed |= name.equals(SUPPORT) ? asks(m) : readsClock(m);
        if (!changed)
            return;
        ClassWriter out = new ClassWriter(0);
        c.accept(out);
        classes.add(Class.forName(name.replace('/', '.'), false, null));
        codes.add(out.toByteArray());
    }

    /** A method of LockSupport returns at once where Parking has done its work. */
    private static boolean asks(MethodNode m) {
        String hook = hookOf(m);
        if (hook == null)
            return false;
        InsnList first = new InsnList();
        LabelNode others = new LabelNode();
        if (hook.equals("unpark"))
            first.add(new VarInsnNode(Opcodes.ALOAD, 0));
        else if (hook.equals("parks"))
            first.add(new InsnNode(Opcodes.ICONST_M1));
        if (hook.equals("parks"))
            first.add(new InsnNode(Opcodes.I2L));
        else if (!hook.equals("unpark"))
            first.add(new VarInsnNode(Opcodes.LLOAD, m.desc.startsWith("(J") ? 0 : 1));
        first.add(new MethodInsnNode(Opcodes.INVOKESTATIC, HOOKS, hook,
                                     hook.equals("unpark") ? "(Ljava/lang/Thread;)Z" : "(J)Z", false));
        first.add(new JumpInsnNode(Opcodes.IFEQ, others));
        first.add(new InsnNode(Opcodes.RETURN));
        first.add(others);
        first.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        first.add(new InsnNode(Opcodes.NOP)); // a frame may follow
        m.instructions.insert(first);
        m.maxStack = Math.max(m.maxStack, 2);
        return true;
    }

    private static String hookOf(MethodNode m) {
        switch (m.name + m.desc) {
        case "park()V":
        case "park(Ljava/lang/Object;)V":
            return "parks";
        case "parkNanos(J)V":
        case "parkNanos(Ljava/lang/Object;J)V":
            return "parksFor";
        case "parkUntil(J)V":
        case "parkUntil(Ljava/lang/Object;J)V":
            return "parksUntil";
        case "unpark(Ljava/lang/Thread;)V":
            return "unpark";
        default:
            return null;
        }
    }

    private static boolean readsClock(MethodNode m) {
        boolean changed = false;
        for (AbstractInsnNode i : m.instructions.toArray())
            if (i instanceof MethodInsnNode && ((MethodInsnNode)i).owner.equals("java/lang/System") &&
                ((MethodInsnNode)i).name.equals("nanoTime")) {
                ((MethodInsnNode)i).owner = HOOKS;
                changed = true;
            }
        return changed;
    }

    // ---- the class in java.base -----------------------------------------------------------------------------------

    private static final String TEST = "java/util/function/LongPredicate", ONE = "java/util/function/Predicate",
                                SUPPLY = "java/util/function/LongSupplier";

    private static byte[] hooks() {
        ClassWriter c = new ClassWriter(0);
        c.visit(Opcodes.V11, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, HOOKS, null, "java/lang/Object", null);
        for (String[] field : new String[][] {{"park", TEST}, {"parkUntil", TEST}, {"unpark", ONE}, {"nano", SUPPLY}})
            c.visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_VOLATILE, field[0],
                         "L" + field[1] + ";", null, null).visitEnd();
        asking(c, "parks", "park", false);
        asking(c, "parksFor", "park", true);
        asking(c, "parksUntil", "parkUntil", false);
        MethodVisitor m = method(c, "unpark", "(Ljava/lang/Thread;)Z");
        m.visitFieldInsn(Opcodes.GETSTATIC, HOOKS, "unpark", "L" + ONE + ";");
        m.visitVarInsn(Opcodes.ALOAD, 0);
        m.visitMethodInsn(Opcodes.INVOKEINTERFACE, ONE, "test", "(Ljava/lang/Object;)Z", true);
        end(m, Opcodes.IRETURN);
        m = method(c, "nanoTime", "()J");
        m.visitFieldInsn(Opcodes.GETSTATIC, HOOKS, "nano", "L" + SUPPLY + ";");
        m.visitMethodInsn(Opcodes.INVOKEINTERFACE, SUPPLY, "getAsLong", "()J", true);
        end(m, Opcodes.LRETURN);
        c.visitEnd();
        return c.toByteArray();
    }

    /** @param atLeast0 less than 0 would be for ever */
    private static void asking(ClassWriter c, String name, String field, boolean atLeast0) {
        MethodVisitor m = method(c, name, "(J)Z");
        m.visitFieldInsn(Opcodes.GETSTATIC, HOOKS, field, "L" + TEST + ";");
        m.visitVarInsn(Opcodes.LLOAD, 0);
        if (atLeast0) {
            m.visitInsn(Opcodes.LCONST_0);
            m.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "max", "(JJ)J", false);
        }
        m.visitMethodInsn(Opcodes.INVOKEINTERFACE, TEST, "test", "(J)Z", true);
        end(m, Opcodes.IRETURN);
    }

    private static MethodVisitor method(ClassWriter c, String name, String desc) {
        MethodVisitor m = c.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, desc, null, null);
        m.visitCode();
        return m;
    }

    private static void end(MethodVisitor m, int returns) {
        m.visitInsn(returns);
        m.visitMaxs(5, 2);
        m.visitEnd();
    }
}
