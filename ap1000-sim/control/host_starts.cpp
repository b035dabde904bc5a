/* host_starts.cpp - see system_roles.hpp.
 *
 * A cell needs no daemon. A hoster "starts" one by giving the line that PVM's daemon prints when it has started; the
 * hoster is given a command that prints this line, pvm-api/root/pvmd. */
#include "control/system_roles.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "errors.h"
#include "control/host_control.hpp"
#include "pvm3.h"
#include "system_messages.h"

namespace ap1000
{
namespace
{

constexpr int daemon_protocol = 2316; /* DDPROTOCOL of PVM 3.4.6 */
constexpr int daemon_words = 5;       /* protocol, kind, address, packet size, data signature */

/* The words between < and > in the line. */
std::vector<std::string> words_of(const std::string &line)
{
    std::vector<std::string> all;
    for (std::size_t at = line.find('<'); at != std::string::npos; at = line.find('<', at + 1)) {
        std::size_t end = line.find('>', at);
        if (end == std::string::npos)
            return {};
        all.push_back(line.substr(at + 1, end - at - 1));
    }
    return all;
}

/* Returns 0 if the line says that a daemon has started; else the error that it names, or PvmCantStart. */
int outcome(const std::string &line)
{
#define ERROR_NAME(CODE, TEXT) {CODE, #CODE},
    static const std::pair<int, const char *> names[] = {PVMI_ERRORS(ERROR_NAME)};
#undef ERROR_NAME
    std::vector<std::string> words = words_of(line);
    if (words.size() == daemon_words)
        return std::atoi(words[0].c_str()) == daemon_protocol ? 0 : PvmBadVersion;
    for (const auto &[code, name] : names)
        if (line == name && code < 0)
            return code;
    return PvmCantStart;
}

/* An address for each node, which belongs to no network. A hoster may show it; it has no other use. */
std::string address(int number)
{
    char text[24];
    std::snprintf(text, sizeof text, "0a%06x:0000", static_cast<unsigned>(number));
    return text;
}

} // namespace

void HostStarts::add(const std::vector<std::string> &lines, Done done)
{
    if (busy_) {
        done(PvmAlready, {});
        return;
    }
    busy_ = true;
    done_ = std::move(done);
    codes_.clear();
    for (const std::string &line : lines) {
        const Node *n = control_.machine.nodes.find(line.substr(0, line.find(' ')));
        bool there = n != nullptr && (n->in_machine || std::find(codes_.begin(), codes_.end(), n->tid) != codes_.end());
        codes_.push_back(n == nullptr ? PvmNoHost : there ? PvmDupHost : n->tid);
    }
    if (control_.roles.hoster() != 0)
        ask(lines);
    else
        finish(0);
}

void HostStarts::ask(const std::vector<std::string> &lines)
{
    wire_out body{};
    const char *daemon = std::getenv("PVM_DPATH");
    hoster_ = control_.roles.hoster();
    wait_id_++;
    system_put_int(&body, static_cast<int>(std::count_if(codes_.begin(), codes_.end(), [](int c) { return c > 0; })));
    for (std::size_t i = 0; i < codes_.size(); i++) {
        if (codes_[i] < 0)
            continue;
        const Node &n = *control_.machine.nodes.find(codes_[i]);
        int number = n.index + 1;
        std::string options =
            lines[i].find("so=") != std::string::npos ? lines[i].substr(lines[i].find("so=") + 3, 2) : "";
        std::string command = std::string(daemon != nullptr ? daemon : "$PVM_ROOT/lib/pvmd") +
                              (options == "ms" ? " -S" : " -s") + " -d0x0 -n" + n.name + " 1 " + address(1) + " 4096 " +
                              std::to_string(number) + " " + address(number);
        const system_bring_up one{n.tid, options.c_str(), n.name.c_str(), command.c_str(), "", ""};
        system_bring_up_put(&body, &one);
    }
    control_.roles.tell(control_.machine.nodes[0], hoster_, SM_STHOST, wait_id_, body);
    std::free(body.bytes);
}

void HostStarts::answered(int from, int wait_id, wire_in &in)
{
    if (hoster_ == 0 || from != hoster_ || wait_id != wait_id_)
        return;
    std::vector<int> said(codes_.size(), PvmCantStart);
    for (int i = 0, n = system_get_int(&in); i < n; i++) {
        system_brought_up one = system_brought_up_get(&in);
        auto which = std::find(codes_.begin(), codes_.end(), one.tid);
        if (in.bad || one.tid <= 0 || which == codes_.end()) {
            finish(PvmDSysErr);
            return;
        }
        said[static_cast<std::size_t>(which - codes_.begin())] = outcome(one.line);
    }
    for (std::size_t i = 0; i < codes_.size(); i++)
        if (codes_[i] > 0 && said[i] < 0)
            codes_[i] = said[i];
    finish(0);
}

void HostStarts::hoster_ended(int tid)
{
    if (hoster_ == tid)
        finish(PvmDSysErr);
}

int HostStarts::bring_in()
{
    std::vector<int> added;
    for (int &code : codes_) {
        Node *n = code > 0 ? control_.machine.nodes.find(code) : nullptr;
        if (n == nullptr)
            continue;
        n->in_machine = true;
        control_.roles.node_added(*n);
        added.push_back(n->tid);
    }
    if (!added.empty())
        control_.nodes_added(added);
    return static_cast<int>(added.size());
}

void HostStarts::finish(int result)
{
    int count = result < 0 ? result : bring_in();
    Done done = std::move(done_);
    std::vector<int> codes = std::move(codes_);
    busy_ = false;
    hoster_ = 0;
    codes_.clear();
    done(count, codes);
}

} // namespace ap1000
