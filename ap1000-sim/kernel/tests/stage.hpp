/* stage.hpp - a simulated machine for one test: its carrier plays programs of the test (played.hpp), its control
 * program does what the test says, and what it tells people and observers is kept.
 *
 * Its master is the first program, on the host. If the test gives none, it sleeps for a second of simulated time, and
 * the run ends with it; the others are on cells, one beside the other, from the beginning on. */
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernel/machine.hpp"
#include "kernel/run.hpp"
#include "kernel/tests/played.hpp"

namespace ap1000
{

/* The tid of the task that was the n-th to get one, from 1: the master's is the first. */
int nth_tid(int n);

/* What observers are told, a line each, by task: "1000 waits". */
class Notes : public RunObserver
{
  public:
    std::map<int, std::vector<std::string>> of; /* by tid; 0: of the run */
    bool whole = true;

    std::string all() const;

    void began(const Task &t, const std::string &place, Ns now) override;
    void ended(const Task &t, Ns now) override;
    void passed(const Task &t, const Stretch &s, MarkRange marks) override;
    void waits(const Task &t, Wait what, Ns now) override;
    void goes_on(const Task &t, std::uint64_t by, Ns now) override;
    void all_came(const std::vector<int> &tids, int last) override;
    std::uint64_t sent(const Task &t, const Header &m, Ns now) override;
    std::function<void(Header &)> sent_to_all(const Task &t, Ns now) override;
    void holds(Resource what, int unit, Ns start, Ns end) override;
    void deadlock(Ns now) override;
    void died(const Task &t, const std::string &how, Ns now) override;
    void lacks(const std::string &number) override;
    void changes(Resource what, int unit, int units, Ns now) override;
    void remark(const std::string &text) override;
    void finish(Ns now) override;
    bool is_whole() const override;

  private:
    std::map<int, std::uint64_t> sent_; /* by each task: a message's number does not depend on what others did before */
};

/* The control program of the test. */
class PlayedControl : public Control
{
  public:
    std::function<Answer(Task &, int, const std::string &)> on_request = [](Task &, int, const std::string &) {
        return Answer{0, ""};
    };
    std::function<void()> on_hear = [] {};              /* a message for a node's system */
    int manager = 0;                                    /* of every node */
    std::vector<std::string> heard;                     /* what it was told, in this order: "joined t40002" */
    std::ptrdiff_t told(const std::string &what) const; /* how often */

    Answer answer(Task &asker, int request, const std::string &body) override;
    void hear(Node &n, const Message &m) override;
    void made(Task &t) override;
    void joined(Task &t) override;
    void printed(Task &t, int count, const std::string &text) override;
    void ended(Task &t) override;
    void output_ended(Task &t) override;
    void deleted(Node &n) override;
    int manager_of(const Node &n) const override;
};

struct StageSettings {
    std::string machine = "ap1000";
    int nodes = 4; /* cells, or stations */
    RunOptions options;
    bool watched = false;
    std::function<void(Parameters &)> change = [](Parameters &) {};
    std::function<std::unique_ptr<Control>(Machine &)> control; /* empty: that of the test */
};

class Stage
{
  public:
    explicit Stage(StageSettings settings = {});
    ~Stage();

    /* In the order of their tids: the master first, if the test gives it; then one on each cell. */
    void master(Played::Program program);
    void task(Played::Program program, const TaskOrigin &origin = no_origin);
    void task_on(int node, Played::Program program, const TaskOrigin &origin = no_origin);
    void copy(Played::Program program); /* RunOptions::copies: one of them */
    /* At this simulated time. */
    void at(Ns t, std::function<void()> what);

    int run();
    bool has_room = true; /* for programs, when it begins */

    /* The program, or task, that was the n-th to begin; nullptr: it is gone. */
    Played *played(int n);
    Task *of(int n);
    std::string said() const; /* lines for people, so far */
    bool says(const std::string &text) const;

    static const TaskOrigin no_origin;
    std::shared_ptr<Notes> notes;
    PlayedCarrier *carrier;
    PlayedControl *control = nullptr; /* if it is that of the test */
    std::unique_ptr<Machine> machine;

  private:
    struct File;
    std::unique_ptr<File> program_, lines_;
    bool has_master_ = false;
    int last_cell_ = 0;
    struct Start {
        int node;
        TaskOrigin origin;
    };
    std::vector<Start> starts_;
    std::deque<Played::Program> programs_;
};

/* A program that joins, sleeps so long and ends. */
Played::Program sleeps(Ns span);
/* Tags of what comes, in this order, until the run ends. */
Played::Program hears_all(std::vector<int> &tags);

/* What is written to stderr meanwhile. */
std::string on_stderr(const std::function<void()> &what);

/* The folder of the machine files; main sets it. */
extern std::string machines_folder;

/* The last line of a program of such tests: its argument is that folder. */
#define STAGE_TEST_MAIN                         \
    int main(int, char **argv)                  \
    {                                           \
        machines_folder = argv[1];              \
        return run_all_tests(nullptr, nullptr); \
    }

} // namespace ap1000
