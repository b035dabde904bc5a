// settings.cpp - what a user says of a run: the options --ompc-... and the variables OMPC_...
#include <cstdlib>
#include <cstring>

#include "runtime.hpp"

namespace ompc
{
using protocol::tell;

namespace
{
enum { WORD_PES, WORD_BARRIER, WORD_TELL, WORD_LOCKS, WORD_SHARE };

const struct option {
    const char *name, *variable;
    int word;
    bool has_value;
} known[] = {{"--ompc-pes", "OMPC_PES", WORD_PES, true},
             {"--ompc-barrier", "OMPC_BARRIER", WORD_BARRIER, true},
             {"--ompc-tell", "OMPC_TELL", WORD_TELL, true},
             {"--ompc-write-locks", "OMPC_WRITE_LOCKS", WORD_LOCKS, false},
             {"--ompc-share", "OMPC_SHARE", WORD_SHARE, false}};

void set_one(settings &s, const option &o, const char *from, const char *value)
{
    const std::string v = value;
    char *end = nullptr;
    if (o.word == WORD_PES) {
        long n = std::strtol(value, &end, 10);
        if (v.empty() || *end != 0 || n < 1 || n > 4096)
            fail("%s '%s': a number of PEs is wanted, 1 to 4096", from, value);
        s.pes = static_cast<int>(n);
    } else if (o.word == WORD_BARRIER) {
        if ((s.barrier = barrier_named(v)) < 0)
            fail("%s '%s': there is %s", from, value, barrier_names().c_str());
    } else if (o.word == WORD_TELL) {
        if (v != "all" && v != "home" && v != "nobody" && v != "mcast")
            fail("%s '%s': there is all, mcast, home, nobody", from, value);
        s.multicast = v == "mcast";
        s.tell = v == "all" || v == "mcast" ? tell::all : v == "home" ? tell::home : tell::nobody;
    } else {
        (o.word == WORD_LOCKS ? s.write_locks : s.share) = v != "0";
    }
}

// Takes argv[at], and its value, out of argv.
void take_option(settings &s, int &argc, char **argv, int at)
{
    const char *equals = std::strchr(argv[at], '=');
    std::string name(argv[at], equals != nullptr ? static_cast<std::size_t>(equals - argv[at]) : std::strlen(argv[at]));
    for (const option &o : known) {
        if (name != o.name)
            continue;
        bool next = o.has_value && equals == nullptr;
        if (next && at + 1 == argc)
            fail("%s needs a value", o.name);
        set_one(s, o, o.name, next ? argv[at + 1] : equals != nullptr ? equals + 1 : "1");
        int taken = next ? 2 : 1;
        argc -= taken;
        std::memmove(argv + at, argv + at + taken, static_cast<std::size_t>(argc - at + 1) * sizeof *argv);
        return;
    }
    fail("there is no option '%s'; there is --ompc-pes, --ompc-barrier, --ompc-tell, --ompc-write-locks, --ompc-share",
         argv[at]);
}
} // namespace

static thread_local std::unique_ptr<settings> kept;

void options(int &argc, char **argv)
{
    kept = std::make_unique<settings>(read_settings(argc, argv));
}

settings read_settings(int &argc, char **argv)
{
    settings s;
    if (kept != nullptr)
        return *kept;
    for (const option &o : known)
        if (const char *value = std::getenv(o.variable))
            set_one(s, o, o.variable, value);
    for (int at = 1; at < argc;)
        if (std::strncmp(argv[at], "--ompc-", 7) == 0)
            take_option(s, argc, argv, at);
        else
            at++;
    return s;
}
} // namespace ompc
