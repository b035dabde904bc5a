/* stress.c - much of everything; each row checks what it receives, and prints one line at its end.
 *
 *   stress exchange TASKS EACH   tasks that send EACH messages to others, all at once; each sender's must come in order
 *   stress unread N              N messages of one tag lie unread at a task that waits for another tag
 *   stress long BYTES            one message
 *   stress spawns N BYTES        N tasks, a hundred at a time, each of which answers by so many bytes
 *   stress traffic ROUNDS ROWS   eight tasks exchange messages of many lengths; ROWS times a row of what is in use:
 *                                messages, MiB of the simulator, MiB shared, MiB of the master, descriptors
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pvm3.h"

enum { START = 1, WORK, RESULT, LAST, AT_ONCE = 100, PLAYERS = 8, LENGTHS = 7, MOST_DESCRIPTORS = 4096 };

static const int lengths[LENGTHS] = {0, 8, 100, 4000, 16384, 70000, 1000000};

static int fail(const char *what, long is, long wanted)
{
    printf("%s: %ld, not %ld\n", what, is, wanted);
    pvm_exit();
    return 1;
}

static void send_numbers(int tid, int tag, int *numbers, int n)
{
    pvm_initsend(PvmDataRaw);
    pvm_pkint(numbers, n, 1);
    pvm_send(tid, tag);
}

static int receive_number(int tid, int tag)
{
    int number = -1;
    pvm_recv(tid, tag);
    pvm_upkint(&number, 1, 1);
    return number;
}

/* ---- the computer's side ----------------------------------------------------------------------------------------- */

/* Our parent. */
static int simulator(void)
{
    int pid = 0;
    FILE *f = fopen("/proc/self/stat", "r");
    if (f == NULL || fscanf(f, "%*d %*s %*c %d", &pid) != 1)
        pid = 0;
    if (f != NULL)
        (void)fclose(f);
    return pid;
}

static double resident_mib(int pid)
{
    char path[64], line[256];
    double kib = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, "RssAnon:", 8) == 0)
            kib = atof(line + 8);
    if (f != NULL)
        (void)fclose(f);
    return kib / 1024;
}

/* How many descriptors the process has; *shared_mib: what is in use of the memory that the tasks share. */
static int descriptors(int pid, double *shared_mib)
{
    int n = 0;
    for (int fd = 0; fd < MOST_DESCRIPTORS; fd++) {
        char path[64], name[64] = "";
        struct stat s;
        (void)snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
        if (readlink(path, name, sizeof name - 1) <= 0)
            continue;
        n++;
        if (strstr(name, "memfd:ap1000") != NULL && stat(path, &s) == 0)
            *shared_mib = (double)s.st_blocks / 2048;
    }
    return n;
}

/* ---- exchange ---------------------------------------------------------------------------------------------------- */

static int exchange_slave(void)
{
    pvm_recv(pvm_parent(), START);
    int head[3]; /* how many tasks, how many messages each, which am I */
    pvm_upkint(head, 3, 1);
    int n = head[0], each = head[1], me = head[2], *tids = malloc(2 * (size_t)n * sizeof *tids), *last = tids + n,
        bad = 0;
    if (tids == NULL)
        return 1;
    pvm_upkint(tids, n, 1);
    for (int i = 0; i < n; i++)
        last[i] = -1;
    for (int k = 0; k < each; k++) { /* in each step the receivers are a permutation: so many come as are sent */
        int body[2] = {me, k};
        send_numbers(tids[(me + 1 + k * 7) % n], WORK, body, 2);
    }
    for (int k = 0; k < each; k++) {
        int body[2];
        pvm_recv(-1, WORK);
        pvm_upkint(body, 2, 1);
        bad += body[1] <= last[body[0]] || (body[0] + 1 + body[1] * 7) % n != me;
        last[body[0]] = body[1];
    }
    send_numbers(pvm_parent(), RESULT, &bad, 1);
    free(tids);
    return pvm_exit();
}

