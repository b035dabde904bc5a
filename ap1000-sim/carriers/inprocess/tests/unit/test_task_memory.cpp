/* test_task_memory.cpp - the memory of tasks in process, part by part: address space, rooms, shared places, the stack
 * that a program begins with, switches of stacks, thread-local variables, folders (address_space.cpp,
 * task_room.cpp, shared_place.cpp, image.cpp, program_text.cpp, program_stack.cpp, stacks.cpp, thread_room.cpp,
 * folder.cpp). */
#include "task_place.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cfenv>
#include <climits>
#include <clocale>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "carriers/inprocess/simulator/program_stack.hpp"
#include "carriers/inprocess/simulator/stacks.hpp"
#include "carriers/inprocess/simulator/thread_block.hpp"

#include "testing.h"

using namespace ap1000;

namespace
{

constexpr std::uint64_t page = 4096, first = std::uint64_t{1} << 36; /* address_space.hpp */

/* ---- what is mapped where ---------------------------------------------------------------------------------------- */

/* The rights of the place, as /proc/self/maps has them; "": nothing is there. */
std::string rights_at(const void *where)
{
    const auto at = reinterpret_cast<std::uint64_t>(where);
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        char *rest;
        const std::uint64_t from = std::strtoull(line.c_str(), &rest, 16), to = std::strtoull(rest + 1, &rest, 16);
        if (at >= from && at < to)
            return std::string(rest + 1, 4);
    }
    return "";
}

const Image &image()
{
    static TaskPlace place;
    static const Image one(TaskPlace::program, place.carrier.library());
    return one;
}

/* ---- address space ----------------------------------------------------------------------------------------------- */

TEST(space_is_taken_in_order)
{
    AddressSpace space(10);
    unsigned char *a = space.take(4 * page, 2 * page), *b = space.take(page, 3 * page),
                  *c = space.take(4 * page, 2 * page);
    assert_ptr_equal(a, reinterpret_cast<void *>(first + 2 * page));
    assert_ptr_equal(b, a + 4 * page + 3 * page);
    assert_ptr_equal(c, b + page + 2 * page);
    assert_string_equal(rights_at(a).c_str(), "---p");
    assert_string_equal(rights_at(a + 4 * page - 1).c_str(), "---p");
    assert_string_equal(rights_at(a + 4 * page).c_str(), "");
    assert_string_equal(rights_at(a - 1).c_str(), "");
    assert_string_equal(rights_at(b - 1).c_str(), "");
}

/* One of the same length has it again, empty. */
TEST(space_is_given_back)
{
    AddressSpace space(10);
    unsigned char *a = space.take(4 * page, 2 * page), *b = space.take(page, 2 * page),
                  *c = space.take(4 * page, 2 * page);
    assert_int_equal(mprotect(a, page, PROT_READ | PROT_WRITE), 0);
    *a = 7;
    space.give(a, 4 * page, 2 * page);
    assert_string_equal(rights_at(a).c_str(), "");
    space.give(c, 4 * page, 2 * page);
    assert_ptr_equal(space.take(2 * page, 2 * page), c + 4 * page + 2 * page);
    assert_ptr_equal(space.take(4 * page, 2 * page), c);
    assert_ptr_equal(space.take(4 * page, 2 * page), a);
    assert_string_equal(rights_at(a).c_str(), "---p");
    assert_ptr_equal(space.take(4 * page, 2 * page), c + 10 * page);
    (void)b;
}

/* The first one, with nothing below it, too. */
TEST(the_first_space)
{
    AddressSpace space(10);
    unsigned char *a = space.take(page, 0);
    assert_ptr_equal(a, reinterpret_cast<void *>(first));
    space.give(a, page, 0);
    assert_ptr_equal(space.take(page, 0), a);
}

