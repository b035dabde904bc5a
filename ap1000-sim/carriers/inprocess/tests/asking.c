/* asking.c - tasks that ask libc for more than most do: long options, folders, files that are ready, locks, keys. Each
 * of them in turns, between which others run. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <glob.h>
#include <poll.h>
#include <pthread.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pvm3.h"

enum { TAG_TURN = 1, TAG_ENDED, TASKS = 3 };

static int task;

/* Others run meanwhile. */
static void turn(void)
{
    int tid = pvm_mytid();
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, TAG_TURN);
    usleep(10);
    pvm_recv(tid, TAG_TURN);
}

/* ---- options ----------------------------------------------------------------------------------------------------- */

static int flagged;
static const struct option names[] = {{"verbose", no_argument, NULL, 'v'},
                                      {"version", no_argument, NULL, 'V'},
                                      {"output", required_argument, NULL, 'o'},
                                      {"colour", optional_argument, NULL, 'c'},
                                      {"color", optional_argument, NULL, 'c'},
                                      {"flag", no_argument, &flagged, 5},
                                      {"x", no_argument, NULL, 'x'},
                                      {NULL, 0, NULL, 0}};

static void read_options(const char *line, const char *letters, int only)
{
    char text[200], *words[30] = {(char *)(size_t) "asking"}, *rest = NULL;
    int n = 1, number = -1;
    snprintf(text, sizeof text, "%s", line);
    for (char *w = strtok_r(text, " ", &rest); w != NULL; w = strtok_r(NULL, " ", &rest))
        words[n++] = w;
    optind = 0;
    optarg = NULL;
    flagged = 0;
    for (int c; (c = only != 0 ? getopt_long_only(n, words, letters, names, &number)
                               : getopt_long(n, words, letters, names, &number)) != -1;
         turn())
        printf("%d: %d %d %s %d %d %d\n", task, c, number, optarg != NULL ? optarg : "-", optind, optopt, flagged);
    for (int i = 0; i < n; i++)
        printf("%s%s", words[i], i + 1 == optind ? " | " : " ");
    printf("\n");
}

