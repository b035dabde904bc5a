/* program_text.cpp - see program_text.hpp. */
#include "carriers/inprocess/simulator/program_text.hpp"

#include <algorithm>
#include <sys/mman.h>

namespace ap1000
{

bool ProgramText::holds(const void *code) const
{
    return stretches_ != nullptr && std::any_of(stretches_->begin(), stretches_->end(), [&](const Image::Piece &p) {
               return code >= base_ + p.from && code < base_ + p.to;
           });
}

/* Part of it may be forbidden when the system refuses the rest. */
bool ProgramText::allow(bool allowed)
{
    const int rights = allowed ? PROT_READ | PROT_EXEC : PROT_READ;
    allowed_ = allowed;
    return std::all_of(stretches_->begin(), stretches_->end(),
                       [&](const Image::Piece &p) { return mprotect(base_ + p.from, p.to - p.from, rights) == 0; });
}

} // namespace ap1000
