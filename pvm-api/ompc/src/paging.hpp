// paging.hpp - the state of memory whose accesses are caught page by page. cc/region.cpp has the memory,
// page_faults.cpp catches.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "page_watch.hpp"
#include "runtime.hpp"

namespace ompc
{
// begin is where the program uses it; alias is a second view that nothing protects.
struct paging {
    settings set;
    std::unique_ptr<runtime> pe;
    bool shared = false;
    std::size_t bytes = 0, page = 0;
    char *begin = nullptr, *alias = nullptr;
    std::uint32_t first_block = 0;
    std::vector<std::uint8_t> protection; // of each page, as access_*
    page_watch watch;
    waiting_loop loop;
    bool in_fault = false;
    // Where the stack lies; who is told of what is not a miss; where the last fault was.
    char *own_stack = nullptr;
    std::size_t own_stack_bytes = 0;
    void (*explain)(char *at) = nullptr;
    std::uintptr_t fault_code = 0;
    void (*missed)(void *context) = nullptr; // at the end of a miss
};

void catch_faults(paging &p, const runtime &r); // and protects each page by what the PE may do with it
} // namespace ompc