static void options(void)
{
    static const char *const lines[] = {
        "--verbose one --output=two -o three four", "--verb --ver --out x --output",
        "--col --colour=red --color blue --co=1",   "--flag --nothing --verbose=yes -ab -W output=7 -W -W verbose",
        "-verbose -output a -x -vo b --x -nothing", "a --verbose b -- --output c",
        "-Woutput 5 --flag=1 --=3 - --output",      "-q --output -- -o"};
    static const char *const letters[] = {"ab:o:vxW;", "+vo:", ":o:v", "-o:v", "v"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        for (size_t k = 0; k < sizeof letters / sizeof letters[0]; k++) {
            fprintf(stderr, "%s, %s\n", lines[i], letters[k]);
            read_options(lines[i], letters[k], 0);
            read_options(lines[i], letters[k], 1);
        }
}

/* ---- folders and files ------------------------------------------------------------------------------------------- */

static void folders(void)
{
    char path[] = "/tmp/oracleXXXXXX", name[60];
    int file = mkstemp(path), seen = 0;
    DIR *d = opendir("/proc/self/nothing"), *root = opendir("/");
    printf("%d: %d %d %d %d\n", task, file >= 0, d == NULL, errno, dirfd(root) > file);
    turn();
    for (const struct dirent *e; (e = readdir(root)) != NULL;)
        seen += strcmp(e->d_name, "proc") == 0 || strcmp(e->d_name, "tmp") == 0;
    rewinddir(root);
    int after = dup(file);
    printf("%d %d %d %s\n", seen, readdir(root) != NULL, after - dirfd(root), pvm_parent() > 0 ? "spawned" : "first");
    printf("%d", closedir(root));
    printf(" %d %d\n", dup(file) - after, chmod(path, 0600));
    snprintf(name, sizeof name, "%s*", path);
    glob_t found;
    const int globbed = glob(name, 0, NULL, &found);
    printf("%d %zu %d\n", globbed, found.gl_pathc, unlink(path));
    globfree(&found);
    opendir("/"); /* left open */
}

static void show_sets(const char *what, int result, const fd_set *r, const fd_set *w)
{
    printf("%s %d:", what, result);
    for (int i = 0; i < 20; i++)
        printf("%d%d", FD_ISSET(i, r) != 0, FD_ISSET(i, w) != 0);
    printf(" %d\n", result < 0 ? errno : 0);
}

static void ready(void)
{
    fd_set r, w;
    struct timeval wait = {0, 3000};
    struct pollfd files[] = {{0, POLLIN, 0}, {1, POLLOUT, 0}, {-3, POLLIN, 7}, {77, POLLIN, 0}};
    FD_ZERO(&r);
    FD_ZERO(&w);
    show_sets("nothing", select(0, NULL, NULL, NULL, &wait), &r, &w);
    printf("%ld %ld\n", (long)wait.tv_sec, (long)wait.tv_usec);
    FD_SET(0, &r);
    FD_SET(1, &w);
    wait.tv_usec = 2000;
    show_sets("both", select(2, &r, &w, NULL, &wait), &r, &w);
    printf("%ld\n", (long)wait.tv_usec);
    show_sets("for ever", select(2, &r, &w, NULL, NULL), &r, &w);
    FD_SET(17, &r);
    show_sets("closed", select(18, &r, NULL, NULL, &wait), &r, &w);
    FD_CLR(17, &r);
    FD_SET(77, &r);
    show_sets("beyond", select(78, &r, NULL, NULL, &wait), &r, &w);
    show_sets("less than none", select(-1, NULL, NULL, NULL, &wait), &r, &w);
    for (int ms = 2; ms >= -1; ms -= 3) {
        int n = poll(files, ms < 0 ? 2 : 4, ms);
        printf("poll %d: %d %d %d %d\n", n, files[0].revents, files[1].revents, files[2].revents, files[3].revents);
    }
    printf("%d %d\n", poll(NULL, 0, 5), poll(&files[2], 1, 5));
    turn();
}

/* ---- locks, keys, patterns --------------------------------------------------------------------------------------- */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void begin(void)
{
    printf("%d begins: %d\n", task, pthread_key_create(&key, NULL));
}

static void locks(void)
{
    pthread_mutex_t counting;
    pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&counting, &kind);
    pthread_once(&once, begin);
    pthread_setspecific(key, &task);
    pthread_mutex_lock(&plain);
    turn();
    printf("%d", pthread_mutex_trylock(&plain));
    printf(" %d", pthread_mutex_lock(&counting));
    printf(" %d", pthread_mutex_lock(&counting));
    printf(" %d", pthread_mutex_unlock(&plain));
    printf(" %d\n", pthread_mutex_lock(&plain));
    pthread_once(&once, begin);
    printf("%d %d\n", *(int *)pthread_getspecific(key) == task, pthread_equal(pthread_self(), pthread_self()) != 0);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&counting, &kind);
    printf("%d", pthread_mutex_lock(&counting));
    printf(" %d\n", pthread_mutex_lock(&counting));
}

static void patterns(void)
{
    regex_t r;
    regmatch_t at[2];
    char why[60];
    int failed = regcomp(&r, "([0-9]+", REG_EXTENDED);
    regerror(failed, &r, why, sizeof why);
    printf("%s\n", why);
    printf("%d", regcomp(&r, "a([0-9]+)", REG_EXTENDED));
    printf(" %d", regexec(&r, "bba123", 2, at, 0));
    printf(" %d\n", (int)at[1].rm_so);
    regfree(&r);
}

int main(int argc, char **argv)
{
    int tids[TASKS], parent = pvm_parent();
    (void)argc;
    task = pvm_mytid();
    if (parent < 0 && pvm_spawn(argv[0], NULL, PvmTaskDefault, (char *)(size_t) "", TASKS, tids) != TASKS)
        return 1;
    printf("%d\n", getppid() > 1);
    options();
    folders();
    ready();
    locks();
    patterns();
    pvm_initsend(PvmDataDefault);
    if (parent > 0)
        pvm_send(parent, TAG_ENDED);
    for (int i = 0; i < TASKS && parent < 0; i++)
        pvm_recv(-1, TAG_ENDED);
    pvm_exit();
    return 0;
}
