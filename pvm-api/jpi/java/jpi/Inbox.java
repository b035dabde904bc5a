package jpi;

import java.util.ArrayList;
import java.util.List;

/**
 * The paper's Buffer: messages that have come and that nobody wants yet, and receives that have begun and have no
 * message yet. The first of each that fit meet, so messages of a pair are received in the order in which they were
 * sent.
 */
final class Inbox {
    private final List<List<Packet>> come = new ArrayList<>();
    private final List<List<Want>> wanted = new ArrayList<>();

    /** @param ranks of COMM_WORLD */
    Inbox(int ranks) {
        for (int r = 0; r < ranks; r++) {
            come.add(null);
            wanted.add(null);
        }
    }

    private static <T> List<T> of(List<List<T>> all, int rank) {
        List<T> list = all.get(rank);
        if (list == null)
            all.set(rank, list = new ArrayList<>());
        return list;
    }

    /** A message comes in. */
    void put(Packet p) {
        List<Want> wants = of(wanted, p.destination);
        for (int i = 0; i < wants.size(); i++)
            if (wants.get(i).fits(p)) {
                wants.remove(i).got = p;
                return;
            }
        of(come, p.destination).add(p);
    }

    /** A receive begins. */
    void want(Want w) {
        List<Packet> packets = of(come, w.rank);
        for (int i = 0; i < packets.size(); i++)
            if (w.fits(packets.get(i))) {
                w.got = packets.remove(i);
                return;
            }
        of(wanted, w.rank).add(w);
    }

    /** A receive is given up. */
    void forget(Want w) {
        of(wanted, w.rank).remove(w);
    }

    boolean has(Want w) {
        return of(come, w.rank).stream().anyMatch(w::fits);
    }
}
