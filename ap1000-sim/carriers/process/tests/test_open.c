/* test_open.c - how a process finds the machine that is there for it, shakes hands with it, and takes its leave at the
 * end (open.c). Each process is a child of this test, which is the machine. */

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/slots/task/task.h"
#include "joiner.h"
#include "machines.h"
#include "pvm3.h"
#include "sockets.h"

#include "testing.h"

static struct joiner j;
static char name[64];
static int listening, memory;

static int set_up(void **state)
{
    (void)snprintf(name, sizeof name, "ap1000-test-open-%d", (int)getpid());
    listening = sockets_listen(name);
    memory = joiner_memory();
    static const char *const variables[] = {"AP1000_NAME", "AP1000_TIME", "AP1000_COMMAND", CARRIER_ENV_TICKET};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        unsetenv(variables[i]);
    setenv(CARRIER_ENV_SOCKET, name, 1);
    return listening >= 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    close(listening);
    close(memory);
    return 0;
}

/* What a process says that connects. The socket to it. */
static int hear(struct carrier_hello *hello, int *terminal)
{
    int fd = joiner_accept(listening);
    assert_true(fd >= 0);
    assert_true(sockets_receive(fd, hello, sizeof *hello, terminal));
    return fd;
}

/* The same, and it is a task then. */
static int let_in(bool is_master)
{
    struct carrier_hello hello;
    int terminal;
    int fd = hear(&hello, &terminal);
    const struct carrier_welcome w = joiner_welcome(name, is_master);
    close(terminal);
    assert_true(sockets_send(fd, &w, sizeof w, memory));
    return fd;
}

/* It has said nothing more. */
static void expect_silence(int fd)
{
    char byte;
    assert_true(read(fd, &byte, 1) <= 0);
    close(fd);
}

static void expect_said(const char *what)
{
    if (strstr(j.said, what) == NULL)
        fail_msg("'%s' is not in '%s'", what, j.said);
}

/* ---- the hand-shake ---------------------------------------------------------------------------------------------- */

static int joins_with_ticket(void)
{
    setenv(CARRIER_ENV_TICKET, "1f", 1);
    struct carrier_machine *c = carrier_connect();
    EXPECT(c != NULL);
    EXPECT(c->slot_index == 1 && c->nslots == 3);
    EXPECT(!c->is_master && !c->joined && !c->gone);
    EXPECT(c->slot != NULL && c->header->arena_bytes == c->arena.room_bytes);
    EXPECT(c->socket.fd > STDERR_FILENO && fcntl(c->socket.fd, F_GETFD) == FD_CLOEXEC);
    EXPECT(c->memory.fd == -1);
    EXPECT(strcmp(getenv(CARRIER_ENV_SOCKET), "for others") == 0);
    EXPECT(getenv(CARRIER_ENV_TICKET) == NULL); /* it is good once */
    const int fd = c->socket.fd;
    carrier_disconnect(c);
    EXPECT(fcntl(fd, F_GETFD) < 0);
    return 0;
}

TEST_WITH(who_joins_says_who_it_is, set_up, tear_down)
{
    struct carrier_hello hello;
    char program[256];
    int terminal;
    joiner_begin(&j, joins_with_ticket);
    int fd = hear(&hello, &terminal);
    assert_true(hello.magic == CARRIER_MAGIC);
    assert_int_equal(hello.version, CARRIER_VERSION);
    assert_int_equal(hello.word, CARRIER_HELLO);
    assert_int_equal(hello.pid, j.pid);
    assert_int_equal(hello.ticket, 0x1f);
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = 0;
    assert_string_equal(hello.program, program);
    assert_true(terminal >= 0);
    assert_int_equal(write(terminal, "to its terminal", 15), 15);
    close(terminal);
    const struct carrier_welcome w = joiner_welcome("for others", false);
    assert_true(sockets_send(fd, &w, sizeof w, memory));
    joiner_end(&j);
    close(fd);
    assert_int_equal(j.exit_code, 0);
    assert_string_equal(j.said, "to its terminal");
}

static int joins_with_closed_streams(void)
{
    close(STDIN_FILENO);
    close(STDERR_FILENO);
    struct carrier_machine *c = carrier_connect();
    EXPECT(c != NULL && c->is_master);
    EXPECT(c->socket.fd > STDERR_FILENO);
    EXPECT(fcntl(STDIN_FILENO, F_GETFD) < 0 && fcntl(STDERR_FILENO, F_GETFD) < 0); /* nothing of ours is there */
    return 0;
}

TEST_WITH(who_has_no_terminal_brings_none, set_up, tear_down)
{
    struct carrier_hello hello;
    int terminal;
    joiner_begin(&j, joins_with_closed_streams);
    int fd = hear(&hello, &terminal);
    assert_int_equal(terminal, -1);
    assert_int_equal(hello.ticket, 0);
    const struct carrier_welcome w = joiner_welcome(name, true);
    assert_true(sockets_send(fd, &w, sizeof w, memory));
    joiner_end(&j);
    close(fd);
    assert_int_equal(j.exit_code, 0);
}

