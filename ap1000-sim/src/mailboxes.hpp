/* mailboxes.hpp - PVM's mailboxes: messages kept by the machine under a class name and an index. */
#ifndef AP1000_MAILBOXES_HPP
#define AP1000_MAILBOXES_HPP

#include <list>
#include <map>
#include <string>

namespace ap1000
{

class Mailboxes
{
  public:
    struct Entry {
        int owner, flags, encoding;
        std::string value;
    };
    using Class = std::map<int, Entry>; /* by index */

    /* The index it was put at, or PvmDupEntry (PvmDenied). PvmMboxDirectIndex in the flags asks for a place. */
    int put(const std::string &name, const Entry &e);

    /* 0 and a copy, or PvmNotFound. */
    int get(const std::string &name, int index, int flags, Entry &out);

    /* 0, PvmNotFound, PvmDenied. */
    int remove(const std::string &name, int index, int asker);

    /* What a task put and did not mean to stay goes with it. */
    void task_ended(int tid);

    const std::map<std::string, Class> &all() const
    {
        return classes_;
    }

  private:
    void erase(std::map<std::string, Class>::iterator c, Class::iterator e);

    std::map<std::string, Class> classes_;
};

} // namespace ap1000

#endif
