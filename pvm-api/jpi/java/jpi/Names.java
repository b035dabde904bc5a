package jpi;

import java.util.*;

/** Texts that C keeps for as long as the process lives, each once: names of calls in traces and reports. */
final class Names {
    private static final int MOST = 4096;  // a program that waits in ever new ways must not fill the memory
    private static final int LONGEST = 23; // what the machine shows of one
    private final Map<String, Long> kept = new HashMap<>();
    private final long other = Native.lasting("jpi recv");

    long lasting(String name) {
        String cut = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
        Long there = kept.get(cut);
        if (there != null)
            return there;
        if (kept.size() >= MOST)
            return other;
        long made = Native.lasting(cut);
        kept.put(cut, made);
        return made;
    }
}
