// streams.cpp - innermost loops that go through memory in equal steps tell the library how far they have gone, so that
// data larger than the cache cost more. Which references those are is found out before anything is counted.
#include "values.hpp"

namespace counted
{

/// What each round adds to a value: k, or k times a value that stays the same in the loop. False: not known.
bool Values::step_of(int id, class loop *l, Step &step)
{
    step = {0, 0};
    if (constant_in(id, l))
        return true;
    if (!steps_in(id, l))
        return false;
    const Value v = values[id];
    if (v.kind == Value::LEAF) {
        Num next = number(PHI_ARG_DEF_FROM_EDGE(SSA_NAME_DEF_STMT(v.t), find_edge(l->latch, l->header)));
        const Value n = values[next.id];
        if (next.id == id)
            step = {next.k, 0};
        else if (n.code == PLUS_EXPR && !next.k && !n.a.k && !n.b.k)
            return times_constant(n.a.id == id ? n.b.id : n.a.id, 1, step);
        else
            return false;
        return true;
    }
    Step a, b;
    if (v.code == PLUS_EXPR) {
        if (!step_of(v.a.id, l, a) || !step_of(v.b.id, l, b) || (a.k && b.k && a.times != b.times))
            return false;
        step = {a.k + b.k, a.k ? a.times : b.times};
        return true;
    }
    if (v.code != MULT_EXPR)
        return false;
    if (!v.b.id) {
        if (!step_of(v.a.id, l, a))
            return false;
        step = {a.k * v.b.k, a.times};
        return true;
    }
    Num moves = constant_in(v.a.id, l) ? v.b : v.a, stays = moves.id == v.a.id ? v.b : v.a;
    return step_of(moves.id, l, a) && !a.times && !stays.k && times_constant(stays.id, a.k, step);
}

bool Values::times_constant(int id, HOST_WIDE_INT k, Step &step)
{
    const Value v = values[id];
    step = {k, id};
    if (v.kind == Value::OP && v.code == MULT_EXPR && !v.b.id && !v.a.k)
        step = {k * v.b.k, v.a.id};
    return true;
}

/// A name that has this value where the block begins.
tree Values::name_at(int id, basic_block bb)
{
    for (unsigned n : names_of[id])
        if (tree name = ssa_name(n)) {
            basic_block set = SSA_NAME_IS_DEFAULT_DEF(name) ? nullptr : gimple_bb(SSA_NAME_DEF_STMT(name));
            if (!set || dominated_by_p(CDI_DOMINATORS, bb, set))
                return name;
        }
    return values[id].kind == Value::LEAF && TREE_CODE(values[id].t) == SSA_NAME &&
                   SSA_NAME_IS_DEFAULT_DEF(values[id].t)
               ? values[id].t
               : NULL_TREE;
}

namespace
{

const int MOST = 8; ///< streams of a loop

/// The reference to memory of a statement that a stream can be made of.
tree reference_of(gimple *s)
{
    if (!gimple_assign_single_p(s) || gimple_has_volatile_ops(s))
        return NULL_TREE;
    tree t = gimple_store_p(s) ? gimple_assign_lhs(s) : gimple_assign_load_p(s) ? gimple_assign_rhs1(s) : NULL_TREE;
    return t && !DECL_P(t) && is_gimple_addressable(t) && TREE_CODE(t) != BIT_FIELD_REF &&
                   !(TREE_CODE(t) == COMPONENT_REF && DECL_BIT_FIELD(TREE_OPERAND(t, 1))) &&
                   ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(TREE_TYPE(t)))
               ? t
               : NULL_TREE;
}

/// Local variables of less than this are never larger than a cache, and a compiler keeps many of them in registers.
bool is_small(const Ref &ref)
{
    tree all = ref.local ? DECL_SIZE_UNIT(ref.local) : NULL_TREE;
    return all && tree_fits_shwi_p(all) && tree_to_shwi(all) < 4096;
}

void find_in(Values &values, class loop *l, std::vector<Stream> &found)
{
    std::set<std::pair<int, HOST_WIDE_INT>> seen; // a[i] and a[i + 1] are one stream, the next array of a block is not
    basic_block before = loop_preheader_edge(l)->src, *body = get_loop_body(l);
    for (unsigned i = 0; i < l->num_nodes && seen.size() < MOST; i++)
        for (gimple_stmt_iterator g = gsi_start_bb(body[i]);
             !gsi_end_p(g) && dominated_by_p(CDI_DOMINATORS, l->latch, body[i]); gsi_next(&g)) {
            tree t = reference_of(gsi_stmt(g));
            if (!t)
                continue;
            Ref ref = values.reference(t);
            Values::Step step;
            if (is_small(ref) || !ref.address.id || !values.step_of(ref.address.id, l, step) || !step.k ||
                !seen.insert({ref.address.id, ref.address.k >> 9}).second)
                continue;
            tree times = step.times ? values.name_at(step.times, before) : NULL_TREE;
            if (step.times && (!times || !INTEGRAL_TYPE_P(TREE_TYPE(times))))
                continue;
            found.push_back({l, gsi_stmt(g), t, step.k, times});
        }
    free(body);
}

class Teller
{
  public:
    Teller(function *fn, class loop *loop) : f(fn), l(loop), type(long_integer_type_node)
    {
        rounds = create_tmp_reg(type, "rounds");
    }

