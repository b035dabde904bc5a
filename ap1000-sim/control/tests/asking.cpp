/* asking.cpp - see asking.hpp. */
#include "control/tests/asking.hpp"

#include "control/host_control.hpp"
#include "pvm3.h"

namespace ap1000
{

StageSettings with_control(StageSettings s)
{
    s.control = [](Machine &m) { return std::make_unique<HostControl>(m); };
    return s;
}

wire_in reader(const std::string &bytes)
{
    return {reinterpret_cast<const unsigned char *>(bytes.data()), static_cast<std::uint32_t>(bytes.size()), 0, 0};
}

std::vector<int> ints_of(const std::string &bytes)
{
    std::vector<int> all;
    for (wire_in in = reader(bytes); in.at < in.len && !in.bad;)
        all.push_back(wire_get_int(&in));
    return all;
}

std::vector<int> system_ints(const std::string &bytes)
{
    std::vector<int> all;
    for (wire_in in = reader(bytes); in.at < in.len && !in.bad;)
        all.push_back(system_get_int(&in));
    return all;
}

int ask(Played &p, int request, const std::string &body, std::string *answer)
{
    int result = 0;
    const std::string got = p.control(request, body, &result);
    if (answer != nullptr)
        *answer = got;
    return result;
}

int registers(Played &p, system_role role, bool on)
{
    return ask(p, CONTROL_REGISTER, body_of(control_register_put, {static_cast<std::int32_t>(role), on ? 1 : 0}));
}

std::vector<int> spawns(Played &p, const std::string &where, int count, int flags)
{
    const std::string args = bytes_of([](wire_out *w) {
        wire_put_str(w, "one");
        wire_put_str(w, "two words");
    });
    const std::string variables = bytes_of([](wire_out *w) {
        wire_put_str(w, "MINE=1");
        wire_put_str(w, "PVMTRCOPT=5");
    });
    control_spawn r{};
    r.file = "/bin/true";
    r.flags = flags | (where.empty() ? 0 : PvmTaskHost);
    r.where = where.c_str();
    r.count = count;
    r.args = {2, reinterpret_cast<const unsigned char *>(args.data()), static_cast<std::uint32_t>(args.size())};
    r.variables = {2, reinterpret_cast<const unsigned char *>(variables.data()),
                   static_cast<std::uint32_t>(variables.size())};
    r.context = 42;
    r.folder = "/the/folder";
    r.spawner_folder = "/the/program's";
    r.pvm_path = "/the/path";
    std::string answer;
    const int result = ask(p, CONTROL_SPAWN, body_of(control_spawn_put, r), &answer);
    return result < 0 ? std::vector<int>{result} : ints_of(answer);
}

control_task about(Played &asker, int tid)
{
    std::string answer;
    control_task t{};
    if (ask(asker, CONTROL_TASKS, body_of(control_tid_put, {tid}), &answer) == 1) {
        wire_in in = reader(answer);
        t = control_task_get(&in);
        t.file = nullptr;
    }
    return t;
}

void hears(Stage &s, const Question &q, const std::string &body)
{
    Header h;
    h.src_tid = q.from;
    h.tag = q.tag;
    h.wid = q.wid;
    h.context = q.context;
    h.encoding = q.encoding;
    const Message m(h, s.carrier->store, body.data(), static_cast<std::uint32_t>(body.size()));
    s.machine->control->hear(s.machine->nodes[q.node], m);
}

} // namespace ap1000
