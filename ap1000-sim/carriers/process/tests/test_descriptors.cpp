/* test_descriptors.cpp - how many tasks fit below the computer's limit of open files, and the standard descriptors.
 * Each row is a process of its own, with limits and files of its own. */
#include "carriers/process/simulator/descriptors.hpp"
#include "carriers/process/tests/bound_child.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sockets.h"
#include "testing.h"

using namespace ap1000;

namespace
{

/* Of /proc/self/fd, when three files are open: these, the list itself, "." and "..". And what each task takes, and what
 * is kept free (descriptors.cpp). */
constexpr rlim_t of_list = 6, of_task = 3, kept = 24, unlisted = 32;

/* In a process with three open files, whose limits are these. It returns 0, or the line of the row that fails. */
template <typename F> void expect(F what)
{
    const pid_t pid = fork_bound();
    if (pid == 0) {
        for (int fd = 3; fd < 4096; fd++)
            close(fd);
        _exit(what());
    }
    int status = -1;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

#define EXPECT(CONDITION) \
    if (!(CONDITION))     \
    return __LINE__ % 255 + 1

void limit(rlim_t soft, rlim_t hard)
{
    const rlimit to{soft, hard};
    setrlimit(RLIMIT_NOFILE, &to);
}

/* The simulator may have as many as the computer allows; programs get what they would have had without it. */
TEST(the_limit_is_raised)
{
    expect([] {
        limit(40, 100);
        const Descriptors d;
        rlimit now{};
        getrlimit(RLIMIT_NOFILE, &now);
        EXPECT(now.rlim_cur == 100 && now.rlim_max == 100);
        EXPECT(d.of_programs().rlim_cur == 40 && d.of_programs().rlim_max == 100);
        return 0;
    });
}

TEST(so_many_tasks_fit)
{
    for (const std::size_t tasks : {0, 1, 30})
        for (const rlim_t missing : {0, 1})
            expect([tasks, missing] {
                limit(20, of_list + kept + (tasks + 1) * of_task - missing);
                Descriptors d;
                d.note_base();
                close(2);
                EXPECT(d.one_more_fits(tasks) == (missing == 0));
                EXPECT(!d.one_more_fits(tasks + 1));
                return 0;
            });
}

TEST(without_a_list_of_files)
{
    for (const rlim_t missing : {0, 1})
        expect([missing] {
            limit(20, unlisted + kept + 2 * of_task - missing);
            Descriptors d;
            while (dup(0) >= 0) /* /proc/self/fd cannot be opened any more */
                ;
            d.note_base();
            close(2);
            EXPECT(d.one_more_fits(1) == (missing == 0));
            return 0;
        });
}

TEST(it_is_said_once)
{
    expect([] {
        limit(40, 90);
        Descriptors d;
        d.note_base();
        char said[400] = "";
        const int file = memfd_create("said", 0);
        dup2(file, 2);
        EXPECT(d.one_more_fits(1));
        EXPECT(!d.one_more_fits(20));
        EXPECT(!d.one_more_fits(21));
        EXPECT(pread(file, said, sizeof said - 1, 0) > 0);
        EXPECT(said == std::string("ap1000: no room for more than these 20 tasks: this computer allows 90 open files "
                                   "(ulimit -Hn), and a task takes 3\n"));
        return 0;
    });
}

int mode_of(int fd)
{
    const int flags = fcntl(fd, F_GETFL);
    return flags < 0 ? -1 : flags & O_ACCMODE;
}

/* One that is closed becomes /dev/null; one that is open stays what it is. */
TEST(standard_descriptors)
{
    expect([] {
        const int file = memfd_create("said", MFD_CLOEXEC);
        dup2(file, 1);
        for (const int fd : {0, 2, file})
            close(fd);
        sockets_open_standard();
        EXPECT(mode_of(0) == O_RDONLY && mode_of(1) == O_RDWR && mode_of(2) == O_WRONLY && mode_of(3) == -1);
        EXPECT(lseek(1, 0, SEEK_END) == 0 && write(1, "word", 4) == 4 && lseek(1, 0, SEEK_CUR) == 4);
        char byte;
        EXPECT(read(0, &byte, 1) == 0 && write(2, "word", 4) == 4);
        for (const int fd : {0, 1, 2})
            close(fd);
        sockets_open_standard();
        EXPECT(mode_of(0) == O_RDONLY && mode_of(1) == O_WRONLY && mode_of(2) == O_WRONLY && mode_of(3) == -1);
        return 0;
    });
}

} // namespace

TEST_MAIN