    void follow(const Stream &s)
    {
        tree last = create_tmp_reg(type, "last");
        lasts.push_back(last);
        streams.push_back(s);
        gimple_stmt_iterator g = gsi_for_stmt(s.at);
        mark_addressable(s.reference);
        tree address = build_fold_addr_expr(unshare_expr(s.reference)), name = make_ssa_name(TREE_TYPE(address));
        gsi_insert_before(&g, gimple_build_assign(name, address), GSI_SAME_STMT);
        gsi_insert_before(&g, gimple_build_assign(last, NOP_EXPR, name), GSI_SAME_STMT);
        if (streams.size() == 1)
            gsi_insert_before(&g, gimple_build_assign(rounds, PLUS_EXPR, rounds, build_one_cst(type)), GSI_SAME_STMT);
    }

    void finish()
    {
        gimple_stmt_iterator g = gsi_last_bb(loop_preheader_edge(l)->src);
        for (tree t : lasts)
            zero(g, t);
        zero(g, rounds);
        auto_vec<edge> exits = get_loop_exit_edges(l);
        for (edge e : exits)
            if (!(e->flags & EDGE_COMPLEX))
                tell(e);
    }

  private:
    void zero(gimple_stmt_iterator &g, tree t)
    {
        gimple *s = gimple_build_assign(t, build_zero_cst(type));
        if (!gsi_end_p(g) && stmt_ends_bb_p(gsi_stmt(g)))
            gsi_insert_before(&g, s, GSI_SAME_STMT);
        else
            gsi_insert_after(&g, s, GSI_NEW_STMT);
    }

    /// if (rounds >= enough && pvmsim_counted_stream) { pvmsim_counted_stream(last, step, rounds); ... }
    void tell(edge exit)
    {
        basic_block here = split_edge(exit);
        edge go = split_block(here, static_cast<gimple *>(nullptr));
        basic_block rest = go->dest, is_there = create_empty_bb(here), call = create_empty_bb(is_there);
        for (basic_block bb : {is_there, call})
            add_bb_to_loop(bb, here->loop_father);
        HOST_WIDE_INT widest = 1;
        for (const Stream &s : streams)
            widest = std::max(widest, s.times || absu_hwi(s.step) > 32 ? 32 : HOST_WIDE_INT(absu_hwi(s.step)));
        add(here, gimple_build_cond(GE_EXPR, rounds, build_int_cst(type, PVMSIM_STREAM_LEAST / widest), NULL_TREE,
                                    NULL_TREE));
        go->flags = (go->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
        go->probability = profile_probability::very_likely();
        make_edge(here, is_there, EDGE_TRUE_VALUE)->probability = profile_probability::very_unlikely();
        add(is_there, gimple_build_cond(NE_EXPR, build_fold_addr_expr(stream_function()), null_pointer_node, NULL_TREE,
                                        NULL_TREE));
        make_edge(is_there, call, EDGE_TRUE_VALUE)->probability = profile_probability::even();
        make_edge(is_there, rest, EDGE_FALSE_VALUE)->probability = profile_probability::even();
        for (size_t i = 0; i < streams.size(); i++) {
            tree step = build_int_cst(type, streams[i].step);
            if (streams[i].times) {
                tree wide = make_ssa_name(type), all = make_ssa_name(type);
                add(call, gimple_build_assign(wide, NOP_EXPR, streams[i].times));
                add(call, gimple_build_assign(all, MULT_EXPR, wide, step));
                step = all;
            }
            add(call, gimple_build_call(stream_function(), 3, lasts[i], step, rounds));
        }
        make_single_succ_edge(call, rest, EDGE_FALLTHRU);
    }

    static void add(basic_block bb, gimple *s)
    {
        gimple_stmt_iterator g = gsi_last_bb(bb);
        gsi_insert_after(&g, s, GSI_NEW_STMT);
    }

    function *f;
    class loop *l;
    tree type, rounds;
    std::vector<tree> lasts;
    std::vector<Stream> streams;
};

} // namespace

std::vector<Stream> find_streams(function *f)
{
    std::vector<Stream> found;
    Values values(f);
    for (unsigned i = 1; i < number_of_loops(f); i++) {
        class loop *l = get_loop(f, i);
        if (l && !l->inner && l->latch && l->header)
            find_in(values, l, found);
    }
    return found;
}

void tell_streams(function *f, const std::vector<Stream> &streams)
{
    for (size_t i = 0; i < streams.size();) {
        Teller teller(f, streams[i].loop);
        size_t first = i;
        for (; i < streams.size() && streams[i].loop == streams[first].loop; i++)
            teller.follow(streams[i]);
        teller.finish();
    }
    if (streams.empty())
        return;
    free_dominance_info(CDI_DOMINATORS);
    mark_virtual_operands_for_renaming(f);
    update_ssa(TODO_update_ssa);
}

} // namespace counted
