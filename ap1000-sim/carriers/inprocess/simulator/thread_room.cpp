/* thread_room.cpp - see thread_room.hpp. */
#include "carriers/inprocess/simulator/thread_room.hpp"

namespace ap1000
{
namespace
{

/* The only thread-local variable of the executable: the thread's pointer is its end. */
alignas(thread_room_alignment) thread_local unsigned char room[thread_room_bytes];

const unsigned char *thread_pointer()
{
#if defined(__x86_64__)
    const unsigned char *at;
    asm("mov %%fs:0, %0" : "=r"(at));
    return at;
#else
    return nullptr;
#endif
}

} // namespace

unsigned char *thread_room(std::size_t bytes)
{
    unsigned char *end = room + sizeof room;
    return bytes <= sizeof room && end == thread_pointer() ? end - bytes : nullptr;
}

} // namespace ap1000
