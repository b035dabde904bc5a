/* test_kernel_readers.cpp - readers who pause, on a machine that stays: what is kept for them, and who waits. */
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "kernel/tests/stage.hpp"
#include "kernel/waits.hpp"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

enum class Kind { pipe, socket, terminal };

/* Somebody who reads nothing until asked to, and takes no more: at the end of a pipe or a socket that is full, or at a
 * terminal on which Ctrl-S has been typed. */
class Paused
{
  public:
    explicit Paused(Kind kind = Kind::pipe) : is_terminal_(kind == Kind::terminal && access("/dev/pts/ptmx", F_OK) == 0)
    {
        if (is_terminal_)
            open_terminal();
        else if (kind == Kind::socket)
            assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_), 0);
        else
            assert_int_equal(pipe2(ends_, O_CLOEXEC), 0);
        const int flags = fcntl(ends_[1], F_GETFL);
        fcntl(ends_[1], F_SETFL, flags | O_NONBLOCK);
        while (write(ends_[1], "x", 1) == 1)
            filled_++;
        fcntl(ends_[1], F_SETFL, flags);
        terminal = std::make_shared<Terminal>(ends_[1]);
        terminal->write_behind();
    }
    ~Paused()
    {
        go_away();
    }
    void go_away()
    {
        if (ends_[0] >= 0)
            close(std::exchange(ends_[0], -1));
    }
    /* What has been written since, when it has so many bytes. */
    std::string read_all(std::size_t bytes)
    {
        char piece[4096];
        std::string text;
        if (is_terminal_)
            assert_int_equal(write(ends_[0], "\x11", 1), 1);
        while (text.size() < filled_ + bytes) {
            const ssize_t n = read(ends_[0], piece, sizeof piece);
            assert_true(n > 0);
            text.append(piece, static_cast<std::size_t>(n));
        }
        return text.substr(filled_);
    }
    std::shared_ptr<Terminal> terminal;

  private:
    void open_terminal()
    {
        termios mode;
        ends_[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        assert_true(ends_[0] >= 0 && grantpt(ends_[0]) == 0 && unlockpt(ends_[0]) == 0);
        ends_[1] = open(ptsname(ends_[0]), O_RDWR | O_NOCTTY | O_CLOEXEC);
        assert_int_equal(tcgetattr(ends_[1], &mode), 0);
        mode.c_oflag &= ~static_cast<tcflag_t>(OPOST);
        assert_int_equal(tcsetattr(ends_[1], TCSANOW, &mode), 0);
        assert_int_equal(write(ends_[0], "\x13", 1), 1);
    }

    const bool is_terminal_;
    int ends_[2];
    std::size_t filled_ = 0;
};

TEST(lines_that_nobody_reads_yet)
{
    for (const Kind kind : {Kind::pipe, Kind::socket, Kind::terminal}) {
        Paused p(kind);
        const std::string line(1 << 20, 'l');
        std::string all;
        assert_true(p.terminal->is_out());
        for (int i = 0; i < 16; i++) {
            assert_false(p.terminal->is_full());
            p.terminal->write_line(std::to_string(i) + line);
            all += std::to_string(i) + line + "\n";
        }
        assert_true(p.terminal->is_full());
        assert_false(p.terminal->is_out(1));
        Terminal::let_out(); /* not for ever */
        assert_true(p.read_all(all.size()) == all);
        while (!p.terminal->is_out(1000))
            ;
        assert_false(p.terminal->is_full());
    }
}

/* Nor does its end wait; and who goes away holds nobody up. */
TEST(a_reader_who_goes_away)
{
    for (const bool at_end : {false, true}) {
        Paused p;
        p.terminal->write_line("lost");
        assert_false(p.terminal->is_out());
        if (at_end)
            p.terminal.reset();
        p.go_away();
        while (!at_end && !p.terminal->is_out(1000))
            ;
    }
}

/* A program that was started by hand: lines of its children have come while it slept. */
struct ByHand {
    Stage stage;
    Paused reader;
    std::vector<Ns> went_on, other_went_on;
    std::int64_t written = 0; /* when, on a clock of this computer */

    static StageSettings settings()
    {
        StageSettings s;
        s.options.kind = RunOptions::Kind::up;
        return s;
    }
    explicit ByHand(bool with_other, Kind kind = Kind::pipe) : stage(settings()), reader(kind)
    {
        stage.carrier->others = [] { return true; };
        stage.at(0, [this] {
            stage.carrier->comes(
                [this](Played &p) {
                    p.sleep(1000);
                    went_on.push_back(stage.machine->timeline.now());
                    p.sleep(1000);
                    p.ask(Request::leave);
                    stage.carrier->stop_signal = SIGTERM;
                },
                "by hand", false, reader.terminal);
        });
        stage.at(500, [this] {
            written = real_now_ns();
            reader.terminal->write_line("a line");
        });
        if (with_other)
            stage.task([this](Played &p) {
                for (int i = 0; i < 3; i++) {
                    p.sleep(1000000);
                    other_went_on.push_back(p.now());
                }
            });
    }
    Played *who_waits() const
    {
        for (Played *one : stage.carrier->all)
            if (one != nullptr && one->task != nullptr && one->task->awaits_reader)
                return one;
        return nullptr;
    }
};

TEST(others_do_not_wait_for_it)
{
    for (const Kind kind : {Kind::pipe, Kind::socket, Kind::terminal}) {
        ByHand p(true, kind);
        std::string waits, read;
        p.stage.carrier->at_look = [&] {
            if (p.other_went_on.size() < 3 || !read.empty())
                return;
            assert_true(p.went_on.empty());
            assert_true(real_now_ns() - p.written >= 200000000); /* first they do */
            waits = p.stage.carrier->inquiry();
            read = p.reader.read_all(7);
        };
        assert_int_equal(p.stage.run(), 0);
        assert_string_equal(read.c_str(), "a line\n");
        assert_true(waits.find("waits until the lines of its tasks have been read") != std::string::npos);
        assert_int_equal(p.went_on.size(), 1);
        assert_true(p.went_on[0] >= p.other_went_on[2]);
    }
}

/* Then it is as if it had been waited for in its write: nothing else happens. */
TEST(alone_it_does_not_see_it)
{
    ByHand p(false);
    std::int64_t since = 0;
    std::string read;
    p.stage.at(5000, [] {});
    p.stage.carrier->at_look = [&] {
        if (p.who_waits() == nullptr || !read.empty())
            return;
        since = since != 0 ? since : real_now_ns();
        if (real_now_ns() - since > 300000000) /* longer than others would wait for it */
            read = p.reader.read_all(7);
    };
    assert_int_equal(p.stage.run(), 0);
    assert_string_equal(read.c_str(), "a line\n");
    assert_int_equal(p.went_on.size(), 1);
    expectation("it sleeps for 1 us, and goes on then", 1000, p.went_on[0]);
}

/* One that is ended meanwhile ends. */
TEST(a_program_that_dies_while_it_waits)
{
    ByHand p(true);
    p.stage.carrier->at_look = [&] {
        if (p.who_waits() != nullptr)
            p.who_waits()->end(SIGKILL);
        if (p.other_went_on.size() == 3)
            p.stage.carrier->stop_signal = SIGTERM;
    };
    assert_int_equal(p.stage.run(), 0);
    assert_true(p.went_on.empty());
    assert_true(p.stage.machine->tasks.living().empty());
}

} // namespace

STAGE_TEST_MAIN