static int is_refused(void)
{
    EXPECT(carrier_connect() == NULL);
    EXPECT(strcmp(getenv(CARRIER_ENV_SOCKET), name) == 0 || getenv(CARRIER_ENV_TICKET) == NULL);
    return 0;
}

static void refuse(const struct carrier_welcome *w, const char *what)
{
    struct carrier_hello hello;
    int terminal;
    joiner_begin(&j, is_refused);
    int fd = hear(&hello, &terminal);
    close(terminal);
    if (w != NULL)
        assert_true(sockets_send(fd, w, sizeof *w, memory));
    close(fd);
    joiner_end(&j);
    assert_int_equal(j.exit_code, 0);
    expect_said(what);
    assert_ptr_equal(strchr(j.said, '\n'), j.said + strlen(j.said) - 1); /* one line */
}

TEST_WITH(answers_that_are_no_welcome, set_up, tear_down)
{
    struct carrier_welcome w[5];
    for (int i = 0; i < 5; i++)
        w[i] = joiner_welcome(name, false);
    w[0].magic++;
    w[1].version++;
    w[2].status = PvmBadVersion;
    w[3].status = PvmOutOfRes;
    w[4].slot = 3; /* there are three, from 0 */
    refuse(&w[0], "different builds");
    refuse(&w[1], "different builds");
    refuse(&w[2], "different builds");
    refuse(&w[3], "no room for another task (3 slots)");
    refuse(&w[4], "cannot map the machine's memory: Protocol error");
    refuse(NULL, "ended before this task could join it");
}

/* ---- which machine ----------------------------------------------------------------------------------------------- */

static int connects(void)
{
    return carrier_connect() != NULL ? 0 : 1;
}

static void expect_without_machine(int exit_code, const char *said)
{
    joiner_begin(&j, connects);
    joiner_end(&j);
    assert_int_equal(j.exit_code, exit_code);
    expect_said(said);
}

TEST_WITH(a_machine_that_is_not_there_any_more, set_up, tear_down)
{
    setenv(CARRIER_ENV_SOCKET, "ap1000-test-nobody", 1);
    expect_without_machine(1,
                           "libpvm: the machine that AP1000_SOCKET=ap1000-test-nobody names is not there any more\n");
}

TEST_WITH(names_of_machines, set_up, tear_down)
{
    char longest[SOCKETS_UP_NAME_CHARS + 2];
    setenv(CARRIER_ENV_SOCKET, "", 1); /* as none */
    setenv("AP1000_COMMAND", "/no/such/command", 1);
    memset(longest, 'n', sizeof longest);
    longest[sizeof longest - 1] = 0;
    setenv("AP1000_NAME", longest, 1);
    expect_without_machine(2, "a name of at most 60 characters is wanted\n");
    setenv("AP1000_NAME", longest + 1, 1);
    expect_without_machine(1, "no machine of this name is up; this program gets one of its own\n");
    expect_said("AP1000_COMMAND=/no/such/command: the path of the ap1000 command is wanted\n");
    setenv("AP1000_NAME", "none", 1);
    expect_without_machine(1, "AP1000_COMMAND=/no/such/command");
    assert_null(strstr(j.said, "is up"));
}

TEST_WITH(a_machine_that_is_up, set_up, tear_down)
{
    char up[SOCKETS_NAME_BYTES];
    unsetenv(CARRIER_ENV_SOCKET);
    setenv("AP1000_NAME", "test-open", 1);
    setenv("AP1000_CELLZ", "4", 1);
    setenv("AP1000_GRID", "2x2", 1);
    assert_true(sockets_up_name(up, "ap1000", "test-open"));
    close(listening);
    listening = sockets_listen(up);
    joiner_begin(&j, connects);
    unsetenv("AP1000_CELLZ");
    unsetenv("AP1000_GRID");
    int fd = let_in(false);
    joiner_end(&j);
    close(fd);
    assert_int_equal(j.exit_code, 0);
    expect_said("AP1000_CELLZ in the environment is no setting and has no effect: is AP1000_CELLS meant?\n");
    expect_said("joins the machine that is up (ap1000-");
    expect_said("AP1000_GRID=2x2");
}

