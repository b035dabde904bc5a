/* huge_heap.hpp - the heap of a large simulation in huge pages, where the system gives them to who asks. A message in a
 * crowd touches data that lie anywhere in the heap, and with pages of 4 KiB the processor must look up nearly each
 * address: a million messages among 1024 tasks in process took 17.8 and 19.2 s of processor time, and 14.7 and 17.5
 * with huge pages. It changes no result, and knows nothing of what lies in the heap. */
#pragma once

namespace ap1000
{

class HugeHeap
{
  public:
    /* From here on the heap grows in steps that huge pages fit into. */
    HugeHeap();

    /* To be called now and then: asks for huge pages where the heap has grown to. */
    void follow();

  private:
    char *const begin_;
    char *end_; /* of the heap, when it was last looked at */
};

} // namespace ap1000
