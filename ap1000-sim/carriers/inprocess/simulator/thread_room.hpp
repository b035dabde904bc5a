/* thread_room.hpp - the place of the thread-local variables of programs in process. A program finds its own at a fixed
 * distance below the thread's pointer, where those of the simulator's executable would be. So the simulator keeps that
 * space free; while a task runs, its variables are there, with those of its libraries below them. */
#ifndef AP1000_THREAD_ROOM_HPP
#define AP1000_THREAD_ROOM_HPP

#include <cstddef>

namespace ap1000
{

constexpr std::size_t thread_room_bytes = std::size_t{1} << 16, thread_room_alignment = 64;

/* Where the last so many bytes of it lie, of the thread that asks: up to its pointer. nullptr: there is no such room.
 */
unsigned char *thread_room(std::size_t bytes);

} // namespace ap1000

#endif
