/* request.cpp - see request.hpp. */
#include "kernel/requests/request.hpp"

#include <algorithm>
#include <cstring>

namespace ap1000
{

bool TaskRequest::read_tids(std::vector<int> &tids)
{
    const Call &call = task_.call;
    if (call.body_is_bad || call.body_bytes % sizeof(std::int32_t) != 0) {
        machine_.end_for_misuse(task_, "a list outside its memory");
        return false;
    }
    tids.resize(call.body_bytes / sizeof(std::int32_t));
    if (!tids.empty())
        std::memcpy(tids.data(), call.body, call.body_bytes);
    std::sort(tids.begin(), tids.end());
    return true;
}

} // namespace ap1000
