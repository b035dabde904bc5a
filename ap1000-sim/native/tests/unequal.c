/* unequal.c - a broadcast whose cells ask for other lengths than the root sends: unequal x|y|xy ROOT_BYTES OTHER_BYTES.
 * A cell that is not ended prints how many of its bytes behind the root's were changed. */
#include <ccell.c7.h>
#include <chost.c7.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 2, START = 1, MOST = 64000 };

struct start {
    char way[4];
    int root_bytes, bytes;
};

int cell_main(void)
{
    static char block[MOST];
    struct start s;
    h_recv(START);
    readmsg(&s, sizeof s);
    int n = getcid() == 0 ? s.root_bytes : s.bytes, changed = 0;
    memset(block, 1, sizeof block);
    if (strcmp(s.way, "xy") == 0)
        xy_brd(0, block, n);
    else if (strcmp(s.way, "x") == 0)
        x_brd(0, block, n);
    else
        y_brd(0, block, n);
    for (int i = s.root_bytes; i < n; i++)
        changed += block[i] != 1;
    printf("cell %d went on, %d bytes behind the message were changed\n", getcid(), changed);
    return 0;
}

int host_main(int argc, char **argv)
{
    struct start s = {.root_bytes = 0};
    if (argc != 4)
        exit(2);
    strncpy(s.way, argv[1], sizeof s.way - 1);
    s.root_bytes = atoi(argv[2]);
    s.bytes = atoi(argv[3]);
    cconfxy(s.way[0] == 'y' ? 1 : CELLS, s.way[0] == 'y' ? CELLS : 1);
    ccreat(NULL, 0, NULL);
    cbroad(0, START, &s, sizeof s);
    waitstable();
    return 0;
}
