// runtime.cpp - the runtime that a task has, the names of its calls in reports, and how all PEs end, well or badly.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <pvm3.h>
#include <pvmsim.h>

#include "runtime.hpp"

namespace ompc
{
// A task is a thread on the machine of the tests, and a process elsewhere.
static thread_local runtime *here;

runtime *current()
{
    return here;
}

void set_current(runtime *r)
{
    here = r;
}

runtime &needed()
{
    if (here == nullptr)
        fail("an ompc::world is made first, and lives longer than what uses it");
    return *here;
}

void fail(const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    std::vsnprintf(text, sizeof text, format, args);
    va_end(args);
    std::fflush(stdout);
    if (here != nullptr)
        here->end_all(text);
    else
        std::fprintf(stderr, "ompc: %s\n", text);
    if (here == nullptr || !here->in_handler())
        pvm_exit(); // PVM has what was sent before it sees this task's end
    std::_Exit(1);
}

named::named(const char *call)
{
    if (pvmsim_here())
        pvmsim_enter(call);
}

named::~named()
{
    if (pvmsim_here())
        pvmsim_leave();
}

// ---- Ends

// PE 0 says why, as only its stderr is sure to be seen, unless it is the one that is gone.
void runtime::end_all(const std::string &why)
{
    bool say = pe == 0 || gone_ == 0;
    over = true;
    if (grows && pe > 0) { // the first task says it, and ends all
        std::vector<int> code_and_text = {1};
        code_and_text.insert(code_and_text.end(), why.begin(), why.end());
        send_ints(0, TAG_EXIT, code_and_text);
        if (!in_handler())
            receive_nothing(TAG_EXIT, INT64_C(10000000000));
        return;
    }
    if (say)
        std::fprintf(stderr, "ompc: %s\n", why.c_str());
    if (grows)
        pvm_setopt(PvmAutoErr, 0); // in a handler PVM 3.4.6 has no pvm_kill; there the tasks hear of this one's end
    for (int other = 0; other < pes; other++)
        if (grows && other > 0 && other != gone_ && tids[static_cast<std::size_t>(other)] != 0) {
            pvm_kill(tids[static_cast<std::size_t>(other)]);
        } else if (!grows && other != pe && other != gone_) {
            const char *text = other == 0 && !say ? why.c_str() : "";
            send_ints(other, TAG_END, std::vector<int>(text, text + std::strlen(text)));
        }
}

// In a handler, where PVM 3.4.6 has no pvm_exit: PVM sees the process end.
void runtime::on_end()
{
    int n = 0;
    pvm_upkint(&n, 1, 1);
    std::vector<int> text(static_cast<std::size_t>(n));
    if (n > 0) {
        pvm_upkint(text.data(), n, 1);
        std::fprintf(stderr, "ompc: %s\n", std::string(text.begin(), text.end()).c_str());
    }
    std::fflush(nullptr);
    std::_Exit(1);
}

// PE 0 is the last to come and the first to go: from then on the end of a task is no news.
void runtime::leave()
{
    barrier();
    over = pe > 0;
    if (pe > 0) {
        send_ints(0, TAG_LEAVE, {});
        receive_ints(0, TAG_LEAVE);
    }
    for (int other = 1; pe == 0 && other < pes; other++)
        receive_ints(-1, TAG_LEAVE);
    over = true;
    for (int other = 1; pe == 0 && other < pes; other++)
        send_ints(other, TAG_LEAVE, {});
}

// PE 0 speaks for all; of its own end PE 1 speaks, and the others end when it tells them.
void runtime::on_death(int)
{
    int tid = 0;
    pvm_upkint(&tid, 1, 1);
    int dead = gone_ = pe_of(tid);
    std::string owned;
    for (std::size_t a = 0; a < arrays.size(); a++) {
        std::uint32_t n = arrays[a].gone ? 0 : engine.owned_by(dead, arrays[a].first_block, arrays[a].blocks);
        if (n > 0)
            owned += (owned.empty() ? "" : ", ") + std::to_string(n) + (n == 1 ? " block" : " blocks") + " of array " +
                     std::to_string(a) + (arrays[a].name.empty() ? "" : " '" + arrays[a].name + "'");
    }
    if (grows ? dead > 0 : pe <= 1)
        fail("PE %d (t%x) has ended before the others%s%s; all end", dead, static_cast<unsigned>(tid),
             owned.empty() ? "" : "; it owned ", owned.c_str());
    std::_Exit(1);
}
} // namespace ompc
