/* olden.c - calls of libc that old programs make and that keep something for a process: signals of BSD and System V,
 * people, addresses, tables, lines about errors, limits, exceptions of floating point that trap. Three tasks make them
 * in turns, and look at what they got in the turn before.
 */
#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <fenv.h>
#include <grp.h>
#include <netinet/in.h>
#include <pwd.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "pvm3.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

enum { TASKS = 3, TURNS = 3, TAG_TURN = 1, TAG_DONE };

static void on_signal(int number)
{
    struct sigaction now;
    sigaction(number, NULL, &now);
    printf("[%d, %x, mask %x]\n", number, (unsigned)now.sa_flags & 0xf0000000u, (unsigned)sigblock(0));
}

static void signals(int number)
{
    printf("sigset %d, ", sigset(SIGUSR1, on_signal) == SIG_DFL);
    printf("hold %d, ", sighold(SIGUSR1));
    raise(SIGUSR1);
    printf("held %d, ", sigset(SIGUSR1, SIG_HOLD) == SIG_HOLD);
    printf("mask %x\n", (unsigned)sigblock(0));
    printf("release %d\n", sigrelse(SIGUSR1));
    printf("none %d %d", sighold(77), errno);
    printf(", %d\n", sigset(SIGKILL, on_signal) == SIG_ERR);
    printf("block %x, ", (unsigned)sigblock(1 << (SIGUSR2 - 1) | 1));
    sysv_signal(SIGUSR2, on_signal);
    raise(SIGUSR2);
    printf("set %x\n", (unsigned)sigsetmask(number));
    printf("once %d\n", sysv_signal(SIGUSR2, SIG_DFL) == SIG_DFL);
    printf("ignore %d\n", sigignore(SIGHUP));
    raise(SIGHUP);
    sigsetmask(0);
}

static __attribute__((format(printf, 1, 2))) void warn_of(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vwarnx(format, args);
    va_end(args);
    errno = ENOENT;
    va_start(args, format);
    vwarn(format, args);
    va_end(args);
}

static void errors(int number)
{
    printf("before the line, ");
    error(0, number, "line %d", number);
    warn_of("%s", "a line");
    psignal(SIGSEGV, "signal");
    psignal(1000, NULL);
    printf("dprintf %d, ", dprintf(2, "%s %d\n", "by number", number));
    printf("%d\n", dprintf(77, "nowhere"));
}

static void files(int number)
{
    char name[] = "olden.XXXXXX", a[4] = "", b[8] = "";
    struct iovec pieces[] = {{a, 3}, {b, 7}};
    int n = mkstemp(name);
    printf("pwrite %zd, ", pwrite(n, "0123456789", 10, 2));
    printf("readv %zd, ", readv(n, pieces, 2));
    printf("<%s> ", b);
    printf("pread %zd %s, at %ld\n", pread(n, a, 3, 5 + number), a, (long)lseek(n, 0, SEEK_CUR));
    printf("to a pipe %zd, ", pwrite(1, "x", 1, 0));
    printf("%d\n", errno);
    close(n);
    unlink(name);
}

static void traps(void)
{
    static volatile double zero;
    fexcept_t kept;
    printf("raised %d, ", feraiseexcept(FE_OVERFLOW));
    fegetexceptflag(&kept, FE_ALL_EXCEPT);
    feclearexcept(FE_ALL_EXCEPT);
    printf("%d, ", fetestexcept(FE_ALL_EXCEPT));
    fesetexceptflag(&kept, FE_ALL_EXCEPT);
    printf("%d, traps %d\n", fetestexcept(FE_OVERFLOW) != 0, fegetexcept());
    fflush(stdout);
    feenableexcept(FE_DIVBYZERO);
    printf("%g\n", 1 / zero);
}

static int child(int number)
{
    struct passwd *person = NULL;
    struct group *group = NULL;
    struct rlimit files_limit;
    struct in_addr address = {htonl(0x0a000001u + (unsigned)number)};
    struct tm t = {0};
    char *text = NULL, key[4];
    ENTRY *found;
    for (int turn = 0; turn < TURNS; turn++) {
        pvm_recv(pvm_parent(), TAG_TURN);
        if (person != NULL && group != NULL)
            printf("%s of %s at %s\n", person->pw_name, group->gr_name, text);
        person = number == 1 ? getpwnam("daemon") : getpwuid((uid_t)(2 * number));
        group = number == 1 ? getgrnam("daemon") : getgrgid((gid_t)(2 * number));
        text = inet_ntoa(address);
        snprintf(key, sizeof key, "k%d", number);
        if (turn == 0) {
            printf("hcreate %d\n", hcreate(10));
            hsearch((ENTRY){strdup(key), &number}, ENTER);
        }
        found = hsearch((ENTRY){key, NULL}, FIND);
        printf("found %d\n", found != NULL && found->data == &number);
        if (turn == TURNS - 1)
            hdestroy();
        printf("%s, %d\n", strptime("5 May 1995 s", "%d %b %Y", &t), t.tm_yday);
        printf("limit %d, ", getrlimit(RLIMIT_NOFILE, &files_limit));
        printf("%d, ", (int)files_limit.rlim_cur == getdtablesize());
        printf("%d\n", getrlimit((__rlimit_resource_t)99, &files_limit));
        signals(number);
        errors(number);
        files(number);
        if (turn == TURNS - 1 && number == 2)
            traps();
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), TAG_DONE);
    }
    if (number == 1)
        errx(4, "%s", "that is all");
    return pvm_exit();
}

int main(int argc, char **argv)
{
    int tids[TASKS], i, turn;
    char number[4], *args[] = {number, NULL};
    if (argc > 1)
        return child(atoi(argv[1]));
    for (i = 0; i < TASKS; i++) {
        snprintf(number, sizeof number, "%d", i);
        pvm_spawn(argv[0], args, PvmTaskDefault, NULL, 1, &tids[i]);
    }
    pvm_notify(PvmTaskExit, TAG_DONE, TASKS, tids);
    for (turn = 0; turn < TURNS; turn++)
        for (i = 0; i < TASKS; i++) {
            pvm_initsend(PvmDataDefault);
            pvm_send(tids[i], TAG_TURN);
            pvm_recv(-1, TAG_DONE);
        }
    return pvm_exit();
}
