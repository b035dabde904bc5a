package jpi;

import java.util.*;

/**
 * The paper's Buffer: messages that have come and are not received yet, and receives that have begun and have no
 * message yet. The first of each that fit are matched, so messages of a pair are received in the order in which they
 * were sent.
 */
final class Inbox {
    private final List<List<Packet>> come = new ArrayList<>();
    private final List<List<PendingReceive>> receives = new ArrayList<>();

    /** @param ranks of COMM_WORLD */
    Inbox(int ranks) {
        for (int r = 0; r < ranks; r++) {
            come.add(null);
            receives.add(null);
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
        List<PendingReceive> pending = of(receives, p.destination);
        for (int i = 0; i < pending.size(); i++)
            if (pending.get(i).fits(p)) {
                pending.remove(i).got = p;
                return;
            }
        of(come, p.destination).add(p);
    }

    /** A receive begins. */
    void add(PendingReceive w) {
        List<Packet> packets = of(come, w.rank);
        for (int i = 0; i < packets.size(); i++)
            if (w.fits(packets.get(i))) {
                w.got = packets.remove(i);
                return;
            }
        of(receives, w.rank).add(w);
    }

    /** A receive is given up. */
    void forget(PendingReceive w) {
        of(receives, w.rank).remove(w);
    }

    /** The message that a receive would get; null: none has come. */
    Packet look(PendingReceive w) {
        for (Packet p : of(come, w.rank))
            if (w.fits(p))
                return p;
        return null;
    }
}
