/* asking.hpp - a stage whose control program is the real one: bodies of requests and of messages of the system. */
#pragma once

#include <string>
#include <vector>

#include "control.h"
#include "kernel/tests/stage.hpp"
#include "system_messages.h"

namespace ap1000
{

StageSettings with_control(StageSettings s = {});

/* The bytes that `put` writes. */
template <typename Put> std::string bytes_of(Put put)
{
    wire_out w{};
    put(&w);
    const std::string bytes(reinterpret_cast<const char *>(w.bytes), w.len);
    std::free(w.bytes);
    return bytes;
}

template <typename Body> std::string body_of(void (*put)(wire_out *, const Body *), const Body &b)
{
    return bytes_of([&](wire_out *w) { put(w, &b); });
}

/* Valid as long as the text is. */
wire_in reader(const std::string &bytes);

/* All integers of a body; of a message of the system. */
std::vector<int> ints_of(const std::string &bytes);
std::vector<int> system_ints(const std::string &bytes);

/* The result of a request of a task. */
int ask(Played &p, int request, const std::string &body = "", std::string *answer = nullptr);
int registers(Played &p, system_role role, bool on = true);

/* pvm_spawn of /bin/true on that node ("": on any): what it says of each task, or the error. */
std::vector<int> spawns(Played &p, const std::string &where, int count, int flags = 0);

/* What pvm_tasks says of it. Its strings are gone. */
control_task about(Played &asker, int tid);

/* A message of a task for the system of a node has arrived. */
struct Question {
    int node, from, tag;
    int wid = 0, context = 0, encoding = 0;
};
void hears(Stage &s, const Question &q, const std::string &body);

} // namespace ap1000
