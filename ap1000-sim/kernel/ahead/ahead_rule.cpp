/* ahead_rule.cpp - see ahead_rule.hpp. */
#include "kernel/ahead/ahead_rule.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace ap1000
{
namespace
{

/* Calls by which a task ends or signals others, or decides about them, in C and Fortran; and what opens libraries that
 * may make such calls. */
const char *const enders[] = {"pvm_kill",    "pvm_sendsig", "pvm_delhosts", "pvm_reg_", "pvmfkill",
                              "pvmfsendsig", "pvmfdelhost", "pvmfreg",      "dlopen"};

/* Also true if nobody can tell: it is no program linked with libpvm3. */
bool may_end_others(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    auto has = [&bytes](const char *name) { return bytes.find(name) != std::string::npos; };
    bool is_pvm_program = bytes.compare(0, 4, "\177ELF") == 0 && has("libpvm3.so");
    return !is_pvm_program || std::any_of(std::begin(enders), std::end(enders), has);
}

} // namespace

AheadRule::AheadRule(const Session &session, bool may_lose)
    : asked_(session.processors > 1 || session.observer != nullptr)
{
    if (session.kind == Session::Kind::up)
        stop("programs may be started by hand");
    else if (session.hardware)
        stop("--hardware-collectives");
    else if (may_lose)
        stop("the network may lose messages");
}

void AheadRule::note_program(const std::string &path)
{
    if (is_asked() && known_.insert(path).second && may_end_others(path))
        stop("a program can end or signal tasks: " + path);
}

void AheadRule::stop(const std::string &why)
{
    if (why_not_.empty())
        why_not_ = why;
}

} // namespace ap1000
