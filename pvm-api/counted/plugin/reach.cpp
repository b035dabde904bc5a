// reach.cpp - which functions reach other code that looks at the counters (libpvm3 behind a call, a thread, a handler)
// or leave by another way than their return. Before calls of the others nothing has to be written out.
#include "work.hpp"

namespace counted
{
namespace
{

std::set<const cgraph_node *> loud; ///< among functions with a body

bool quiet_builtin(tree fndecl)
{
    if (!fndecl_built_in_p(fndecl))
        return false;
    int flags = flags_from_decl_or_type(fndecl);
    if (flags & (ECF_NORETURN | ECF_RETURNS_TWICE))
        return false;
    return (flags & (ECF_CONST | ECF_PURE | ECF_NOVOPS | ECF_LEAF)) && (flags & ECF_NOTHROW);
}

bool quiet_by_name(tree fndecl, const gcall *call)
{
    int known = library_quiet(fndecl, call);
    return known >= 0 ? known : quiet_builtin(fndecl);
}

// A weak function of a program may be replaced by one of another file, which may do anything.
bool may_be_another(const cgraph_node *node)
{
    return DECL_WEAK(node->decl) && !DECL_COMDAT(node->decl);
}

/// By itself, whatever the functions of this file do that it calls.
bool is_loud(cgraph_node *node)
{
    if (node->indirect_calls)
        return true;
    function *f = DECL_STRUCT_FUNCTION(node->decl);
    if (!f || f->calls_setjmp || f->has_nonlocal_label)
        return true;
    for (cgraph_edge *e = node->callees; e; e = e->next_callee)
        if (!body_of(e->callee->decl) && !quiet_by_name(e->callee->ultimate_alias_target()->decl, e->call_stmt))
            return true;
    // Volatile data and assembler may be anything; loops on volatile data call pvmsim_counted_look.
    basic_block bb;
    FOR_EACH_BB_FN(bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
        gimple *s = gsi_stmt(i);
        if ((gimple_has_volatile_ops(s) && !gimple_clobber_p(s)) || gimple_code(s) == GIMPLE_RESX ||
            gimple_code(s) == GIMPLE_ASM || may_trap_out(f, s))
            return true;
    }
    return false;
}

void put_callees_first(cgraph_node *node, std::set<cgraph_node *> &begun, std::vector<cgraph_node *> &order)
{
    if (!node->has_gimple_body_p() || node->alias || node->thunk || node->inlined_to || !begun.insert(node).second)
        return;
    for (cgraph_edge *e = node->callees; e; e = e->next_callee)
        put_callees_first(e->callee->ultimate_alias_target(), begun, order);
    order.push_back(node);
}

} // namespace

bool may_trap_out(function *f, gimple *s)
{
    return f->can_throw_non_call_exceptions && is_gimple_assign(s) && stmt_can_throw_external(f, s);
}

cgraph_node *body_of(tree fndecl)
{
    cgraph_node *callee = fndecl ? cgraph_node::get(fndecl) : nullptr;
    callee = callee ? callee->ultimate_alias_target() : nullptr;
    return callee && callee->has_gimple_body_p() && !callee->thunk && !may_be_another(callee) ? callee : nullptr;
}

std::vector<cgraph_node *> callees_first()
{
    std::set<cgraph_node *> begun;
    std::vector<cgraph_node *> order;
    cgraph_node *node;
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
    put_callees_first(node, begun, order);
    return order;
}

void find_quiet_functions()
{
    loud.clear();
    std::vector<cgraph_node *> open; // loud, and their callers have not been told
    std::map<const cgraph_node *, std::vector<cgraph_node *>> callers;
    cgraph_node *node;
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
    if (DECL_STRUCT_FUNCTION(node->decl) && DECL_STRUCT_FUNCTION(node->decl)->cfg) { // ours of object.cpp have none yet
        for (cgraph_edge *e = node->callees; e; e = e->next_callee)
            if (cgraph_node *callee = body_of(e->callee->decl))
                callers[callee].push_back(node);
        if (is_loud(node) && loud.insert(node).second)
            open.push_back(node);
    }
    while (!open.empty()) {
        node = open.back();
        open.pop_back();
        for (cgraph_node *caller : callers[node])
            if (loud.insert(caller).second)
                open.push_back(caller);
    }
}

bool is_quiet_call(const gcall *call)
{
    if (gimple_call_internal_p(call))
        return true;
    tree fndecl = gimple_call_fndecl(call);
    if (!fndecl)
        return false;
    const cgraph_node *body = body_of(fndecl);
    return body ? !loud.count(body) : quiet_by_name(fndecl, call);
}

/// Functions that a compiler of C++ makes part of their callers: a call costs nothing.
bool is_inline(const cgraph_node *node)
{
    return DECL_DECLARED_INLINE_P(node->decl) && node->definition && !DECL_EXTERNAL(node->decl) &&
           !lookup_attribute("noinline", DECL_ATTRIBUTES(node->decl));
}

} // namespace counted
