// watch.cpp - loops that only another event can end, such as `while (!stop);`, let the library look every 1024 rounds,
// or in each round that may take long: what was counted is charged, so that an alarm can come.
#include "work.hpp"

namespace counted
{
namespace
{

/// It may wait by it: atomic_load, atomic_flag_test_and_set and their kin.
bool is_atomic_look(gimple *s)
{
    tree fndecl = is_gimple_call(s) ? gimple_call_fndecl(s) : NULL_TREE;
    if (!fndecl || !fndecl_built_in_p(fndecl, BUILT_IN_NORMAL))
        return false;
    const char *name = IDENTIFIER_POINTER(DECL_NAME(fndecl));
    for (const char *begin : {"__atomic_load", "__atomic_test_and_set", "__atomic_exchange", "__atomic_compare",
                              "__sync_lock_test", "__sync_val_compare", "__sync_bool_compare"})
        if (!strncmp(name, begin, strlen(begin)))
            return true;
    return false;
}

bool reads_volatile(class loop *l)
{
    for (gimple *s : statements_of(l))
        if (gimple_bb(s)->loop_father == l &&
            ((gimple_has_volatile_ops(s) && gimple_assign_load_p(s)) || is_atomic_look(s)))
            return true;
    return false;
}

/// References to these two variables, or by these pointers, may be to the same memory.
bool may_meet(tree a, tree b)
{
    auto is_pointed_to = [](tree t) { return !DECL_P(t) || TREE_ADDRESSABLE(t); };
    return DECL_P(a) && DECL_P(b) ? a == b : is_pointed_to(a) && is_pointed_to(b);
}

/// Memory of the program's own, at an address that stays, that the loop itself does not write.
bool is_unwritten(const std::vector<gimple *> &stores, tree from)
{
    bool written = DECL_P(from) && !is_global_var(from);
    for (gimple *store : stores)
        if (tree to = get_base_address(gimple_get_lhs(store)))
            written |= may_meet(to, from);
    return !written;
}

/// A function of this file that only reads such memory.
bool only_reads(const std::vector<gimple *> &stores, gimple *call)
{
    cgraph_node *body = is_gimple_call(call) ? body_of(gimple_call_fndecl(call)) : nullptr;
    basic_block bb;
    if (!body)
        return false;
    FOR_EACH_BB_FN(bb, DECL_STRUCT_FUNCTION(body->decl))
    for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
        gimple *s = gsi_stmt(i);
        if (is_gimple_call(s) || gimple_vdef(s) ||
            (gimple_assign_load_p(s) && !is_unwritten(stores, get_base_address(gimple_assign_rhs1(s)))))
            return false;
    }
    return true;
}

/// Made of constants and of what other code may change: such memory. A variable of the program's own need not be
/// volatile for that. steps: that a value may be made in.
bool is_others(class loop *l, const std::vector<gimple *> &stores, tree t, int steps = 8)
{
    gimple *s = TREE_CODE(t) == SSA_NAME ? SSA_NAME_DEF_STMT(t) : nullptr;
    if (!s || !gimple_bb(s) || !flow_bb_inside_loop_p(l, gimple_bb(s)))
        return true;
    if (steps == 0 || !(is_gimple_assign(s) || only_reads(stores, s)) ||
        (gimple_assign_load_p(s) && !is_unwritten(stores, get_base_address(gimple_assign_rhs1(s)))))
        return false;
    tree use;
    ssa_op_iter i;
    FOR_EACH_SSA_TREE_OPERAND(use, s, i, SSA_OP_USE)
    if (!is_others(l, stores, use, steps - 1))
        return false;
    return true;
}

/// It has no end, or ends when such a value is another.
bool ends_by_others(class loop *l)
{
    std::vector<gimple *> stores;
    for (gimple *s : statements_of(l))
        if (tree to = gimple_get_lhs(s); to && TREE_CODE(to) != SSA_NAME)
            stores.push_back(s);
    auto_vec<edge> exits = get_loop_exit_edges(l);
    for (edge e : exits) {
        gimple *last = gsi_stmt(gsi_last_nondebug_bb(e->src));
        if ((e->flags & EDGE_COMPLEX) && last && gimple_code(last) != GIMPLE_GOTO)
            continue; // what a call throws, or a handler's longjmp
        if (!last || (gimple_code(last) != GIMPLE_COND && gimple_code(last) != GIMPLE_SWITCH))
            return false;
        tree use;
        ssa_op_iter i;
        FOR_EACH_SSA_TREE_OPERAND(use, last, i, SSA_OP_USE)
        if (!is_others(l, stores, use))
            return false;
    }
    return true;
}

/// At the begin of each round: if ((++rounds & mask) == 0 && pvmsim_counted_look) pvmsim_counted_look();
void add_look(class loop *l, tree rounds, std::set<gimple *> &unpriced)
{
    const int mask = l->inner || calls_others(l) ? 0 : 1023;
    edge go = split_block_after_labels(l->header);
    basic_block here = go->src, rest = go->dest;
    tree type = TREE_TYPE(rounds), low = make_ssa_name(type);
    gimple *more = gimple_build_assign(rounds, PLUS_EXPR, rounds, build_one_cst(type)),
           *cut = gimple_build_assign(low, BIT_AND_EXPR, rounds, build_int_cst(type, mask)),
           *condition = gimple_build_cond(EQ_EXPR, low, build_zero_cst(type), NULL_TREE, NULL_TREE),
           *look = gimple_build_call(look_function(), 0);
    add(here, more);
    add(here, cut);
    basic_block call = block_if(go, condition, look_function());
    add(call, look);
    make_single_succ_edge(call, rest, EDGE_FALLTHRU);
    for (gimple *s : {more, cut, condition, gsi_stmt(gsi_last_bb(single_pred(call))), look})
        unpriced.insert(s);
}

} // namespace

std::vector<gimple *> statements_of(class loop *l)
{
    std::vector<gimple *> all;
    basic_block *body = get_loop_body(l);
    for (unsigned i = 0; i < l->num_nodes; i++)
        for (gimple_stmt_iterator g = gsi_start_bb(body[i]); !gsi_end_p(g); gsi_next(&g))
            all.push_back(gsi_stmt(g));
    free(body);
    return all;
}

bool calls_others(class loop *l)
{
    for (gimple *s : statements_of(l))
        if (gcall *call = dyn_cast<gcall *>(s); call && !gimple_call_internal_p(call))
            if (!gimple_call_fndecl(call) || library_quiet(gimple_call_fndecl(call), call) != 1)
                return true;
    return false;
}

void add_looks(function *f, std::set<gimple *> &unpriced)
{
    std::vector<class loop *> loops;
    for (unsigned i = 1; i < number_of_loops(f); i++)
        if (class loop *l = get_loop(f, i))
            if (ends_by_others(l) || reads_volatile(l))
                loops.push_back(l);
    if (loops.empty())
        return;
    tree rounds = create_tmp_reg(unsigned_type_node, "rounds");
    gimple *zero = gimple_build_assign(rounds, build_zero_cst(unsigned_type_node));
    for (class loop *l : loops)
        add_look(l, rounds, unpriced);
    gsi_insert_on_edge_immediate(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(f)), zero);
    unpriced.insert(zero);
    free_dominance_info(CDI_DOMINATORS);
    mark_virtual_operands_for_renaming(f);
    update_ssa(TODO_update_ssa);
}

} // namespace counted
