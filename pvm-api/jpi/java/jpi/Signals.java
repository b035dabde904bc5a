package jpi;

import sun.misc.Signal;

/**
 * A signal that ends a Java virtual machine ends its process at once: Java's own way waits for threads, and runs
 * libpvm3's last orders in a thread beside one that is inside PVM.
 */
final class Signals {
    private Signals() {
    }

    interface Ending {
        /** @param code 128 + the signal's number */
        void end(int code);
    }

    static void end() {
        end(Native::end);
    }

    static void end(Ending ending) {
        for (String name : new String[] {"HUP", "INT", "TERM"})
            try {
                Signal.handle(new Signal(name), s -> ending.end(128 + s.getNumber()));
            } catch (IllegalArgumentException e) {
                // -Xrs: the signal ends the process without Java
            }
    }
}