static int exchange(char **argv, int n, int each)
{
    int *tids = malloc((size_t)n * sizeof *tids), bad = 0;
    if (tids == NULL || pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, n, tids) != n)
        return fail("tasks", 0, n);
    for (int i = 0; i < n; i++) {
        int head[3] = {n, each, i};
        pvm_initsend(PvmDataRaw);
        pvm_pkint(head, 3, 1);
        pvm_pkint(tids, n, 1);
        pvm_send(tids[i], START);
    }
    for (int i = 0; i < n; i++)
        bad += receive_number(-1, RESULT);
    free(tids);
    printf("exchange: %d tasks, %ld messages, %d wrong\n", n, (long)n * each, bad);
    return bad != 0;
}

/* ---- unread ------------------------------------------------------------------------------------------------------ */

static int unread_slave(void)
{
    int n = receive_number(pvm_parent(), LAST), bad = 0;
    for (int i = 0; i < n; i++)
        bad += receive_number(pvm_parent(), WORK) != i;
    send_numbers(pvm_parent(), RESULT, &bad, 1);
    return pvm_exit();
}

static int unread(char **argv, int n)
{
    int tid;
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 1, &tid) != 1)
        return fail("tasks", 0, 1);
    for (int i = 0; i < n; i++)
        send_numbers(tid, WORK, &i, 1);
    send_numbers(tid, LAST, &n, 1);
    int bad = receive_number(tid, RESULT);
    printf("unread: %d messages, %d wrong\n", n, bad);
    return bad != 0;
}

/* ---- long -------------------------------------------------------------------------------------------------------- */

static unsigned char byte_at(size_t i)
{
    return (unsigned char)((i * 2654435761u) >> 24);
}

static int long_slave(size_t bytes)
{
    unsigned char *data = malloc(bytes);
    int wrong = 0;
    pvm_recv(pvm_parent(), WORK);
    if (data == NULL || pvm_upkbyte((char *)data, (int)bytes, 1) != 0)
        wrong = -1;
    for (size_t i = 0; wrong >= 0 && i < bytes; i++)
        wrong += data[i] != byte_at(i);
    send_numbers(pvm_parent(), RESULT, &wrong, 1);
    free(data);
    return pvm_exit();
}

static int one_long(char **argv, size_t bytes)
{
    int tid;
    unsigned char *data = malloc(bytes);
    if (data == NULL || pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 1, &tid) != 1)
        return fail("tasks", 0, 1);
    for (size_t i = 0; i < bytes; i++)
        data[i] = byte_at(i);
    pvm_initsend(PvmDataInPlace);
    if (pvm_pkbyte((char *)data, (int)bytes, 1) != 0 || pvm_send(tid, WORK) != 0)
        return fail("send", 1, 0);
    int wrong = receive_number(tid, RESULT);
    free(data);
    printf("long: %zu bytes, %d wrong\n", bytes, wrong);
    return wrong != 0;
}

/* ---- spawns ------------------------------------------------------------------------------------------------------ */

static int spawns_slave(size_t bytes)
{
    char *data = malloc(bytes + 1);
    if (data == NULL)
        return 1;
    memset(data, pvm_mytid() & 0x7f, bytes);
    pvm_initsend(PvmDataInPlace);
    pvm_pkbyte(data, (int)bytes, 1);
    pvm_send(pvm_parent(), RESULT);
    pvm_exit();
    free(data);
    return 0;
}

static int spawns(char **argv, int n, size_t bytes)
{
    int tids[AT_ONCE], wrong = 0;
    char *data = malloc(bytes + 1);
    for (int done = 0, now; data != NULL && done < n; done += now) {
        now = n - done < AT_ONCE ? n - done : AT_ONCE;
        if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, now, tids) != now)
            return fail("tasks", 0, now);
        for (int i = 0; i < now; i++) {
            int tid, len;
            pvm_bufinfo(pvm_recv(-1, RESULT), &len, NULL, &tid);
            pvm_upkbyte(data, (int)bytes, 1);
            wrong +=
                (size_t)len != bytes || (bytes > 0 && (data[0] != (tid & 0x7f) || data[bytes - 1] != (tid & 0x7f)));
        }
    }
    free(data);
    printf("spawns: %d tasks of %zu bytes, %d wrong\n", n, bytes, wrong);
    return wrong != 0;
}

