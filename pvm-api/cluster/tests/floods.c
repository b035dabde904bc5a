/* floods.c - much at once between two nodes: a message of 100 MB, 100 000 small ones that nobody takes yet, 200 MB to
 * a task that is slow, whose node is not filled by them, and a line of 20 000 characters that a task prints.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

enum { LONG = 1, SMALL, MUCH, GO, STOP };
enum { LONG_BYTES = 100 << 20, SMALL_COUNT = 100000, MUCH_COUNT = 200, MUCH_BYTES = 1 << 20, LINE_CHARS = 20000 };
enum { MOST_HELD_MB = 100 }; /* the window is 16 MB, and the long message before is given back */

static char *data;

static void send_bytes(int to, int tag, int n)
{
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(data, n, 1);
    pvm_send(to, tag);
}

/* What shared memory the daemon of this task holds for all. */
static long shared_mb(void)
{
    char line[256], path[64];
    long kb = 0;
    snprintf(path, sizeof path, "/proc/%d/status", getppid());
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        (void)sscanf(line, "RssShmem: %ld", &kb);
    if (f != NULL)
        fclose(f);
    return kb / 1024;
}

static void child(void)
{
    int n, wrong[3] = {0, 0, 0}, length;
    pvm_bufinfo(pvm_recv(-1, LONG), &length, NULL, NULL);
    pvm_upkbyte(data, length, 1);
    for (int i = 0; i < length; i++)
        wrong[0] += data[i] != (char)(i * 7);
    pvm_freebuf(pvm_setrbuf(0));
    pvm_recv(-1, GO);
    for (int i = 0; i < SMALL_COUNT; i++) {
        pvm_recv(-1, SMALL);
        pvm_upkint(&n, 1, 1);
        wrong[1] += n != i;
    }
    long before = shared_mb();
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), GO);
    pvm_recv(-1, GO); /* comes when all is on its way, by another node */
    int held = shared_mb() - before >= MOST_HELD_MB;
    for (int i = 0; i < MUCH_COUNT; i++) {
        pvm_bufinfo(pvm_recv(-1, MUCH), &n, NULL, NULL);
        pvm_upkbyte(data, 1, 1);
        wrong[2] += n != MUCH_BYTES || data[0] != (char)i;
    }
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&length, 1, 1);
    pvm_pkint(wrong, 3, 1);
    pvm_pkint(&held, 1, 1);
    pvm_send(pvm_parent(), STOP);
}

/* A line that is longer than what a node holds, and one behind it. */
static void talk(void)
{
    for (int i = 0; i < LINE_CHARS; i++)
        putchar('x');
    printf("\nthe end\n");
}

static void catch_a_long_line(void)
{
    int kid, chars = 0, ends = 0;
    char line[256];
    FILE *caught = tmpfile();
    pvm_catchout(caught);
    pvm_spawn("floods", (char *[]){"talk", NULL}, PvmTaskHost, "node1", 1, &kid);
    pvm_exit(); /* waits until the child has ended, and all of its output is there */
    rewind(caught);
    while (fgets(line, sizeof line, caught) != NULL) {
        for (char *c = line; *c != 0; c++)
            chars += *c == 'x';
        ends += strstr(line, "the end") != NULL;
    }
    fclose(caught);
    printf("the long line: %d characters, %d behind it\n", chars, ends);
}

static void master(void)
{
    int kid;
    pvm_spawn("floods", NULL, PvmTaskHost, "node1", 1, &kid);
    for (int i = 0; i < LONG_BYTES; i++)
        data[i] = (char)(i * 7);
    send_bytes(kid, LONG, LONG_BYTES);
    for (int i = 0; i < SMALL_COUNT; i++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&i, 1, 1);
        pvm_send(kid, SMALL);
    }
    pvm_initsend(PvmDataDefault);
    pvm_send(kid, GO);
    pvm_recv(kid, GO);
    for (int i = 0; i < MUCH_COUNT; i++) {
        data[0] = (char)i;
        send_bytes(kid, MUCH, MUCH_BYTES);
    }
    int other;
    pvm_spawn("floods", (char *[]){"poke", NULL}, PvmTaskHost, "node2", 1, &other);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&kid, 1, 1);
    pvm_send(other, GO); /* by way of another node, as what this task sends is behind the flood */
    int results[5];
    pvm_recv(kid, STOP);
    pvm_upkint(results, 5, 1);
    printf("the long message: %d bytes, %d wrong\n", results[0], results[1]);
    printf("the small ones: %d wrong\n", results[2]);
    printf("the many ones: %d wrong\n", results[3]);
    printf("what nobody takes is %s\n", results[4] == 0 ? "where it was sent" : "where it is to go");
    catch_a_long_line();
}

/* Tells the child to go on. */
static void poke(void)
{
    int kid;
    pvm_recv(pvm_parent(), GO);
    pvm_upkint(&kid, 1, 1);
    pvm_initsend(PvmDataDefault);
    pvm_send(kid, GO);
}

int main(int argc, char **argv)
{
    int parent;
    pvm_mytid();
    if (getenv("CLUSTER_DIRECT") != NULL)
        pvm_setopt(PvmRoute, PvmRouteDirect);
    parent = pvm_parent();
    data = malloc(LONG_BYTES);
    if (argc > 1 && strcmp(argv[1], "poke") == 0)
        poke();
    else if (argc > 1 && strcmp(argv[1], "talk") == 0)
        talk();
    else if (parent > 0)
        child();
    else
        master();
    pvm_exit();
    return 0;
}
