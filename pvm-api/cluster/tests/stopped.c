/* stopped.c - for namespaces.sh, which stops node 0 for a while, as Ctrl-Z does, when this says that it is ready: what
 * another node has under way to it then comes afterwards. */
#include "ints.h"

enum { DATA = 1, EXITED };
enum { COUNT = 30, BYTES = 1 << 20 };

static char bytes[BYTES];

int main(void)
{
    int got = 0, tag = 0;
    if (pvm_parent() > 0) {
        sleep(3); /* node 0 is stopped now */
        for (int i = 0; i < COUNT; i++)
            send_bytes(pvm_parent(), DATA, bytes, BYTES);
        pvm_exit();
        return 0;
    }
    int kid = start("sends", "node1");
    pvm_notify(PvmTaskExit, EXITED, 1, &kid);
    printf("ready\n");
    fflush(stdout);
    for (; tag != EXITED; got += tag == DATA)
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, NULL);
    printf("the notice comes after %d of %d\n", got, COUNT);
    pvm_exit();
    return 0;
}
