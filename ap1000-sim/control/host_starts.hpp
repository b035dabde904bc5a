/* host_starts.hpp - hosts that are added to the machine: at once or, if a task is registered as hoster, when the hoster
 * says that it has started them.
 *
 * There is one request at a time, as in PVM.
 */
#ifndef AP1000_HOST_STARTS_HPP
#define AP1000_HOST_STARTS_HPP

#include <functional>
#include <string>
#include <vector>

#include "wire.h"

namespace ap1000
{

class HostControl;

class HostStarts
{
  public:
    explicit HostStarts(HostControl &control) : control_(control)
    {
    }

    /* result: how many were added, or an error. codes: a node's tid or an error for each name, unless result is an
     * error. */
    using Done = std::function<void(int result, const std::vector<int> &codes)>;

    /* Each line begins with a name; the rest are options for a daemon. `done` is called once, perhaps before add
     * returns. */
    void add(const std::vector<std::string> &lines, Done done);

    /* A message SM_STHOSTACK. */
    void answered(int from, int wait_id, wire_in &in);

    void hoster_ended(int tid);

  private:
    void ask(const std::vector<std::string> &lines);
    int bring_in();
    void finish(int result);

    HostControl &control_;
    bool busy_ = false;
    int hoster_ = 0, wait_id_ = 0; /* hoster_: who has been asked; 0: nobody */
    std::vector<int> codes_;       /* a node's tid, if the node is not added yet; or an error */
    Done done_;
};

} // namespace ap1000

#endif
