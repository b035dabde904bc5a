package jpi;

import java.util.*;
import java.util.function.Function;
import org.objectweb.asm.*;
import org.objectweb.asm.tree.*;

/**
 * A user class's byte codes with three changes: Java's clocks, sleeps, exits, seeds and output streams are Clock's, each
 * straight piece adds its length to Count, and Monitors hears of its monitors (Locking). Nothing else; line numbers
 * stay. Classes of the JDK are not seen, so what they do takes no time.
 */
final class Instrument {
    private static final String CLOCK = "jpi/Clock", COUNT = "jpi/Count";
    /** Class file version of Java 20, the last that ASM 9.4 reads; later ones only add attributes. */
    private static final int NEWEST = 64;

    /** Static calls by "owner.name descriptor": the same call of Clock. */
    private static final Set<String> STATIC = Set.of(
            "java/lang/System.currentTimeMillis ()J", "java/lang/System.nanoTime ()J", "java/lang/System.exit (I)V",
            "java/lang/Thread.sleep (J)V", "java/lang/Thread.sleep (JI)V",
            "java/lang/Thread.sleep (Ljava/time/Duration;)V", "java/lang/Math.random ()D",
            "java/time/Clock.systemUTC ()Ljava/time/Clock;",
            "java/util/UUID.randomUUID ()Ljava/util/UUID;", "java/util/Collections.shuffle (Ljava/util/List;)V",
            "java/util/concurrent/locks/LockSupport.parkNanos (J)V",
            "java/util/concurrent/locks/LockSupport.parkNanos (Ljava/lang/Object;J)V", "java/lang/Thread.yield ()V");
    /** Calls of objects: the static call of Clock with the object as its first argument. */
    private static final Map<String, String> VIRTUAL =
            Map.of("java/lang/Runtime.exit (I)V", "exit (Ljava/lang/Runtime;I)V", "java/lang/Runtime.halt (I)V",
                   "halt (Ljava/lang/Runtime;I)V", "java/lang/Runtime.addShutdownHook (Ljava/lang/Thread;)V",
                   "addShutdownHook (Ljava/lang/Runtime;Ljava/lang/Thread;)V",
                   "java/lang/Runtime.removeShutdownHook (Ljava/lang/Thread;)Z",
                   "removeShutdownHook (Ljava/lang/Runtime;Ljava/lang/Thread;)Z", "java/util/concurrent/TimeUnit.sleep (J)V",
                   "sleep (Ljava/util/concurrent/TimeUnit;J)V", "java/lang/Thread.interrupt ()V",
                   "interrupt (Ljava/lang/Thread;)V");
    /** Constructors without arguments that look at the clock: that with a long, which Clock gives. */
    private static final Map<String, String> CONSTRUCTORS =
            Map.of("java/util/Date", "currentTimeMillis", "java/util/Random", "seed", "java/util/SplittableRandom",
                   "seed");
    private static final Set<String> CALENDARS = Set.of("java/util/Calendar", "java/util/GregorianCalendar");
    private static final Set<String> OF_THREADS = Set.of("sleep", "yield", "onSpinWait");
    /** What `now` of the classes of java.time takes; a Clock is given instead. */
    private static final Set<String> NOW = Set.of("()", "(Ljava/time/ZoneId;)");
    private static final Map<String, String> RENAMED = new HashMap<>();

    static {
        RENAMED.put("java/time/Instant.now ()Ljava/time/Instant;", "instant");
        RENAMED.put("java/lang/Thread.onSpinWait ()V", "yield");
        RENAMED.put("java/time/Clock.systemDefaultZone ()Ljava/time/Clock;", "clock");
        RENAMED.put("java/time/Clock.system (Ljava/time/ZoneId;)Ljava/time/Clock;", "clock");
    }

    private final boolean counts;
    private final Function<String, ClassNode> users;

    /**
     * @param counts is computing to take time?
     * @param users the user's class of this name; null: there is none
     */
    Instrument(boolean counts, Function<String, ClassNode> users) {
        this.counts = counts;
        this.users = users;
    }

    /** @param code a class file */
    byte[] instrumented(byte[] code) {
        Set<String> tooLarge = new HashSet<>(); // methods that must not grow
        for (;;) {
            ClassNode c = read(code);
            Serial.keepVersion(c);
            for (MethodNode m : new ArrayList<>(c.methods))
                change(c, m, counts && !tooLarge.contains(m.name + m.desc));
            Serial.readOriginals(c);
            Locking.change(c);
            ClassWriter out = new ClassWriter(0);
            c.accept(out);
            try {
                return out.toByteArray();
            } catch (MethodTooLargeException e) {
                if (!tooLarge.add(e.getMethodName() + e.getDescriptor()))
                    throw new JException("method " + e.getMethodName() + " of class " + e.getClassName() +
                                         " is too large");
            }
        }
    }

