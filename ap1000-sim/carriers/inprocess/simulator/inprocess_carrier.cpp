/* inprocess_carrier.cpp - see inprocess_carrier.hpp. */
#include "carriers/inprocess/simulator/inprocess_carrier.hpp"

#include <algorithm>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

#include "carriers/inprocess/build_identity.h"
#include "carriers/inprocess/simulator/faults.hpp"
#include "carriers/inprocess/simulator/stacks.hpp"
#include "carriers/process/simulator/launcher.hpp"

namespace ap1000
{
namespace
{

constexpr int look_ms =
    20; /* real time between looks at what comes from outside, while a program computes without end */

bool earlier(const SlotExecution *a, const SlotExecution *b)
{
    return a->number < b->number;
}

/* Takes it out of this list in the order of their start. False: it is not there. */
bool erase_from(std::vector<InprocessExecution *> &in_order, const InprocessExecution &e)
{
    if (in_order.size() == 1 && in_order.front() == &e) {
        in_order.clear();
        return true;
    }
    auto at = std::lower_bound(in_order.begin(), in_order.end(), &e, earlier);
    if (at == in_order.end() || *at != &e)
        return false;
    in_order.erase(at);
    return true;
}

/* No reason to run programs as processes instead: the computer is set up wrongly. */
struct OtherBuild : std::logic_error {
    using std::logic_error::logic_error;
};

/* The library's names are for programs alone: none of them comes before libc's for the simulator. */
const inprocess_library *load_library(const std::string &path)
{
    void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    auto *function =
        handle != nullptr ? reinterpret_cast<inprocess_library_function *>(dlsym(handle, INPROCESS_LIBRARY)) : nullptr;
    if (function == nullptr)
        throw std::runtime_error(std::string("no library for tasks in process: ") + dlerror());
    const inprocess_library *library = function();
    if (std::strncmp(library->build, BUILD_IDENTITY, sizeof BUILD_IDENTITY) != 0)
        throw OtherBuild(path + ": this library of tasks in process and ap1000 are of different builds: build both, or "
                                "give AP1000_TASK_LIBRARY the one that was installed with ap1000");
    return library;
}

std::string current_folder()
{
    char path[PATH_MAX];
    return getcwd(path, sizeof path) != nullptr ? path : "/";
}

/* Which file this is, and what cannot stay the same if it is written: nobody can set the time of a file's last change
 * as one can that of the last writing. */
std::array<std::int64_t, 7> version_of(const std::string &path)
{
    struct stat s {
    };
    if (stat(path.c_str(), &s) != 0)
        return {-1};
    return {static_cast<std::int64_t>(s.st_dev),
            static_cast<std::int64_t>(s.st_ino),
            s.st_size,
            s.st_mtim.tv_sec,
            s.st_mtim.tv_nsec,
            s.st_ctim.tv_sec,
            s.st_ctim.tv_nsec};
}

/* As /proc/self/exe would name it. */
std::string real_path(const std::string &path)
{
    char whole[PATH_MAX];
    return realpath(path.c_str(), whole) != nullptr ? whole : path;
}

} // namespace

std::string why_not_in_process(const std::string &path, const std::string &library, bool at_terminal)
{
    try {
        const inprocess_library &names = *load_library(library);
        if (!path.empty() && Image(path, names).handles_signals() && at_terminal)
            return "it handles signals, and Ctrl-C at the terminal is its own";
    } catch (const std::runtime_error &e) {
        return e.what();
    }
    return "";
}

InprocessCarrier::InprocessCarrier(ProcessSettings settings, const std::string &library, SayProcess say)
    : processes_(std::move(settings)), library_(load_library(library)), say_(std::move(say)), folder_(current_folder())
{
}

Bodies &InprocessCarrier::bodies()
{
    return processes_.region;
}

/* ---- beginning --------------------------------------------------------------------------------------------------- */

/* Throws Unsuitable. A program that has been built anew is read anew: copies of what it was do not need its image. */
const Image &InprocessCarrier::image_of(const std::string &path)
{
    const std::array<std::int64_t, 7> version = version_of(path); /* before it is read: it may be written meanwhile */
    Known &known = images_[path];
    if (known.version != version) {
        known = {version, nullptr, ""};
        try {
            known.image = std::make_unique<Image>(path, *library_);
        } catch (const Unsuitable &e) {
            known.unsuitable = e.what();
        }
    }
    if (known.image == nullptr)
        throw Unsuitable(known.unsuitable);
    return *known.image;
}

/* Throws Unsuitable. nullptr: the machine has as many tasks as it can. */
std::unique_ptr<InprocessExecution> InprocessCarrier::load(const std::string &path, const Program &program, Ns now,
                                                           bool own_terminal)
{
    if (!stacks_can_switch)
        throw Unsuitable("this computer is none that tasks in process are written for (x86-64)");
    const Image &image = image_of(path);
    if (program.folder != folder_)
        throw Unsuitable("it starts in another folder than the machine");
    Region &r = region();
    std::uint32_t slot = r.take_slot();
    if (slot == 0)
        return nullptr;
    r.slot(slot).turn = CARRIER_TASK;
    r.slot(slot).clock_ns = now;
    catch_faults(*this);
    auto e = std::make_unique<InprocessExecution>(*this, slot, processes_.next_number());
    e->own_terminal = own_terminal;
    e->path = real_path(path);
    Program with_clock = program;
    with_clock.exports.push_back(CARRIER_ENV_CLOCK "=" + std::to_string(now));
    std::vector<std::string> args = program.args;
    /* The ticket is of no use here, but a process has one until it joins. */
    std::vector<std::string> environment = environment_of(with_clock, processes_.settings().socket_name, "none");
    args.insert(args.begin(), program.argv0());
    std::replace_if(
        environment.begin(), environment.end(),
        [](const std::string &entry) { return entry.compare(0, 8, "PVMEPID=") == 0; },
        "PVMEPID=" + std::to_string(e->number_for_users()));
    std::vector<char *> argv = pointers(args), envp = pointers(environment);
    inprocess_start start{};
    start.header = &r.header();
    start.slot = &r.slot(slot);
    start.slot_index = slot;
    start.nslots = r.nslots();
    start.arenas = r.arenas();
    start.number = e->number_for_users();
    start.own_terminal = own_terminal;
    start.path = e->path.c_str();
    start.argv = argv.data();
    start.environment = envp.data();
    start.clock_ns = now;
    start.most_files = processes_.descriptors.of_programs().rlim_cur;
    all_.push_back(e.get());
    processes_.watcher.count_in_process(1);
    if (own_terminal)
        master_ = e.get();
    if (e->begin(image, start))
        return e;
    e->close();
    throw Unsuitable("the simulator has no room for it (memory, address space or mappings)");
}

std::unique_ptr<Execution> InprocessCarrier::start(const std::string &path, const Program &program, Ns now,
                                                   bool own_terminal)
{
    try {
        return load(path, program, now, own_terminal);
    } catch (const Unsuitable &e) {
        if (said_.insert(program.file + e.what()).second)
            say_(program.file, e.what());
    }
    return processes_.start(path, program, now, own_terminal);
}

std::unique_ptr<Execution> InprocessCarrier::promise(const Execution &starter, Ns now,
                                                     std::vector<std::string> *environment)
{
    return processes_.promise(starter, now, environment);
}

std::vector<JoinedProgram> InprocessCarrier::take_joined(Ns now)
{
    return processes_.take_joined(now);
}

bool InprocessCarrier::await_master()
{
    return processes_.await_master();
}

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

void InprocessCarrier::runs(InprocessExecution &e)
{
    if (running_.empty())
        running_.push_back(&e);
    else
        running_.insert(std::upper_bound(running_.begin(), running_.end(), &e, earlier), &e);
}

bool InprocessCarrier::runs_no_more(InprocessExecution &e)
{
    return erase_from(running_, e);
}

void InprocessCarrier::forget(InprocessExecution &e)
{
    processes_.watcher.count_in_process(-1);
    erase_from(all_, e);
    erase_from(running_, e);
    for (std::vector<InprocessExecution *> *list : {&aside_, &ready_})
        list->erase(std::remove(list->begin(), list->end(), &e), list->end());
    if (master_ == &e)
        master_ = nullptr;
}

/* Each until it hands over or ends. False: the machine is to stop. */
bool InprocessCarrier::run_all()
{
    ready_.clear();
    round_ = running_;
    for (InprocessExecution *e : round_) {
        e->run();
        if (e->dead() && is_to_stop())
            return false;
        if (e->is_detached())
            detach(*e);
        else
            ready_.push_back(e);
    }
    return true;
}

/* The same where one program runs, and no process. */
bool InprocessCarrier::run_one(std::vector<Execution *> &handed_over)
{
    InprocessExecution *e = running_.front();
    round_.assign(1, e);
    e->run();
    if (e->dead() && is_to_stop())
        return false;
    if (e->is_detached())
        detach(*e);
    else
        handed_over.push_back(e);
    return true;
}

/* Those before the process that the round waits for next; all, if it waits for none. */
void InprocessCarrier::hand_over_ready(std::vector<Execution *> &handed_over)
{
    const SlotExecution *next = processes_.next_in_round();
    auto end = next != nullptr ? std::upper_bound(ready_.begin(), ready_.end(), next, earlier) : ready_.end();
    const auto before = static_cast<std::ptrdiff_t>(handed_over.size());
    handed_over.insert(handed_over.end(), ready_.begin(), end);
    ready_.erase(ready_.begin(), end);
    std::inplace_merge(handed_over.begin(), handed_over.begin() + before, handed_over.end(),
                       [](const Execution *a, const Execution *b) {
                           return earlier(static_cast<const SlotExecution *>(a), static_cast<const SlotExecution *>(b));
                       });
}

/* Processes run meanwhile by themselves. Where one of them prints, those before it are dealt with first
 * (ProcessCarrier::wait_for_all), whichever kind they are of. */
bool InprocessCarrier::wait_for_all(std::vector<Execution *> &handed_over)
{
    handed_over.clear();
    if (!processes_.is_in_round()) {
        if (running_.size() == 1 && !processes_.anyone_runs())
            return run_one(handed_over);
        processes_.begin_round();
        if (!run_all())
            return false;
    }
    hand_over_ready(handed_over);
    if (!processes_.is_in_round())
        return true;
    if (!processes_.wait_in_round(handed_over))
        return false;
    hand_over_ready(handed_over);
    return true;
}

bool InprocessCarrier::wait_for(Execution &e)
{
    auto *own = dynamic_cast<InprocessExecution *>(&e);
    if (own == nullptr)
        return processes_.wait_for(e);
    if (std::binary_search(running_.begin(), running_.end(), own, earlier))
        own->run();
    if (own->is_aside())
        detach(*own);
    return stop() == 0;
}

/* ---- those that compute without end ------------------------------------------------------------------------------ */

void InprocessCarrier::detach(InprocessExecution &e)
{
    if (!runs_no_more(e) || !e.is_aside())
        return;
    if (aside_.empty())
        look_at_programs(Looks::often);
    aside_.push_back(&e);
}

void InprocessCarrier::reattach(InprocessExecution &e)
{
    aside_.erase(std::remove(aside_.begin(), aside_.end(), &e), aside_.end());
    if (aside_.empty())
        look_at_programs(Looks::seldom);
    runs(e);
}

/* Programs that wait for what is outside go on if there is something for them now. */
void InprocessCarrier::take_up_those_outside()
{
    for (InprocessExecution *e : std::vector<InprocessExecution *>(aside_)) {
        if (e->is_endless() || e->awaits_outside())
            continue;
        e->go_on_a_little();
        if (!e->is_aside())
            reattach(*e);
    }
}

/* There is nothing else to do for so long (real time). Each goes on until the next look at it, or until it calls. */
void InprocessCarrier::go_on_with_those_set_aside(int ms)
{
    if (!any_of_own_is_endless()) {
        processes_.wait_for_news(ms);
        take_up_those_outside();
        return;
    }
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(ms);
    while (!aside_.empty() && running_.empty() && !is_to_stop() && std::chrono::steady_clock::now() < until)
        for (InprocessExecution *e : std::vector<InprocessExecution *>(aside_)) {
            if (e->awaits_outside())
                continue;
            e->go_on_a_little();
            if (!e->is_aside())
                reattach(*e);
        }
}

News InprocessCarrier::look()
{
    if (!aside_.empty())
        take_up_those_outside();
    if (!deaths_ && !processes_.has_news())
        return {};
    News news = processes_.look();
    news.deaths = std::exchange(deaths_, false) || news.deaths;
    return news;
}

void InprocessCarrier::on_inquiry(std::function<std::string()> text)
{
    processes_.on_inquiry(std::move(text));
}

bool InprocessCarrier::wait_for_others()
{
    if (!aside_.empty()) {
        go_on_with_those_set_aside(look_ms);
        return true;
    }
    return processes_.wait_for_others();
}

bool InprocessCarrier::wait_for_signals()
{
    return processes_.wait_for_signals();
}

void InprocessCarrier::wait_for_news(int ms)
{
    if (aside_.empty())
        processes_.wait_for_news(ms);
    else
        go_on_with_those_set_aside(ms);
}

bool InprocessCarrier::any_of_own_is_endless() const
{
    return std::any_of(aside_.begin(), aside_.end(), [](const InprocessExecution *e) { return e->is_endless(); });
}

bool InprocessCarrier::any_is_endless() const
{
    return (!aside_.empty() && any_of_own_is_endless()) || processes_.any_is_endless();
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

int InprocessCarrier::stop() const
{
    return processes_.stop();
}

void InprocessCarrier::request_stop()
{
    processes_.request_stop();
}

bool InprocessCarrier::master_exits() const
{
    return processes_.master_exits() || (master_ != nullptr && master_->exits());
}

/* As ProcessCarrier::end_all: the one with the terminal is told, the others end at once. */
void InprocessCarrier::end_all(const Ending &ending)
{
    for (InprocessExecution *e : all_) {
        if (e->exits())
            e->go_on();
        else if (e->own_terminal && e->waits_in_call())
            e->tell_end(ending);
        else
            e->end_by(e->own_terminal && stop() != 0 ? stop() : SIGKILL);
    }
    processes_.end_all(ending);
}

void InprocessCarrier::end_orphans()
{
    processes_.end_orphans();
}

} // namespace ap1000
