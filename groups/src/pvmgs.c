/* pvmgs.c - the program of the group server. The first group call on a machine starts it; users never do. */
#include "server.h"

int main(void)
{
    return grp_serve();
}