    /** A class file of any version: later ones than ASM knows only add attributes. */
    static ClassNode read(byte[] code) {
        int version = code.length > 7 ? (code[6] & 255) << 8 | code[7] & 255 : 0;
        byte[] readable = code;
        if (version > NEWEST) {
            readable = code.clone();
            readable[6] = 0;
            readable[7] = NEWEST;
        }
        ClassNode c = new ClassNode();
        new ClassReader(readable).accept(c, 0);
        c.version = Math.max(version, c.version);
        return c;
    }

    private void change(ClassNode c, MethodNode m, boolean counting) {
        for (AbstractInsnNode i : m.instructions.toArray())
            replace(c, m, i);
        if (counting && m.instructions.size() > 0)
            count(m);
        m.maxStack += 4;
    }

    // ---- clocks ---------------------------------------------------------------------------------------------------

    private void replace(ClassNode c, MethodNode m, AbstractInsnNode i) {
        if (i instanceof MethodInsnNode)
            call(m, (MethodInsnNode)i);
        else if (i instanceof FieldInsnNode)
            stream(m, (FieldInsnNode)i);
        else if (i instanceof InvokeDynamicInsnNode)
            references(c, (InvokeDynamicInsnNode)i);
    }

    /** @return is it another call now? */
    private boolean call(MethodNode m, MethodInsnNode i) {
        String key = ownerOf(i) + "." + i.name + " " + i.desc;
        if (i.getOpcode() == Opcodes.INVOKESTATIC && clockName(key) != null) {
            i.name = clockName(key);
            i.owner = CLOCK;
        } else if (i.getOpcode() == Opcodes.INVOKEVIRTUAL && VIRTUAL.containsKey(key)) {
            String[] to = VIRTUAL.get(key).split(" ");
            m.instructions.set(i, new MethodInsnNode(Opcodes.INVOKESTATIC, CLOCK, to[0], to[1], false));
        } else if (i.getOpcode() == Opcodes.INVOKESTATIC && i.owner.startsWith("java/time/") && i.name.equals("now") &&
                   NOW.contains(i.desc.substring(0, i.desc.indexOf(')') + 1))) {
            String zone = i.desc.startsWith("()") ? "()" : "(Ljava/time/ZoneId;)";
            m.instructions.insertBefore(i, new MethodInsnNode(Opcodes.INVOKESTATIC, CLOCK, "clock",
                                                              zone + "Ljava/time/Clock;", false));
            i.desc = "(Ljava/time/Clock;)" + i.desc.substring(i.desc.indexOf(')') + 1);
        } else if (i.owner.equals("java/util/GregorianCalendar") && i.name.equals("<init>") && made(i)) {
            InsnList setting = new InsnList();
            setting.add(new InsnNode(Opcodes.DUP));
            setting.add(settingNow());
            setting.add(new InsnNode(Opcodes.POP));
            m.instructions.insert(i, setting);
        } else if (i.getOpcode() == Opcodes.INVOKESTATIC && i.name.equals("getInstance") && CALENDARS.contains(i.owner)) {
            m.instructions.insert(i, settingNow());
        } else if (i.name.equals("<init>") && i.desc.equals("()V") && CONSTRUCTORS.containsKey(i.owner)) {
            m.instructions.insertBefore(
                    i, new MethodInsnNode(Opcodes.INVOKESTATIC, CLOCK, CONSTRUCTORS.get(i.owner), "()J", false));
            i.desc = "(J)V";
        } else {
            return false;
        }
        return true;
    }

    /** A thread's own sleep(1) bears the name of its class. */
    private String ownerOf(MethodInsnNode i) {
        String up = i.getOpcode() == Opcodes.INVOKESTATIC && OF_THREADS.contains(i.name) ? i.owner : null;
        while (up != null && !up.equals("java/lang/Thread")) {
            ClassNode c = users.apply(up);
            boolean own = c == null || c.methods.stream().anyMatch(m -> m.name.equals(i.name) && m.desc.equals(i.desc));
            up = own ? null : c.superName;
        }
        return up != null ? up : i.owner;
    }

