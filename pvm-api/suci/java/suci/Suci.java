package suci;

import java.util.LinkedList;

/**
 * Messages over datagrams, reliable, with the flow control in the program's hands: the face of libsuci (suci.h) in
 * Java. In a class that jrun -task runs it goes over the machine's datagrams, elsewhere over UDP. One thread at a
 * time. A wrong argument and a silent node are SuciExceptions.
 */
public final class Suci implements AutoCloseable {
    private long handle;
    private final AddressDatabase addresses = new AddressDatabase(this);
    private final LinkedList<SuciPacket> out_block = new LinkedList<>();

    /** This task; beside another PVM, and without one, any port that is free. */
    public Suci() {
        handle = Native.open(null, 0);
    }

    /** At an address of one's own; not on a simulated machine, where addresses are tasks. */
    public Suci(SuciAddress own) {
        handle = Native.open(own.ip, own.port);
    }

    long handle() {
        if (handle == 0)
            throw new SuciException("Suci is closed");
        return handle;
    }

    public AddressDatabase addresses() {
        return addresses;
    }

    /** @return the UDP port; 0 where addresses are tasks */
    public int port() {
        return Native.port(handle());
    }

    /** Writes to node 0. */
    public int write(byte[] sendBuf) {
        return write(0, sendBuf, sendBuf.length);
    }

    /** Takes a copy of the first bytes as a message to a node; does not wait for the other end. @return length */
    public int write(int node, byte[] sendBuf, int length) {
        if (length < 0 || length > sendBuf.length)
            throw new SuciException("write of " + length + " bytes from an array of " + sendBuf.length);
        Native.write(handle(), node, sendBuf, length);
        out_block.add(new SuciPacket(node, length));
        return length;
    }

    /** The next message from anyone; waits for it. @return its size; the next reads have what readbuf is too short for */
    public int read(byte[] readbuf) {
        return read(readbuf, -1);
    }

    /** The same, for so many ns at most (-1: for ever). @return -1: nothing came */
    public int read(byte[] readbuf, long ns) {
        return Native.read(handle(), readbuf, ns);
    }

    /** @return the node that the last read was from */
    public int sender() {
        return Native.sender(handle());
    }

    /** Acknowledges all that has come now; without it, as the flow control says. */
    public void ack() {
        Native.ack(handle());
    }

    /** Resends until all packets are confirmed. */
    public void flush() {
        flush(-1);
    }

    /** The same, for so many ns at most. @return is all confirmed? */
    public boolean flush(long ns) {
        boolean done = Native.flush(handle(), ns);
        if (done)
            out_block.clear();
        return done;
    }

    /** @return messages that were written since the last flush that confirmed all */
    public int unconfirmed() {
        return out_block.size();
    }

    /** A flow control of suci.h: "stop_and_wait", "fixed_32", "reno", "rate". For all nodes. */
    public void flow(String name) {
        Native.flow(handle(), name);
    }

    /** A flow control of constant numbers; resendAfterNs 0: learnt. For all nodes. */
    public void flow(int window, long gapNs, int ackEvery, long ackDelayNs, long resendAfterNs) {
        Native.flowNumbers(handle(), new long[] {window, gapNs, ackEvery, ackDelayNs, resendAfterNs}, null, null);
    }

    /** A flow control of the program's own. For all nodes. */
    public void flow(Flow own) {
        Native.flowNumbers(handle(), own.numbers(), own.own, own);
    }

    /** @return packets sent, of these again, time-outs, packets taken, of these again: of a node */
    public long[] counts(int node) {
        return Native.counts(handle(), node);
    }

    @Override
    public void close() {
        close(0);
    }

    /** Answers what others resend for so many ns more, then closes. */
    public void close(long lingerNs) {
        if (handle != 0)
            Native.close(handle, lingerNs);
        handle = 0;
    }
}