static int has_machine_after(void)
{
    const struct mach_ops *ops = NULL;
    void *m = NULL, *again = NULL;
    EXPECT(carrier_current() == NULL);
    EXPECT(mach_row_ap1000.probe() == MACH_CLAIM_MINE);
    unsetenv(CARRIER_ENV_SOCKET);
    EXPECT(mach_row_ap1000.probe() == MACH_CLAIM_ANY);
    setenv(CARRIER_ENV_SOCKET, "", 1);
    EXPECT(mach_row_ap1000.probe() == MACH_CLAIM_ANY);
    setenv(CARRIER_ENV_SOCKET, "ap1000-test-nobody", 1);
    EXPECT(mach_row_ap1000.open(&ops, &m) == PvmSysErr && ops == NULL && m == NULL);
    setenv(CARRIER_ENV_SOCKET, name, 1);
    EXPECT(mach_row_ap1000.open(&ops, &m) == 0);
    EXPECT(ops == &carrier_ops && m != NULL && m == carrier_current());
    unsetenv(CARRIER_ENV_SOCKET);
    EXPECT(mach_row_ap1000.probe() == MACH_CLAIM_MINE);
    EXPECT(mach_row_ap1000.open(&ops, &again) == 0 && again == m);
    int task;
    *mach_task_slot() = &task;
    carrier_current()->clock_ns = 12345;
    const int fd = carrier_current()->socket.fd;
    pid_t child = fork();
    if (child == 0) { /* it is no task, has the clock, and is open to join as itself */
        bool free_of_it = carrier_current() == NULL && *mach_task_slot() == NULL && fcntl(fd, F_GETFD) < 0;
        _exit(free_of_it && mach_early_now() == 12345 ? 0 : 1);
    }
    int status = -1;
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
    EXPECT(*mach_task_slot() == &task && mach_early_now() == 0);
    return 0;
}

TEST_WITH(a_process_has_one_machine, set_up, tear_down)
{
    joiner_begin(&j, has_machine_after);
    int fd = let_in(false);
    joiner_end(&j);
    close(fd);
    assert_int_equal(j.exit_code, 0);
}

TEST_WITH(what_time_is_to_be_seen, set_up, tear_down)
{
    static const char *const good[] = {"", "real", "simulated"};
    setenv(CARRIER_ENV_SOCKET, "ap1000-test-nobody", 1);
    setenv("AP1000_TIME", "reals", 1);
    expect_without_machine(2, "libpvm: AP1000_TIME=reals: real or simulated is wanted\n");
    for (int i = 0; i < 3; i++) {
        setenv("AP1000_TIME", good[i], 1);
        expect_without_machine(1, "not there any more");
    }
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

static int opens_and_ends(void)
{
    const struct mach_ops *ops;
    void *m;
    EXPECT(mach_row_ap1000.open(&ops, &m) == 0);
    printf("last words");
    return 3;
}

/* The master's exit waits until the machine has ended; what it has printed is there before. */
TEST_WITH(a_master_waits_for_the_machine, set_up, tear_down)
{
    struct carrier_hello hello;
    char words[11] = "";
    int terminal;
    joiner_begin(&j, opens_and_ends);
    int fd = let_in(true);
    assert_true(sockets_receive(fd, &hello, sizeof hello, &terminal));
    assert_true(hello.magic == CARRIER_MAGIC);
    assert_int_equal(hello.version, CARRIER_VERSION);
    assert_int_equal(hello.word, CARRIER_EXITING);
    assert_int_equal(terminal, -1);
    assert_int_equal(read(j.out, words, sizeof words - 1), 10);
    assert_string_equal(words, "last words");
    poll(NULL, 0, 20);
    assert_int_equal(waitpid(j.pid, NULL, WNOHANG), 0);
    close(fd);
    joiner_end(&j);
    assert_int_equal(j.exit_code, 3);
}

TEST_WITH(others_do_not, set_up, tear_down)
{
    joiner_begin(&j, opens_and_ends);
    int fd = let_in(false);
    joiner_end(&j);
    assert_int_equal(j.exit_code, 3);
    expect_silence(fd);
}

static int opens_and_is_left(void)
{
    const struct mach_ops *ops;
    void *m;
    EXPECT(mach_row_ap1000.open(&ops, &m) == 0);
    carrier_current()->gone = true;
    return 3;
}

TEST_WITH(a_master_whose_machine_is_gone_ends, set_up, tear_down)
{
    joiner_begin(&j, opens_and_is_left);
    int fd = let_in(true);
    joiner_end(&j);
    assert_int_equal(j.exit_code, 3);
    expect_silence(fd);
}

/* ---- the beginning ----------------------------------------------------------------------------------------------- */

static int begins_late(void)
{
    setenv(CARRIER_ENV_CLOCK, "987654321012", 1);
    execl("/proc/self/exe", "test_open", "clock", NULL);
    return 1;
}

TEST_WITH(a_process_begins_at_its_time, set_up, tear_down)
{
    joiner_begin(&j, begins_late);
    joiner_end(&j);
    assert_int_equal(j.exit_code, 0);
    assert_string_equal(j.said, "987654321012");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "clock") == 0) {
        printf("%lld", (long long)mach_early_now());
        return 0;
    }
    return run_all_tests(NULL, NULL);
}
