/* test_private.c - how a program starts a machine of its own (private.c): where the command is looked for, what that is
 * given, and that it is no child of the program's. This test is that command, too. */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/slots/task/task.h"
#include "joiner.h"
#include "sockets.h"

#include "testing.h"

enum { SERVE_FD = 3, SERVED = 7, MOST_FILES = 64 };

static struct joiner j;
static char own[PATH_MAX], folder[PATH_MAX];

static void expect_said(const char *what)
{
    if (strstr(j.said, what) == NULL)
        fail_msg("'%s' is not in '%s'", what, j.said);
}

/* ---- as the command ---------------------------------------------------------------------------------------------- */

/* It tells the program what it was given, in the name of its socket; or ends at once. */
static int serve(int argc, char **argv)
{
    struct carrier_hello hello;
    struct sigaction pipe_action;
    sigset_t blocked;
    int terminal, empty = 1;
    char byte, report[sizeof((struct carrier_welcome *)0)->socket];
    if (argc != 6 || !sockets_receive(SERVE_FD, &hello, sizeof hello, &terminal))
        return 1;
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    for (int n = 1; n < NSIG; n++)
        empty = empty && sigismember(&blocked, n) != 1;
    sigaction(SIGPIPE, NULL, &pipe_action);
    int files = 0;
    for (int fd = SERVE_FD + 1; fd < MOST_FILES; fd++)
        files += fd != terminal && fcntl(fd, F_GETFD) >= 0;
    (void)snprintf(report, sizeof report, "%s %s %d %s %.30s own session %d no signals %d pipes %d files %d", argv[1],
                   argv[2], atoi(argv[3]) == hello.pid, argv[4], strrchr(argv[5], '/') + 1,
                   getsid(0) != getsid(hello.pid), empty, pipe_action.sa_handler == SIG_DFL, files);
    const struct carrier_welcome w = joiner_welcome(report, true);
    if (!sockets_send(SERVE_FD, &w, sizeof w, joiner_memory()))
        return 1;
    while (read(SERVE_FD, &byte, 1) > 0)
        ;
    return 0;
}

/* ---- as the program ---------------------------------------------------------------------------------------------- */

static int starts_private(void)
{
    struct carrier_machine *c = carrier_connect();
    EXPECT(c != NULL && c->is_master);
    printf("%s\n", getenv(CARRIER_ENV_SOCKET));
    EXPECT(waitpid(-1, NULL, __WALL | WNOHANG) == -1 && errno == ECHILD); /* its children are its own */
    carrier_disconnect(c);
    return SERVED;
}

static int starts_with_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    signal(SIGPIPE, SIG_IGN);
    printf("printed before "); /* once: the command has no copy of it */
    return starts_private();
}

static int starts_without_stdin(void)
{
    close(STDIN_FILENO); /* one end of the socket is number 3 then */
    return starts_private();
}

static int starts_nothing(void)
{
    return carrier_connect() == NULL ? 0 : 1;
}

static int set_up(void **state)
{
    setenv("AP1000_NAME", "none", 1);
    setenv("AP1000_COMMAND", own, 1);
    unsetenv(CARRIER_ENV_SOCKET);
    unsetenv("PVMEPID");
    return 0;
}

#define GIVEN "serve --master 1 --library test_private own session 1 no signals 1 pipes 1 files 0\n"

TEST_WITH(a_private_machine, set_up, NULL)
{
    joiner_begin(&j, starts_with_signals);
    joiner_end(&j);
    assert_int_equal(j.exit_code, SERVED);
    assert_string_equal(j.said, "printed before " GIVEN);
    joiner_begin(&j, starts_without_stdin);
    joiner_end(&j);
    assert_int_equal(j.exit_code, SERVED);
    assert_string_equal(j.said, GIVEN);
}

TEST_WITH(a_program_of_another_pvm, set_up, NULL)
{
    setenv("PVMEPID", "77", 1);
    joiner_begin(&j, starts_private);
    joiner_end(&j);
    assert_int_equal(j.exit_code, SERVED);
    expect_said("libpvm: another PVM has spawned ");
    expect_said(GIVEN);
}