/* Somebody else has the place: it is anywhere then, and all of it goes. */
TEST(space_that_is_not_free)
{
    AddressSpace space(10);
    void *in_the_way = mmap(reinterpret_cast<void *>(first + 4 * page), page, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    assert_ptr_equal(in_the_way, reinterpret_cast<void *>(first + 4 * page));
    for (int i = 0; i < 2; i++) { /* nothing is tried there again */
        unsigned char *a = space.take(4 * page, 2 * page);
        assert_non_null(a);
        assert_ptr_not_equal(a, reinterpret_cast<void *>(first + 2 * page));
        assert_string_equal(rights_at(a - 1).c_str(), "---p");
        assert_string_equal(rights_at(a - 2 * page).c_str(), "---p");
        space.give(a, 4 * page, 2 * page);
        assert_string_equal(rights_at(a).c_str(), "");
        if (reinterpret_cast<std::uint64_t>(a) >= arenas_begin) { /* not with a stack that is not limited */
            assert_string_equal(rights_at(a - 1).c_str(), "");
            assert_string_equal(rights_at(a - 2 * page).c_str(), "");
        }
        munmap(in_the_way, page);
    }
}

/* The old place has been taken meanwhile by somebody else. */
TEST(space_that_is_not_free_any_more)
{
    AddressSpace space(10);
    unsigned char *a = space.take(4 * page, 2 * page);
    space.give(a, 4 * page, 2 * page);
    assert_ptr_equal(mmap(a, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0), a);
    unsigned char *b = space.take(4 * page, 2 * page);
    assert_ptr_equal(b, a + 6 * page);
    munmap(a, page);
    assert_ptr_equal(space.take(4 * page, 2 * page), a);
}

TEST(the_end_of_space)
{
    AddressSpace space(10);
    const std::uint64_t all = arenas_begin - first;
    assert_null(space.take(std::uint64_t{1} << 50, page));
    unsigned char *most = space.take(page, all - page);
    assert_ptr_equal(most, reinterpret_cast<void *>(arenas_begin - page));
    assert_non_null(space.take(page, 0));
    space.give(most, page, all - page);
    assert_ptr_equal(space.take(page, all - page), most);
}

TEST(mappings_are_counted)
{
    AddressSpace space(10);
    assert_true(space.has_mappings(10));
    assert_false(space.has_mappings(11));
    space.count(4);
    assert_true(space.has_mappings(6));
    assert_false(space.has_mappings(7));
    space.count(-4);
    assert_true(space.has_mappings(10));
    std::int64_t system = 0;
    std::ifstream("/proc/sys/vm/max_map_count") >> system;
    assert_int_equal(mappings_for_rooms(), system / 4 * 3);
}

/* ---- rooms ------------------------------------------------------------------------------------------------------- */

TEST(places_that_are_aligned)
{
    static unsigned char bytes[64];
    for (std::uint64_t by : {1, 2, 16, 64}) {
        unsigned char *at = aligned(bytes + 1, by);
        assert_int_equal(reinterpret_cast<std::uint64_t>(at) % by, 0);
        assert_true(at >= bytes + 1 && at < bytes + 1 + by);
        assert_ptr_equal(aligned(at, by), at);
    }
}

TEST(stacks_are_as_the_user_wants)
{
    rlimit before{}, now{};
    assert_int_equal(getrlimit(RLIMIT_STACK, &before), 0);
    const struct {
        rlim_t limit;
        std::uint64_t stack;
    } rows[] = {{8 << 20, 8 << 20},
                {(8 << 20) + 5, 8 << 20},
                {1000, 1 << 16},
                {1 << 16, 1 << 16},
                {(1 << 16) + 4096, (1 << 16) + 4096},
                {rlim_t{1} << 34, std::uint64_t{1} << 34},
                {rlim_t{1} << 40, std::uint64_t{1} << 34},
                {RLIM_INFINITY, std::uint64_t{1} << 30}};
    for (const auto &row : rows) {
        now = {row.limit, before.rlim_max};
        if (row.limit > before.rlim_max || setrlimit(RLIMIT_STACK, &now) != 0)
            continue;
        assert_true(stack_bytes() == row.stack);
    }
    setrlimit(RLIMIT_STACK, &before);
}

TEST(a_room)
{
    AddressSpace space(image().mappings());
    const std::uint64_t gib = std::uint64_t{1} << 30, quarter = gib / 4;
    unsigned char *stack_top, *stack_bottom, *heap;
    {
        TaskRoom room;
        assert_false(room.is_shared());
        assert_true(room.take(space, image()));
        assert_false(room.is_shared());
        assert_false(room.heap_is_mapped());
        assert_false(space.has_mappings(1));
        stack_top = room.stack_top();
        stack_bottom = room.stack_bottom();
        heap = room.heap();
        assert_int_equal(room.stack().bytes, stack_bytes());
        assert_ptr_equal(room.stack().bottom, stack_bottom);
        assert_ptr_equal(stack_top - stack_bottom, stack_bytes());
        assert_int_equal(reinterpret_cast<std::uint64_t>(stack_top) % image().alignment(), 0);
        assert_ptr_equal(heap,
                         reinterpret_cast<void *>(first + quarter)); /* below it nothing, then the heap, the guard */
        assert_true(stack_bottom >= heap + 2 * gib && stack_bottom < heap + 2 * gib + image().alignment());
        assert_string_equal(rights_at(stack_top - 1).c_str(), "rw-p");
        assert_string_equal(rights_at(stack_bottom).c_str(), "rw-p");
        assert_string_equal(rights_at(stack_bottom - page).c_str(),
                            stack_bottom - page >= heap + 2 * gib ? "---p" : "");
        assert_string_equal(rights_at(stack_top).c_str(), "---p");
        assert_string_equal(rights_at(stack_top + image().bytes() - 1).c_str(), "---p");
        assert_string_equal(rights_at(heap).c_str(), "");
        assert_true(room.text().holds(stack_top + image().text()->front().from));
        assert_false(room.text().holds(stack_top - 1));
        room.leave();
        room.leave();
        assert_true(space.has_mappings(image().mappings()));
        assert_string_equal(rights_at(stack_top - 1).c_str(), "");
        assert_true(room.take(space, image()));
        assert_ptr_equal(room.stack_top(), stack_top);
    }
    assert_true(space.has_mappings(image().mappings()));
    assert_string_equal(rights_at(stack_bottom).c_str(), "");
}

TEST(no_room)
{
    AddressSpace space(100);
    rlimit before{}, none{};
    getrlimit(RLIMIT_AS, &before);
    none = {1 << 20, before.rlim_max};
    const Image &one = image();
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    TaskRoom room;
    const bool taken = room.take(space, one);
    bool refused = false;
    try {
        SharedPlace place(space, one, stack_bytes(), heap_bytes, 3);
    } catch (const Unsuitable &e) {
        refused = std::string(e.what()) == "the simulator has no address space for it";
    }
    setrlimit(RLIMIT_AS, &before);
    assert_false(taken);
    assert_true(refused);
    assert_true(space.has_mappings(100));
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

TEST(text_that_may_be_executed)
{
    AddressSpace space(100);
    TaskRoom room;
    assert_true(room.take(space, image()));
    assert_true(image().map(room.stack_top()));
    ProgramText text(image(), room.stack_top());
    const Image::Piece &piece = image().text()->front();
    unsigned char *from = room.stack_top() + piece.from, *to = room.stack_top() + piece.to;
    assert_true(text.is_allowed());
    assert_true(text.holds(from) && text.holds(to - 1));
    assert_false(text.holds(to));
    assert_false(from > room.stack_top() && text.holds(from - 1));
    assert_false(ProgramText().holds(from));
    assert_string_equal(rights_at(from).c_str(), "r-xp");
    assert_true(text.allow(false));
    assert_false(text.is_allowed());
    assert_string_equal(rights_at(from).c_str(), "r--p");
    assert_true(text.allow(true));
    assert_true(text.is_allowed());
    assert_string_equal(rights_at(to - 1).c_str(), "r-xp");
    room.leave();
    assert_false(text.allow(false)); /* nothing is there */
}

/* ---- shared places ----------------------------------------------------------------------------------------------- */

constexpr std::uint64_t small_stack = 1 << 16, small_heap = 1 << 20;

TEST(a_shared_place)
{
    AddressSpace space(0);
    auto place = std::make_shared<SharedPlace>(space, image(), small_stack, small_heap, 3);
    assert_int_equal(place->stack_bytes(), small_stack);
    assert_int_equal(reinterpret_cast<std::uint64_t>(place->stack_top()) % image().alignment(), 0);
    const std::uint64_t gib = std::uint64_t{1} << 30, behind = gib / 4, beginning = std::uint64_t{1} << 24;
    assert_ptr_equal(place->stack_top() - small_stack, reinterpret_cast<void *>(first + gib)); /* behind its guard */
    assert_true(place->heap() >= place->stack_top() + image().bytes() + behind);
    assert_int_equal((reinterpret_cast<std::uint64_t>(place->heap()) + beginning) % gib, 0);
    for (std::int64_t i = 0; i < 3; i++)
        assert_int_equal(place->take(), i);
    assert_int_equal(place->take(), -1);
    unsigned char *variables = place->stack_top() + image().variables().front().from;
    unsigned char *places[] = {place->stack_top() - 1, place->stack_top() - small_stack, variables, place->heap(),
                               place->heap() + small_heap - 1};
    for (int i : {0, 1, 2, 0, 1, 2}) {
        place->bring(i);
        place->bring(i);
        for (unsigned char *at : places) {
            assert_true(*at == 0 || *at == i + 1);
            *at = static_cast<unsigned char>(i + 1);
        }
    }
    for (int i : {2, 0, 1}) {
        place->bring(i);
        for (const unsigned char *at : places)
            assert_int_equal(*at, i + 1);
    }
    assert_string_equal(rights_at(place->stack_top() - small_stack).c_str(), "rw-s");
    assert_string_equal(rights_at(place->heap() + small_heap).c_str(), "---p");
    assert_string_equal(rights_at(place->stack_top()).c_str(), "r-xp");
    place->give(1); /* all that it had goes, also for who has its number next */
    assert_int_equal(place->take(), 1);
    place->bring(0);
    assert_int_equal(*places[0], 1);
    place->bring(1);
    for (const unsigned char *at : places)
        assert_int_equal(*at, 0);
    place->bring(2);
    for (const unsigned char *at : places)
        assert_int_equal(*at, 3);
    place->give(0);
    place->give(1);
    assert_int_equal(place->take() + place->take(), 1); /* each once */
    const unsigned char *top = place->stack_top(), *heap = place->heap();
    const int mapped = mappings_now();
    place.reset();
    assert_true(mappings_now() < mapped);
    for (const unsigned char *at : {top - 1, top, heap, heap + small_heap - 1, heap + small_heap})
        assert_string_equal(rights_at(at).c_str(), "");
    place = std::make_shared<SharedPlace>(space, image(), small_stack, small_heap, 3);
    assert_ptr_equal(place->stack_top(), top);
}

/* Who comes may execute, whatever was forbidden to the one before. */
TEST(text_in_a_shared_place)
{
    AddressSpace space(0);
    SharedPlace place(space, image(), small_stack, small_heap, 2);
    place.bring(place.take());
    unsigned char *text = place.stack_top() + image().text()->front().from;
    assert_true(place.text().holds(text));
    assert_true(place.text().allow(false));
    assert_string_equal(rights_at(text).c_str(), "r--p");
    place.bring(0);
    assert_string_equal(rights_at(text).c_str(), "r--p");
    place.bring(place.take());
    assert_string_equal(rights_at(text).c_str(), "r-xp");
    assert_true(place.text().is_allowed());
}

TEST(rooms_in_a_shared_place)
{
    AddressSpace space(0);
    auto place = std::make_shared<SharedPlace>(space, image(), small_stack, small_heap, 1);
    TaskRoom a, b;
    assert_true(a.take(place));
    assert_false(b.take(place));
    assert_true(a.is_shared());
    assert_true(a.heap_is_mapped());
    assert_false(b.is_shared());
    assert_ptr_equal(a.stack_top(), place->stack_top());
    assert_int_equal(a.stack().bytes, small_stack);
    assert_ptr_equal(a.heap(), place->heap());
    assert_ptr_equal(&a.text(), &place->text());
    a.bring();
    *(a.stack_top() - 1) = 5;
    a.leave();
    a.leave();
    assert_false(a.is_shared());
    assert_true(b.take(place));
    assert_false(a.take(place)); /* its number has been given back once */
    b.bring();
    assert_int_equal(*(b.stack_top() - 1), 0);
}

/* No file is so long. */
TEST(no_shared_place)
{
    AddressSpace space(0);
    std::string why;
    (void)image();
    const int mapped = mappings_now();
    try {
        SharedPlace place(space, image(), small_stack, std::uint64_t{1} << 40, 1U << 23);
    } catch (const Unsuitable &e) {
        why = e.what();
    }
    assert_true(!why.empty());
    assert_true(mappings_now() <= mapped + 1);
    for (std::uint64_t at : {std::uint64_t{1} << 30, std::uint64_t{1} << 39})
        assert_string_equal(rights_at(reinterpret_cast<void *>(first + at)).c_str(), "");
}

/* ---- a copy ------------------------------------------------------------------------------------------------------ */

TEST(a_copy)
{
    AddressSpace space(100);
    TaskRoom room;
    const Image &one = image();
    assert_true(room.take(space, one));
    const int before = mappings_now();
    assert_true(one.map(room.stack_top()));
    assert_true(mappings_now() - before <= one.mappings());
    assert_false(one.executable_stack());
    assert_true(one.handles_signals());
    assert_false(one.libraries_have_changed());
    unsigned char *variables = room.stack_top() + one.variables().front().from,
                  *end = room.stack_top() + one.variables().back().to;
    assert_string_equal(rights_at(variables).c_str(), "rw-p");
    assert_string_equal(rights_at(end - 1).c_str(), "rw-p");
    assert_int_equal(one.variables().back().to, one.bytes());
    assert_int_equal(*(end - 1), 0);
    const std::vector<unsigned char> there(variables, end);
    assert_true(std::any_of(there.begin(), there.end(), [](unsigned char byte) { return byte != 0; }));
    std::memset(variables, 0, there.size());
    assert_true(one.read_variables(room.stack_top())); /* as they are at the beginning */
    assert_true(there == std::vector<unsigned char>(variables, end));
}

/* ---- the stack that a program begins with ------------------------------------------------------------------------ */

TEST(the_first_stack)
{
    for (std::size_t more = 0; more < 17; more++) {
        alignas(16) static unsigned char memory[4096];
        std::memset(memory, 0xee, sizeof memory);
        std::string longer(more, 'x'), name = "program", entry = "NAME=value";
        char *argv[] = {name.data(), longer.data(), nullptr}, *environment[] = {entry.data(), nullptr};
        auto *words = static_cast<std::uint64_t *>(lay_stack(memory + sizeof memory, argv, environment));
        assert_int_equal(reinterpret_cast<std::uint64_t>(words) % 16, 0);
        assert_int_equal(words[0], 2);
        const auto text = [&words](int i) { return reinterpret_cast<const char *>(words[i]); };
        assert_string_equal(text(1), "program");
        assert_string_equal(text(2), longer.c_str());
        assert_int_equal(words[3], 0);
        assert_string_equal(text(4), "NAME=value");
        for (int i = 5; i <= 7; i++)
            assert_int_equal(words[i], 0);
        const unsigned char *lowest = memory + sizeof memory;
        for (int i : {1, 2, 4}) {
            const auto *from = reinterpret_cast<const unsigned char *>(text(i));
            assert_true(from >= reinterpret_cast<unsigned char *>(words + 8));
            assert_true(from + std::strlen(text(i)) < memory + sizeof memory);
            lowest = std::min(lowest, from);
        }
        assert_true(lowest - reinterpret_cast<unsigned char *>(words + 8) < 16); /* nothing lies between */
        assert_int_equal(*(reinterpret_cast<unsigned char *>(words) - 1), 0xee);
    }
    char *none[] = {nullptr};
    alignas(16) unsigned char memory[64];
    auto *words = static_cast<std::uint64_t *>(lay_stack(memory + sizeof memory, none, none));
    assert_ptr_equal(words, memory + 64 - 48);
    for (int i = 0; i < 5; i++)
        assert_int_equal(words[i], 0);
}

/* ---- switches of stacks ------------------------------------------------------------------------------------------ */

void *here = nullptr, *there = nullptr;
int switched = 0;
bool was_fresh = false;

/* Never returns. Floating point as a program begins; what it changes stays its own. */
void other_side()
{
    was_fresh = std::fegetround() == FE_TONEAREST && std::fetestexcept(FE_ALL_EXCEPT) == 0;
    std::fesetround(FE_DOWNWARD);
    for (;;) {
        switched++;
        volatile long double zero = 0;
        if (switched == 1)
            zero = 1 / zero;
        was_fresh = was_fresh && std::fegetround() == FE_DOWNWARD && std::fetestexcept(FE_DIVBYZERO) != 0 &&
                    std::fetestexcept(FE_OVERFLOW) == 0;
        switch_stacks(&there, here);
    }
}

TEST(from_stack_to_stack)
{
    alignas(16) static unsigned char stack[1 << 16];
    assert_true(stacks_can_switch);
    there = stack_that_enters(stack + sizeof stack, other_side);
    std::fesetround(FE_UPWARD);
    std::feclearexcept(FE_ALL_EXCEPT);
    volatile long double most = 1e4932L;
    most = most * most;
    assert_true(std::fetestexcept(FE_OVERFLOW) != 0);
    for (int i = 1; i <= 3; i++) {
        switch_stacks(&here, there);
        assert_int_equal(switched, i);
        assert_int_equal(std::fegetround(), FE_UPWARD);
        assert_true(std::fetestexcept(FE_OVERFLOW) != 0);
        assert_true(std::fetestexcept(FE_DIVBYZERO) == 0);
    }
    std::fesetround(FE_TONEAREST);
    std::feclearexcept(FE_ALL_EXCEPT);
    assert_true(was_fresh);
}

/* ---- of the thread, of the process ------------------------------------------------------------------------------- */

/* Functions of their own: in one, a compiler may find errno once. */
__attribute__((noinline)) int errno_here()
{
    return errno;
}
__attribute__((noinline)) void set_errno_here(int to)
{
    errno = to;
}

/* Two and the thread's own: errno, the locale, kinds of characters and the program's room of each are its alone. One
 * that has been used before is as new. */
TEST(blocks_of_threads)
{
    assert_true(has_thread_blocks());
    locale_t c = newlocale(LC_ALL_MASK, "C", nullptr);
    for (int round = 0; round < 2; round++) {
        ThreadBlock one, two;
        assert_true(one.take() && two.take());
        set_errno_here(1);
        for (ThreadBlock *b : {&one, &two}) {
            const int number = b == &one ? 2 : 3;
            unsigned char *room = b->end_of_room() - thread_room_bytes;
            assert_true(stacks_are_told ||
                        reinterpret_cast<std::uint64_t>(b->end_of_room()) % thread_room_alignment == 0);
            assert_true(std::all_of(room, room + thread_room_bytes, [](unsigned char byte) { return byte == 0; }));
            b->enter();
            const int at_first = errno_here();
            const bool known = std::isalpha('a') != 0 && std::isdigit('a') == 0;
            const bool global = uselocale(c) == LC_GLOBAL_LOCALE;
            set_errno_here(number);
            b->leave();
            assert_true(known && global);
            assert_int_equal(at_first, 0);
            assert_int_equal(errno_here(), 1);
            assert_ptr_equal(uselocale(nullptr), LC_GLOBAL_LOCALE);
            std::memset(b->end_of_room() - thread_room_bytes, number, thread_room_bytes); /* nothing else lies there */
        }
        one.enter();
        const int of_one = errno_here();
        const bool kept = uselocale(nullptr) == c;
        one.leave();
        assert_int_equal(of_one, 2);
        assert_true(kept);
        assert_false(one.end_of_room() == two.end_of_room());
    }
    freelocale(c);
}

TEST(a_folder_is_entered)
{
    char now[PATH_MAX];
    assert_int_equal(chdir("/usr"), 0);
    const int before = dup(0);
    close(before); /* the lowest number that is free */
    {
        const Folder here, elsewhere("/proc"), nowhere("/no/such/folder");
        assert_true(here.is_known() && elsewhere.is_known());
        assert_false(nowhere.is_known());
        assert_string_equal(here.path().c_str(), "/usr");
        assert_string_equal(elsewhere.path().c_str(), "/proc");
        assert_string_equal(getcwd(now, sizeof now), "/usr"); /* nothing has changed yet */
        elsewhere.enter();
        assert_string_equal(getcwd(now, sizeof now), "/proc");
        here.enter();
        assert_string_equal(getcwd(now, sizeof now), "/usr");
    }
    const int after = dup(0);
    close(after);
    assert_int_equal(after, before);
}

} // namespace

TASK_TEST_MAIN
