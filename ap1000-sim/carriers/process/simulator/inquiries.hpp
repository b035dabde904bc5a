/* inquiries.hpp - answers requests for the table of tasks (`ap1000 ps`). */
#ifndef AP1000_INQUIRIES_HPP
#define AP1000_INQUIRIES_HPP

#include <functional>
#include <string>

#include "carriers/process/simulator/clients.hpp"

namespace ap1000
{

class Inquiries
{
  public:
    /* The clients must outlive it. */
    explicit Inquiries(Clients &clients) : clients_(clients)
    {
    }

    /* What is shown, made anew for each. Before that nothing is. */
    void show(std::function<std::string()> text);

    /* All who have asked since the last call. The text goes into a file of theirs, so that nobody waits for one who
     * does not read. */
    void answer_all();

  private:
    Clients &clients_;
    std::function<std::string()> text_;
};

} // namespace ap1000

#endif
