/* computing_words.hpp - what the computing of a run has cost, and of what it consisted, in words. */
#pragma once

#include <map>
#include <string>

#include "observe/run_totals.hpp"
#include "observe/verdict.hpp"

namespace ap1000
{

inline const char *name_of(WorkDone::How how) /* "counted" */
{
    return how == WorkDone::How::counted ? "counted" : how == WorkDone::How::measured ? "measured" : "free";
}

inline const char *work_class_name(std::size_t which) /* "double_add", as in the machine file */
{
#define CLASS_NAME(SYMBOL, NAME, WHAT) #NAME,
    static const char *const names[] = {PVMSIM_WORK_CLASSES_OF(CLASS_NAME)};
#undef CLASS_NAME
    return names[which];
}

/* Of all tasks together, without the servers of the system: measured if it is; counted if any is. */
WorkDone all_computing(const std::map<int, TaskTotals> &tasks);

/* Whether computing was charged, how much and for what; if not, what the user can do. Without its end. */
std::string computing_line(const VerdictInput &run);

} // namespace ap1000
