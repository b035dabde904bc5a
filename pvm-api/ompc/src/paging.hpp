// paging.hpp - the state of memory whose accesses are caught (include/ompc_pages.h): shared by pages.cpp, which has the
// memory, page_faults.cpp, which catches, and page_calls.cpp, what programs call.
#ifndef OMPC_PAGING_HPP
#define OMPC_PAGING_HPP

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "page_watch.hpp"
#include "runtime.hpp"

namespace ompc
{

struct paging {
    settings set;
    std::vector<std::string> words; // of the command line, as main got them: getopt may move the program's own
    std::vector<char *> arguments;
    std::unique_ptr<runtime> pe;
    bool asked = false; // ompc_init has been called
    bool child = false, shared = false, waited_for_end = false, over = false;
    std::size_t bytes = 0, page = 0;
    std::size_t used = 0, own_end = 0; // offsets: the next allocation, the end of this PE's part
    char *begin = nullptr, *alias = nullptr;
    int file = -1, silenced = -1, created = 0, locks = 0;
    std::uint32_t first_block = 0;
    std::set<int> held;                   // locks, while there is no other task
    std::vector<std::uint8_t> protection; // of each page, as access_*
    page_watch watch;
    waiting_loop loop;
    bool in_fault = false;
    std::int64_t began_ns = 0;
    // Where the stack lies, if in this memory; who is told of what is not a miss; where the last fault was.
    char *own_stack = nullptr;
    std::size_t own_stack_bytes = 0;
    void (*explain)(char *at) = nullptr;
    std::uintptr_t fault_code = 0;
};

paging &pages(); // of this task, made by whatever is called first
void set_pages(paging *p);
paging *known_pages(); // NULL: nothing has been called yet

void grow(paging &p, std::size_t bytes);        // to so many bytes in all; ends the program if there is no room
void share(paging &p, runtime &r);              // from here on the memory is shared
void begin_sharing(paging &p);                  // starts the others, once it is known how many there are
void speak(paging &p);                          // what this task prints is shown again
void catch_faults(paging &p, const runtime &r); // and protects each page by what the PE may do with it

} // namespace ompc
#endif
