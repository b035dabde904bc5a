/* thread_block.cpp - see thread_block.hpp. libc makes the blocks, as for its own threads. What it keeps for a thread
 * beside variables (short blocks of memory that were freed, above all) it would free at the thread's end alone: so
 * blocks are kept for the next tasks. */
#include "carriers/inprocess/simulator/thread_block.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "engine/stack_switch.hpp"

#if defined(__x86_64__)
#include <asm/prctl.h>
#endif

namespace ap1000
{
namespace
{

/* The only thread-local variable of the executable: the thread's pointer is its end. */
alignas(thread_room_alignment) thread_local unsigned char room[thread_room_bytes];

std::vector<unsigned char *> unused; /* blocks of tasks that have ended */

/* Not where the block is entered: there a compiler may have found errno before. */
__attribute__((noinline)) void begin_block()
{
    uselocale(LC_GLOBAL_LOCALE); /* which tells the block of kinds of characters, too */
    errno = 0;
}

#if defined(__x86_64__)

/* What the head of a block says of its thread, where programs for this processor are compiled to find it: the block
 * itself at 0, the thread, which is the same, at 16, whether there are several at 24, the words that guard stacks and
 * jumps at 40 and 48; and libc's number of the thread. */
constexpr std::size_t at_thread = 16, at_several = 24, at_guards = 40, end_of_guards = 56, at_number = 720;
constexpr int first_number = 1 << 23; /* the system's end at 2^22 */

unsigned char *thread_pointer()
{
    unsigned char *at;
    asm volatile("mov %%fs:0, %0" : "=r"(at));
    return at;
}

/* Linux allows the instruction from 5.9 on, and says so; a call of the system takes 15 times as long. */
const bool has_instruction = (getauxval(AT_HWCAP2) & 2) != 0;

void set_thread_pointer(unsigned char *to)
{
    if (has_instruction)
        asm volatile("wrfsbase %0" : : "r"(to) : "memory");
    else
        syscall(SYS_arch_prctl, ARCH_SET_FS, to);
}

using Allocate = void *(void *);

Allocate *allocate_block()
{
    static const auto function = reinterpret_cast<Allocate *>(dlsym(RTLD_DEFAULT, "_dl_allocate_tls"));
    return function;
}

bool libc_is_known()
{
    int number = 0;
    std::memcpy(&number, thread_pointer() + at_number, sizeof number);
    return allocate_block() != nullptr && number == static_cast<int>(syscall(SYS_gettid));
}

unsigned char *new_block()
{
    static bool arenas_are_set = false;
    static int number = first_number;
    const int several = 1;
    if (!std::exchange(arenas_are_set, true))
        (void)mallopt(M_ARENA_MAX, 1); /* else libc would begin another memory for each of the first blocks */
    const unsigned char *of_thread = thread_pointer();
    auto *block = static_cast<unsigned char *>(allocate_block()(nullptr));
    if (block == nullptr)
        return nullptr;
    std::memcpy(block, &block, sizeof block);
    std::memcpy(block + at_thread, &block, sizeof block);
    std::memcpy(block + at_several, &several, sizeof several);
    std::memcpy(block + at_guards, of_thread + at_guards, end_of_guards - at_guards);
    std::memcpy(block + at_number, &number, sizeof number);
    number++;
    return block;
}

#else

constexpr bool has_instruction = false;

unsigned char *thread_pointer()
{
    return nullptr;
}

void set_thread_pointer(unsigned char *)
{
}

bool libc_is_known()
{
    return false;
}

unsigned char *new_block()
{
    return nullptr;
}

#endif

} // namespace

bool has_thread_blocks()
{
    static const bool has = thread_pointer() == room + sizeof room && libc_is_known();
    return has;
}

bool thread_pointer_is_cheap()
{
    return has_instruction;
}

ThreadBlock::~ThreadBlock()
{
    if (!stacks_are_told && pointer_ != nullptr)
        unused.push_back(pointer_);
}

bool ThreadBlock::take()
{
    kept_.assign(stacks_are_told ? thread_room_bytes : 0, 0);
    if (!has_thread_blocks())
        return false;
    if (stacks_are_told) {
        pointer_ = thread_pointer();
        return true;
    }
    if (!unused.empty()) {
        pointer_ = unused.back();
        unused.pop_back();
    } else if ((pointer_ = new_block()) == nullptr) {
        return false;
    }
    std::fill_n(end_of_room() - thread_room_bytes, thread_room_bytes, 0);
    enter();
    begin_block();
    leave();
    return true;
}

unsigned char *ThreadBlock::end_of_room()
{
    return stacks_are_told ? kept_.data() + kept_.size() : pointer_;
}

void ThreadBlock::enter()
{
    if (stacks_are_told) {
        std::copy(kept_.begin(), kept_.end(), room);
        std::swap(errno, errno_);
        uselocale(locale_);
        return;
    }
    of_thread_ = thread_pointer();
    set_thread_pointer(pointer_);
}

void ThreadBlock::leave()
{
    if (stacks_are_told) {
        std::copy(room, room + sizeof room, kept_.begin());
        std::swap(errno, errno_);
        locale_ = uselocale(LC_GLOBAL_LOCALE);
        return;
    }
    set_thread_pointer(of_thread_);
}

} // namespace ap1000
