package suci;

/** What has been written and is not confirmed yet, in Suci's out_block. The bytes themselves are with libsuci. */
public final class SuciPacket {
    public final int node;
    public final int length;

    SuciPacket(int node, int length) {
        this.node = node;
        this.length = length;
    }
}
