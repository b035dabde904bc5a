/* notices.hpp - pvm_notify: who is to be told when a task ends or a host comes or goes. */
#ifndef AP1000_NOTICES_HPP
#define AP1000_NOTICES_HPP

#include <list>
#include <vector>

namespace ap1000
{

class HostControl;

class Notices
{
  public:
    explicit Notices(HostControl &control) : control_(control) {}

    struct Notice {
        int what;      /* PvmTaskExit, PvmHostDelete, PvmHostAdd */
        int about;     /* the tid that was given; 0 for PvmHostAdd */
        int node;      /* PvmHostDelete: the node's tid */
        int to;        /* the task to be told */
        int tag, context;
        int remaining; /* PvmHostAdd: messages still wanted; -1: for ever */
    };

    /* For PvmHostAdd a request takes the place of one with the same to, tag and context; 0 messages are none. */
    void add(const Notice &n);

    /* Take back those with the same what, about, to, tag and context: but for PvmHostAdd they are sent now, as PVM does. */
    void cancel(const Notice &n);

    void task_ended(int tid);
    void host_deleted(int node_tid);
    void hosts_added(const std::vector<int> &node_tids);

  private:
    void tell(const Notice &n, const std::vector<int> &body);

    HostControl &control_;
    std::list<Notice> notices_;
};

} // namespace ap1000

#endif