/* The command has said why; the program ends as it would. */
TEST_WITH(a_machine_that_cannot_begin, set_up, NULL)
{
    setenv("AP1000_COMMAND", "/bin/false", 1);
    joiner_begin(&j, starts_nothing);
    joiner_end(&j);
    assert_int_equal(j.exit_code, 2);
    assert_string_equal(j.said, "");
}

TEST_WITH(a_command_that_is_none, set_up, NULL)
{
    setenv("AP1000_COMMAND", "/no/such/command", 1);
    joiner_begin(&j, starts_nothing);
    joiner_end(&j);
    assert_int_equal(j.exit_code, 0);
    assert_string_equal(j.said, "libpvm: AP1000_COMMAND=/no/such/command: the path of the ap1000 command is wanted\n");
}

/* ---- where the command is ---------------------------------------------------------------------------------------- */

static char place[PATH_MAX + 64];

/* The program as if it were that file, or the library in it. */
static int runs_from_place(void)
{
    execl("/proc/self/exe", place, "private", NULL);
    return 1;
}

static void make_folder(const char *at)
{
    char path[PATH_MAX + 64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, at);
    assert_int_equal(mkdir(path, 0700), 0);
}

/* The command is this test, or a program that fails. */
static void put_command(const char *at, const char *which)
{
    char path[PATH_MAX + 64];
    (void)snprintf(path, sizeof path, "%s/%s/ap1000", folder, at);
    (void)unlink(path);
    if (which != NULL)
        assert_int_equal(symlink(which, path), 0);
}

static void expect_from(const char *file, int exit_code)
{
    (void)snprintf(place, sizeof place, "%s/%s", folder, file);
    joiner_begin(&j, runs_from_place);
    joiner_end(&j);
    assert_int_equal(j.exit_code, exit_code);
}

TEST_WITH(where_the_command_is_looked_for, set_up, NULL)
{
    static const char *const folders[] = {"bin", "lib", "lib/LINUX64", "lib/a", "lib/a/b", "path", "empty"};
    char path[4 * PATH_MAX];
    unsetenv("AP1000_COMMAND");
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        make_folder(folders[i]);
    put_command("bin", own);
    setenv("PATH", "", 1);
    expect_from("lib/libpvm3.so", SERVED);         /* PREFIX/lib */
    expect_from("lib/LINUX64/libpvm3.so", SERVED); /* $PVM_ROOT/lib/$PVM_ARCH */
    expect_from("lib/a/b/libpvm3.so", 1);          /* not so far, */
    assert_string_equal(j.said, "libpvm: the ap1000 command is not to be found (set AP1000_COMMAND to its path)\n");
    make_folder("lib/a/b/c");
    expect_from("lib/a/b/c/libpvm3.so", SERVED); /* but as in a build: pvm-api/assembly of a folder in eval */
    put_command("path", own);
    put_command("bin", "/bin/false");
    expect_from("lib/libpvm3.so", 2); /* the one beside the library comes first */
    put_command("bin", NULL);
    (void)snprintf(path, sizeof path, "%s/empty::%s/path:%s/bin", folder, folder, folder);
    setenv("PATH", path, 1);
    expect_from("lib/libpvm3.so", SERVED);
    setenv("AP1000_COMMAND", "", 1); /* as none */
    expect_from("lib/libpvm3.so", SERVED);
    put_command("path", NULL);
    expect_from("lib/libpvm3.so", 1);
    unsetenv("PATH");
    expect_from("lib/libpvm3.so", 1);
}

static int make_folders(void **state)
{
    for (int fd = SERVE_FD; fd < MOST_FILES; fd++) /* what whoever runs this test has left open */
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    const char *at = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%.200s/test-private-XXXXXX", at != NULL && *at != 0 ? at : P_tmpdir);
    return mkdtemp(folder) != NULL && realpath("/proc/self/exe", own) != NULL ? 0 : -1;
}

static int remove_folders(void **state)
{
    static const char *const all[] = {"path/ap1000", "bin/ap1000", "path",  "bin",         "empty",
                                      "lib/a/b/c",   "lib/a/b",    "lib/a", "lib/LINUX64", "lib"};
    char path[PATH_MAX + 64];
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, all[i]);
        (void)remove(path);
    }
    return rmdir(folder);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "serve") == 0)
        return serve(argc, argv);
    if (argc > 1)
        return carrier_connect() != NULL ? SERVED : 1;
    return run_all_tests(make_folders, remove_folders);
}
