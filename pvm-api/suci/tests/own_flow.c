/* own_flow.c - for programs.sh: sends 200 kB with my_flow, the flow control that is compiled from the README. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pvm3.h>
#include <suci.h>

extern const struct suci_flow my_flow;
static char out[200000], in[200000];

int main(int argc, char **argv)
{
    int other = pvm_parent(), sends = other != PvmNoParent;
    (void)argc;
    if (!sends && pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &other) != 1)
        return 1;
    struct suci *s = suci_open(NULL, NULL);
    if (s == NULL || suci_database_task(s, 0, other) != 0 || suci_set_flow(s, -1, &my_flow) != 0)
        return 1;
    for (size_t i = 0; i < sizeof out; i++)
        out[i] = (char)(i * 31 >> 5);
    if (sends) {
        if (suci_write(s, 0, out, sizeof out) != sizeof out || suci_flush(s, 0, -1) != 0)
            return 1;
        struct suci_counts c;
        suci_count(s, 0, &c);
        printf("%s resent, window %s\n", c.resent > 0 ? "some" : "none",
               suci_flow_of(s, 0)->window != my_flow.window ? "moved" : "as it was");
    } else {
        long n = suci_read(s, NULL, in, sizeof in, -1);
        printf("%ld bytes, %s\n", n, memcmp(in, out, sizeof out) == 0 ? "right" : "wrong");
    }
    suci_close(s, sends ? 0 : 1000000000);
    pvm_exit();
    return 0;
}
