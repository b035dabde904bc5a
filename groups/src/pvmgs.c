/* pvmgs.c - the program of the group server. Started by the first group call on a machine, never by hand. */
#include "server.h"

int main(void)
{
    return grp_serve();
}
