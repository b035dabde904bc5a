package jpi;

import java.io.ByteArrayOutputStream;

/** A line that a thread has begun to print. */
final class LineBuffer extends ByteArrayOutputStream {
    static final int LONGEST = 8192;

    /**
     * Adds bytes up to and with the first newline. Returns how many; complete() then says whether the line is to go.
     */
    int take(byte[] from, int offset, int length) {
        int n = 0;
        while (n < length && !complete())
            write(from[offset + n++]);
        return n;
    }

    boolean complete() {
        return count > 0 && (buf[count - 1] == '\n' || count >= LONGEST);
    }
}
