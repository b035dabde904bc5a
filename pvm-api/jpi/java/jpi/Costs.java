package jpi;

/**
 * What JPI's own work takes, as [layer.jpi] of the machine file has it. 0 where it has nothing: on PVM 3.4.6, and on
 * machines that nobody measured JPI on.
 */
final class Costs {
    /** A message to another Java virtual machine: the sender's thread and connection, the receiver's thread. */
    final long sendNs = ns("jpi.send_us"), recvNs = ns("jpi.recv_us");
    /** Making bytes of an object, and an object of bytes. */
    final double serializeNsPerByte = Native.parameter("jpi.serialize_ns_per_byte");
    /** A new object at the receiver. */
    final long newObjectNs = ns("jpi.new_object_us");
    /** A message to a rank of the same Java virtual machine. */
    final long localNs = ns("jpi.local_us");
    /** One byte code of the user's program. */
    final double bytecodeNs = Native.parameter("jpi.bytecode_ns");
    /** How many ranks of a Java virtual machine compute at once. */
    final int processors = (int)Math.max(1, Native.parameter("jpi.processors_count"));

    private static long ns(String name) {
        return Math.round(1000 * Native.parameter(name));
    }

    long bytes(int n) {
        return Math.round(n * serializeNsPerByte);
    }
}
