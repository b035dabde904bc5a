/* with_server.h - for tests of groups on the loop machine: the group server is one of its programs. */
#pragma once

#include "group_names.h"
#include "loop.h"
#include "pvm3.h"
#include "server.h"

#define G ((char *)"g")

static int server_main(int argc, char **argv)
{
    return grp_serve();
}

static const struct loop_program programs[] = {{GROUP_SERVER, server_main}, {NULL, NULL}};
