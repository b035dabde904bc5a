/*
 * hello: a master starts one task on each of N cells and gets a line of greeting from each.
 * The skeleton of every PVM program: who am I, spawn, pack, send, receive, unpack, exit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <pvm3.h>

enum { MAX_TASKS = 1024, LINE_BYTES = 80 };
enum { GREETING = 1 }; /* message tags */

/* Name of the node a task runs on: to PVM, a cell is one of the virtual machine's hosts. */
static const char *node_name(int tid)
{
    struct pvmhostinfo *node;
    int i, nodes, formats, node_tid = pvm_tidtohost(tid);
    pvm_config(&nodes, &formats, &node);
    for (i = 0; i < nodes; i++)
        if (node[i].hi_tid == node_tid)
            return node[i].hi_name;
    return "nowhere";
}

static void child(int me, int parent)
{
    char line[LINE_BYTES];
    snprintf(line, sizeof line, "hello, t%x, this is t%x", (unsigned)parent, (unsigned)me);
    pvm_initsend(PvmDataDefault);
    pvm_pkstr(line);
    pvm_send(parent, GREETING);
}

/* Greetings arrive in any order; asking for each sender in turn prints them in one order. */
static int master(char **argv, int count)
{
    int tids[MAX_TASKS], i;
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, count, tids) < count) {
        fprintf(stderr, "hello: could not start %d tasks: PVM error %d\n", count, tids[count - 1]);
        return 1;
    }
    for (i = 0; i < count; i++) {
        char line[LINE_BYTES];
        pvm_recv(tids[i], GREETING);
        pvm_upkstr(line);
        printf("child %d on %s: %s\n", i, node_name(tids[i]), line);
    }
    printf("%d children said hello\n", count);
    return 0;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 8;
    int me, parent, status = 0;
    if (count < 1 || count > MAX_TASKS) {
        fprintf(stderr, "usage: hello [tasks, 1 to %d]\n", MAX_TASKS);
        return 2;
    }
    pvm_setopt(PvmAutoErr, 2); /* an error in any PVM call prints its reason and ends the task */
    me = pvm_mytid();
    parent = pvm_parent();
    if (parent == PvmNoParent)
        status = master(argv, count);
    else
        child(me, parent);
    pvm_exit();
    return status;
}