/* ---- traffic ----------------------------------------------------------------------------------------------------- */

static int length_of(int player, int round)
{
    return lengths[(player * 3 + round * 5 + round / 11) % LENGTHS];
}

/* Each player sends to its two neighbours, one message at once, one that is read a round later. */
static int traffic_player(int rounds, int rows)
{
    static char data[1000000];
    int tids[PLAYERS], me, wrong = 0, len;
    pvm_recv(pvm_parent(), START);
    pvm_upkint(&me, 1, 1);
    pvm_upkint(tids, PLAYERS, 1);
    memset(data, me, sizeof data);
    for (int round = 0; round < rounds; round++) {
        int next = tids[(me + 1) % PLAYERS], before = (me + PLAYERS - 1) % PLAYERS;
        for (int tag = WORK; tag <= RESULT; tag++) {
            pvm_initsend(round % 2 != 0 ? PvmDataInPlace : PvmDataRaw);
            pvm_pkbyte(data, length_of(me, round), 1);
            pvm_send(next, tag);
        }
        for (int tag = WORK; tag <= RESULT; tag++)
            if (tag == WORK || round > 0) {
                pvm_bufinfo(pvm_recv(tids[before], tag), &len, NULL, NULL);
                wrong += len != length_of(before, tag == WORK ? round : round - 1);
            }
        if ((round + 1) % (rounds / rows) == 0 && me == 0)
            send_numbers(pvm_parent(), LAST, &round, 1);
    }
    pvm_recv(tids[(me + PLAYERS - 1) % PLAYERS], RESULT);
    send_numbers(pvm_parent(), RESULT, &wrong, 1);
    return pvm_exit();
}

static int traffic(char **argv, int rounds, int rows)
{
    int tids[PLAYERS], wrong = 0;
    if (rows < 1 || rounds < rows || pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, PLAYERS, tids) != PLAYERS)
        return fail("tasks", 0, PLAYERS);
    for (int i = 0; i < PLAYERS; i++) {
        pvm_initsend(PvmDataRaw);
        pvm_pkint(&i, 1, 1);
        pvm_pkint(tids, PLAYERS, 1);
        pvm_send(tids[i], START);
    }
    printf("messages\tsimulator_mib\tshared_mib\ttask_mib\tdescriptors\n");
    for (int i = 0; i < rows; i++) {
        long round = receive_number(tids[0], LAST) + 1;
        double shared = 0;
        int n = descriptors(simulator(), &shared);
        printf("%ld\t%.2f\t%.2f\t%.2f\t%d\n", round * 2 * PLAYERS, resident_mib(simulator()), shared,
               resident_mib(getpid()), n);
        (void)fflush(stdout);
    }
    for (int i = 0; i < PLAYERS; i++)
        wrong += receive_number(tids[i], RESULT);
    printf("traffic: %d rounds, %d wrong\n", rounds, wrong);
    return wrong != 0;
}

/* ------------------------------------------------------------------------------------------------------------------ */

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    long a = argc > 2 ? atol(argv[2]) : 0, b = argc > 3 ? atol(argv[3]) : 0;
    if (pvm_mytid() < 0)
        return 1;
    int slave = pvm_parent() > 0, code = 2;
    if (strcmp(what, "exchange") == 0)
        code = slave ? exchange_slave() : exchange(argv, (int)a, (int)b);
    else if (strcmp(what, "unread") == 0)
        code = slave ? unread_slave() : unread(argv, (int)a);
    else if (strcmp(what, "long") == 0)
        code = slave ? long_slave((size_t)a) : one_long(argv, (size_t)a);
    else if (strcmp(what, "spawns") == 0)
        code = slave ? spawns_slave((size_t)b) : spawns(argv, (int)a, (size_t)b);
    else if (strcmp(what, "traffic") == 0)
        code = slave ? traffic_player((int)a, (int)b) : traffic(argv, (int)a, (int)b);
    if (!slave)
        pvm_exit();
    return code;
}
