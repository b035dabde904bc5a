/* stage.cpp - see stage.hpp. */
#include "kernel/tests/stage.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <elf.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "kernel/waits.hpp"
#include "pvm3.h"

namespace ap1000
{

std::string machines_folder;

std::string on_stderr(const std::function<void()> &what)
{
    std::FILE *const file = std::tmpfile();
    const int kept = dup(STDERR_FILENO);
    if (file == nullptr || kept < 0 || dup2(fileno(file), STDERR_FILENO) < 0)
        std::abort();
    what();
    (void)std::fflush(stderr);
    (void)dup2(kept, STDERR_FILENO);
    close(kept);
    std::string text(static_cast<std::size_t>(lseek(fileno(file), 0, SEEK_END)), ' ');
    const ssize_t n = pread(fileno(file), text.data(), text.size(), 0);
    text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    (void)std::fclose(file);
    return text;
}

int nth_tid(int n)
{
    return tid_of_node(0) | n;
}

/* ---- what observers are told ------------------------------------------------------------------------------------- */

std::string Notes::all() const
{
    std::string text;
    for (const auto &[tid, lines] : of)
        for (const std::string &line : lines)
            text += fmt::format("{} {}\n", tid == 0 ? "run" : tid_name(tid), line);
    return text;
}

void Notes::began(const Task &t, const std::string &place, Ns now)
{
    of[t.tid].push_back(fmt::format("{} began on {}", now, place));
}

void Notes::ended(const Task &t, Ns now)
{
    of[t.tid].push_back(fmt::format("{} ended", now));
}

void Notes::passed(const Task &t, const Stretch &s, MarkRange marks)
{
    std::string text = fmt::format("{}-{}-{}-{} passed from {} on", s.begin, s.ready, s.start, s.end, s.own_from);
    for (const Mark &m : marks)
        text += fmt::format(" {}@{}/{}", m.call.text(), m.clock, m.serial);
    of[t.tid].push_back(text);
}

void Notes::waits(const Task &t, Wait what, Ns now)
{
    of[t.tid].push_back(fmt::format("{} waits {}", now, static_cast<int>(what)));
}

void Notes::all_came(const std::vector<int> &tids, int last)
{
    of[0].push_back(fmt::format("all {} came, t{:x} last", tids.size(), last));
}

void Notes::goes_on(const Task &t, std::uint64_t by, Ns now)
{
    of[t.tid].push_back(fmt::format("{} goes on by {}", now, by));
}

std::uint64_t Notes::sent(const Task &t, const Header &m, Ns now)
{
    const std::uint64_t number = static_cast<std::uint64_t>(t.tid) * 1000 + ++sent_[t.tid];
    of[t.tid].push_back(fmt::format("{} sends {} to {}, tag {}", now, number, m.dst_tid, m.tag));
    return number;
}

std::function<void(Header &)> Notes::sent_to_all(const Task &t, Ns now)
{
    const std::uint64_t number = static_cast<std::uint64_t>(t.tid) * 1000 + ++sent_[t.tid];
    of[t.tid].push_back(fmt::format("{} sends {} to many", now, number));
    return [number](Header &m) { m.serial = number; };
}

void Notes::holds(Resource, int, Ns, Ns)
{
}

void Notes::deadlock(Ns now)
{
    of[0].push_back(fmt::format("{} deadlock", now));
}

void Notes::died(const Task &t, const std::string &how, Ns now)
{
    of[t.tid].push_back(fmt::format("{} died of {}", now, how));
}

void Notes::lacks(const std::string &)
{
}

void Notes::changes(Resource, int, int, Ns)
{
}

void Notes::remark(const std::string &text)
{
    of[0].push_back(text);
}

void Notes::finish(Ns now)
{
    of[0].push_back(fmt::format("{} finish", now));
}

bool Notes::is_whole() const
{
    return whole;
}

/* ---- the control program ----------------------------------------------------------------------------------------- */

std::ptrdiff_t PlayedControl::told(const std::string &what) const
{
    return std::count(heard.begin(), heard.end(), what);
}

Answer PlayedControl::answer(Task &asker, int request, const std::string &body)
{
    return on_request(asker, request, body);
}

void PlayedControl::hear(Node &n, const Message &m)
{
    heard.push_back(fmt::format("tag {} for {}", m.tag, n.name));
    on_hear();
}

void PlayedControl::made(Task &t)
{
    heard.push_back("made " + tid_name(t.tid));
}

void PlayedControl::joined(Task &t)
{
    heard.push_back("joined " + tid_name(t.tid));
}

void PlayedControl::printed(Task &t, int count, const std::string &text)
{
    heard.push_back(fmt::format("printed {} {} {}", tid_name(t.tid), count, text));
}

void PlayedControl::ended(Task &t)
{
    heard.push_back("ended " + tid_name(t.tid));
}

void PlayedControl::output_ended(Task &t)
{
    heard.push_back("output ended " + tid_name(t.tid));
}

void PlayedControl::deleted(Node &n)
{
    heard.push_back("deleted " + n.name);
}

int PlayedControl::manager_of(const Node &) const
{
    return manager;
}

/* ---- the machine ------------------------------------------------------------------------------------------------- */

/* A file of the test, which goes with it. */
struct Stage::File {
    explicit File(const std::string &bytes)
    {
        path = std::filesystem::temp_directory_path() / "kernel-test-XXXXXX";
        fd = mkstemp(path.data());
        if (fd < 0 || write(fd, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
            std::abort();
        (void)fchmod(fd, 0700);
    }
    ~File()
    {
        close(fd);
        unlink(path.c_str());
    }
    int fd;
    std::string path;
};

const TaskOrigin Stage::no_origin{PvmNoParent};

/* Nothing in the file of the programs says that they could end others (ahead/program_calls.hpp). */
static std::string harmless_program()
{
    Elf64_Ehdr head{};
    const char magic[] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64};
    std::copy(std::begin(magic), std::end(magic), head.e_ident);
    return std::string(reinterpret_cast<const char *>(&head), sizeof head) + "libpvm3.so.3";
}

Stage::Stage(StageSettings s)
    : notes(s.watched ? std::make_shared<Notes>() : nullptr), program_(std::make_unique<File>(harmless_program())),
      lines_(std::make_unique<File>(""))
{
    Parameters p = load_machine(s.machine, {machines_folder});
    set_cells(p, s.nodes, "the test");
    s.change(p);
    s.options.program.file = program_->path;
    s.options.observer = notes;
    s.options.terminal = std::make_shared<Terminal>(dup(lines_->fd));
    auto its_carrier = std::make_unique<PlayedCarrier>();
    carrier = its_carrier.get();
    machine = std::make_unique<Machine>(p, s.options, std::move(its_carrier), [this, &s](Machine &m) {
        if (s.control)
            return s.control(m);
        auto its_control = std::make_unique<PlayedControl>();
        control = its_control.get();
        return std::unique_ptr<Control>(std::move(its_control));
    });
}

Stage::~Stage() = default;

Played::Program hears_all(std::vector<int> &tags)
{
    return [&tags](Played &p) {
        for (;;)
            tags.push_back(p.receive(MACH_ANY).tag);
    };
}

Played::Program sleeps(Ns span)
{
    return [span](Played &p) { p.sleep(span); };
}

void Stage::master(Played::Program program)
{
    has_master_ = true;
    programs_.push_front(std::move(program));
}

void Stage::task(Played::Program program, const TaskOrigin &origin)
{
    task_on(++last_cell_, std::move(program), origin);
}

void Stage::task_on(int node, Played::Program program, const TaskOrigin &origin)
{
    starts_.push_back({node, origin});
    programs_.push_back(std::move(program));
}

void Stage::copy(Played::Program program)
{
    programs_.push_back(std::move(program));
}

void Stage::at(Ns t, std::function<void()> what)
{
    machine->timeline.at(t, std::move(what));
}

int Stage::run()
{
    if (!has_master_ && machine->options.kind == RunOptions::Kind::run && machine->options.copies == 0)
        programs_.push_front(sleeps(1000000000));
    if (has_room)
        carrier->programs = std::move(programs_);
    /* Before what the test does at the same time. */
    const Events::Id first = machine->timeline.at(0, [] {});
    machine->timeline.cancel(first);
    machine->timeline.instead_of(first, 0, [this] {
        for (const Start &s : starts_)
            machine->lifecycle.spawn(machine->nodes[s.node], program_->path, machine->options.program, s.origin,
                                     nullptr);
    });
    return run_to_end(*machine);
}

Played *Stage::played(int n)
{
    return carrier->all.at(static_cast<std::size_t>(n) - 1);
}

Task *Stage::of(int n)
{
    Played *e = played(n);
    return e != nullptr ? e->task : nullptr;
}

std::string Stage::said() const
{
    std::string text(static_cast<std::size_t>(lseek(lines_->fd, 0, SEEK_END)), ' ');
    const ssize_t n = pread(lines_->fd, text.data(), text.size(), 0);
    text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    return text;
}

bool Stage::says(const std::string &text) const
{
    return said().find(text) != std::string::npos;
}

} // namespace ap1000
