package jpi;

import java.io.*;
import java.util.ArrayDeque;

/**
 * What a worker's program prints goes line by line to JRun, which prints it on the stream of that name. Lines of
 * threads that may not make JPI's calls go with the next line or end of a strand.
 */
final class Output {
    private static final int STREAMS = 2;
    private final Worker worker;
    private final LineBuffer[] strange = {new LineBuffer(), new LineBuffer()}; // of other threads
    private final ArrayDeque<Line> left = new ArrayDeque<>();

    private static final class Line {
        final int stream;
        final byte[] bytes;

        Line(int stream, byte[] bytes) {
            this.stream = stream;
            this.bytes = bytes;
        }
    }

    Output(Worker worker) {
        this.worker = worker;
    }

    /** Java's own streams, for whoever prints without the user's classes (a trace of an exception). */
    void redirect() {
        System.setOut(new Own(new Stream(0, false)));
        System.setErr(new Own(new Stream(1, false)));
    }

    /**
     * A strand's own stream, for user classes: a PrintStream is locked while it writes, and a strand may wait
     * meanwhile.
     */
    PrintStream streamOf(int stream) {
        return new Own(new Stream(stream, true));
    }

    private static final class Own extends PrintStream {
        Own(Stream to) {
            super(to, true);
        }
    }

    /** Has the program set another one? */
    static boolean isReplaced(PrintStream now) {
        return !(now instanceof Own);
    }

    /** Lines that the strand has begun, and those of other threads. */
    void flush(Strand s) {
        for (int i = 0; i < STREAMS; i++)
            if (s.lines[i].size() > 0)
                send(s, i, true);
        Line line;
        while ((line = nextLeft()) != null)
            worker.tellMaster(Packet.OUTPUT, line.stream, 0, line.bytes);
    }

    private Line nextLeft() {
        synchronized (left) {
            return left.poll();
        }
    }

    private void send(Strand s, int stream, boolean settles) {
        byte[] bytes = s.lines[stream].toByteArray();
        s.lines[stream].reset();
        if (settles)
            s.scheduler.settle(s, 0);
        worker.tellMaster(Packet.OUTPUT, stream, 0, bytes);
    }

    private final class Stream extends OutputStream {
        private final int number;
        private final boolean ownOfStrand; // nobody else waits for it

        Stream(int number, boolean ownOfStrand) {
            this.number = number;
            this.ownOfStrand = ownOfStrand;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte)b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            Strand s = Worker.holder();
            while (length > 0) {
                int n = s != null ? ofStrand(s, bytes, offset, length) : ofOther(bytes, offset, length);
                offset += n;
                length -= n;
            }
        }

        private int ofStrand(Strand s, byte[] bytes, int offset, int length) {
            int n = s.lines[number].take(bytes, offset, length);
            if (s.lines[number].complete())
                send(s, number, ownOfStrand);
            return n;
        }

        private int ofOther(byte[] bytes, int offset, int length) {
            synchronized (left) {
                int n = strange[number].take(bytes, offset, length);
                if (strange[number].complete()) {
                    left.add(new Line(number, strange[number].toByteArray()));
                    strange[number].reset();
                }
                return n;
            }
        }
    }
}
