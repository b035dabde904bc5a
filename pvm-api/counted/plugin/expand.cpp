// expand.cpp - accessors of C++ become part of their callers.
#include "work.hpp"

namespace counted
{
void expand_accessors()
{
}
} // namespace counted
