// reach.cpp - which functions reach other code that looks at the counters (libpvm3 behind a call, a thread, a handler)
// or leave by another way than their return. Before calls of the others nothing has to be written out.
#include <cstring>
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

bool quiet_by_name(tree fndecl)
{
    int known = library_quiet(plain_name(fndecl));
    return known >= 0 ? known : quiet_builtin(fndecl);
}

// A weak function of a program may be replaced by one of another file, which may do anything.
bool may_be_another(const cgraph_node *node)
{
    return DECL_WEAK(node->decl) && !DECL_COMDAT(node->decl);
}

bool is_loud(cgraph_node *node)
{
    if (node->indirect_calls)
        return true;
    function *f = DECL_STRUCT_FUNCTION(node->decl);
    if (!f || f->calls_setjmp || f->has_nonlocal_label)
        return true;
    for (cgraph_edge *e = node->callees; e; e = e->next_callee) {
        cgraph_node *callee = e->callee->ultimate_alias_target();
        if (callee->has_gimple_body_p() && !callee->thunk && !may_be_another(callee)) {
            if (loud.count(callee))
                return true;
        } else if (!quiet_by_name(callee->decl))
            return true;
    }
    // Volatile data and assembler may be anything; loops on volatile data call pvmsim_counted_look.
    basic_block bb;
    FOR_EACH_BB_FN(bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
        gimple *s = gsi_stmt(i);
        if ((gimple_has_volatile_ops(s) && !gimple_clobber_p(s)) || gimple_code(s) == GIMPLE_RESX ||
            gimple_code(s) == GIMPLE_ASM)
            return true;
        if (is_gimple_call(s) && gimple_call_internal_p(s))
            continue;
    }
    return false;
}

} // namespace

void find_quiet_functions()
{
    loud.clear();
    std::vector<cgraph_node *> open;
    cgraph_node *node;
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
    if (DECL_STRUCT_FUNCTION(node->decl) && DECL_STRUCT_FUNCTION(node->decl)->cfg) // ours of object.cpp have none yet
        open.push_back(node);
    for (bool again = true; again;) {
        again = false;
        for (cgraph_node *n : open)
            if (!loud.count(n) && is_loud(n))
                again = loud.insert(n).second;
    }
}

bool is_quiet(const cgraph_node *node)
{
    return !loud.count(node);
}

bool is_quiet_call(const gcall *call)
{
    if (gimple_call_internal_p(call))
        return true;
    tree fndecl = gimple_call_fndecl(call);
    if (!fndecl)
        return false;
    cgraph_node *node = cgraph_node::get(fndecl);
    if (node)
        node = node->ultimate_alias_target();
    if (node && node->has_gimple_body_p() && !node->thunk && !may_be_another(node))
        return is_quiet(node);
    return quiet_by_name(fndecl);
}

/// Functions that a compiler of C++ makes part of their callers: a call costs nothing.
bool is_inline(const cgraph_node *node)
{
    return DECL_DECLARED_INLINE_P(node->decl) && node->definition && !DECL_EXTERNAL(node->decl) &&
           !lookup_attribute("noinline", DECL_ATTRIBUTES(node->decl));
}

} // namespace counted
