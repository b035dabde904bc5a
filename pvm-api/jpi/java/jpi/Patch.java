package jpi;

import java.io.*;
import java.util.*;
import java.util.function.*;
import org.objectweb.asm.*;
import org.objectweb.asm.tree.*;

/**
 * Changes in Java's own classes: Thread tells Strand of threads that begin, LockSupport asks Parking first, timers tell
 * Monitors, and java.util.concurrent reads Clock. A class of ours in java.base has what they call, since they see no
 * other; the Java virtual machine's tool interface (JVMTI) gives them their new bodies (src/redefine.c).
 */
final class Patch {
    private Patch() {
    }

    private static final String LOCKS = "java/util/concurrent/locks/", SUPPORT = LOCKS + "LockSupport",
                                HOOKS = LOCKS + "JpiHooks", THREAD = "java/lang/Thread", TIMER = "java/util/Timer",
                                INSTANT = "java/time/Instant";
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
            "java/util/concurrent/AbstractExecutorService", "java/util/concurrent/ForkJoinTask",
            "java/util/concurrent/ForkJoinPool", "java/util/concurrent/DelayScheduler",
            "java/util/concurrent/ScheduledThreadPoolExecutor",
            "java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask", TIMER, "java/util/TimerThread",
            "java/util/TimerTask", "java/util/logging/LogRecord"};
    /**
     * Methods that ask first: the hook, and the number of the variable with its long (-1: a constant of -1). Pools of
     * Java 19 and later start their threads by a start() that takes a container.
     */
    private static final Map<String, String> ASKING = Map.of(
            "park()V", "park -1", "park(Ljava/lang/Object;)V", "park -1", "parkNanos(J)V", "parkNanos 0",
            "parkNanos(Ljava/lang/Object;J)V", "parkNanos 1", "parkUntil(J)V", "parkUntil 0",
            "parkUntil(Ljava/lang/Object;J)V", "parkUntil 1", "unpark(Ljava/lang/Thread;)V", "unpark", "start()V",
            "starts", "interrupt()V", "interrupts", "join(J)V", "joins 1");
    private static final Set<String> CLOCKS = Set.of("nanoTime", "currentTimeMillis");

    /** One hook: a static method of java.base that passes its arguments to an object of ours. */
    private static final class Hook {
        final String name, desc, method;
        final Class<?> type;
        final Object to;

        <T> Hook(String name, String desc, Class<T> type, T to) {
            this.name = name;
            this.desc = desc;
            this.type = type;
            this.to = to;
            method = type == LongSupplier.class ? "getAsLong" : desc.endsWith("V") ? "accept" : "test";
        }
    }

    @SuppressWarnings("unchecked")
    private static Hook[] all() {
        Predicate<Thread> unpark = Parking::unpark, interrupts = Strand::interrupts, starts = t -> {
            Strand.starts(t);
            return false;
        };
        BiPredicate<Thread, Long> joins = Strand::joins;
        BiConsumer<Object, Long> await = (o, ms) -> {
            try {
                Monitors.await(o, ms);
            } catch (InterruptedException e) {
                Patch.<RuntimeException>raise(e);
            }
        };
        Consumer<Object> enter = Monitors::enter, exit = Monitors::exit, wake = Monitors::wake, wakeAll = Monitors::wakeAll;
        String thread = "(Ljava/lang/Thread;)Z", object = "(Ljava/lang/Object;)V";
        return new Hook[] {new Hook("park", "(J)Z", LongPredicate.class, Parking::park),
                           new Hook("parkNanos", "(J)Z", LongPredicate.class, ns -> Parking.park(Math.max(0, ns))),
                           new Hook("parkUntil", "(J)Z", LongPredicate.class, Parking::parkUntil),
                           new Hook("parkAs", "(JZ)V", BiConsumer.class, (BiConsumer<Long, Boolean>)Parking::parkAs),
                           new Hook("nanoTime", "()J", LongSupplier.class, Clock::nanoTime),
                           new Hook("currentTimeMillis", "()J", LongSupplier.class, Clock::currentTimeMillis),
                           new Hook("unpark", thread, Predicate.class, unpark),
                           new Hook("starts", thread, Predicate.class, starts),
                           new Hook("interrupts", thread, Predicate.class, interrupts),
                           new Hook("joins", "(Ljava/lang/Thread;J)Z", BiPredicate.class, joins),
                           new Hook("await", "(Ljava/lang/Object;J)V", BiConsumer.class, await),
                           new Hook("await", object, Consumer.class, (Consumer<Object>)o -> await.accept(o, 0L)),
                           new Hook("enter", object, Consumer.class, enter), new Hook("exit", object, Consumer.class, exit),
                           new Hook("wake", object, Consumer.class, wake),
                           new Hook("wakeAll", object, Consumer.class, wakeAll)};
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable t) throws T {
        throw (T)t;
    }

    static void apply() {
        try {
            Hook[] all = all();
            Class<?> hooks = Native.defineInJava(HOOKS, hooks(all));
            for (int i = 0; i < all.length; i++)
                hooks.getField("to" + i).set(null, all[i].to);
            List<Class<?>> classes = new ArrayList<>();
            List<byte[]> codes = new ArrayList<>();
            change(SUPPORT, classes, codes);
            change(THREAD, classes, codes);
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
        for (MethodNode m : c.methods) {
            changed |= name.equals(SUPPORT) || name.equals(THREAD) ? asks(m) : readsClock(m);
            if (name.startsWith(TIMER))
                changed |= Locking.change(m, HOOKS);
            m.maxStack += 3;
        }
        if (!changed)
            return;
        ClassWriter out = new ClassWriter(0);
        c.accept(out);
        classes.add(Class.forName(name.replace('/', '.'), false, null));
        codes.add(out.toByteArray());
    }

    /** The method returns at once where the hook has done its work. */
    private static boolean asks(MethodNode m) {
        String asked = ASKING.get(m.name + (m.name.equals("start") ? "()V" : m.desc));
        if (asked == null)
            return false;
        String[] hook = asked.split(" ");
        boolean ofThread = !hook[0].startsWith("park"), hasLong = hook.length > 1;
        InsnList first = new InsnList();
        LabelNode others = new LabelNode();
        if (ofThread)
            first.add(new VarInsnNode(Opcodes.ALOAD, 0));
        if (hasLong && hook[1].equals("-1")) {
            first.add(new InsnNode(Opcodes.ICONST_M1));
            first.add(new InsnNode(Opcodes.I2L));
        } else if (hasLong) {
            first.add(new VarInsnNode(Opcodes.LLOAD, Integer.parseInt(hook[1])));
        }
        first.add(new MethodInsnNode(Opcodes.INVOKESTATIC, HOOKS, hook[0],
                                     "(" + (ofThread ? "Ljava/lang/Thread;" : "") + (hasLong ? "J" : "") + ")Z", false));
        first.add(new JumpInsnNode(Opcodes.IFEQ, others));
        first.add(new InsnNode(Opcodes.RETURN));
        first.add(others);
        first.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        first.add(new InsnNode(Opcodes.NOP)); // a frame may follow
        m.instructions.insert(first);
        return true;
    }

    private static boolean readsClock(MethodNode m) {
        boolean changed = false;
        for (AbstractInsnNode i : m.instructions.toArray()) {
            MethodInsnNode call = i instanceof MethodInsnNode ? (MethodInsnNode)i : null;
            if (call != null && call.owner.equals("java/lang/System") && CLOCKS.contains(call.name) &&
                !m.desc.contains("ForkJoinPool$WorkQueue;I")) { // Java 25: how long it is idle, which parkAs leaves out
                call.owner = HOOKS;
            } else if (call != null && call.owner.equals(INSTANT) && call.name.equals("now")) {
                m.instructions.insertBefore(
                        i, new MethodInsnNode(Opcodes.INVOKESTATIC, HOOKS, "currentTimeMillis", "()J", false));
                call.name = "ofEpochMilli";
                call.desc = "(J)L" + INSTANT + ";";
            } else if (call != null && call.owner.equals("jdk/internal/misc/Unsafe") && call.name.endsWith("park")) {
                parksAs(m, call);
            } else {
                continue;
            }
            changed = true;
        }
        return changed;
    }

    /** Pools of Java 25 ask Unsafe, which lies below the arguments, and not LockSupport. */
    private static void parksAs(MethodNode m, MethodInsnNode call) {
        boolean park = call.name.equals("park");
        for (int op : park ? new int[] {Opcodes.DUP2_X2, Opcodes.POP2, Opcodes.SWAP, Opcodes.POP}
                           : new int[] {Opcodes.SWAP, Opcodes.POP})
            m.instructions.insertBefore(call, new InsnNode(op));
        m.instructions.set(call, new MethodInsnNode(Opcodes.INVOKESTATIC, park ? HOOKS : SUPPORT, park ? "parkAs" : "unpark",
                                                    park ? "(JZ)V" : "(Ljava/lang/Thread;)V", false));
    }

    /** The class in java.base: for hook i the field to<i>, and the method that calls it. */
    private static byte[] hooks(Hook[] all) {
        ClassWriter c = new ClassWriter(0);
        c.visit(Opcodes.V11, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, HOOKS, null, "java/lang/Object", null);
        int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
        for (int i = 0; i < all.length; i++) {
            String type = Type.getInternalName(all[i].type);
            c.visitField(flags | Opcodes.ACC_VOLATILE, "to" + i, "L" + type + ";", null, null).visitEnd();
            MethodVisitor m = c.visitMethod(flags, all[i].name, all[i].desc, null, null);
            m.visitCode();
            m.visitFieldInsn(Opcodes.GETSTATIC, HOOKS, "to" + i, "L" + type + ";");
            boolean boxes = all[i].type == BiPredicate.class || all[i].type == BiConsumer.class;
            StringBuilder takes = new StringBuilder("(");
            int at = 0;
            for (Type t : Type.getArgumentTypes(all[i].desc)) {
                boolean isLong = t.getSort() == Type.LONG;
                m.visitVarInsn(t.getOpcode(Opcodes.ILOAD), at);
                if (t.getSort() == Type.BOOLEAN)
                    m.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;", false);
                if (isLong && boxes)
                    m.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", false);
                takes.append(isLong && !boxes ? "J" : "Ljava/lang/Object;");
                at += t.getSize();
            }
            Type returns = Type.getReturnType(all[i].desc);
            m.visitMethodInsn(Opcodes.INVOKEINTERFACE, type, all[i].method, takes + ")" + returns, true);
            m.visitInsn(returns.getOpcode(Opcodes.IRETURN));
            m.visitMaxs(5, 3);
            m.visitEnd();
        }
        c.visitEnd();
        return c.toByteArray();
    }
}
