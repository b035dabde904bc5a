// work.hpp - amounts of work by class, and what the parts of the plugin give each other.
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>
#include "gcc.hpp"
#include "../counted.h"

namespace counted
{

/// Numbers of operations, one for each class of counted.h.
struct Work {
    long of[PVMSIM_WORK_CLASSES] = {};
    Work &add(int c, long n = 1)
    {
        of[c] += n;
        return *this;
    }
    Work &operator+=(const Work &o)
    {
        for (int c = 0; c < PVMSIM_WORK_CLASSES; c++)
            of[c] += o.of[c];
        return *this;
    }
    Work operator-() const
    {
        Work negative;
        for (int c = 0; c < PVMSIM_WORK_CLASSES; c++)
            negative.of[c] = -of[c];
        return negative;
    }
    bool any() const
    {
        for (long n : of)
            if (n)
                return true;
        return false;
    }
};

/// An amount that is only known when the program runs: n units of a class, or what a function of arguments gives.
struct RunTimeWork {
    /// a; strlen(a), if b is another strnlen(a, b); equal bytes of a and a + 1, if b is a + 2 at most that many; a * b;
    /// a * log2 a
    enum Kind { VALUE, LENGTH, ALIKE, PRODUCT, SORT } kind;
    int cls;
    int a = -1, b = -1; ///< arguments of the call; -1 as `a`: its result
};

/// What a call costs where it stands, and whether other code may look at the counters before it returns.
struct CallPrice {
    Work work;
    std::vector<RunTimeWork> more;
    bool quiet = false; ///< nothing that it reaches looks at the counters or comes back by another way
    bool writes = true; ///< it may write to memory that the program reads
};

/// library.cpp: the price of a library function by name; false: it is no function of the table.
bool library_price(const gcall *call, CallPrice &price);
/// Is it quiet? 1 yes, 0 no, -1 not in the table. Without a call, a function without a prototype is held to be the
/// library's.
int library_quiet(tree fndecl, const gcall *call = nullptr);
/// What a call from another file costs more than that of a function, if this one has a name and arguments of the table.
/// The function gives it back; calls from its own file add it.
Work library_cycles_of(const cgraph_node *node);
/// The name of a function as the source has it, without what headers and front ends put before or after it.
const char *plain_name(tree fndecl);

/// reach.cpp: the functions with a body, what is called before what calls it. GCC's own order puts always inline ones
/// before what they call.
std::vector<cgraph_node *> callees_first();
void find_quiet_functions();
bool is_inline(const cgraph_node *node);
cgraph_node *body_of(tree fndecl);     ///< the function of this file that a call runs; null: it is another's, or may be
bool is_quiet_call(const gcall *call); ///< it reaches nothing that looks at the counters
bool may_trap_out(function *f, gimple *s); ///< -fnon-call-exceptions: a handler of a signal may throw there

/// object.cpp: what each object file has once: counters, constructor, note.
void object_begin();
void object_counted(tree fndecl);
void object_end();
tree work_element(int cls);       ///< a reference to a counter of the calling thread
tree look_function();             ///< pvmsim_counted_look, weak
tree stream_function();           ///< pvmsim_counted_stream, weak
tree alike_function(bool within); ///< int64 alike(const char *, const char *); within: and a size_t, the most
bool is_ours(tree fndecl);

/// price.cpp: the work of each segment of each block. A block's segments are parted by the calls that are not quiet.
struct Segments {
    std::vector<Work> work;                                 ///< at least one
    std::vector<gimple *> ends;                             ///< the statement that ends each segment but the last
    std::vector<std::pair<gimple *, RunTimeWork>> run_time; ///< what calls cost by their arguments
};
struct Priced {
    std::vector<Segments> blocks;          ///< by the block's index
    std::set<gimple *> unpriced;           ///< statements that the plugin has added
    std::vector<class loop *> quiet_loops; ///< nobody looks at the counters while they run; not within each other
    bool tail_calls = false;               ///< it ends with a call, which a compiler makes a jump
};
void price_function(function *f, Priced &out, bool hoist);

/// place.cpp: the work moved to where counting it is cheapest; and what a local function costs in any case to its
/// callers, which are priced later.
void place_work(function *f, Priced &priced);
void give_to_callers(cgraph_node *node, Priced &priced, const std::set<const cgraph_node *> &counted);
const Work &base_of(const cgraph_node *node);

/// watch.cpp: loops that only another event can end let the library look.
void add_looks(function *f, std::set<gimple *> &unpriced);
std::vector<gimple *> statements_of(class loop *l);
bool calls_others(class loop *l); ///< functions that are not the table's quiet ones

/// streams.cpp: how far loops have gone through memory. Found before the counting is there, told after it.
struct Stream {
    class loop *loop, *nest; ///< nest: the loop around it, if they are told behind that one; else null
    gimple *at;
    tree reference;
    HOST_WIDE_INT step;      ///< bytes a round
    tree times;              ///< times this name; null: 1
    HOST_WIDE_INT nest_step; ///< the same a round of the nest
    tree nest_times;
};
void add(basic_block bb, gimple *s); ///< at the block's end
/// if (condition && fndecl) { the block that is returned }; `go` leads from the condition's block to what comes then.
basic_block block_if(edge go, gimple *condition, tree fndecl);
std::vector<Stream> find_streams(function *f);
void tell_streams(function *f, const std::vector<Stream> &streams);

/// emit.cpp: the counting itself.
void emit_counting(function *f, const Priced &priced, bool plain);

/// expand.cpp: accessors of C++ become part of their callers.
void expand_accessors();

} // namespace counted
