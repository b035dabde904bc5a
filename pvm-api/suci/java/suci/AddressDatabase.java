package suci;

import java.util.Map;
import java.util.TreeMap;

/** The nodes' addresses, by numbers of the program's choice, 0 to 65535. Packets of others are ignored. */
public final class AddressDatabase {
    private final Suci suci;
    private final Map<Integer, SuciAddress> addresses = new TreeMap<>();

    AddressDatabase(Suci suci) {
        this.suci = suci;
    }

    /** Enters a node; entered again, it is spoken to anew. Waits for a task that has not opened Suci yet. */
    public void add(int node, SuciAddress address) {
        if (address.ip == null)
            Native.addTask(suci.handle(), node, address.tid);
        else
            Native.add(suci.handle(), node, address.ip, address.port);
        addresses.put(node, address);
    }

    /** @return the address of a node, or null */
    public SuciAddress get(int node) {
        return addresses.get(node);
    }

    public int size() {
        return addresses.size();
    }
}
