// expand.cpp - short inline functions of C++ (accessors, iterators) become part of their callers before anything is
// counted, at each -O alike: their price is that of what they do there. Longer ones stay calls.
#include "work.hpp"

namespace counted
{
namespace
{

const int SHORT = 64;     ///< statements of a function that becomes part of its callers
const int ENOUGH = 20000; ///< statements that one function takes in

int statements_of(function *f)
{
    int n = 0;
    basic_block bb;
    FOR_EACH_BB_FN(bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
        if (!is_gimple_debug(gsi_stmt(i)) && !gimple_clobber_p(gsi_stmt(i)) &&
            gimple_code(gsi_stmt(i)) != GIMPLE_PREDICT)
            n++;
    return n;
}

bool is_short(cgraph_node *node, int &n)
{
    function *f = DECL_STRUCT_FUNCTION(node->decl);
    if (!(is_inline(node) || DECL_COMDAT(node->decl)) || lookup_attribute("noinline", DECL_ATTRIBUTES(node->decl)) ||
        node->alias || node->thunk || !node->has_gimple_body_p() || !f || !f->cfg || f->calls_setjmp ||
        f->calls_alloca || f->stdarg || f->has_nonlocal_label || DECL_UNINLINABLE(node->decl) ||
        node->get_availability() <= AVAIL_INTERPOSABLE)
        return false;
    n = statements_of(f);
    return n <= SHORT && tree_inlinable_function_p(node->decl);
}

bool may_join(cgraph_edge *e)
{
    return e->inline_failed && !e->call_stmt_cannot_inline_p && e->callee != e->caller && !e->speculative &&
           DECL_FUNCTION_SPECIFIC_TARGET(e->caller->decl) == DECL_FUNCTION_SPECIFIC_TARGET(e->callee->decl) &&
           DECL_FUNCTION_SPECIFIC_OPTIMIZATION(e->caller->decl) == DECL_FUNCTION_SPECIFIC_OPTIMIZATION(e->callee->decl);
}

void take_in(cgraph_node *node)
{
    function *f = DECL_STRUCT_FUNCTION(node->decl);
    if (!f || !f->cfg)
        return;
    int taken = 0, n = 0;
    std::vector<cgraph_edge *> edges;
    for (cgraph_edge *e = node->callees; e; e = e->next_callee)
        edges.push_back(e);
    for (cgraph_edge *e : edges) {
        cgraph_node *target = e->callee->ultimate_alias_target(); // a destructor's other name, always inline in GCC 14
        if (target != e->callee && lookup_attribute("always_inline", DECL_ATTRIBUTES(target->decl)))
            e->redirect_callee(target);
        if (may_join(e) && is_short(e->callee, n) && (taken += n) < ENOUGH) {
            e->inline_failed = CIF_OK;
            clone_inlined_nodes(e, true, false, nullptr);
        }
    }
    if (!taken)
        return;
    push_cfun(f);
    optimize_inline_calls(node->decl);
    if (need_ssa_update_p(cfun))
        update_ssa(TODO_update_ssa);
    calculate_dominance_info(CDI_DOMINATORS);
    fix_loop_structure(nullptr); // a handler has gone with its loops, if the bodies of calls throw nothing
    free_dominance_info(CDI_DOMINATORS);
    cgraph_edge::rebuild_edges();
    pop_cfun();
}

} // namespace

void expand_accessors()
{
    int none = flag_no_inline;
    flag_no_inline = 0; // at -O0 too: the price is the same
    for (cgraph_node *node : callees_first())
        take_in(node);
    flag_no_inline = none;
}

} // namespace counted
