// main.cpp - the plugin's entry, and its pass: it stands after SSA construction of all functions and before any
// optimization between them, so what it counts is what the source has.
#include "work.hpp"

int plugin_is_GPL_compatible;

namespace counted
{
namespace
{

const int SHORT = 24, MOST = 96; ///< statements of a function; of one with those that become part of it
std::map<const cgraph_node *, int> taken_in;

/// Control that leaves blocks by other ways than its edges say: locals may lose what was added, so each block adds to
/// the counters in memory.
bool has_hidden_control(function *f)
{
    if (f->calls_setjmp || f->has_nonlocal_label || f->calls_eh_return)
        return true;
    basic_block bb;
    edge e;
    edge_iterator ei;
    FOR_EACH_BB_FN(bb, f)
    FOR_EACH_EDGE(e, ei, bb->succs)
    if (e->flags & EDGE_ABNORMAL)
        return true;
    return false;
}

/// Short functions that the compiler would have made part of their callers stay short enough for that.
void keep_inlinable(cgraph_node *node)
{
    int n = 0;
    basic_block bb;
    FOR_EACH_BB_FN(bb, DECL_STRUCT_FUNCTION(node->decl))
    for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
        n += !is_gimple_debug(gsi_stmt(i));
    if (opt_for_fn(node->decl, optimize) < 2 || n > SHORT || (TREE_PUBLIC(node->decl) && !DECL_COMDAT(node->decl)))
        return;
    for (cgraph_edge *e = node->callees; e; e = e->next_callee)
        if (auto callee = taken_in.find(e->callee->ultimate_alias_target()); callee != taken_in.end())
            n += callee->second;
    if (n > MOST)
        return;
    taken_in[node] = n;
    DECL_DISREGARD_INLINE_LIMITS(node->decl) = 1;
}

/// Of all functions before the first is counted: what calls a loop that looks, in a circle too, must know that it does.
void prepare(cgraph_node *node, Priced &priced)
{
    function *f = DECL_STRUCT_FUNCTION(node->decl);
    keep_inlinable(node);
    push_cfun(f);
    loop_optimizer_init(has_hidden_control(f) ? AVOID_CFG_MODIFICATIONS : LOOPS_NORMAL);
    add_looks(f, priced.unpriced);
    if (!priced.unpriced.empty())
        cgraph_edge::rebuild_edges();
    pop_cfun();
}

void count_function(cgraph_node *node, Priced priced, const std::set<const cgraph_node *> &all)
{
    function *f = DECL_STRUCT_FUNCTION(node->decl);
    push_cfun(f);
    bool plain = has_hidden_control(f);
    calculate_dominance_info(CDI_DOMINATORS);
    const std::vector<Stream> streams = plain ? std::vector<Stream>() : find_streams(f);
    price_function(f, priced, !plain);
    if (!plain)
        place_work(f, priced);
    give_to_callers(node, priced, all);
    emit_counting(f, priced, plain);
    tell_streams(f, streams);
    free_dominance_info(CDI_DOMINATORS);
    free_dominance_info(CDI_POST_DOMINATORS);
    loop_optimizer_finalize();
    if (f->curr_properties & PROP_loops)
        loops_state_set(LOOPS_NEED_FIXUP);
    cgraph_edge::rebuild_edges();
    pop_cfun();
    object_counted(node->decl);
}

/// The library has it, as the members of std::string, and whether this body is taken depends on -O. A library function.
bool is_of_library(const cgraph_node *node)
{
    return DECL_EXTERNAL(node->decl) && !strncmp(lang_hooks.name, "GNU C++", 7) &&
           !lookup_attribute("always_inline", DECL_ATTRIBUTES(node->decl));
}

/// A header's body for a library function that its call is priced as, which _FORTIFY_SOURCE puts in its place.
static bool is_fortified(const cgraph_node *node)
{
    return DECL_EXTERNAL(node->decl) && library_quiet(node->decl) >= 0;
}

const pass_data count_data = {SIMPLE_IPA_PASS, "counted", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0};

class CountPass : public simple_ipa_opt_pass
{
  public:
    explicit CountPass(gcc::context *context) : simple_ipa_opt_pass(count_data, context)
    {
    }
    unsigned int execute(function *) final override
    {
        if (seen_error())
            return 0;
        object_begin();
        expand_accessors();
        std::set<const cgraph_node *> counted;
        std::map<const cgraph_node *, Priced> priced;
        const std::vector<cgraph_node *> order = callees_first();
        for (cgraph_node *node : order)
            if (gimple_has_body_p(node->decl) && !is_ours(node->decl) && !is_of_library(node) && !is_fortified(node) &&
                !lookup_attribute("naked", DECL_ATTRIBUTES(node->decl)))
                counted.insert(node), prepare(node, priced[node]);
        find_quiet_functions();
        for (cgraph_node *node : order)
            if (counted.count(node))
                count_function(node, std::move(priced[node]), counted);
        object_end();
        return 0;
    }
};

/// In C a call has it from its function, or from the type of a pointer.
void forget_purity(gcall *call)
{
    tree fndecl = gimple_call_fndecl(call), type = gimple_call_fntype(call);
    if (type && TYPE_READONLY(type) && !(fndecl && (fndecl_built_in_p(fndecl) || library_quiet(fndecl) >= 0)))
        gimple_call_set_fntype(call, TYPE_MAIN_VARIANT(type));
}

/// Functions that are declared free of side effects now have one. What calls them may not be merged, or counts would
/// depend on how well that went.
void forget_purity()
{
    cgraph_node *node;
    FOR_EACH_FUNCTION(node)
    {
        if (fndecl_built_in_p(node->decl) || library_quiet(node->decl) >= 0)
            continue;
        TREE_READONLY(node->decl) = 0;
        DECL_PURE_P(node->decl) = 0;
        DECL_LOOPING_CONST_OR_PURE_P(node->decl) = 0;
    }
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
    if (function *f = DECL_STRUCT_FUNCTION(node->decl); f && f->cfg) {
        basic_block bb;
        FOR_EACH_BB_FN(bb, f)
        for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
            if (gcall *call = dyn_cast<gcall *>(gsi_stmt(i)))
                forget_purity(call);
    }
}

void at_ipa_start(void *, void *)
{
    if (in_lto_p || seen_error())
        return;
    forget_purity();
}

} // namespace
} // namespace counted

int plugin_init(plugin_name_args *info, plugin_gcc_version *version)
{
    if (!plugin_default_version_check(version, &gcc_version)) {
        fprintf(stderr, "%s: built for GCC %s of %s, and this is GCC %s of %s: build PVM/AP1000 again with it\n",
                info->base_name, gcc_version.basever, gcc_version.datestamp, version->basever, version->datestamp);
        return 1;
    }
    static plugin_info about = {"1", "counts operations by class for libpvm3; no arguments"};
    register_callback(info->base_name, PLUGIN_INFO, nullptr, &about);
    register_pass_info pass = {new counted::CountPass(g), "build_ssa_passes", 1, PASS_POS_INSERT_AFTER};
    register_callback(info->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &pass);
    register_callback(info->base_name, PLUGIN_ALL_IPA_PASSES_START, counted::at_ipa_start, nullptr);
    return 0;
}
