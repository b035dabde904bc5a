/* watcher.cpp - see watcher.hpp. The thread, and the words of those who connect. */
#include "carriers/process/simulator/watcher.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "carriers/process/simulator/processes.hpp"
#include "pvm3.h"
#include "sockets.h"

namespace ap1000
{

Watcher::Watcher(Region &region, int listening, std::string socket_name, Guardian &guardian)
    : welcomes_(region, std::move(socket_name)), processes(region, guardian, files_), outputs(region.nslots(), files_),
      turns(region.nslots()), clients(files_, welcomes_), guardian_(guardian),
      entrance_(listening, welcomes_, guardian), quit_(eventfd(0, EFD_CLOEXEC))
{
    using Kind = WatchedFiles::Kind;
    if (quit_ < 0 || !files_.add(entrance_.listening(), Kind::listening) ||
        !files_.add(guardian_.bell(), Kind::signals) || !files_.add(quit_, Kind::quit))
        throw std::system_error(errno, std::generic_category(), "the machine cannot hear what comes from outside");
    thread_ = std::thread([this] { run(); });
}

Watcher::~Watcher()
{
    std::uint64_t one = 1;
    while (write(quit_, &one, sizeof one) < 0 && errno == EINTR)
        ;
    thread_.join();
    close(quit_);
}

void Watcher::stop_in_order()
{
    guardian_.order.end_in_order();
    bell.ring();
}

void Watcher::clear(std::uint32_t slot)
{
    processes.clear(slot);
    outputs.clear(slot);
    turns.clear(slot);
}

/* ---- the thread -------------------------------------------------------------------------------------------------- */

void Watcher::run()
{
    sigset_t all; /* those of the process are for the thread that simulates */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    for (;;) {
        WatchedFiles::Ready ready[WatchedFiles::most_ready];
        int n = files_.wait(ready);
        for (int i = 0; i < n; i++) {
            if (ready[i].kind == WatchedFiles::Kind::quit)
                return;
            handle(ready[i]);
        }
    }
}

void Watcher::handle(const WatchedFiles::Ready &one)
{
    switch (one.kind) {
    case WatchedFiles::Kind::listening:
        for (int fd = entrance_.accept_next(); fd >= 0; fd = entrance_.accept_next())
            clients.watch(fd);
        break;
    case WatchedFiles::Kind::client:
        read_client(one.number);
        break;
    case WatchedFiles::Kind::process:
        if (processes.note_death(one.number))
            bell.ring();
        break;
    case WatchedFiles::Kind::output:
        if (outputs.collect(one.number))
            bell.ring();
        break;
    case WatchedFiles::Kind::signals:
        clear_guardian_bell();
        bell.ring();
        break;
    default:
        break;
    }
}

void Watcher::clear_guardian_bell()
{
    std::uint64_t rung;
    while (read(guardian_.bell(), &rung, sizeof rung) > 0)
        ;
}

/* ---- words of clients -------------------------------------------------------------------------------------------- */

void Watcher::read_client(std::uint32_t connection)
{
    const int fd = clients.socket_of(connection);
    if (fd < 0)
        return;
    carrier_hello h{};
    ucred who{};
    socklen_t n = sizeof who;
    int terminal_fd = -1;
    bool got = sockets_receive(fd, &h, sizeof h, &terminal_fd);
    auto terminal = std::make_shared<Terminal>(terminal_fd);
    if (!got || h.magic != CARRIER_MAGIC || getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) != 0) {
        clients.hang_up(connection);
        return;
    }
    if (h.version != CARRIER_VERSION) {
        welcomes_.refuse(fd, PvmBadVersion);
        return;
    }
    h.program[sizeof h.program - 1] = 0;
    const pid_t pid = who.pid != 0 ? who.pid : h.pid;
    const bool is_cut = std::strlen(h.program) + 1 == sizeof h.program;
    const std::string program = is_cut ? program_of(pid) : h.program;
    if (h.word == CARRIER_DOWN) {
        end_as_asked(fd);
        return;
    }
    if (h.word == CARRIER_TURN && !turns.want(h.ticket))
        return;
    if (h.word == CARRIER_EXITING)
        clients.note_master_exits(connection);
    else if (h.word == CARRIER_PS)
        clients.add_inquirer({connection, h.pid, h.program, terminal});
    else if (h.word != CARRIER_TURN)
        join(fd, h.ticket, {connection, pid, program, terminal});
    bell.ring();
}

void Watcher::end_as_asked(int fd)
{
    carrier_down_answer answer{};
    answer.ntasks = tasks_in_process_.load(std::memory_order_acquire) + processes.count_living();
    sockets_send(fd, &answer, sizeof answer, -1);
    guardian_.end_at_once();
}

/* One that is expected gets its slot at once; others are newcomers, for whom the kernel finds one. */
void Watcher::join(int fd, std::uint64_t ticket, Client c)
{
    const std::optional<WatchedProcesses::Expected> e = processes.take_expected(ticket);
    if (!e) {
        clients.add_newcomer(std::move(c));
    } else if (processes.watch_connected(e->slot, c.pid, ticket) == WatchedProcesses::Watched::no_means) {
        std::fprintf(stderr, "ap1000: %s is ended, its process %d cannot be watched: %s\n", c.program.c_str(),
                     static_cast<int>(c.pid), std::strerror(errno));
        welcomes_.refuse(fd, PvmOutOfRes);
        kill(c.pid, SIGKILL);
    } else {
        if (e->is_master)
            clients.note_master(c.connection);
        welcomes_.send(fd, e->slot, e->is_master);
    }
}

} // namespace ap1000