    private static MethodInsnNode settingNow() {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, CLOCK, "set", "(Ljava/util/Calendar;)Ljava/util/Calendar;", false);
    }

    /** Of new X() with a copy of the reference left on the stack, and a constructor that takes the time of now. */
    private static boolean made(MethodInsnNode i) {
        if (!i.desc.equals("()V"))
            return false;
        AbstractInsnNode before = i.getPrevious();
        return before != null && before.getOpcode() == Opcodes.DUP;
    }

    /** What a static call is called in Clock; null: it is none of those. */
    private static String clockName(String key) {
        if (STATIC.contains(key))
            return key.substring(key.indexOf('.') + 1, key.indexOf(' '));
        return RENAMED.get(key);
    }

    private static void stream(MethodNode m, FieldInsnNode i) {
        if (i.getOpcode() == Opcodes.GETSTATIC && i.owner.equals("java/lang/System") &&
            (i.name.equals("out") || i.name.equals("err")))
            m.instructions.set(
                    i, new MethodInsnNode(Opcodes.INVOKESTATIC, CLOCK, i.name, "()Ljava/io/PrintStream;", false));
    }

    /** References to methods whose calls are changed, as System::nanoTime and Date::new: a method of the class calls them. */
    private void references(ClassNode c, InvokeDynamicInsnNode i) {
        for (int n = 0; n < i.bsmArgs.length; n++) {
            MethodNode m = i.bsmArgs[n] instanceof Handle ? calling((Handle)i.bsmArgs[n], c.methods.size()) : null;
            if (m == null)
                continue;
            c.methods.add(m);
            i.bsmArgs[n] = new Handle(Opcodes.H_INVOKESTATIC, c.name, m.name, m.desc,
                                      (c.access & Opcodes.ACC_INTERFACE) != 0);
        }
    }

    /** null: the call is not changed. */
    private MethodNode calling(Handle h, int methods) {
        int tag = h.getTag();
        boolean makes = tag == Opcodes.H_NEWINVOKESPECIAL, isStatic = tag == Opcodes.H_INVOKESTATIC;
        if (!makes && !isStatic && tag != Opcodes.H_INVOKEVIRTUAL)
            return null;
        String owner = "L" + h.getOwner() + ";", of = h.getDesc();
        String desc = makes ? of.substring(0, of.indexOf(')') + 1) + owner : isStatic ? of : "(" + owner + of.substring(1);
        MethodNode m = new MethodNode(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                                      Serial.nameFor(h, methods), desc, null, null);
        if (makes) {
            m.visitTypeInsn(Opcodes.NEW, h.getOwner());
            m.visitInsn(Opcodes.DUP);
        }
        for (Type t : Type.getArgumentTypes(desc)) {
            m.visitVarInsn(t.getOpcode(Opcodes.ILOAD), m.maxLocals);
            m.maxLocals += t.getSize();
        }
        m.maxStack = m.maxLocals + 6;
        MethodInsnNode call = new MethodInsnNode(makes      ? Opcodes.INVOKESPECIAL
                                                 : isStatic ? Opcodes.INVOKESTATIC
                                                            : Opcodes.INVOKEVIRTUAL,
                                                 h.getOwner(), h.getName(), of, h.isInterface());
        m.instructions.add(call);
        m.visitInsn(Type.getReturnType(desc).getOpcode(Opcodes.IRETURN));
        return call(m, call) ? m : null;
    }

    // ---- counting -------------------------------------------------------------------------------------------------

    /** A piece ends before a jump, a call or an end, which still belongs to it, and where others may jump to. */
    private static void count(MethodNode m) {
        Set<LabelNode> targets = targets(m);
        int pending = 0;
        for (AbstractInsnNode i : m.instructions.toArray()) {
            if (i.getOpcode() >= 0)
                pending++;
            if (pending > 0 && (targets.contains(i) || ends(i))) {
                m.instructions.insertBefore(i, adding(pending));
                pending = 0;
            }
        }
    }

    private static Set<LabelNode> targets(MethodNode m) {
        Set<LabelNode> all = new HashSet<>();
        for (AbstractInsnNode i : m.instructions.toArray()) {
            if (i instanceof JumpInsnNode) {
                all.add(((JumpInsnNode)i).label);
            } else if (i instanceof TableSwitchInsnNode) {
                all.addAll(((TableSwitchInsnNode)i).labels);
                all.add(((TableSwitchInsnNode)i).dflt);
            } else if (i instanceof LookupSwitchInsnNode) {
                all.addAll(((LookupSwitchInsnNode)i).labels);
                all.add(((LookupSwitchInsnNode)i).dflt);
            }
        }
        for (TryCatchBlockNode t : m.tryCatchBlocks)
            all.add(t.handler);
        return all;
    }

    private static boolean ends(AbstractInsnNode i) {
        int op = i.getOpcode();
        return i instanceof JumpInsnNode || i instanceof MethodInsnNode || i instanceof InvokeDynamicInsnNode ||
                i instanceof TableSwitchInsnNode || i instanceof LookupSwitchInsnNode ||
                op >= Opcodes.IRETURN && op <= Opcodes.RETURN || op == Opcodes.ATHROW || op == Opcodes.RET;
    }

    private static InsnList adding(int n) {
        InsnList code = new InsnList();
        code.add(new FieldInsnNode(Opcodes.GETSTATIC, COUNT, "bytecodes", "J"));
        code.add(new LdcInsnNode((long)n));
        code.add(new InsnNode(Opcodes.LADD));
        code.add(new FieldInsnNode(Opcodes.PUTSTATIC, COUNT, "bytecodes", "J"));
        return code;
    }
}
