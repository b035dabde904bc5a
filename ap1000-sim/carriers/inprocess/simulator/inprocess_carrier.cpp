/* inprocess_carrier.cpp - see inprocess_carrier.hpp. */
#include "carriers/inprocess/simulator/inprocess_carrier.hpp"

#include <algorithm>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <stdexcept>
#include <unistd.h>

#include "carriers/inprocess/build_identity.h"
#include "carriers/inprocess/simulator/faults.hpp"
#include "carriers/inprocess/simulator/stacks.hpp"
#include "carriers/process/simulator/launcher.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t most_images = 16; /* that are known, of programs on a machine that stays */

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

/* As /proc/self/exe would name it. */
std::string real_path(const std::string &path)
{
    char whole[PATH_MAX];
    return realpath(path.c_str(), whole) != nullptr ? whole : path;
}

/* Would the system start no process with so much? It has limits for each text, and for all (execve(2)). And half of a
 * small stack is the program's. */
bool is_too_much(const std::vector<std::string> &args, const std::vector<std::string> &environment)
{
    constexpr std::uint64_t longest = 1 << 17, most = 6 << 20;
    std::uint64_t all = 0, one = 0;
    for (const auto *list : {&args, &environment})
        for (const std::string &text : *list) {
            one = std::max<std::uint64_t>(one, text.size() + 1);
            all += text.size() + 1 + sizeof(char *);
        }
    return one > longest || all > std::max(std::min(stack_bytes() / 4, most), std::min(stack_bytes() / 2, longest));
}

} // namespace

std::string why_not_in_process(const std::string &path, const std::string &library, bool at_terminal, bool several)
{
    try {
        const inprocess_library &names = *load_library(library);
        if (path.empty())
            return "";
        const Image image(path, names);
        if (image.handles_signals() && at_terminal)
            return "it handles signals, and Ctrl-C at the terminal is its own";
        if (several && !image.runs_in_any_thread())
            return "copies of it have their turns on one processor, and several are wanted";
    } catch (const std::runtime_error &e) {
        return e.what();
    }
    return "";
}

const inprocess_library *the_library = nullptr; /* handlers of signals ask for it */

InprocessCarrier::InprocessCarrier(ProcessSettings settings, const std::string &library, std::int64_t most_mappings,
                                   TurnsElsewhere elsewhere, SayProcess say)
    : processes_(std::move(settings)), address_space_(most_mappings), library_(load_library(library)),
      say_(std::move(say)), all_elsewhere_(elsewhere.all), threads_(elsewhere.threads, folder_)
{
    the_library = library_;
    turns_are_long_ = all_elsewhere_ && threads_.begin();
}

const inprocess_library *InprocessCarrier::library_of_tasks()
{
    return the_library;
}

Bodies &InprocessCarrier::bodies()
{
    return processes_.region;
}

/* ---- beginning --------------------------------------------------------------------------------------------------- */

/* Throws Unsuitable. A program that has been built anew, or a library of which tasks have copies, is read anew: copies
 * of what it was do not need its image. */
InprocessCarrier::Known &InprocessCarrier::image_of(const std::string &path)
{
    const FileVersion version = version_of(path); /* before it is read: it may be written meanwhile */
    if (images_.size() >= most_images && images_.count(path) == 0)
        images_.clear(); /* each has a file that is open */
    Known &known = images_[path];
    if (known.version != version || (known.image != nullptr && known.image->libraries_have_changed())) {
        known = {version, nullptr, "", nullptr};
        try {
            known.image = std::make_unique<Image>(path, *library_);
        } catch (const Unsuitable &e) {
            known.unsuitable = e.what();
        }
    }
    if (known.image == nullptr)
        throw Unsuitable(known.unsuitable);
    return known;
}

/* A task has a room of its own as long as there are mappings for that. Throws Unsuitable. */
bool InprocessCarrier::take_room(InprocessExecution &e, Known &known)
{
    const Image &image = *known.image;
    if (address_space_.has_mappings(image.mappings()))
        return e.room().take(address_space_, image);
    if (known.place == nullptr)
        known.place =
            std::make_shared<SharedPlace>(address_space_, image, stack_bytes(), heap_bytes, region().nslots());
    return e.room().take(known.place);
}

/* Throws Unsuitable. nullptr: the machine has as many tasks as it can. */
std::unique_ptr<InprocessExecution> InprocessCarrier::load(const std::string &path, const Program &program, Ns now,
                                                           bool own_terminal)
{
    if (!stacks_can_switch)
        throw Unsuitable("tasks in process need another kind of computer (x86-64)");
    if (!has_thread_blocks())
        throw Unsuitable(
            "this computer's libc does not make blocks of thread-local variables as tasks in process need them");
    Known &known = image_of(path);
    Program with_clock = program;
    with_clock.exports.push_back(CARRIER_ENV_CLOCK "=" + std::to_string(now));
    /* The ticket is of no use here, but a process has one until it joins. */
    std::vector<std::string> environment = environment_of(with_clock, processes_.settings().socket_name, "none");
    std::vector<std::string> args = program.args;
    args.insert(args.begin(), program.argv0());
    if (is_too_much(args, environment))
        throw Unsuitable("its arguments and environment are longer than the system allows");
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
    all_[e->number] = e.get();
    processes_.watcher.count_in_process(1);
    if (own_terminal)
        master_ = e.get();
    const bool has_folder = e->begin_in(program.folder);
    if (has_folder && take_room(*e, known) && e->begin(*known.image, start))
        return e;
    e->close();
    throw Unsuitable(has_folder ? "the simulator has no room for it (memory, address space or mappings)"
                                : "the simulator cannot enter its folder " + program.folder);
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

/* ---- the end ----------------------------------------------------------------------------------------------------- */

void InprocessCarrier::forget(InprocessExecution &e)
{
    processes_.watcher.count_in_process(-1);
    all_.erase(e.number);
    running.forget(e);
    for (std::vector<InprocessExecution *> *list : {&aside_, &ready_})
        list->erase(std::remove(list->begin(), list->end(), &e), list->end());
    if (master_ == &e)
        master_ = nullptr;
}

bool InprocessCarrier::master_exits() const
{
    return processes_.master_exits() || (master_ != nullptr && master_->exits());
}

/* As ProcessCarrier::end_all: the one with the terminal is told, the others end at once. */
void InprocessCarrier::end_all(const Ending &ending)
{
    for (const auto &[number, e] : all_) {
        if (e->exits())
            e->go_on();
        else if (e->own_terminal && e->waits_in_call())
            e->tell_end(ending);
        else
            e->end_by(e->own_terminal && stop() != 0 ? stop() : SIGKILL);
    }
    processes_.end_all(ending);
}

} // namespace ap1000
